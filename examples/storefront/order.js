// The price of a cart or an order, and the page of an order, for shop.js.
import { fact, safe, show } from './html.js'

export function prices(priced, text, money) {
  const row = (name) => {
    const amount = priced[`${name}_amount`]
    return amount > 0 && fact(text[name], money(name === 'discount' ? -amount : amount))
  }
  return ['subtotal', 'discount', 'shipping', priced.tax?.included ? '' : 'tax', 'total'].map(row)
}

export function showOrder(order, text, money) {
  const line = ({ product_name, variant_name, quantity, line_total }) =>
    safe`<li>${quantity} × ${product_name} ${variant_name}: ${money(line_total)}</li>`
  show(safe`<article><div><h1>${text.thanks} ${order.name}</h1><p>${text.states[order.status]}</p><p>${text.keep}</p></div>
    <div><ul>${order.items.map(line)}</ul><dl>${prices(order, text, money)}</dl></div></article>`)
}
