import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { jsonl, sent, sentCsv, types } from '../transfer/files.ts'

const phone = '+965 5104 1065'

/** A shop in Kuwait with one of each, and its storefront. */
async function openPasted() {
  const shop = await openShop({ country: 'KW' })
  const { owner } = shop
  const scarf = await shop.addProduct({
    title: 'Wool scarf',
    external_id: 'P-1',
    tags: ['Winter'],
    variants: [{ sku: 'AB-1', on_hand: 100 }],
  })
  const amal = await shop.addCustomer({ phone, email: 'amal@shop.kw', external_id: 'C-1', tags: ['VIP'] })
  const order = await shop.addOrder({
    customer_id: amal.id,
    external_id: 'O-1',
    tags: ['gift'],
    items: [{ product_id: scarf.id, quantity: 1, unit_price: 10 }],
  })
  expect(await owner.post('/api/discounts', { code: 'TEN', kind: 'percentage', value: 10 })).toMatchObject({
    status: 201,
  })
  expect(await owner.post('/api/storefront/publish', {})).toMatchObject({ status: 200 })
  const { token } = await tokenFor(shop)
  const call = (tool: string, args: Record<string, unknown>) => post(callOf(tool, args), { token })
  return { ...shop, scarf, amal, order, variant: scarf.variants[0]?.id, call }
}

const Listed = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

/** How text arrives that was copied from a chat, a spreadsheet or a web page. */
const pasted: Readonly<Record<string, (text: string) => string>> = {
  'between direction marks': (text) => `\u202a${text}\u202c`,
  'with marks inside and white space around': (text) => ` ${text.slice(0, 2)}\u200e${text.slice(2)}\u2069\u00a0`,
  'with a byte order mark and soft hyphens': (text) => `\ufeff${text.slice(0, 1)}\u00ad${text.slice(1)}\u00ad`,
}

let shop: Awaited<ReturnType<typeof openPasted>>
beforeAll(async () => {
  shop = await openPasted()
})

