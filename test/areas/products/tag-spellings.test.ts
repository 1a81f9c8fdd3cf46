import { beforeAll, describe, expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { Segment } from '../../../src/areas/customers/segments/segment.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Conversation } from '../../../src/areas/inbox/conversations/conversation.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { exported, linesOf, sent } from '../../platform/transfer/files.ts'
import { openWindow } from '../storefront/shop-window.ts'

// Each thing has the first spelling. Filters, discounts and rules use the second.
const spellings = [
  ['Summer', 'summer'],
  ['summer', 'SUMMER'],
  ['أطفال', 'اطفال'],
  ['هديه', 'هدية'],
  ['Café', 'cafe'],
] as const

async function openTagged(tag: string) {
  const shop = await openWindow()
  const { owner, addProduct, addCustomer, addOrder } = shop
  const scarf = await addProduct({ title: 'Scarf', tags: ['wool', tag] })
  await addProduct({ title: 'Hat', tags: ['wool'] })
  const amal = await addCustomer({ name: 'Amal', tags: [tag] })
  await addCustomer({ name: 'Noor', tags: ['b'] })
  await addOrder({ customer_id: amal.id, items: [{ product_id: scarf.id, quantity: 1, unit_price: 10 }], tags: [tag] })
  await addOrder({ customer_id: amal.id, items: [{ product_id: scarf.id, quantity: 1, unit_price: 10 }] })
  const inbox = inboxOf(shop)
  const { receive } = await inbox.addWebhook()
  await receive({ from: { name: 'Amal', phone: '+965 5000 0001' } })
  await receive({ from: { name: 'Noor', phone: '+965 5000 0002' } })
  const talk = (await inbox.conversations()).find(({ contact_name }) => contact_name === 'Amal')
  const path = `/api/inbox/conversations/${talk?.id}`
  expectBody(await owner.patch(path, { tags: [tag] }), 200, Conversation)

  const titles = async (query: string) =>
    expectBody(await owner.get(`/api/products?${query}`), 200, listProducts.output).data.map(({ title }) => title)
  const people = async (filter: string) => {
    const list = await owner.get(`/api/customers?filter=${encodeURIComponent(filter)}`)
    return expectBody(list, 200, listCustomers.output).data.map(({ name }) => name)
  }
  return { ...shop, inbox, scarf, amal, titles, people }
}

describe.for(spellings)('what is tagged %s is found by %s', ([tag, sought]) => {
  let shop: Awaited<ReturnType<typeof openTagged>>
  const query = `tag=${encodeURIComponent(sought)}`
  beforeAll(async () => {
    shop = await openTagged(tag)
  })

  test('in lists of products, alone and with words, and each keeps its spelling', async () => {
    const { titles, scarf, owner } = shop
    for (const more of ['', '&search=scarf', '&q=scarf', '&sort=title', '&in_stock=true', '&price_to=50'])
      expect(await titles(query + more), more).toEqual(['Scarf'])
    expect((await owner.get(`/api/products/${scarf.id}`)).body).toMatchObject({ tags: ['wool', tag] })
  })

  test('in the storefront', async () => {
    for (const more of ['', '&search=scarf', '&q=scarf']) {
      const found = expectBody(await shop.visit(`/products?${query}${more}`), 200, PublicProducts)
      expect(found.data).toMatchObject([{ title: 'Scarf', tags: ['wool', tag] }])
    }
  })

  test('in exports', async () => {
    const { owner } = shop
    expect(linesOf(await exported(owner, 'products', `?${query}`)).map(({ title }) => title)).toEqual(['Scarf'])
    expect(linesOf(await exported(owner, 'orders', `?${query}`))).toHaveLength(1)
  })

  test('in lists of orders, alone and with words', async () => {
    for (const more of ['', '&search=amal', '&status=pending']) {
      const { data } = expectBody(await shop.owner.get(`/api/orders?${query}${more}`), 200, listOrders.output)
      expect(data, more).toMatchObject([{ tags: [tag] }])
    }
  })

  test('in filters and segments of customers', async () => {
    const { owner, people } = shop
    expect(await people(`tag:${sought}`)).toEqual(['Amal'])
    expect(await people(`-tag:${sought}`)).toEqual(['Noor'])
    const segment = expectBody(await owner.post('/api/segments', { name: tag, filter: `tag:${sought}` }), 201, Segment)
    expect(segment.filter).toBe(`tag:${sought}`)
    expect((await owner.get(`/api/segments/${segment.id}/customers`)).body).toMatchObject({ data: [{ name: 'Amal' }] })
  })

  test('in the inbox', async () => {
    for (const more of ['', '&search=amal'])
      expect(await shop.inbox.conversations(`?${query}${more}`)).toMatchObject([{ contact_name: 'Amal', tags: [tag] }])
  })

  test('by the rules of a collection', async () => {
    const rules = [{ tag: sought }, { tag: 'WOOL' }]
    const body = { title: `All ${tag}`, rules }
    const collection = expectBody(await shop.owner.post('/api/collections', body), 201, Collection)
    expect(collection.rules).toEqual(rules)
    expect((await shop.owner.get(`/api/collections/${collection.id}/products`)).body).toMatchObject({
      data: [{ title: 'Scarf' }],
    })
    expect(await shop.titles(`collection=${collection.id}&q=scarf`)).toEqual(['Scarf'])
  })

  test('by a change of prices', async () => {
    const change = { tag: sought, percentage: 10, dry_run: true }
    expect((await shop.owner.post('/api/products/prices', change)).body).toMatchObject({ products: 1 })
  })

  test('by a discount, in a cart and on the shelf', async () => {
    const { owner, scarf, titles, visit } = shop
    const sale = { automatic: true, kind: 'percentage', value: 10, applies_to: { tags: [sought] } }
    const discount = expectBody(await owner.post('/api/discounts', sale), 201, Discount)
    expect(discount.applies_to).toEqual({ tags: [sought] })
    const items = [{ product_id: scarf.id, quantity: 1 }]
    expect((await owner.post('/api/orders/quote', { items })).body).toMatchObject({ discount_amount: 1 })
    expect(await titles('on_sale=true')).toEqual(['Scarf'])
    expect(await titles('on_sale=true&q=scarf')).toEqual(['Scarf'])
    expect((await visit('/products/scarf')).body).toMatchObject({ discounted_price: 9 })
  })
})

test('facets count a tag once, in its most frequent spelling, or else the first in the alphabet', async () => {
  const { addProduct, visit } = await openWindow()
  for (const [nth, tags] of [['Summer', 'أطفال'], ['summer', 'اطفال'], ['summer'], ['SALE'], ['Sale']].entries())
    await addProduct({ title: `Hat ${nth}`, tags })
  const { meta } = expectBody(await visit('/products?facets=true'), 200, PublicProducts)
  expect(meta.facets?.tags).toEqual([
    { value: 'summer', count: 3 },
    { value: 'SALE', count: 2 },
    { value: 'أطفال', count: 2 },
  ])
})

test('of a tag that is sent twice in different case, the first stays', async () => {
  const { addProduct, addCustomer } = await openShop()
  const tags = ['Summer', 'wool', 'summer', 'ＷＯＯＬ']
  expect(await addProduct({ tags })).toMatchObject({ tags: ['Summer', 'wool'] })
  expect(await addCustomer({ tags })).toMatchObject({ tags: ['Summer', 'wool'] })
})

test('merged customers have a tag once, as the kept customer spells it', async () => {
  const { owner, addCustomer } = await openShop()
  const kept = await addCustomer({ tags: ['VIP', 'أطفال'] })
  const other = await addCustomer({ tags: ['vip', 'اطفال', 'new'] })
  const answer = await owner.post('/api/customers/merge', { keep_id: kept.id, merge_ids: [other.id] })
  expect(expectBody(answer, 200, Customer).tags).toEqual(['VIP', 'أطفال', 'new'])
})

test('an export keeps every spelling, in the store that imports it too', async () => {
  const [from, to] = [await openTagged('أطفال'), await openShop()]
  for (const area of ['customers', 'products'] as const)
    expect(await sent(to.owner, area, await exported(from.owner, area))).toMatchObject({ failed: 0 })
  expect((await to.owner.get('/api/products?tag=WOOL&search=scarf')).body).toMatchObject({
    data: [{ title: 'Scarf', tags: ['wool', 'أطفال'] }],
  })
  expect((await to.owner.get('/api/customers?search=amal')).body).toMatchObject({ data: [{ tags: ['أطفال'] }] })
})
