// Prices of products, and what a cart or an order comes to.
import { fact, safe } from './html.js'
import { money, text } from './store.js'

/** Of a product or a variant, with its former price crossed out. */
export function price({ price, discounted_price, compare_at_price }) {
  const now = discounted_price ?? price
  const former = Math.max(price, compare_at_price ?? 0)
  return safe`${money(now)} ${former > now && safe`<s><span class="unseen">${text.former}</span> ${money(former)}</s>`}`
}

export function amounts(priced) {
  const row = (name) => {
    const amount = priced[`${name}_amount`]
    return (amount > 0 || name === 'total') && fact(text[name], money(name === 'discount' ? -amount : amount))
  }
  return ['subtotal', 'discount', 'shipping', priced.tax?.included ? '' : 'tax', 'total'].map(row)
}
