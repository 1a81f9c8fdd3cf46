import { describe, expect, test } from 'vitest'
import { asOwner } from '../../support/sql.ts'
import { openShop } from '../../support/shop.ts'
import { askSales, sell } from './shops.ts'
import { bucketsOf, changeOrder, rebuild, type State } from './written-orders.ts'

const steps: readonly Partial<State>[] = [
  { status: 'confirmed' },
  { fulfillment_status: 'shipped' },
  { status: 'completed', fulfillment_status: 'delivered' },
  { refunded_minor: 300 },
  { fulfillment_status: 'returned' },
  { status: 'cancelled', fulfillment_status: 'unfulfilled' },
]

describe('the buckets', () => {
  test('are what a rebuild makes of them after orders and changes of many at once, none of which fails', async () => {
    const shop = await openShop()
    const products = await Promise.all([1, 2, 3, 4].map(() => shop.addProduct({ variants: [{ on_hand: 1000 }] })))
    const customers = await Promise.all([1, 2, 3].map(() => shop.addCustomer()))
    const order = async (nth: number) => {
      // Each order has two products, in either order.
      const items = [nth % 4, (nth + 1 + (nth % 3)) % 4].map((at) => ({
        product_id: products[at]?.id ?? '',
        quantity: 1 + (nth % 3),
        unit_price: 10,
      }))
      const { id } = await shop.addOrder({
        customer_id: customers[nth % 3]?.id,
        total_amount: 25,
        items,
        payment_method: 'cod',
      })
      return id
    }
    const before = await Promise.all(Array.from({ length: 16 }, (_, nth) => order(nth)))
    await Promise.all([
      ...Array.from({ length: 16 }, (_, nth) => order(nth)),
      ...before.map(async (id, nth) => {
        for (const step of steps.slice(0, 1 + (nth % steps.length))) await changeOrder(asOwner, shop, id, step)
      }),
    ])
    const kept = await bucketsOf(asOwner, shop)
    expect(kept.length).toBeGreaterThan(8)
    await rebuild(asOwner, shop)
    expect(await bucketsOf(asOwner, shop)).toEqual(kept)
    expect(await askSales(shop, 'summary')).toMatchObject({ cancelled: 2, orders: 30 })
  })

  test('stay the same if a change of an order does not affect them', async () => {
    const shop = await openShop()
    const { id } = await shop.addOrder()
    const versions = () =>
      asOwner`select xmin::text from sales where store_id = ${shop.store.id}
        union all select xmin::text from product_sales where store_id = ${shop.store.id} order by 1`
    const before = await versions()
    await changeOrder(asOwner, shop, id, { payment_method: 'bank transfer' })
    expect(await versions()).toEqual(before)
    await changeOrder(asOwner, shop, id, { status: 'confirmed', payment_method: 'cod' })
    expect(await versions()).not.toEqual(before)
  })

  test('follow an order to another platform', async () => {
    const shop = await openShop()
    const { id } = await shop.addOrder({ platform: 'whatsapp' })
    await changeOrder(asOwner, shop, id, { platform: 'phone' })
    const { body } = await shop.owner.get('/api/analytics/platforms')
    expect(body).toMatchObject({ data: [{ platform: 'phone', orders: 1, revenue: 10 }] })
    expect(Object(body).data).toHaveLength(1)
  })

  test('are built from orders that existed before them, only once', async () => {
    const shop = await openShop()
    await shop.addOrder()
    const kept = await bucketsOf(asOwner, shop)
    await asOwner`update orders set first_of_customer = false where store_id = ${shop.store.id}`
    await asOwner`delete from sales where store_id = ${shop.store.id}`
    await asOwner`delete from product_sales where store_id = ${shop.store.id}`
    expect(await askSales(shop, 'summary')).toMatchObject({ orders: 0 })
    await rebuild(asOwner, shop)
    expect(await bucketsOf(asOwner, shop)).toEqual(kept)
  })
})

test('after a merge, only the earliest order is a first order', async () => {
  const shop = await openShop()
  const [amal, double] = [(await shop.addCustomer()).id, (await shop.addCustomer()).id]
  await sell(shop, [
    { at: '2026-03-10T10:00:00Z', customer_id: amal },
    { at: '2026-03-12T10:00:00Z', customer_id: amal },
    { at: '2026-03-11T10:00:00Z', customer_id: double },
  ])
  const customers = () => shop.owner.get('/api/analytics/customers?from=2026-03-01&to=2026-03-31')
  expect((await customers()).body).toMatchObject({ new: { orders: 2 }, returning: { orders: 1 } })
  await asOwner.transaction([
    asOwner`update orders set customer_id = ${amal} where store_id = ${shop.store.id} and customer_id = ${double}`,
    asOwner`select app.mark_first_order(${shop.store.id}, ${amal})`,
  ])
  expect((await customers()).body).toMatchObject({ new: { orders: 1 }, returning: { orders: 2 } })
  const kept = await bucketsOf(asOwner, shop)
  await rebuild(asOwner, shop)
  expect(await bucketsOf(asOwner, shop)).toEqual(kept)
})
