// The lines of the cart page.
import { readCart, saveCart } from './cart.js'
import { quantity } from './forms.js'
import { nameOf, picture, safe, show } from './html.js'
import { price } from './prices.js'
import { inStore, link, text } from './store.js'

/** Null for a product that is no longer for sale. */
const readProduct = ({ slug }) =>
  inStore(`/products/${encodeURIComponent(slug)}`).catch((problem) => {
    if (problem.status === 404) return null
    throw problem
  })

export async function drawLines() {
  const lines = readCart()
  const products = await Promise.all(lines.map(readProduct))
  return lines.map((line, nth) => drawLine(line, products[nth]))
}

function drawLine(line, product) {
  const variant = product?.variants.find(({ id }) => id === line.variant_id)
  const image = product?.images.find(({ url }) => url === variant?.image_url) ?? product?.images[0]
  const name = product ? safe`<a href="${link({ product: line.slug })}">${product.title}</a>` : line.title
  const facts =
    variant &&
    safe`${product.options.length > 0 && safe`<p><bdi>${nameOf(variant)}</bdi></p>`}<p class="price">${price(variant)}</p>`
  return safe`<li data-variant="${line.variant_id}"><div class="picture">${image && picture(image)}</div><div><h2>${name}</h2>${facts}
    <div class="row">${variant && quantity(text.quantity, line.quantity)}
    <button type="button" class="plain">${text.remove} <span class="unseen">${line.title}</span></button></div>
    <p role="alert"></p></div></li>`
}

/** Saves each change of the lines, and calls `changed`. */
export function listenToLines(list, changed) {
  // Another tab can have changed the order of the lines.
  const isOf = (item) => (line) => line.variant_id === item.dataset.variant
  function save(lines) {
    try {
      saveCart(lines)
      changed()
      return true
    } catch ({ message }) {
      show(message, 'form [role=alert]')
      return false
    }
  }
  list.addEventListener('change', ({ target }) => {
    const item = target.closest('li')
    const quantity = target.valueAsNumber
    show(target.validationMessage, item.querySelector('[role=alert]'))
    const isSaved =
      target.validity.valid && save(readCart().map((line) => (isOf(item)(line) ? { ...line, quantity } : line)))
    // What is shown is what is ordered.
    if (isSaved) target.defaultValue = quantity
    else target.value = target.defaultValue
  })
  list.addEventListener('click', ({ target }) => {
    const button = target.closest('button')
    if (!button) return
    const item = button.closest('li')
    if (!save(readCart().filter((line) => !isOf(item)(line)))) return
    item.remove()
    document.querySelector('h1')?.focus()
  })
}
