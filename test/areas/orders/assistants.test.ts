import { describe, expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { eventsOf, eventTypesOf } from '../../support/events.ts'
import { act, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A pending order of three scarves, and an assistant with a token of the shop. */
async function openWithAssistant() {
  const shop = await openScarfShop()
  const { id, token } = await tokenFor(shop)
  const order = await shop.bought({ items: [shop.line({ quantity: 3 })], total_amount: 30 })
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    post(callOf(tool, { order_id: order.id, ...args }), { token })
  return {
    ...shop,
    tokenId: id,
    orderId: order.id,
    does: async (action: string, args?: Record<string, unknown>) =>
      answerOf(await call('advance_order', { action, ...args })),
    refused: async (tool: string, args?: Record<string, unknown>) => refusalOf(await call(tool, args)),
    call,
  }
}

test('an assistant moves an order forward, and its name is in the timeline', async () => {
  const { owner, does, orderId, tokenId, store } = await openWithAssistant()
  expect(await does('hold', { reason: 'no_answer', note: 'Rang twice' })).toMatchObject({ hold_reason: 'no_answer' })
  await does('confirm')
  await does('prepare')
  const part = { items: [{ position: 1, quantity: 1 }], carrier: 'Aramex', tracking_number: 'AX-1' }
  expect(await does('ship', part)).toMatchObject({
    fulfillment_status: 'partially_shipped',
    shipments: [{ carrier: 'Aramex' }],
  })
  await does('ship')
  expect(await does('deliver')).toMatchObject({
    fulfillment_status: 'delivered',
    allowed_actions: [{ tool: 'record_payment' }, { tool: 'return_items' }],
  })
  expect(await orderOf(owner, orderId)).toMatchObject({ version: 7, contact_attempts: 1 })
  const events = (await eventsOf(orderId)).slice(1)
  expect(events.map(({ actor_kind, actor_id }) => [actor_kind, actor_id])).toEqual(events.map(() => ['token', tokenId]))
  await expectSoundBooks(store.id)
})

describe('an assistant', () => {
  test('can cancel a pending order, but not a confirmed or paid one', async () => {
    const { owner, bought, call, refused, orderId } = await openWithAssistant()
    const other = await bought()
    expect(answerOf(await call('cancel_order', { order_id: other.id, reason: 'A double' }))).toMatchObject({
      status: 'cancelled',
    })
    expect(answerOf(await call('cancel_order', { order_id: other.id }))).toMatchObject({
      status: 'cancelled',
      version: 2,
    })
    await act(owner, orderId, 'payments', { amount: 1 })
    expect(await refused('cancel_order')).toMatchObject({ code: 'refund_required', refundable_amount: 1 })
    await act(owner, orderId, 'refunds', { amount: 1 })
    await act(owner, orderId, 'confirm')
    expect((await refused('cancel_order')).code).toBe('forbidden')
    expect(await orderOf(owner, orderId)).toMatchObject({ status: 'confirmed' })
  })

  test('is told which actions are possible instead', async () => {
    const { refused, owner, orderId } = await openWithAssistant()
    const refusal = await refused('advance_order', { action: 'ship' })
    expect(refusal).toMatchObject({
      code: 'invalid_transition',
      detail: expect.stringContaining('pending'),
      allowed_actions: [
        { tool: 'advance_order', arguments: { order_id: orderId, action: 'confirm' } },
        { tool: 'advance_order', arguments: { order_id: orderId, action: 'hold' }, missing: ['reason'] },
        { tool: 'record_payment', arguments: { order_id: orderId } },
        { tool: 'cancel_order', arguments: { order_id: orderId } },
      ],
    })
    await act(owner, orderId, 'confirm')
    const items = [{ position: 1, quantity: 4 }]
    expect(await refused('advance_order', { action: 'ship', items })).toMatchObject({ available: 3, requested: 4 })
    await act(owner, orderId, 'ship')
    expect(await refused('advance_order', { action: 'ship', items: [{ position: 1 }] })).toMatchObject({
      code: 'invalid_transition',
      detail: 'Nothing of "Scarf" is left to ship.',
      errors: [{ pointer: '/items/0' }],
    })
  })

  test('can only send the fields of the chosen action', async () => {
    const { refused, orderId } = await openWithAssistant()
    for (const [args, pointers, problem] of [
      [{ action: 'hold' }, ['/reason'], 'required'],
      [{ action: 'confirm', reason: 'other' }, ['/reason'], 'option_unused'],
      [{ action: 'ship', note: 'x', reason: 'other' }, ['/note', '/reason'], 'option_unused'],
      [{ action: 'deliver', carrier: 'DHL' }, ['/carrier'], 'option_unused'],
      [{ action: 'refunds' }, ['/action'], 'invalid_value'],
      [{ action: 'confirm', amount: 5 }, ['/amount'], 'unknown_field'],
    ] as const) {
      const { code, errors } = await refused('advance_order', args)
      expect(code, JSON.stringify(args)).toBe('invalid_input')
      expect(errors.map(({ pointer }) => pointer).toSorted((one, other) => one.localeCompare(other))).toEqual(pointers)
      expect(
        errors.map((error) => error.code),
        JSON.stringify(args),
      ).toEqual(pointers.map(() => problem))
    }
    expect(await eventTypesOf(orderId)).toEqual(['order.created'])
  })

  test('can retry safely with its key, and is told if the order has changed since it was read', async () => {
    const { does, refused, orderId } = await openWithAssistant()
    const hold = { reason: 'no_answer', idempotency_key: 'hold-1' }
    const first = await does('hold', hold)
    await does('confirm')
    expect(await does('hold', hold)).toEqual(first)
    expect((await refused('advance_order', { action: 'confirm', idempotency_key: 'hold-1' })).code).toBe(
      'idempotency_key_reused',
    )
    expect(await refused('advance_order', { action: 'prepare', expected_version: 2 })).toMatchObject({
      code: 'version_conflict',
    })
    expect(await does('prepare', { expected_version: 3 })).toMatchObject({ version: 4 })
    expect(await eventTypesOf(orderId)).toEqual(['order.created', 'order.held', 'order.confirmed', 'order.preparing'])
  })

  test('can change texts, and state the total', async () => {
    const { owner, call, orderId } = await openWithAssistant()
    expect(answerOf(await call('update_order', { notes: 'Gift', tags: ['vip'] }))).toMatchObject({
      notes: 'Gift',
      version: 2,
    })
    expect(answerOf(await call('update_order', { total_amount: 29 }))).toMatchObject({
      recalculated: [{ amount: 'total_amount', from: 30, to: 29 }],
    })
    expect(await orderOf(owner, orderId)).toMatchObject({ total_amount: 29, adjustment_amount: -1, version: 3 })
  })
})
