import { describe, expect, test } from 'vitest'
import { getCustomer } from '../../../src/areas/customers/get-customer.ts'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { jsonl, sent, types } from '../../platform/transfer/files.ts'
import { expectBody } from '../../support/shop.ts'
import { act } from '../orders/acting.ts'
import { expectSoundBooks } from '../orders/books.ts'
import { contradictionsOf } from '../orders/contradictions.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'

async function openWithFigures() {
  const shop = await openScarfShop({ on_hand: 50 })
  const place = (quantity = 1, customer_id = shop.customer.id) =>
    shop.bought({ customer_id, items: [shop.line({ quantity })], total_amount: 10 * quantity })
  const figures = async (id = shop.customer.id) => {
    const customer = expectBody(await shop.owner.get(`/api/customers/${id}`), 200, getCustomer.output)
    const { orders_count, total_spent, total_paid, last_order_at } = customer
    return { orders_count, total_spent, total_paid, last_order_at }
  }
  const found = async (query: string) => {
    const { data } = expectBody(await shop.owner.get(`/api/customers?${query}`), 200, listCustomers.output)
    return data.map(({ name }) => name)
  }
  return { ...shop, place, figures, found }
}

const none = { orders_count: 0, total_spent: 0, total_paid: 0, last_order_at: null }

describe('the figures of a customer', () => {
  test('leave out orders that were cancelled or refused', async () => {
    const { owner, place, figures, found, store } = await openWithFigures()
    const first = await place()
    const second = await place(2)
    expect(await figures()).toEqual({
      orders_count: 2,
      total_spent: 30,
      total_paid: 0,
      last_order_at: second.created_at,
    })
    await act(owner, second.id, 'cancel')
    expect(await figures()).toEqual({
      orders_count: 1,
      total_spent: 10,
      total_paid: 0,
      last_order_at: first.created_at,
    })
    for (const action of ['confirm', 'ship']) await act(owner, first.id, action)
    await act(owner, first.id, 'refuse', {})
    expect(await figures()).toEqual(none)
    expect(await found('filter=orders%3D0')).toEqual(['Amal'])
    expect(await found('filter=orders%3E0')).toEqual([])
    expect(await found('no_order_for_days=1')).toEqual([])
    await act(owner, first.id, 'undo')
    expect(await figures()).toEqual({
      orders_count: 1,
      total_spent: 10,
      total_paid: 0,
      last_order_at: first.created_at,
    })
    await expectSoundBooks(store.id)
  })

  test('tell what was paid from what was ordered', async () => {
    const { owner, place, figures, store } = await openWithFigures()
    const { id } = await place(3)
    await act(owner, id, 'payments', { amount: 20 })
    expect(await figures()).toMatchObject({ total_spent: 30, total_paid: 20 })
    await act(owner, id, 'refunds', { amount: 5 })
    expect(await figures()).toMatchObject({ total_spent: 25, total_paid: 15 })
    // More than the total is received, too.
    await act(owner, id, 'payments', { amount: 20, overpayment: true })
    expect(await figures()).toMatchObject({ total_paid: 35 })
    await expectSoundBooks(store.id)
  })

  test('keep what was paid for an order that was refused, until it is refunded', async () => {
    const { owner, place, figures, store } = await openWithFigures()
    const { id } = await place(1)
    for (const action of ['payments', 'confirm', 'ship', 'refuse']) await act(owner, id, action)
    expect(await figures()).toEqual({ ...none, total_paid: 10 })
    await act(owner, id, 'refunds', { amount: 10 })
    expect(await figures()).toEqual(none)
    await expectSoundBooks(store.id)
  })

  test('are those of both after a merge', async () => {
    const { owner, customer, addCustomer, place, figures, store } = await openWithFigures()
    const other = await addCustomer({ name: 'Amal K.' })
    const [mine, hers] = [await place(1), await place(2, other.id)]
    for (const { id } of [mine, hers]) await act(owner, id, 'payments')
    await act(owner, (await place(1, other.id)).id, 'cancel')
    await owner.post('/api/customers/merge', { keep_id: customer.id, merge_ids: [other.id] })
    expect(await figures()).toEqual({
      orders_count: 2,
      total_spent: 30,
      total_paid: 30,
      last_order_at: hers.created_at,
    })
    await expectSoundBooks(store.id)
  })

  test('do not count an imported order that was cancelled', async () => {
    const { owner, figures, customer, store } = await openWithFigures()
    const row = {
      external_id: 'X-1',
      customer_id: customer.id,
      status: 'cancelled',
      created_at: '2026-01-02T10:00:00Z',
    }
    const file = jsonl({ ...row, items: [{ variant_sku: 'SC-1', quantity: 1, unit_price: 10 }] })
    expect(await sent(owner, 'orders', file, { type: types.jsonl })).toMatchObject({ created: 1 })
    expect(await figures()).toEqual(none)
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('sort lists, of assistants as well', async () => {
    const { owner, store, addCustomer, place, found } = await openWithFigures()
    const [basma, huda] = [await addCustomer({ name: 'Basma' }), await addCustomer({ name: 'Huda' })]
    await place(5)
    await act(owner, (await place(3, basma.id)).id, 'payments')
    for (const _ of [1, 2]) await place(1, huda.id)
    expect(await found('sort=-total_spent')).toEqual(['Amal', 'Basma', 'Huda'])
    expect(await found('sort=-total_paid')).toEqual(['Basma', 'Huda', 'Amal'])
    expect(await found('sort=-orders_count')).toEqual(['Huda', 'Basma', 'Amal'])
    const { token } = await tokenFor({ owner, store })
    const answer = answerOf(await post(callOf('list_customers', { sort: '-total_paid', limit: 1 }), { token }))
    expect(answer).toMatchObject({ data: [{ name: 'Basma', total_spent: 30, total_paid: 30 }] })
  })

  test('of customers who pay at the same moment are right', async () => {
    const { owner, place, figures, store } = await openWithFigures()
    const orders = await Promise.all([place(), place(), place(), place()])
    const order_ids = orders.map(({ id }) => id)
    const bulk = (ids: readonly string[]) => owner.post('/api/orders/bulk', { action: 'payments', order_ids: ids })
    await Promise.all([
      bulk(order_ids.slice(0, 3)),
      bulk(order_ids.slice(1).toReversed()),
      act(owner, order_ids[0] ?? '', 'confirm'),
    ])
    expect(await figures()).toMatchObject({ total_paid: 40 })
    await expectSoundBooks(store.id)
  })
})
