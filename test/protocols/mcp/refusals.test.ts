import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { database, service } from '../../support/service.ts'
import { openScratch } from '../../support/scratch.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { type Goods, stock, toolNames, toolTable } from './tool-table.ts'

let shop: Shop
let goods: Goods
let token: string
beforeAll(async () => {
  shop = await openShop()
  goods = await stock(shop)
  token = (await tokenFor(shop)).token
})

const call = (name: string, args: Record<string, unknown> = {}) => post(callOf(name, args), { token })

const newOrder = (changes: Record<string, unknown> = {}) => ({
  customer_id: goods.customerId,
  total_amount: 10,
  items: [{ product_id: goods.productId, quantity: 1, unit_price: 10 }],
  ...changes,
})

describe('a store_id argument', () => {
  const refusedPointers = async (name: string, args: Record<string, unknown>) => {
    const before = await snapshot(shop.store.id)
    const { code, errors } = refusalOf(await call(name, args))
    expect(await snapshot(shop.store.id)).toEqual(before)
    expect(code).toBe('invalid_input')
    const refused = errors.filter((error) => error.code === 'store_id_refused')
    return refused.map(({ pointer }) => pointer).toSorted()
  }

  // The first call records when the token was used, which would change the snapshots.
  beforeAll(() => call('get_store'))

  test.for(toolNames)('is rejected by %s, even if it names the right store', async (name) => {
    const args = { ...toolTable[name]?.sample(goods), store_id: shop.store.id }
    expect(await refusedPointers(name, args)).toEqual(['/store_id'])
  })

  test('is rejected at any depth, even inside free-form objects', async () => {
    const line = { product_id: goods.productId, quantity: 1, unit_price: 10 }
    expect(
      await refusedPointers(
        'create_order',
        newOrder({
          store_id: 'a',
          items: [line, { ...line, store_id: 'b' }, { ...line, variant_attributes: { store_id: 'c' } }],
        }),
      ),
    ).toEqual(['/items/1/store_id', '/items/2/variant_attributes/store_id', '/store_id'])
    expect(
      await refusedPointers('create_product', { title: 'Cap', price: 1, variants: [{ options: { store_id: 'x' } }] }),
    ).toEqual(['/variants/0/options/store_id'])
  })

  test('is rejected within an object that was sent as text', async () => {
    const customer = JSON.stringify({ name: 'A', phone: '+96550000009', store_id: 'x' })
    expect(await refusedPointers('create_order', { ...newOrder({ customer_id: undefined }), customer })).toEqual([
      '/customer/store_id',
    ])
  })

  test('is rejected with an explanation', async () => {
    const { detail, errors } = refusalOf(await call('get_store', { store_id: shop.store.id }))
    expect(errors).toHaveLength(1)
    expect(detail).toMatch(/belongs to one store.*Omit store_id/)
  })
})

