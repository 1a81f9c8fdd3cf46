import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, callOf, connect, eras, tokenFor, post, refusalOf, request } from '../../support/callers/assistant.ts'
import { database, service } from '../../support/service.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Goods, stock, toolNames, toolTable } from './tool-table.ts'

let shop: Shop
let goods: Goods
let token: string
beforeAll(async () => {
  shop = await openShop()
  goods = await stock(shop)
  token = (await tokenFor(shop)).token
})

/** Counts the round trips to the database. */
async function roundTripsOf(work: (through: ReturnType<typeof service>) => Promise<unknown>): Promise<number> {
  const tag = `trips-${crypto.randomUUID()}`
  await work(service(tag))
  return (await database(tag).seen()).requests
}

describe('one round trip to the database', () => {
  test.for(toolNames)('a call of %s', async (name) => {
    const message = callOf(name, toolTable[name]?.sample(goods))
    expect(await roundTripsOf(async (through) => answerOf(await post(message, { token, through })))).toBe(1)
  })

  test.for(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'ping'])(
    '%s',
    async (method) => {
      expect(await roundTripsOf((through) => post(request(method), { token, through }))).toBe(1)
    },
  )

  test('each resource', async () => {
    for (const uri of ['store://profile', 'store://orders/workflow'])
      expect(await roundTripsOf((through) => post(request('resources/read', { uri }), { token, through })), uri).toBe(1)
  })

  test('a call with invalid arguments', async () => {
    const message = callOf('get_order', { order_id: 'nothing' })
    expect(await roundTripsOf(async (through) => refusalOf(await post(message, { token, through })))).toBe(1)
  })
})

test('a rejected order costs one round trip', async () => {
  const message = callOf('create_order', {
    customer_id: goods.customerId,
    total_amount: 10_000,
    items: [{ product_id: goods.productId, quantity: 1000, unit_price: 10 }],
  })
  const trips = await roundTripsOf(async (through) => {
    expect(refusalOf(await post(message, { token, through })).code).toBe('insufficient_stock')
  })
  expect(trips).toBe(1)
})

test('a retry with its idempotency key costs two round trips', async () => {
  const message = callOf('create_product', { title: 'Again', price: 1, idempotency_key: crypto.randomUUID() })
  answerOf(await post(message, { token }))
  expect(await roundTripsOf(async (through) => answerOf(await post(message, { token, through })))).toBe(2)
})

test.for(eras)('a client of the %s era costs one round trip for each message', async (era) => {
  const trips = await roundTripsOf(async (through) => {
    const client = await connect(token, era, { through })
    await client.callTool({ name: 'get_order', arguments: { order_id: goods.orderId } })
    await client.close()
  })
  // The handshake and its notification, or discovery, and then the call.
  expect(trips).toBe(era === 'legacy' ? 3 : 2)
})
