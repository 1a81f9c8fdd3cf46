// The page of an order.
import { picture, safe, show } from './html.js'
import { amounts } from './prices.js'
import { inStore, money, text } from './store.js'

export async function showOrder(id) {
  const order = await inStore(`/orders/${encodeURIComponent(id)}`)
  const line = ({ product_name, variant_name, image_url, quantity, line_total }) =>
    safe`<li><div class="picture">${image_url && picture({ url: image_url, alt: '' })}</div>
      <div><h2>${product_name}</h2>${variant_name && safe`<p><bdi>${variant_name}</bdi></p>`}<p>${text.quantity}: ${quantity}</p>
      <p class="price">${money(line_total)}</p></div></li>`
  show(safe`<article><div><h1>${text.thanks} <bdi>${order.name}</bdi></h1><p>${text.states[order.status]} ${text.keep}</p></div>
    <div><ul class="lines">${order.items.map(line)}</ul><dl>${amounts(order)}</dl></div></article>`)
}
