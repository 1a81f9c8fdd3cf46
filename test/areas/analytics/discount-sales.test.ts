import { describe, expect, test } from 'vitest'
import { asOwner } from '../../support/sql.ts'
import { expectBody, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { getDiscountSales } from '../../../src/areas/analytics/get-discount-sales.ts'
import { sell } from './shops.ts'
import { bucketsOf, changeOrder, rebuild } from './written-orders.ts'

const at = '2026-03-10T10:00:00Z'
const march = 'from=2026-03-01&to=2026-03-31'

const ask = async ({ owner }: Shop, query = march) =>
  expectBody(await owner.get(`/api/analytics/discounts?${query}`), 200, getDiscountSales.output)

/** A discount as orders keep it. */
async function addDiscount({ store }: Shop, code: string | null, name: string) {
  const id = crypto.randomUUID()
  await asOwner`insert into discounts (store_id, id, name, code, kind, amount_minor)
    values (${store.id}, ${id}, ${name}, ${code}, 'fixed', 100)`
  return (amount_minor: number) => ({ discount_id: id, code, name, kind: 'fixed', amount_minor })
}

async function openSale() {
  const shop = await openShop()
  const [welcome, spring] = [await addDiscount(shop, 'WELCOME', 'Welcome'), await addDiscount(shop, null, 'عرض الربيع')]
  const sold = await sell(shop, [
    { at, total_minor: 900, discount_minor: 100, discounts: [welcome(100)] },
    { at: '2026-03-31T23:59:59Z', total_minor: 4000, discount_minor: 300, discounts: [spring(100), welcome(200)] },
    { at, total_minor: 7000, discount_minor: 500, discounts: [spring(500)], status: 'cancelled' },
    { at: '2026-02-10T10:00:00Z', total_minor: 500, discount_minor: 600, discounts: [welcome(600)] },
    { at, total_minor: 1000 },
  ])
  return { ...shop, sold, welcome: welcome(0).discount_id, spring: spring(0).discount_id }
}

describe('the discounts of a period', () => {
  test('have the orders that used them, what they took off, and the revenue of these orders', async () => {
    const shop = await openSale()
    const welcome = {
      discount_id: shop.welcome,
      code: 'WELCOME',
      name: 'Welcome',
      orders: 2,
      discount_amount: 3,
      revenue: 49,
      previous: { orders: 1, discount_amount: 6, revenue: 5 },
      change: { orders: 1, discount_amount: -0.5, revenue: 8.8 },
    }
    const spring = {
      discount_id: shop.spring,
      code: null,
      name: 'عرض الربيع',
      orders: 1,
      discount_amount: 1,
      revenue: 40,
    }
    const { data, ...rest } = await ask(shop)
    expect(rest).toMatchObject({ store_id: shop.store.id, by: 'discount_amount', currency: 'USD' })
    expect(data).toMatchObject([welcome, spring])
    expect(data).toHaveLength(2)
    expect((await ask(shop, `${march}&by=revenue&limit=1`)).data).toMatchObject([welcome])
    expect((await ask(shop, `${march.replace('31', '30')}&by=orders`)).data).toHaveLength(1)
  })

  test('follow refunds, cancellations and edits of these orders', async () => {
    const shop = await openSale()
    const [first, both] = shop.sold
    await changeOrder(asOwner, shop, both?.id ?? '', { refunded_minor: 1500 })
    expect((await ask(shop)).data).toMatchObject([{ revenue: 34 }, { revenue: 25 }])
    await changeOrder(asOwner, shop, first?.id ?? '', { discounts: [], discount_minor: 0 })
    expect((await ask(shop)).data).toMatchObject([{ orders: 1, discount_amount: 2, revenue: 25 }, { orders: 1 }])
    await changeOrder(asOwner, shop, both?.id ?? '', { status: 'cancelled' })
    expect((await ask(shop)).data).toEqual([])
    const kept = await bucketsOf(asOwner, shop)
    await rebuild(asOwner, shop)
    expect(await bucketsOf(asOwner, shop)).toEqual(kept)
  })

  test('keep their names after they are deleted, and show new names before', async () => {
    const shop = await openSale()
    await asOwner`update discounts set name = 'Hello' where store_id = ${shop.store.id} and id = ${shop.welcome}`
    await asOwner`delete from discounts where store_id = ${shop.store.id} and id = ${shop.spring}`
    expect((await ask(shop)).data).toMatchObject([
      { code: 'WELCOME', name: 'Hello' },
      { code: null, name: 'عرض الربيع' },
    ])
    await asOwner`delete from discounts where store_id = ${shop.store.id}`
    expect((await ask(shop)).data).toMatchObject([{ code: 'WELCOME', name: 'Welcome' }, { name: 'عرض الربيع' }])
    // Only part of the hour lies in the period.
    const part = 'from=2026-03-10T09:59:00Z&to=2026-03-10T10:00:01Z'
    expect((await ask(shop, part)).data).toMatchObject([{ code: 'WELCOME', name: 'Welcome', orders: 1 }])
  })

  test.for([
    ['limit=0', '/limit'],
    ['limit=51', '/limit'],
    ['by=units', '/by'],
  ])('are refused with %s', async ([query, pointer]) => {
    const { owner } = await openShop()
    const problem = expectProblem(await owner.get(`/api/analytics/discounts?${query}`), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual([pointer])
  })
})
