// The cart, which the browser keeps, and its link in the header.
import { safe, show } from './html.js'
import { keep, kept } from './storage.js'
import { link, text } from './store.js'

const isLine = (line) =>
  [line?.slug, line?.title, line?.variant_id].every((part) => typeof part === 'string') &&
  Number.isInteger(line.quantity)

export function readCart() {
  const { lines } = kept('cart')
  return Array.isArray(lines) ? lines.filter(isLine) : []
}

export function saveCart(lines) {
  if (!keep('cart', { lines })) throw new Error(text.not_kept)
  showCount()
}

export function addToCart(line) {
  const lines = readCart()
  const nth = lines.findIndex(({ variant_id }) => variant_id === line.variant_id)
  saveCart(nth < 0 ? [...lines, line] : lines.with(nth, { ...line, quantity: line.quantity + lines[nth].quantity }))
}

/** What was added while the order was on its way stays. */
export function removeOrdered(items) {
  const ordered = new Map(items.map(({ variant_id, quantity }) => [variant_id, quantity]))
  const left = readCart().map((line) => ({ ...line, quantity: line.quantity - (ordered.get(line.variant_id) ?? 0) }))
  saveCart(left.filter(({ quantity }) => quantity > 0))
}

export function showCount() {
  const count = readCart().reduce((sum, { quantity }) => sum + quantity, 0)
  show(safe`<a href="${link({ cart: 'open' })}">${text.cart} (${count})</a>`, '#cart')
}
