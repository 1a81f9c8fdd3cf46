import { expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { expectBooks } from '../orders/books.ts'
import { range } from '../orders/listing.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { database, service } from '../../support/service.ts'
import { client, expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

test('orders placed during a merge all end up with the kept customer; none is lost or rejected', async () => {
  const { owner, addCustomer, order, store } = await openScarfShop({ on_hand: 1000 })
  const tag = `merging-${store.id}`
  const clerk = client(owner.token, service(tag))
  await database(tag).disturb({ pool_size: 8 })
  const people = await Promise.all(range(1, 8).map((which) => addCustomer({ name: `Amal ${which}` })))
  const ids = people.map(({ id }) => id)
  const [keep = '', ...others] = ids
  const buying = range(1, 120).map((turn) =>
    clerk.post('/api/orders', order({ customer_id: ids[turn % ids.length], total_amount: turn / 100 })),
  )
  const merging = others.map((id) => clerk.post('/api/customers/merge', { keep_id: keep, merge_ids: [id] }))
  for (const { status, body } of await Promise.all(merging)) expect(status, JSON.stringify(body)).toBe(200)
  for (const { status, body } of await Promise.all(buying)) expect(status, JSON.stringify(body)).toBe(201)

  const kept = expectBody(await owner.get(`/api/customers/${keep}`), 200, Customer)
  expect(kept).toMatchObject({ orders_count: 120, total_spent: 72.6 })
  await expectBooks(store.id, { orders: 120, reserved: 120 })
  // One round trip each: nothing was retried, so there was no deadlock.
  expect((await database(tag).seen()).requests).toBe(120 + others.length)
  const [left] = await asOwner`select count(*)::int as customers, (select count(distinct customer_id)::int from orders
    where store_id = ${store.id}) as buyers from customers where store_id = ${store.id}`
  // Including the shop's own order.
  expect(left).toEqual({ customers: 2, buyers: 1 })
})

test('contradictory merges in parallel end with one customer who has all orders', async () => {
  const { addCustomer, order, owner, store } = await openScarfShop({ on_hand: 1000 })
  for (const round of range(1, 8)) {
    const [a, b, c] = await Promise.all(range(1, 3).map((which) => addCustomer({ name: `Amal ${round}.${which}` })))
    if (!a || !b || !c) throw new Error('there are three')
    for (const { id } of [a, b, c]) await owner.post('/api/orders', order({ customer_id: id }))
    const merge = (keep: { id: string }, gone: { id: string }) =>
      owner.post('/api/customers/merge', { keep_id: keep.id, merge_ids: [gone.id] })
    const answers = await Promise.all([merge(a, b), merge(b, c), merge(c, a), merge(b, a)])
    for (const { status } of answers) expect([200, 409, 422]).toContain(status)
    const left = await Promise.all(
      [a, b, c].map(async ({ id }) => expectBody(await owner.get(`/api/customers/${id}`), 200, Customer)),
    )
    const distinct = new Map(left.map((customer) => [customer.id, customer.orders_count]))
    expect([...distinct.values()].reduce((sum, count) => sum + count, 0)).toBe(3)
  }
  await expectBooks(store.id, { orders: 24, reserved: 24 })
})
