// The page of an order.
import { safe, show } from './html.js'
import { amounts } from './prices.js'
import { inStore, money, text } from './store.js'

export async function showOrder(id) {
  const order = await inStore(`/orders/${encodeURIComponent(id)}`)
  const line = ({ product_name, variant_name, quantity, line_total }) =>
    safe`<li>${quantity} × <bdi>${product_name} ${variant_name}</bdi>: ${money(line_total)}</li>`
  show(safe`<article><div><h1>${text.thanks} <bdi>${order.name}</bdi></h1><p>${text.states[order.status]}</p><p>${text.keep}</p></div>
    <div><ul>${order.items.map(line)}</ul><dl>${amounts(order)}</dl></div></article>`)
}
