import { describe, expect, test } from 'vitest'
import { z } from 'zod'
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

  test('are found by the next migration if a release without some of their figures wrote them', async () => {
    const shop = await openShop()
    await sell(shop, [
      { at: '2026-01-31T23:59:59Z', total_minor: 2000 },
      {
        at: '2026-03-10T10:00:00Z',
        total_minor: 1250,
        subtotal_minor: 1000,
        shipping_minor: 200,
        tax_minor: 100,
        discount_minor: 50,
      },
    ])
    const kept = await bucketsOf(asOwner, shop)
    await asOwner`update sales set discount_minor = null, shipping_minor = null, tax_minor = null, goods_minor = null,
      costed_minor = null, cost_minor = null where store_id = ${shop.store.id} and starts_at > '2026-03-01'`
    // Another order on that day.
    await sell(shop, [{ at: '2026-03-10T11:00:00Z', number: 9003 }])
    const Stretches = z.array(z.object({ from: z.string(), to: z.string() }))
    const stretches = async () =>
      Stretches.parse(
        await asOwner`select from_at::text as from, to_at::text as to from app.wrong_sales() where store_id = ${shop.store.id}`,
      )
    const [march, ...others] = await stretches()
    expect([march, others]).toEqual([{ from: '2026-03-01 00:00:00+00', to: '2026-04-01 00:00:00+00' }, []])
    await asOwner`select app.rebuild_sales_between(${shop.store.id}, ${march?.from}, ${march?.to})`
    expect(await stretches()).toEqual([])
    expect(await askSales(shop, 'summary?from=2026-03-10&to=2026-03-10')).toMatchObject({
      discount_amount: 0.5,
      shipping_amount: 2,
      tax_amount: 1,
    })
    const rebuilt = await bucketsOf(asOwner, shop)
    for (const bucket of kept.filter((one) => one.includes('2026-01'))) expect(rebuilt).toContain(bucket)
    await rebuild(asOwner, shop)
    expect(await bucketsOf(asOwner, shop)).toEqual(rebuilt)
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

  test('are found by the next migration if orders were not counted', async () => {
    const shop = await openShop()
    await shop.addOrder()
    const { id } = await shop.addOrder()
    const kept = await bucketsOf(asOwner, shop)
    // As a release without buckets would write an order.
    await asOwner`update sales set orders = orders - 1 where store_id = ${shop.store.id}`
    await asOwner`update orders set first_of_customer = not first_of_customer where store_id = ${shop.store.id} and id = ${id}`
    const wrong = () => asOwner`select from_at from app.wrong_sales() where store_id = ${shop.store.id}`
    expect(await wrong()).toEqual([{ from_at: null }])
    await rebuild(asOwner, shop)
    expect(await bucketsOf(asOwner, shop)).toEqual(kept)
    expect(await wrong()).toEqual([])
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
