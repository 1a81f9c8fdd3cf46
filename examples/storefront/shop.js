// A shop on the public API: products with search and filters, and a page for each of them, where it can be ordered.
import { contact, field, group, listen, place, radio, restore, select, tick } from './forms.js'
import { dress, picture, safe, show } from './html.js'
import { prices, showOrder } from './order.js'
import { words } from './words.js'

const { service, store } = document.body.dataset
const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([, value]) => value !== ''))
const { store: slug = store, collection, product, order } = Object.fromEntries(query)
query.delete('store')

async function call(path, body, key = crypto.randomUUID()) {
  const headers = { 'Accept-Language': document.documentElement.lang }
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': key })
  const request = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  const response = await fetch(`${service}/api/storefront/${slug}${path}`, request)
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(answer.errors?.map(({ detail }) => detail).join(' ') || answer.detail)
}

const [shop, { data: collections }] = await Promise.all([call(''), call('/collections')])
dress(shop)
const text = words[shop.locale] ?? words.en
const money = (amount) => amount.toLocaleString(shop.locale, { style: 'currency', currency: shop.currency })
const link = (to) => `?${new URLSearchParams({ store: slug, ...to })}`

async function showProducts() {
  const { data, meta } = await call(`/products?limit=60&facets=true&${query}`)
  const { options, tags, in_stock, on_sale } = meta.facets
  const { title, description } = collections.find((each) => each.slug === collection) ?? shop.profile
  const boxes = (name, values) => values.map(({ value, count }) => tick(name, value, `${value} (${count})`))
  const card = ({ slug, title, images, price, discounted_price }) => safe`<a href="${link({ product: slug })}">
    ${images.slice(0, 1).map(picture)}<h2>${title}</h2>${money(discounted_price ?? price)}
    ${discounted_price !== null && safe`<s>${money(price)}</s>`}</a>`
  show(safe`<h1>${title}</h1><p>${description}</p><form role="search">
    <input type="hidden" name="store"><input type="hidden" name="collection">
    ${field('q', text.q, safe`type="search"`)}${select('sort', text.sort, collection ? [text.featured, ...text.sorts] : text.sorts)}
    <details ${innerWidth > 800 && 'open'}><summary>${text.filters}</summary>
    ${field('price_from', text.price_from, safe`type="number"`)}${field('price_to', text.price_to, safe`type="number"`)}
    ${tick('in_stock', true, `${text.in_stock} (${in_stock})`)}${tick('on_sale', true, `${text.on_sale} (${on_sale})`)}
    ${options.map(({ name, values }) => group(name, boxes(`option.${name}`, values)))}${group(text.tag, boxes('tag', tags))}
    </details><button>${text.show}</button></form><section>${data.length > 0 ? data.map(card) : text.none}</section>`)
  restore([...query, ['store', slug]])
}

async function showProduct() {
  const { id, title, description, images, variants } = await call(`/products/${encodeURIComponent(product)}`)
  const choices = variants.map((each) => [each.id, each.in_stock ? each.title : `${each.title}: ${text.sold_out}`])
  show(safe`<article><div>${images.map(picture)}</div><form><h1>${title}</h1><p>${description}</p>
    ${select('variant_id', text.variant, choices)}${field('quantity', text.quantity, safe`type="number" value="1" min="1"`)}
    ${select('country', text.country, text.countries)}${field('region', text.region)}<div id="methods"></div>
    ${field('discount_code', text.code)}<dl></dl>${contact('name', text.name, 'name')}
    ${contact('phone', text.phone, 'tel')}${contact('line1', text.line1, 'address-line1')}
    ${place('area', text.area, 'address-level3')}${place('city', text.city, 'address-level2')}
    ${place('postal_code', text.postal_code, 'postal-code')}
    <p role="alert"></p><p>${text.pay}</p><button>${text.order}</button></form></article>`)
  restore([['variant_id', (variants.find(({ in_stock }) => in_stock) ?? variants[0]).id]])
  // Where the last order of this browser went.
  restore(Object.entries(JSON.parse(localStorage.getItem(slug)) ?? {}))
  const [form] = document.forms
  const given = () => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
  const key = crypto.randomUUID()
  let cart, quote
  async function showPrice(changed) {
    const { variant_id, quantity, country, region, discount_code, delivery_method_id } = given()
    const items = [{ product_id: id, variant_id, quantity: Number(quantity) }]
    cart = { items, destination: { country, region }, discount_code, payment_method: 'cash_on_delivery' }
    if (!['country', 'region'].includes(changed)) cart.delivery_method_id = delivery_method_id
    quote = await call('/quote', cart)
    const method = ({ id, name, amount }) => radio('delivery_method_id', id, `${name}: ${money(amount)}`)
    if (changed !== 'delivery_method_id') show(group(text.shipping, quote.delivery_methods.map(method)), '#methods')
    restore([['delivery_method_id', quote.delivery?.method_id]])
    show(prices(quote, text, money), 'dl')
    show(quote.discount_refused?.detail, '[role=alert]')
  }
  async function placeOrder() {
    const { name, phone, line1, area, city, region, postal_code, country } = given()
    const address = { line1, area, city, region, postal_code, country }
    const shopper = { customer: { name, phone, country }, address }
    const placed = await call('/orders', { ...cart, ...shopper, expected_total: quote.total_amount }, key)
    localStorage.setItem(slug, JSON.stringify({ name, phone, ...address }))
    location.assign(link({ order: placed.id }))
  }
  listen(form, showPrice, placeOrder)
}

const tab = ([slug, title, sort]) => safe`<a href="${link({ collection: slug, sort })}">${title}</a>`
show([['', shop.name, ''], ...collections.map(({ slug, title }) => [slug, title, 'position'])].map(tab), 'nav')
await (order ? showOrder(await call(`/orders/${order}`), text, money) : product ? showProduct() : showProducts())