describe('an error tells the assistant what to do', () => {
  test('invalid arguments: all problems at once', async () => {
    const { code, errors } = refusalOf(
      await call('create_product', { price: -1, colour: 'red', idempotency_key: 'a b' }),
    )
    expect(code).toBe('invalid_input')
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(['/colour', '/idempotency_key', '/price', '/title'])
  })

  test('a list accepts a limit of at most 50, and no page number', async () => {
    expect(refusalOf(await call('list_orders', { limit: 51 })).errors[0]?.pointer).toBe('/limit')
    expect(refusalOf(await call('list_orders', { page: 2 })).errors[0]).toMatchObject({
      pointer: '/page',
      code: 'unknown_field',
    })
  })

  test('an unknown id: where ids come from', async () => {
    const refusal = refusalOf(await call('get_order', { order_id: crypto.randomUUID() }))
    expect(refusal).toMatchObject({ code: 'not_found', hint: expect.stringContaining('list_orders') })
  })

  test('an unknown customer or product: which tool lists them', async () => {
    const unknown = crypto.randomUUID()
    const line = { product_id: unknown, quantity: 1, unit_price: 10 }
    expect(refusalOf(await call('create_order', newOrder({ customer_id: unknown })))).toMatchObject({
      code: 'customer_not_found',
      errors: [{ pointer: '/customer_id' }],
      hint: expect.stringContaining('list_customers'),
    })
    expect(refusalOf(await call('create_order', newOrder({ items: [line] })))).toMatchObject({
      code: 'product_not_found',
      errors: [{ pointer: '/items/0/product_id' }],
      hint: expect.stringContaining('list_products'),
    })
  })

  test('insufficient stock: how much is available', async () => {
    const line = { product_id: goods.productId, quantity: 5000 }
    const before = await snapshot(shop.store.id)
    expect(refusalOf(await call('create_order', newOrder({ items: [line], total_amount: null })))).toMatchObject({
      code: 'insufficient_stock',
      errors: [{ pointer: '/items/0/quantity', available: expect.any(Number), requested: 5000 }],
    })
    expect(await snapshot(shop.store.id)).toEqual(before)
  })

  test('a change based on an old version: version_conflict', async () => {
    const args = { product_id: goods.productId, title: 'Scarf', expected_version: 99 }
    expect(refusalOf(await call('update_product', args))).toMatchObject({ code: 'version_conflict' })
  })

  test.for([
    ['advance_order', { order_id: '#1001', action: 'cancel' }, '/action', 'cancel_order does this.'],
    ['advance_order', { order_id: '#1001', action: 'return' }, '/action', 'return_items does this.'],
    ['advance_order', { order_id: '#1001', action: 'refund' }, '/action', 'No tool can do this: an owner or admin'],
    ['advance_order', { order_id: '#1001', action: 'ship', amount: 5 }, '/amount', 'a field of record_payment.'],
    ['list_orders', { customer: 'Amal' }, '/customer', 'The nearest is "customer_id".'],
    ['update_product', { product_id: 'x', stock: 5, titel: 'y' }, '/titel', 'The nearest is "title".'],
    ['update_product', { product_id: 'x', delta: 5 }, '/delta', 'a field of adjust_inventory.'],
    ['update_order', { order_id: '#1001', note: 'Ring' }, '/note', 'add_note does this.'],
    ['list_orders', { full: true }, '/full', 'A list has pages instead: limit takes up to 50 rows'],
    ['list_products', { in_stock: 'yes' }, '/in_stock', 'in_stock must be true or false'],
    ['list_orders', { cursor: 'x' }, '/cursor', 'Use next_cursor of the previous page'],
    // A field of create_order too, which would order the goods once more.
    ['update_order', { order_id: '#1001', customer: {} }, '/customer', 'The nearest is "customer_phone".'],
    [
      'update_storefront',
      { banner: 'Sale' },
      '/banner',
      'fields of update_storefront are profile, theme, navigation, seo.',
    ],
    ['update_storefront', { profile: { banner: 'Sale' } }, '/profile/banner', 'profile takes { title, tagline, '],
    ['quote_order', { items: [{ product: 'Scarf' }] }, '/items/0/product', 'items takes { product_id, quantity, '],
    // Described in another tool.
    ['update_order', { order_id: '#1', items: [{ qty: 2 }] }, '/items/0/qty', 'items takes { product_id, quantity, '],
    ['update_order', { order_id: '#1', address: { street: 'x' } }, '/address/street', 'address takes { label, '],
  ] as const)('a mistaken call of %s with %o: the right name', async ([tool, args, pointer, words]) => {
    const { code, errors } = refusalOf(await call(tool, args))
    expect(code).toBe('invalid_input')
    expect(errors.find((error) => error.pointer === pointer)?.detail).toContain(words)
  })

  test('an unknown tool: the one that is meant', async () => {
    const messageOf = async (name: string) => Object(Object((await call(name)).body).error).message
    expect(await messageOf('list_order')).toContain('list_orders')
    expect(await messageOf('orders_list')).toContain('list_orders')
    expect(await messageOf('add_payment')).toContain('record_payment')
    expect(await messageOf('xyzzy')).toMatch(/^Unknown tool\. See tools\/list\. .* people do it/)
    expect(await messageOf('create_collection')).toContain('If no tool does something, people do it')
  })

  test('no error mentions REST paths or headers', async () => {
    const unknown = crypto.randomUUID()
    const answers = [
      await call('create_order', newOrder({ customer_id: unknown })),
      await call('get_customer', { customer_id: unknown }),
      await call('create_product', { title: 'x', price: 1.005 }),
    ]
    for (const answer of answers) expect(JSON.stringify(refusalOf(answer))).not.toMatch(/\/api\/|GET|POST|X-Store-Id/)
  })
})

