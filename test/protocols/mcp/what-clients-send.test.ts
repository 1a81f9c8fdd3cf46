import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, callOf, post, refusalOf, request, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, inStore, openShop, type Shop } from '../../support/shop.ts'
import { getProduct } from '../../../src/areas/products/get-product.ts'
import { toolNamed } from '../../../src/protocols/mcp/catalog.ts'
import { type Goods, isWrite, stock, toolNames, toolTable } from './tool-table.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop()
  token = (await tokenFor(shop)).token
})

const call = (name: string, args: unknown) => post({ ...callOf(name), params: { name, arguments: args } }, { token })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Numbers, booleans and what is not text as text, at every depth. */
const asText = (value: unknown): unknown => {
  if (!isObject(value)) return String(value)
  return Array.isArray(value)
    ? value.map(asText)
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one === null ? null : asText(one)]))
}

const asJsonText = (args: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(args).map(([name, one]) => [name, isObject(one) ? JSON.stringify(one) : one]))

/** A discount without its code would apply to everybody. */
const needed = new Set(['code'])

/** null for every argument that tools/list does not require and the call does not have. */
const withNulls = (name: string, args: Record<string, unknown>) => {
  const schema = toolNamed(name)?.listed().inputSchema
  const required = new Set(Object(schema?.['required'] ?? []))
  const optional = Object.keys(Object(schema?.['properties'])).filter((one) => !required.has(one) && !needed.has(one))
  return { ...Object.fromEntries(optional.map((one) => [one, null])), ...args }
}

const ways: Readonly<Record<string, (name: string, args: Record<string, unknown>) => unknown>> = {
  'numbers and booleans as text': (_name, args) => asText(args),
  'lists and objects as JSON text': (_name, args) => asJsonText(args),
  'all of it as JSON text': (_name, args) => JSON.stringify(asText(args)),
  'null for what is left out': withNulls,
}

describe.for(Object.keys(ways))('%s', (way) => {
  let goods: Goods
  beforeAll(async () => {
    shop = await openShop()
    token = (await tokenFor(shop)).token
    goods = await stock(shop)
  })

  test.for(toolNames)('%s reads as meant', async (name) => {
    const args = toolTable[name]?.sample(goods) ?? {}
    const answer = answerOf(await call(name, ways[way]?.(name, args)))
    if (!isWrite(name)) expect(answer).toEqual(answerOf(await call(name, args)))
  })
})

const withoutArguments = toolNames.filter(
  (name) => toolNamed(name)?.listed().inputSchema['required'] === undefined && !isWrite(name),
)

test.for(withoutArguments)('%s without arguments takes null and {} alike', async (name) => {
  const answer = answerOf(await call(name, {}))
  for (const args of [null, undefined, '{}']) expect(answerOf(await call(name, args)), String(args)).toEqual(answer)
})

test('a number names an order, and empty text in a list is no filter', async () => {
  const { id, number } = await shop.addOrder()
  expect(answerOf(await call('get_order', { order_id: number }))).toMatchObject({ id })
  expect(answerOf(await call('list_orders', { status: '', search: '', city: '' }))).toMatchObject({
    total: expect.any(Number),
  })
  expect(answerOf(await call('list_orders', { status: '["pending","confirmed"]', limit: '٢' }))).not.toHaveProperty(
    'filters',
  )
})

test('what has no other meaning is still refused, with the value that was read', async () => {
  for (const [name, args, pointer, words] of [
    ['list_orders', { limit: '200' }, '/limit', 'limit must be at most 50'],
    ['list_orders', { limit: 'ten' }, '/limit', 'limit must be a number'],
    ['list_orders', { limit: '1,000' }, '/limit', 'limit must be a number'],
    ['list_products', { in_stock: 'yes' }, '/in_stock', 'in_stock must be true or false'],
    ['get_order', { order_id: null }, '/order_id', 'order_id is required'],
    ['update_product', { product_id: 'x', tags: 'a, b' }, '/tags', 'tags must be an array'],
    ['update_product', { product_id: 'x', tags: [null] }, '/tags/0', 'tags must be a string'],
    ['update_order', { order_id: '#1', customer_phone: '' }, '/customer_phone', 'customer_phone'],
  ] as const)
    expect(refusalOf(await call(name, args)).errors, name).toContainEqual(
      expect.objectContaining({ pointer, detail: expect.stringContaining(words) }),
    )
})

describe('null in a change', () => {
  test('says what it cleared, and leaves alone what cannot be empty', async () => {
    const product = await shop.addProduct({ title: 'Lamp', compare_at_price: 50 })
    const answer = answerOf(
      await call('update_product', {
        product_id: product.id,
        title: null,
        price: null,
        compare_at_price: null,
      }),
    )
    expect(answer).toMatchObject({ title: 'Lamp', compare_at_price: null })
    expect(Object(answer)['cleared']).toEqual(expect.arrayContaining(['compare_at_price']))
    expect(Object(answer)['cleared']).not.toContain('title')
    const read = await shop.owner.get(`/api/products/${product.id}`, inStore(shop.store))
    expect(expectBody(read, 200, getProduct.output)).toMatchObject({
      title: 'Lamp',
      price: product.price,
      compare_at_price: null,
    })
  })

  test('within an object: with its path', async () => {
    const answer = answerOf(
      await call('update_storefront', { profile: { tagline: 'Warm', social: { instagram: null } } }),
    )
    expect(answer).toMatchObject({ cleared: ['profile.social.instagram'] })
  })

  test('clears nothing of a new resource', async () => {
    const fields = { code: 'NEW', kind: 'percentage', value: 5, max_amount: null, ends_at: null }
    const made = answerOf(await call('save_discount', fields))
    expect(made).not.toHaveProperty('cleared')
    const changed = await call('save_discount', { discount_id: Object(made).id, usage_limit: null, value: 6 })
    expect(answerOf(changed)).toMatchObject({ cleared: ['usage_limit'], value: 6 })
  })
})

const initialize = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1' },
})

test.for([
  'application/json',
  '*/*',
  '',
  'application/*;q=0.5',
  'text/html, */*;q=0.8',
  'Application/JSON; charset=utf-8',
])('a client that accepts %o gets JSON', async (accept) => {
  for (const message of [initialize, request('tools/list'), callOf('get_store')]) {
    const answer = await post(message, { token, headers: { Accept: accept } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toContain('application/json')
  }
})

test.for(['text/event-stream', 'text/html', 'application/json;q=0, */*'])(
  'a client that refuses JSON (%s) is told so',
  async (accept) => {
    expect((await post(initialize, { token, headers: { Accept: accept } })).status).toBe(406)
  },
)

test.for(['2027-01-01', '2026-07-28', '2099-12-31'])(
  'a handshake with the version %s settles on one that both have',
  async (version) => {
    const message = request('initialize', { ...initialize.params, protocolVersion: version })
    const { status, body } = await post(message, { token, headers: { 'MCP-Protocol-Version': version } })
    expect(status).toBe(200)
    expect(Object(body).result).toMatchObject({ protocolVersion: '2025-11-25' })
  },
)

test('members that are null count as absent', async () => {
  for (const message of [
    { ...request('tools/list'), params: null },
    request('tools/list', { cursor: null, _meta: null }),
    request('prompts/get', { name: 'low_stock_review', arguments: { threshold: 5 } }),
    request('prompts/get', { name: 'daily_summary', arguments: { date: null } }),
  ]) {
    const { status, body } = await post(message, { token })
    expect(status).toBe(200)
    expect(body).toHaveProperty('result')
  }
})
