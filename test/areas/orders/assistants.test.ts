import { describe, expect, test } from 'vitest'
import { eventsOf, eventTypesOf } from '../../support/events.ts'
import { act, orderOf } from './acting.ts'
import { openWithAssistant } from './assistant-shop.ts'
import { expectSoundBooks } from './books.ts'

/** A pending order of three scarves, and an assistant with a token of the shop. */
async function openWithThree() {
  const shop = await openWithAssistant({ quantity: 3 })
  return {
    ...shop,
    does: (action: string, args: Record<string, unknown> = {}) => shop.call('advance_order', { action, ...args }),
  }
}

test('an assistant moves an order forward, and its name is in the timeline', async () => {
  const { owner, does, id, tokenId, store } = await openWithThree()
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
  expect(await orderOf(owner, id)).toMatchObject({ version: 7, contact_attempts: 1 })
  const events = (await eventsOf(id)).slice(1)
  expect(events.map(({ actor_kind, actor_id }) => [actor_kind, actor_id])).toEqual(events.map(() => ['token', tokenId]))
  await expectSoundBooks(store.id)
})

describe('an assistant', () => {
  test('can cancel a pending order, but not a confirmed or paid one', async () => {
    const { owner, bought, call, refused, id } = await openWithThree()
    const other = await bought()
    expect(await call('cancel_order', { order_id: other.id, reason: 'A double' })).toMatchObject({
      status: 'cancelled',
    })
    expect(await call('cancel_order', { order_id: other.id })).toMatchObject({
      status: 'cancelled',
      version: 2,
    })
    await act(owner, id, 'payments', { amount: 1 })
    expect(await refused('cancel_order')).toMatchObject({ code: 'refund_required', refundable_amount: 1 })
    await act(owner, id, 'refunds', { amount: 1 })
    await act(owner, id, 'confirm')
    expect((await refused('cancel_order')).code).toBe('forbidden')
    expect(await orderOf(owner, id)).toMatchObject({ status: 'confirmed' })
  })

  test('is told which actions are possible instead', async () => {
    const { refused, owner, id } = await openWithThree()
    const refusal = await refused('advance_order', { action: 'ship' })
    expect(refusal).toMatchObject({
      code: 'invalid_transition',
      detail: expect.stringContaining('pending'),
      allowed_actions: [
        { tool: 'advance_order', arguments: { order_id: id, action: 'confirm' } },
        { tool: 'advance_order', arguments: { order_id: id, action: 'hold' }, missing: ['reason'] },
        { tool: 'record_payment', arguments: { order_id: id } },
        { tool: 'cancel_order', arguments: { order_id: id } },
      ],
    })
    await act(owner, id, 'confirm')
    const items = [{ position: 1, quantity: 4 }]
    expect(await refused('advance_order', { action: 'ship', items })).toMatchObject({ available: 3, requested: 4 })
    await act(owner, id, 'ship')
    expect(await refused('advance_order', { action: 'ship', items: [{ position: 1 }] })).toMatchObject({
      code: 'invalid_transition',
      detail: 'Nothing of "Scarf" is left to ship.',
      errors: [{ pointer: '/items/0' }],
    })
  })

  test('can only send the fields of the chosen action', async () => {
    const { refused, id } = await openWithThree()
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
    expect(await eventTypesOf(id)).toEqual(['order.created'])
  })

  test('can retry safely with its key, and is told if the order has changed since it was read', async () => {
    const { does, refused, id } = await openWithThree()
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
    expect(await eventTypesOf(id)).toEqual(['order.created', 'order.held', 'order.confirmed', 'order.preparing'])
  })

  test('can change texts, and state the total', async () => {
    const { owner, call, id } = await openWithThree()
    expect(await call('update_order', { notes: 'Gift', tags: ['vip'] })).toMatchObject({
      notes: 'Gift',
      version: 2,
    })
    expect(await call('update_order', { total_amount: 29 })).toMatchObject({
      recalculated: [{ amount: 'total_amount', from: 30, to: 29 }],
    })
    expect(await orderOf(owner, id)).toMatchObject({ total_amount: 29, adjustment_amount: -1, version: 3 })
  })
})
