import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Order } from '../../../src/areas/orders/order.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { inboxOf } from '../../support/inbox.ts'
import { service } from '../../support/service.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { finishErasures, tracesLeft, tracesOf } from './traces.ts'

const shop = service()
const words = ['zahra', 'quibbl', '57771234', 'wobbleton', '99887766', 'zq@chat']

/** Tables that the inbox tests cover. */
const ofInbox = /^(conversations|messages|message_outbox):/

/** An order with the customer's name in every free text. */
async function openWordyShop() {
  const mine = await openScarfShop({ through: shop })
  const { owner, addCustomer, order, line } = mine
  const { id } = await addCustomer({ name: 'Zahra Quibbleworth', phone: '+965 5777 1234' })
  const body = order({
    customer_id: id,
    payment_method: 'Zahra pays in cash',
    items: [
      line({
        variant_name: 'The one of Zahra',
        variant_options: { type: 'for zahra', size: 'L' },
        variant_contact_number: '+965-5777-1234',
        variant_phone_digits: 57_771_234,
        variant_gift_type: 'To Zahra',
        variant_engraved_at: 'Quibbleworth house',
        variant_attributes: { number: 'Zahra', id: 'zahra-1', key: 'quibbleworth', colour: 'red', weight: 12 },
      }),
    ],
  })
  const created = expectBody(await owner.post('/api/orders', body, { 'Idempotency-Key': 'order' }), 201, CreatedOrder)
  const act = async (action: string, fields = {}) => {
    const answer = await owner.post(`/api/orders/${created.id}/${action}`, fields)
    expect(answer, action).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
  }
  await act('confirm')
  await act('payments', { amount: 10, method: 'Zahra’s card', reference: 'zahra quibbleworth 12' })
  await act('ship', {
    carrier: 'Brother of Zahra',
    tracking_number: 'ZAHRA-1',
    tracking_url: 'https://track.test/?to=+96557771234',
  })
  const { shipments } = expectBody(await owner.get(`/api/orders/${created.id}`), 200, Order)
  const corrected = { carrier: 'Neighbour of Zahra', tracking_url: 'https://track.test/?for=zahra' }
  expect((await owner.patch(`/api/shipments/${shipments[0]?.id}`, corrected)).status).toBe(200)
  // Refused with its shipments, which are not kept with the result.
  const again = { action: 'ship', order_ids: [created.id], carrier: 'DHL' }
  expect((await owner.post('/api/orders/bulk', again)).body).toMatchObject({
    data: [{ error: { code: 'already_shipped' } }],
  })
  await act('return', { items: null, restock: false, reason: 'Zahra did not like it' })
  await act('refunds', { amount: 4, reason: 'Promised to Zahra' })
  const variant_id = created.items[0]?.variant_id
  for (const reason of ['Zahra Quibbleworth brought one back', 'Call 5777 1234 first', 'stocktake'])
    expect((await owner.post('/api/inventory/adjust', { variant_id, delta: 1, reason })).status).toBe(200)
  return { ...mine, id, created, body }
}