describe.for(Object.entries(pasted))('what was pasted %s', ([, mark]) => {
  const at = (text: string) => encodeURIComponent(mark(text))
  const idsIn = async (path: string) =>
    expectBody(await shop.owner.get(path), 200, Listed).data.map(({ id }: { id: string }) => id)

  test('finds an order by its number and its id', async () => {
    const { owner, order, call } = shop
    const name = `#${order.number}`
    for (const named of [name, order.id])
      expect(await owner.get(`/api/orders/${at(named)}`)).toMatchObject({ status: 200, body: { id: order.id } })
    expect(answerOf(await call('get_order', { order_id: mark(name) }))).toMatchObject({ id: order.id })
  })

  test('finds a customer by phone number and email address', async () => {
    const { owner, amal, order, call } = shop
    for (const named of [phone, '51041065', 'amal@shop.kw', amal.id]) {
      expect(await owner.get(`/api/customers/${at(named)}`)).toMatchObject({ status: 200, body: { id: amal.id } })
      expect(await idsIn(`/api/orders?customer_id=${at(named)}`)).toContain(order.id)
    }
    expect(answerOf(await call('get_customer', { customer_id: mark(phone) }))).toMatchObject({ id: amal.id })
  })

  test('finds a product by its SKU, slug and title', async () => {
    const { owner, scarf, variant, call } = shop
    for (const named of ['AB-1', 'wool-scarf', 'Wool scarf'])
      expect(await owner.get(`/api/products/${at(named)}`)).toMatchObject({ status: 200, body: { id: scarf.id } })
    expect(answerOf(await call('get_product', { product_id: mark('AB-1') }))).toMatchObject({ id: scarf.id })
    const adjustment = { variant_id: mark('AB-1'), delta: 1, reason: 'count' }
    expect(await owner.post('/api/inventory/adjust', adjustment)).toMatchObject({ body: { id: variant } })
  })

  test('orders a product, and applies a discount code', async () => {
    const { owner, amal, variant } = shop
    const cart = { items: [{ product_id: mark('AB-1'), quantity: 1 }], discount_code: mark('ten') }
    expect(await owner.post('/api/orders/quote', cart)).toMatchObject({
      status: 200,
      body: { discount_amount: 1, total_amount: 9 },
    })
    const answer = await owner.post('/api/orders', { ...cart, customer: { name: 'Amal', phone: mark(phone) } })
    expect(answer).toMatchObject({
      status: 201,
      body: { customer_id: amal.id, customer_phone: phone, discount_amount: 1, items: [{ variant_id: variant }] },
    })
  })

  test('is the SKU, the phone number and the code of what has them already', async () => {
    const { owner } = shop
    const hat = { title: 'Hat', price: 1, variants: [{ sku: mark('AB-1') }] }
    expectProblem(await owner.post('/api/products', hat), 409, 'duplicate')
    expectProblem(await owner.post('/api/customers', { name: 'Nour', phone: mark(phone) }), 409, 'duplicate')
    const ten = { code: mark('TEN'), kind: 'percentage', value: 5 }
    expectProblem(await owner.post('/api/discounts', ten), 409, 'duplicate')
  })

  test('filters lists by external id and tag, and is searched for', async () => {
    const { amal, order, scarf } = shop
    const vip = encodeURIComponent(`tag:"${mark('VIP')}"`)
    expect(await idsIn(`/api/orders?external_id=${at('O-1')}`)).toEqual([order.id])
    expect(await idsIn(`/api/orders?tag=${at('gift')}`)).toEqual([order.id])
    expect(await idsIn(`/api/orders?search=${at('gift')}`)).toEqual([order.id])
    expect(await idsIn(`/api/customers?external_id=${at('C-1')}`)).toEqual([amal.id])
    expect(await idsIn(`/api/customers?filter=${vip}`)).toEqual([amal.id])
    expect(await idsIn(`/api/customers?search=${at('51041065')}`)).toEqual([amal.id])
    expect(await idsIn(`/api/products?external_id=${at('P-1')}`)).toEqual([scarf.id])
    expect(await idsIn(`/api/products?tag=${at('winter')}`)).toEqual([scarf.id])
    expect(await idsIn(`/api/products?q=${at('scarf')}`)).toEqual([scarf.id])
    expect(await shop.owner.get(`/api/search?q=${at('scarf')}`)).toMatchObject({
      status: 200,
      body: { products: [{ id: scarf.id }] },
    })
  })

  test('names the product, the customer and the SKU of imported rows', async () => {
    const { owner, amal, scarf, variant } = shop
    const products = await sentCsv(owner, 'products', 'external_id,title,price,sku', [
      mark('P-1'),
      'Wool scarf',
      '10',
      mark('AB-1'),
    ])
    expect(products).toMatchObject({ failed: 0, rows: [{ id: scarf.id }] })
    const row = jsonl({ name: 'Amal', phone: mark(phone) })
    const customers = await sent(owner, 'customers', row, { type: types.jsonl })
    expect(customers).toMatchObject({ failed: 0, rows: [{ id: amal.id }] })
    const item = { variant_sku: mark('AB-1'), quantity: 1, unit_price: 10 }
    const old = { customer_name: 'Amal', customer_phone: mark(phone), created_at: '2024-03-01', items: [item] }
    const id = `old-${crypto.randomUUID()}`
    const [first, again] = [
      await sent(owner, 'orders', jsonl({ ...old, external_id: mark(id) }), { type: types.jsonl }),
      await sent(owner, 'orders', jsonl({ ...old, external_id: id }), { type: types.jsonl }),
    ]
    expect(again).toMatchObject({ created: 0, failed: 0 })
    const order = expectBody(await owner.get(`/api/orders/${first.rows[0]?.id}`), 200, Order)
    expect(order).toMatchObject({ external_id: id, customer_id: amal.id, items: [{ variant_id: variant }] })
  })

  test('keeps the lines of one imported product together', async () => {
    const { owner } = shop
    const id = `P-${crypto.randomUUID()}`
    const report = await sentCsv(
      owner,
      'products',
      'external_id,title,price,variant_options',
      [id, 'Hat', '1', 'Size: S'],
      [mark(id), '', '', 'Size: L'],
    )
    expect(report).toMatchObject({ created: 1, failed: 0 })
  })

  test('leads shoppers to the store and its products, and the shopper is the same customer', async () => {
    const { owner, store, amal, through } = await openPasted()
    const base = `/api/storefront/${at(store.slug)}`
    for (const path of ['', `/products/${at('wool-scarf')}`, `/products?tag=${at('winter')}`])
      expect(await through.fetch(base + path)).toMatchObject({ status: 200 })
    const placed = await owner.post(`${base}/orders`, {
      customer: { name: 'Amal', phone: mark('0096551041065'), email: mark('amal@shop.kw') },
      items: [{ product_slug: mark('wool-scarf'), quantity: 1 }],
      discount_code: mark('TEN'),
    })
    expect(placed).toMatchObject({ status: 201, body: { total_amount: 9 } })
    const { data } = expectBody(await owner.get('/api/customers'), 200, Listed)
    expect(data.map(({ id }) => id)).toEqual([amal.id])
    const seen = await through.fetch(`${base}/orders/${at(z.looseObject({ id: z.string() }).parse(placed.body).id)}`)
    expect(seen).toMatchObject({ status: 200 })
  })

  test('is the sender of a message that a webhook brings', async () => {
    const { amal, owner, store, through } = await openPasted()
    const inbox = inboxOf({ owner, store, through })
    const { receive } = await inbox.addWebhook()
    const body = '\u202bHello\u202c, می\u200cخواهم'
    await receive({ from: { phone: mark(phone) }, body })
    expect(await inbox.only()).toMatchObject({ customer_id: amal.id, contact_phone: phone })
    expect(JSON.stringify(await inbox.only())).toContain(body)
  })
})

