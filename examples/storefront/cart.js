// The cart, which the browser keeps, and its link in the header.
import { safe, show } from './html.js'
import { keep, kept } from './storage.js'
import { link, text } from './store.js'

const isLine = (line) =>
  typeof line?.slug === 'string' && typeof line.variant_id === 'string' && Number.isInteger(line.quantity)

export function readCart() {
  const { lines, key } = kept('cart')
  return { lines: Array.isArray(lines) ? lines.filter(isLine) : [], key }
}

/** A changed cart gets a new Idempotency-Key, so a cart is ordered at most once as it is. */
export function saveCart(lines) {
  if (!keep('cart', { lines, key: crypto.randomUUID() })) throw new Error(text.not_kept)
  showCount()
}

export function addToCart(line) {
  const { lines } = readCart()
  const nth = lines.findIndex(({ variant_id }) => variant_id === line.variant_id)
  saveCart(nth < 0 ? [...lines, line] : lines.with(nth, { ...line, quantity: line.quantity + lines[nth].quantity }))
}

export function showCount() {
  const count = readCart().lines.reduce((sum, { quantity }) => sum + quantity, 0)
  show(safe`<a href="${link({ cart: 'open' })}">${text.cart} (${count})</a>`, '#cart')
}
