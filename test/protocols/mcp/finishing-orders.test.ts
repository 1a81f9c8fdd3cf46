import { expect, test } from 'vitest'
import { expectSoundBooks } from '../../areas/orders/books.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'

/** An order of three scarves, and an assistant that may only write orders. */
async function openWithAssistant() {
  const shop = await openScarfShop()
  const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
  const order = await shop.bought({ items: [shop.line({ quantity: 3 })], total_amount: 30 })
  const send = (tool: string, args: object = {}) => post(callOf(tool, { order_id: order.name, ...args }), { token })
  return {
    ...shop,
    order,
    call: async (tool: string, args?: object) => answerOf(await send(tool, args)),
    listed: async () => Object([answerOf(await post(callOf('list_orders'), { token }))['data']].flat()[0]),
    refused: async (tool: string, args?: object) => refusalOf(await send(tool, args)),
  }
}

test('a payment of a part is followed by one of all that is still unpaid, by default', async () => {
  const { call, store, order } = await openWithAssistant()
  expect(await call('record_payment', { amount: 12.5, method: 'cash' })).toMatchObject({
    number: order.number,
    payment_status: 'partially_paid',
    paid_amount: 12.5,
  })
  expect(await call('record_payment', { reference: 'C-7' })).toMatchObject({ payment_status: 'paid', paid_amount: 30 })
  await expectSoundBooks(store.id)
})

test('a retried payment is recorded once', async () => {
  const { call } = await openWithAssistant()
  const key = { amount: 10, idempotency_key: 'cash-of-monday' }
  await call('record_payment', key)
  await call('record_payment', key)
  expect(await call('get_order')).toMatchObject({ paid_amount: 10 })
})

test('goods come back in parts: each answer says what to refund so far, and nothing is refunded', async () => {
  const { call, store, scarf, owner } = await openWithAssistant()
  for (const action of ['confirm', 'ship', 'deliver']) await call('advance_order', { action })
  await call('record_payment')
  expect(await call('return_items', { items: [{ product_id: 'Scarf', quantity: 1 }], restock: false })).toMatchObject({
    fulfillment_status: 'partially_returned',
    came_back: [{ position: 1, product_name: 'Scarf', returned_quantity: 1, refused_quantity: 0 }],
    suggested_refund: 10,
  })
  expect(await call('return_items', { reason: 'Too small' })).toMatchObject({
    fulfillment_status: 'returned',
    suggested_refund: 30,
    paid_amount: 30,
  })
  expect(await call('get_order')).toMatchObject({ refunded_amount: 0 })
  const { body } = await owner.get(`/api/products/${scarf.id}`)
  expect(body).toMatchObject({ variants: [{ on_hand: 99 }] })
  await expectSoundBooks(store.id)
})

test('the list says what is not shipped yet of an order that was shipped in part', async () => {
  const { call, listed } = await openWithAssistant()
  await call('advance_order', { action: 'confirm' })
  expect(await listed()).not.toHaveProperty('not_shipped')
  await call('advance_order', { action: 'ship', items: [{ product_id: 'Scarf', quantity: 1 }] })
  expect(await listed()).toMatchObject({ not_shipped: '2 × Scarf' })
  await call('advance_order', { action: 'ship' })
  expect(await listed()).not.toHaveProperty('not_shipped')
})

test('allowed_actions names the calls that record a payment and a return', async () => {
  const { call, refused, order } = await openWithAssistant()
  const toolsOf = ({ allowed_actions }: Record<string, unknown>) =>
    Array.isArray(allowed_actions) ? allowed_actions.map((action) => Object(action).tool) : []
  const found = await call('get_order')
  expect(found['allowed_actions']).toContainEqual({ tool: 'record_payment', arguments: { order_id: order.name } })
  expect(toolsOf(found)).not.toContain('return_items')
  const refusal = await refused('return_items')
  expect(refusal).toMatchObject({ code: 'invalid_transition' })
  expect(toolsOf(refusal)).toContain('record_payment')
  for (const action of ['confirm', 'ship']) await call('advance_order', { action })
  expect(toolsOf(await call('get_order'))).toContain('return_items')
})

test('an assistant tells what happened to an order, with the order or page by page', async () => {
  const { call } = await openWithAssistant()
  await call('advance_order', { action: 'hold', reason: 'no_answer' })
  await call('record_payment', { amount: 5 })
  const types = ['order.paid', 'order.held', 'order.created']
  const { timeline, timeline_cursor } = await call('get_order', { include: ['events'] })
  expect(timeline).toMatchObject(types.map((type) => ({ type })))
  expect(timeline).toMatchObject([{ by: 'Assistant', data: { amount: 5 } }, {}, {}])
  expect(timeline_cursor).toBeNull()
  expect(await call('get_order')).not.toHaveProperty('timeline')

  const first = await call('get_order_timeline', { limit: 2 })
  expect(first).toMatchObject({ total: 3, data: types.slice(0, 2).map((type) => ({ type })) })
  const rest = await call('get_order_timeline', { limit: 2, cursor: first['next_cursor'] })
  expect(rest).toMatchObject({ has_more: false, data: [{ type: 'order.created' }] })
})