test('a store is chosen by a slug with a soft hyphen before it', async () => {
  const { owner, store, scarf } = shop
  const answer = await owner.get(`/api/products/${scarf.id}`, { 'X-Store-Id': `\u00ad${store.slug}` })
  expect(answer).toMatchObject({ status: 200, body: { id: scarf.id } })
})

test('free text stays as it was sent, and a tag keeps its joiners', async () => {
  const { owner, scarf } = shop
  const name = 'مینا می\u200cخواهم\u200d'
  const [notes, line1] = ['\u200fملاحظة\u00ad', '\u202a5 Main St\u202c']
  const sentText = { name, notes, address: line1, addresses: [{ line1, city: '\u200fحولي' }] }
  const customer = expectBody(
    await owner.post('/api/customers', { ...sentText, tags: ['\u200fمی\u200cخواهم\u200c'] }),
    201,
    Customer,
  )
  expect(customer).toMatchObject({ ...sentText, tags: ['می\u200cخواهم'] })
  const order = await owner.post('/api/orders', {
    customer_id: customer.id,
    total_amount: 10,
    items: [{ product_id: scarf.id, quantity: 1, unit_price: 10 }],
    address: { line1, city: 'حولي\u200f', country: 'k\u200ew' },
    notes,
  })
  expect(order).toMatchObject({
    status: 201,
    body: { customer_name: name, notes, address: { line1, city: 'حولي\u200f', country: 'KW' } },
  })
  const product = {
    title: 'شال\u200cها',
    price: 1,
    description: notes,
    options: [{ name: 'Si\u00adze', values: ['\u200fS'] }],
  }
  const variants = [{ options: { 'Si\u00adze': '\u200fS' } }]
  expect(await owner.post('/api/products', { ...product, variants })).toMatchObject({
    status: 201,
    body: { ...product, variants },
  })
})
