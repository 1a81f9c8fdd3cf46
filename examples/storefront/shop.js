// A shop on the public API: products with search and filters, a page for each of them, a cart that is ordered, and orders.
import { addToCart, showCount } from './cart.js'
import { refreshCart, showCart } from './checkout.js'
import { field, group, onSubmit, quantity, restore, select, tick } from './forms.js'
import { nameOf, picture, safe, show } from './html.js'
import { nextPage, products, sorts } from './list.js'
import { showOrder } from './order.js'
import { price } from './prices.js'
import { showProblem } from './problem.js'
import { keyOf } from './storage.js'
import { inStore, link, query, shop, slug, text } from './store.js'

const { cart, collection, product, order } = Object.fromEntries(query)
const pathOf = (list, name) => `/${list}/${encodeURIComponent(name)}`

async function showProducts(collections) {
  const known = collections.find(({ slug }) => slug === collection)
  const { title, description } = collection
    ? (known ?? (await inStore(pathOf('collections', collection))))
    : shop.profile
  const { data, meta } = await inStore(products)
  const amount = safe`type="number" step="any" min="0"`
  const { options, tags, in_stock, on_sale } = meta.facets
  const boxes = (name, values) =>
    values.map(({ value, count }) => tick(name, value, safe`<bdi>${value}</bdi> (${count})`))
  const card = (product) => safe`<a href="${link({ product: product.slug })}">
    ${product.images.slice(0, 1).map(picture)}<h2>${product.title}</h2><span class="price">${price(product)}</span>
    ${!product.in_stock && safe`<span class="muted">${text.sold_out}</span>`}</a>`
  show(safe`<h1>${title}</h1><p>${description}</p><form role="search">
    <input type="hidden" name="store"><input type="hidden" name="collection">
    ${field('q', text.q, safe`type="search"`)}${select('sort', text.sort, sorts)}
    <details ${innerWidth > 800 && 'open'}><summary>${text.filters}</summary>
    ${field('price_from', text.price_from, amount)}${field('price_to', text.price_to, amount)}
    ${tick('in_stock', true, `${text.in_stock} (${in_stock})`)}${tick('on_sale', true, `${text.on_sale} (${on_sale})`)}
    ${options.map(({ name, values }) => group(name, boxes(`option.${name}`, values)))}${group(text.tag, boxes('tag', tags))}
    </details><button>${text.show}</button></form><section>${data.length > 0 ? data.map(card) : text.none}
    ${meta.next_cursor && safe`<a class="button" href="${nextPage(meta.next_cursor)}">${text.next}</a>`}</section>`)
  restore([...query, ['store', slug]])
}

async function showProduct() {
  const { slug, title, description, images, options, variants } = await inStore(pathOf('products', product))
  const choices = variants.map((each) => [each.id, each.in_stock ? nameOf(each) : `${nameOf(each)}: ${text.sold_out}`])
  const choice = select('variant_id', options.map(({ name }) => name).join(', ') || text.variant, choices)
  show(safe`<article><div class="gallery"></div><form><h1>${title}</h1><p class="price" aria-live="polite"></p>
    <p>${description}</p>${(options.length > 0 || variants.length > 1) && choice}${quantity(text.quantity, 1)}
    <button></button><p role="alert"></p><p role="status"></p></form></article>`)
  restore([['variant_id', (variants.find(({ in_stock }) => in_stock) ?? variants[0]).id]])
  const [form] = document.forms
  const [button] = form.querySelectorAll('button')
  const chosen = () => variants.find(({ id }) => id === form.elements.variant_id?.value) ?? variants[0]
  function showVariant() {
    const { image_url, in_stock, ...variant } = chosen()
    show(images.toSorted((a, b) => (b.url === image_url) - (a.url === image_url)).map(picture), '.gallery')
    show(price(variant), '.price')
    show(in_stock ? text.add : text.sold_out, button)
    button.disabled = !in_stock
  }
  form.addEventListener('change', ({ target }) => target.name === 'variant_id' && showVariant())
  onSubmit(form, () => {
    try {
      addToCart({ slug, title, variant_id: chosen().id, quantity: form.elements.quantity.valueAsNumber })
      show(safe`${text.added} <a href="${link({ cart: 'open' })}">${text.view_cart}</a>`, '[role=status]')
    } catch ({ message }) {
      show(message, '[role=alert]')
    }
  })
  showVariant()
}

async function showPage() {
  if (shop.problem) throw shop.problem
  showCount()
  const { data: collections } = await inStore('/collections')
  const tab = ({ slug, title }) => safe`<a href="${link({ collection: slug })}">${title}</a>`
  show(tab({ slug: '', title: shop.name }), '#home')
  show(collections.map(tab), 'nav')
  await (cart ? showCart() : order ? showOrder(order) : product ? showProduct() : showProducts(collections))
}

await showPage().catch(showProblem)
document.title = [document.querySelector('h1').textContent, shop.name].join(' · ')

// Another tab can change the cart, and so can the page from which the shopper comes back.
addEventListener('storage', ({ key }) => key === keyOf('cart') && (cart ? refreshCart() : showCount()))
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