test('anonymizing removes a customer from all free texts of an order', async () => {
  const { owner, id, created, body, store } = await openWordyShop()
  const before = await tracesOf(store.id, words)
  for (const table of [
    'orders',
    'order_payments',
    'order_returns',
    'shipments',
    'events',
    'idempotency_keys',
    'inventory_movements',
  ])
    expect(
      before.filter((trace) => trace.startsWith(`${table}:`)),
      table,
    ).not.toEqual([])
  expect((await owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
  expect(await tracesLeft(store.id, words)).toEqual([])
  const reasons = await asOwner`select reason, on_hand_delta::int as delta from inventory_movements
    where store_id = ${store.id} and reason is not null order by id`
  expect(reasons).toEqual(['Anonymized', 'Anonymized', 'stocktake'].map((reason) => ({ reason, delta: 1 })))

  const after = expectBody(await owner.get(`/api/orders/${created.id}`), 200, Order)
  expect(after).toMatchObject({ paid_amount: 10, refunded_amount: 4, payment_method: 'Anonymized' })
  expect(after.items[0]).toMatchObject({
    variant_name: 'Anonymized',
    variant_options: { type: 'Anonymized', size: 'L' },
    variant_attributes: { colour: 'red', weight: 12, number: 'Anonymized', variant_gift_type: 'Anonymized' },
  })
  const replayed = await owner.post('/api/orders', body, { 'Idempotency-Key': 'order' })
  expect(replayed).toMatchObject({ status: 201, body: { id: created.id, items: [{ variant_name: 'Anonymized' }] } })
})

test('other free texts of an order stay', async () => {
  const { owner, bought, addCustomer, line } = await openScarfShop({ through: shop })
  // So short an address is part of other words.
  const { id } = await addCustomer({ name: 'Zahra Quibbleworth', phone: '+965 5777 1234', address: 'Lo' })
  const items = [line({ variant_options: { size: 'L' }, variant_name: 'Long', variant_lot_number: 'A-7' })]
  const created = await bought({ customer_id: id, payment_method: 'cod', items })
  await owner.post(`/api/orders/${created.id}/payments`, { amount: 4, reference: 'TT-77' })
  const stay = ({ items, payment_method, shipments, paid_amount }: z.output<typeof Order>) => ({
    items,
    payment_method,
    shipments,
    paid_amount,
  })
  const read = async () => stay(expectBody(await owner.get(`/api/orders/${created.id}`), 200, Order))
  const before = await read()
  await owner.post(`/api/customers/${id}/anonymize`, {})
  expect(await read()).toEqual(before)
  expect(before).toMatchObject({ payment_method: 'cod', items: [{ variant_name: 'Long' }] })
})

test('names and numbers that only a conversation has are removed too, also from stored results of replies', async () => {
  const { owner, addCustomer, order, store, ...mine } = await openScarfShop({ through: shop })
  const inbox = inboxOf({ owner, store, ...mine })
  const { id } = await addCustomer({ name: 'Amal Quibbleworth' })
  const channel = await inbox.addWebhook()
  await channel.receive({
    from: { name: 'Wobbleton', phone: '+965 9988 7766', email: 'zq@chat.test' },
    body: 'Hello',
  })
  const conversation = await inbox.only()
  const linked = await owner.patch(`/api/inbox/conversations/${conversation.id}`, { customer_id: id })
  expect(linked.status).toBe(200)
  const note = await inbox.say(conversation.id, 'Tell Wobbleton: tomorrow', 'note', owner, {
    'Idempotency-Key': 'note',
  })
  expect(note.status).toBe(201)
  await owner.post(
    '/api/orders',
    order({ customer_id: id, tags: ['for wobbleton', 'gift', 'call 99887766', 'zq@chat.test'] }),
  )
  const kept = ['idempotency_keys', 'orders']
  const traces = async () => (await tracesOf(store.id, words)).filter((trace) => !ofInbox.test(trace))
  const before = await traces()
  for (const table of kept)
    expect(
      before.filter((trace) => trace.startsWith(`${table}:`)),
      table,
    ).not.toEqual([])
  expect((await owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
  await finishErasures(store.id)
  expect(await traces()).toEqual([])
})

test('the external id of a customer merged into them is removed too', async () => {
  const { owner, addCustomer, store } = await openScarfShop({ through: shop })
  const [kept, twin] = [await addCustomer({ external_id: 'LOYAL-1' }), await addCustomer({ external_id: 'LOYAL-2' })]
  const merged = await owner.post('/api/customers/merge', { keep_id: kept.id, merge_ids: [twin.id] })
  expect(merged.status).toBe(200)
  expect(await tracesOf(store.id, ['loyal-2'])).not.toEqual([])
  await owner.post(`/api/customers/${kept.id}/anonymize`, {})
  expect(await tracesLeft(store.id, ['loyal-'])).toEqual([])
})

test('anonymizing keeps the reason of a hold, also if the customer is called so', async () => {
  const { owner, addCustomer, addOrder } = await openScarfShop({ through: shop })
  const customer = await addCustomer({ name: 'Duplicate Other' })
  const { id } = await addOrder({ customer_id: customer.id })
  const hold = (reason: string) =>
    owner.post(`/api/orders/${id}/hold`, { reason, note: 'Duplicate Other asked' }, { 'Idempotency-Key': reason })
  for (const reason of ['duplicate', 'other']) expect((await hold(reason)).status).toBe(200)
  expect((await owner.post(`/api/customers/${customer.id}/anonymize`, {})).status).toBe(200)
  const events = (await owner.get(`/api/orders/${id}/events`)).body
  const held = Object(events).data.filter(({ type }: { type: string }) => type === 'order.held')
  expect(held.map(({ data }: { data: object }) => data)).toEqual([
    { reason: 'other', note: null },
    { reason: 'duplicate', note: null },
  ])
  expect(expectBody(await hold('other'), 200, Order).hold_reason).toBe('other')
})
