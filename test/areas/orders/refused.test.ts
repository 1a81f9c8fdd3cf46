import { describe, expect, test } from 'vitest'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { getCustomer } from '../../../src/areas/customers/get-customer.ts'
import { type Client, CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { act, ask, orderOf, stockOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A shipped order of three scarves at 10 and a hat at 5. */
async function openWithParcel({ paid = 0 } = {}) {
  const shop = await openScarfShop({ on_hand: 10 })
  const hat = await shop.addProduct({ title: 'Hat', variants: [{ on_hand: 4 }] })
  const items = [shop.line({ quantity: 3 }), { product_id: hat.id, quantity: 1, unit_price: 5 }]
  const { id } = await shop.bought({ items, total_amount: 35 })
  await act(shop.owner, id, 'confirm')
  if (paid > 0) await act(shop.owner, id, 'payments', { amount: paid })
  await act(shop.owner, id, 'ship', { carrier: 'Aramex', tracking_number: 'AX-1' })
  const stock = async () => [await stockOf(shop.owner, shop.scarf.id), await stockOf(shop.owner, hat.id)].flat()
  return { ...shop, id, stock }
}

const eventsOf = async (client: Client, id: string) =>
  expectBody(await client.get(`/api/orders/${id}/events`), 200, listOrderEvents.output).data

describe('a parcel that the customer refused', () => {
  test('closes the order as refused, puts the goods back, and leaves the customer’s figures', async () => {
    const { owner, id, customer, stock, store } = await openWithParcel()
    const refused = await ask(owner, id, 'refuse', { restock: true, reason: 'Did not want to pay' })
    expect(refused).toMatchObject({
      status: 200,
      body: {
        status: 'cancelled',
        fulfillment_status: 'returned',
        payment_status: 'unpaid',
        cancel_reason: 'refused',
        cancelled_at: expect.stringMatching(/Z$/),
        delivered_at: null,
        items: [
          { position: 1, shipped_quantity: 3, returned_quantity: 0, refused_quantity: 3 },
          { position: 2, shipped_quantity: 1, returned_quantity: 0, refused_quantity: 1 },
        ],
        restocked: [
          { position: 1, quantity: 3 },
          { position: 2, quantity: 1 },
        ],
        allowed_actions: ['notes'],
      },
    })
    expect(await stock()).toEqual([
      { on_hand: 10, reserved: 0 },
      { on_hand: 4, reserved: 0 },
    ])
    expect(expectBody(await owner.get(`/api/customers/${customer.id}`), 200, getCustomer.output).total_spent).toBe(0)
    expect((await eventsOf(owner, id))[0]).toMatchObject({
      type: 'order.refused',
      data: { restock: true, reason: 'Did not want to pay', items: [{ position: 1, quantity: 3 }, { position: 2 }] },
    })
    await expectSoundBooks(store.id)
  })

  test('can be refunded if it was paid in advance', async () => {
    const { owner, id } = await openWithParcel({ paid: 35 })
    const refused = await ask(owner, id, 'refuse', {})
    expect(refused).toMatchObject({
      status: 200,
      body: { status: 'cancelled', allowed_actions: ['refunds', 'notes'], suggested_refund: { total_amount: 35 } },
    })
    expect(await act(owner, id, 'refunds', { amount: 35 })).toMatchObject({ payment_status: 'refunded' })
  })

  test('in part leaves the rest to deliver', async () => {
    const { owner, id, stock, store } = await openWithParcel()
    const part = await ask(owner, id, 'refuse', { items: [{ position: 1, quantity: 2 }], restock: false })
    expect(part).toMatchObject({
      status: 200,
      body: { status: 'confirmed', fulfillment_status: 'partially_returned', cancel_reason: null, restocked: [] },
    })
    expect(await stock()).toEqual([
      { on_hand: 7, reserved: 0 },
      { on_hand: 3, reserved: 0 },
    ])
    // What is left can be delivered, or refused as well.
    expect(await act(owner, id, 'deliver')).toMatchObject({ fulfillment_status: 'partially_returned' })
    const late = expectProblem(await ask(owner, id, 'refuse', {}), 409, 'invalid_transition')
    expect(late.detail).toBe('Cannot take back refused items of this order: it was delivered. First: return.')
    expect(await act(owner, id, 'return', {})).toMatchObject({ status: 'confirmed', fulfillment_status: 'returned' })
    await expectSoundBooks(store.id)
  })

  test('counts as refused although a part of it had come back as a return', async () => {
    const { owner, id, store } = await openWithParcel()
    await act(owner, id, 'payments')
    await act(owner, id, 'return', { items: [{ position: 2 }] })
    expect(await act(owner, id, 'refuse', {})).toMatchObject({ status: 'cancelled', cancel_reason: 'refused' })
    await expectSoundBooks(store.id)
  })

  test('gives a code back', async () => {
    const { owner, order, store } = await openScarfShop()
    const code = expectBody(
      await owner.post('/api/discounts', { name: 'Ten', code: 'TEN', kind: 'percentage', value: 10, usage_limit: 1 }),
      201,
      CreatedOrder.pick({ id: true }),
    )
    const uses = async () => Object((await owner.get(`/api/discounts/${code.id}`)).body)['uses']
    const { total_amount: _computed, ...body } = order()
    const { id } = expectBody(await owner.post('/api/orders', { ...body, discount_code: 'TEN' }), 201, CreatedOrder)
    for (const action of ['confirm', 'ship']) await act(owner, id, action)
    expect(await uses()).toBe(1)
    await act(owner, id, 'refuse', {})
    expect(await uses()).toBe(0)
    // Until the mistake is taken back.
    expect(await ask(owner, id, 'undo')).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await uses()).toBe(1)
    // Unless another order has used it since.
    await act(owner, id, 'refuse', {})
    expectBody(await owner.post('/api/orders', { ...body, discount_code: 'TEN' }), 201, CreatedOrder)
    expect(expectProblem(await ask(owner, id, 'undo'), 409, 'cannot_undo').detail).toBe(
      'Another order has used up its discount since. refuse can no longer be taken back.',
    )
    expect(await uses()).toBe(1)
    await expectSoundBooks(store.id)
  })

  test('can be reported for many orders at once', async () => {
    const { owner, bought, store } = await openScarfShop()
    const ids = []
    for (const _ of [1, 2]) {
      const { id } = await bought()
      for (const action of ['confirm', 'ship']) await act(owner, id, action)
      ids.push(id)
    }
    const { body } = await owner.post('/api/orders/bulk', { action: 'refuse', order_ids: ids, reason: 'Not at home' })
    expect(body).toMatchObject({ succeeded: 2, data: [{ order: { status: 'cancelled' } }, {}] })
    await expectSoundBooks(store.id)
  })

  test('is only known of goods that were shipped', async () => {
    const { owner, bought } = await openScarfShop()
    const { id } = await bought()
    await act(owner, id, 'confirm')
    const problem = expectProblem(await ask(owner, id, 'refuse', {}), 409, 'invalid_transition')
    expect(problem.detail).toBe('Cannot take back refused items of this order: nothing was shipped. First: ship.')
    expect((await orderOf(owner, id)).status).toBe('confirmed')
  })

  test('is put back in stock or not, and nothing else', async () => {
    const { owner, id } = await openWithParcel()
    expectProblem(await ask(owner, id, 'refuse', { restock: 'yes' }), 422, 'invalid_input')
  })
})