test('no update is sent to a tool that would create something', async () => {
  const { errors } = refusalOf(await call('update_product', { product_id: 'x', variants: [], idempotency_key: 'a' }))
  for (const { detail } of errors) expect(detail).not.toContain('create_')
})

describe('an idempotency key', () => {
  const Created = z.object({ id: z.string() })

  test('creates an order once and returns it again', async () => {
    const args = newOrder({ idempotency_key: crypto.randomUUID(), notes: 'once' })
    const [first, again] = await Promise.all([call('create_order', args), call('create_order', args)])
    expect(answerOf(again)).toEqual(answerOf(first))
    const [{ n } = { n: null }] = z
      .array(z.object({ n: z.coerce.number() }))
      .parse(await asOwner`select count(*) as n from orders where store_id = ${shop.store.id} and notes = 'once'`)
    expect(n).toBe(1)
  })

  test('moves stock once', async () => {
    const { variants } = await shop.addProduct()
    const args = { variant_id: variants[0]?.id, delta: 5, reason: 'received', idempotency_key: crypto.randomUUID() }
    for (let i = 0; i < 3; i++) expect(answerOf(await call('adjust_inventory', args))).toMatchObject({ on_hand: 105 })
    const { idempotency_key: _key, ...without } = args
    expect(answerOf(await call('adjust_inventory', without))).toMatchObject({ on_hand: 110 })
  })

  test('is rejected with different arguments', async () => {
    const idempotency_key = crypto.randomUUID()
    answerOf(await call('create_product', { title: 'One', price: 1, idempotency_key }))
    const refusal = refusalOf(await call('create_product', { title: 'Two', price: 1, idempotency_key }))
    expect(refusal).toMatchObject({ code: 'idempotency_key_reused', hint: expect.stringContaining('same key') })
  })

  test('belongs to one token: another token creates its own product', async () => {
    const args = { title: 'Cap', price: 1, idempotency_key: crypto.randomUUID() }
    const other = await tokenFor(shop)
    const mine = Created.parse(answerOf(await call('create_product', args)))
    const theirs = Created.parse(answerOf(await post(callOf('create_product', args), { token: other.token })))
    expect(theirs.id).not.toBe(mine.id)
  })
})

describe('a failure of the service', () => {
  test('an internal error has a fixed text and the request id', async () => {
    const scratch = await openScratch()
    const scratchShop = await openShop({ through: scratch.service(), sql: scratch.sql })
    const { token } = await tokenFor(scratchShop)
    await scratch.sql`alter table orders rename column platform to secret_column`
    for (const name of ['list_orders', 'get_order']) {
      const args = name === 'get_order' ? { order_id: crypto.randomUUID() } : {}
      const headers = { 'X-Request-Id': 'the-request' }
      const answer = await post(callOf(name, args), { token, headers, through: scratch.service() })
      expect(refusalOf(answer)).toEqual({
        code: 'internal_error',
        detail: 'Something went wrong in the service. The error was logged. Report it with the request_id.',
        errors: [],
        request_id: 'the-request',
      })
    }
  })

  test('an unavailable database is reported with a delay after which to retry', async () => {
    const tag = `down-${crypto.randomUUID()}`
    await database(tag).disturb({ down: true })
    const answer = await post(callOf('list_orders'), { token, through: service(tag) })
    expect(refusalOf(answer)).toMatchObject({ code: 'database_unavailable', retry_after_seconds: 2 })
  })

  test('listing tools gets 503 while the database is unavailable', async () => {
    const tag = `down-${crypto.randomUUID()}`
    await database(tag).disturb({ down: true })
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token, through: service(tag) })
    expect(answer).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  })
})

test('the event log records the token as the actor', async () => {
  const { id, token } = await tokenFor(shop)
  const order = answerOf(await post(callOf('create_order', newOrder()), { token }))
  expect(order).toMatchObject({ source: 'mcp', store_id: shop.store.id })
  expect(
    await asOwner`select actor_kind, actor_id from events where store_id = ${shop.store.id} and subject_id = ${order['id']}`,
  ).toEqual([{ actor_kind: 'token', actor_id: id }])
})
