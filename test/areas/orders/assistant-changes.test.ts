import { describe, expect, test } from 'vitest'
import { eventTypesOf } from '../../support/events.ts'
import { act, orderOf } from './acting.ts'
import { openWithAssistant } from './assistant-shop.ts'
import { expectSoundBooks } from './books.ts'

/** An order of two scarves at an agreed price of 9, and an assistant. */
const openAgreed = () => openWithAssistant({ quantity: 2, unit_price: 9 })

describe('an assistant that changes what an order is of', () => {
  test('says first what it would come to, then changes it, at the price that was agreed', async () => {
    const { owner, call, id, scarf, store } = await openAgreed()
    const three = { items: [{ product_id: scarf.title, quantity: 3 }] }
    const preview = await call('update_order', { ...three, dry_run: true })
    expect(preview).toMatchObject({
      dry_run: true,
      version: 1,
      total_amount: 27,
      items: [{ product_name: 'Scarf', quantity: 3, unit_price: 9 }],
      recalculated: expect.arrayContaining([{ amount: 'total_amount', from: 18, to: 27 }]),
    })
    expect(await orderOf(owner, id)).toMatchObject({ total_amount: 18, version: 1 })
    const changed = await call('update_order', { ...three, expected_version: preview['version'] })
    expect(changed).toMatchObject({ total_amount: 27, version: 2 })
    expect(changed).not.toHaveProperty('dry_run')
    expect(await orderOf(owner, id)).toMatchObject({ items: [{ quantity: 3, unit_price: 9, line_total: 27 }] })
    await expectSoundBooks(store.id)
  })

  test('adds another product at its catalogue price, and takes something off', async () => {
    const { owner, call, id, scarf, addProduct } = await openAgreed()
    await addProduct({ title: 'Hat', price: 20 })
    const items = [
      { product_id: scarf.title, quantity: 2 },
      { product_id: 'Hat', quantity: 1 },
    ]
    expect(await call('update_order', { items, discount_amount: 3 })).toMatchObject({
      subtotal_amount: 38,
      discount_amount: 3,
      total_amount: 35,
    })
    expect(await orderOf(owner, id)).toMatchObject({ items: [{ unit_price: 9 }, { unit_price: 20 }] })
  })

  test('cannot once it is packed, and is told so', async () => {
    const { owner, refused, id, scarf } = await openAgreed()
    await act(owner, id, 'confirm')
    await act(owner, id, 'prepare')
    const items = [{ product_id: scarf.title, quantity: 3 }]
    expect(await refused('update_order', { items })).toMatchObject({
      code: 'invalid_transition',
      allowed_actions: expect.arrayContaining([expect.objectContaining({ tool: 'advance_order' })]),
    })
    expect(await orderOf(owner, id)).toMatchObject({ total_amount: 18 })
  })
})

test('a merchant who changes a quantity keeps the agreed price too, unless they send another', async () => {
  const { owner, id, scarf, sql } = await openAgreed()
  await sql`update products set price_minor = 1200 where id = ${scarf.id}`
  const items = [{ product_id: scarf.id, quantity: 5 }]
  const kept = await owner.patch(`/api/orders/${id}`, { items })
  expect(kept).toMatchObject({ status: 200, body: { total_amount: 45, items: [{ unit_price: 9, list_price: 12 }] } })
  const again = await owner.patch(`/api/orders/${id}`, { items: [{ ...items[0], unit_price: 12 }] })
  expect(again).toMatchObject({ status: 200, body: { total_amount: 60 } })
})

test('an order shows its payments with their dates, those taken back as such', async () => {
  const { owner, call, id } = await openAgreed()
  await call('record_payment', { amount: 9, method: 'bank_transfer', reference: 'TR-1' })
  await call('record_payment', { amount: 4 })
  const time = expect.stringMatching(/^\d{4}-.*Z$/)
  const { payments } = await call('get_order')
  expect(payments).toEqual([
    { kind: 'payment', amount: 4, at: time },
    { kind: 'payment', amount: 9, method: 'bank_transfer', reference: 'TR-1', at: time },
  ])
  const listed = await owner.get(`/api/orders/${id}/payments`)
  const [payment = { id: '' }] = Object(listed.body).data
  await owner.post(`/api/orders/${id}/payments/${payment.id}/void`, { reason: 'Not ours' })
  await owner.post(`/api/orders/${id}/refunds`, { amount: 2 })
  expect((await call('get_order'))['payments']).toMatchObject([
    { kind: 'refund', amount: 2 },
    { amount: 4, voided_at: time },
    { amount: 9 },
  ])
})

describe('a parcel that was refused at the door', () => {
  test('is recorded as such, not as a return, and once', async () => {
    const { owner, call, id } = await openAgreed()
    for (const action of ['confirm', 'ship']) await act(owner, id, action)
    const { allowed_actions } = await call('get_order')
    expect(allowed_actions).toContainEqual({
      tool: 'return_items',
      arguments: { order_id: expect.stringMatching(/^#/), refused: true },
    })
    const args = { refused: true, reason: 'Not at home', idempotency_key: 'door-1' }
    const done = await call('return_items', args)
    expect(done).toMatchObject({ status: 'cancelled', fulfillment_status: 'returned', restocked: [{ quantity: 2 }] })
    expect(await call('return_items', args)).toEqual(done)
    expect(await orderOf(owner, id)).toMatchObject({ cancel_reason: 'refused' })
    expect(await eventTypesOf(id)).toContain('order.refused')
    expect(await eventTypesOf(id)).not.toContain('order.returned')
  })

  test('cannot have been delivered', async () => {
    const { owner, refused, id } = await openAgreed()
    await act(owner, id, 'confirm')
    expect(await refused('return_items', { refused: true })).toMatchObject({
      code: 'invalid_transition',
      detail: expect.stringMatching(/ First: advance_order with action ship\.$/),
    })
    for (const action of ['ship', 'deliver']) await act(owner, id, action)
    expect((await refused('return_items', { refused: true })).code).toBe('invalid_transition')
    expect((await refused('return_items', { refused: 'yes' })).errors).toMatchObject([{ pointer: '/refused' }])
    expect(await orderOf(owner, id)).toMatchObject({ fulfillment_status: 'delivered' })
  })
})
