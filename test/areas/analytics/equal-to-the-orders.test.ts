import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { isLong, tries } from '../../support/run/effort.ts'
import type { Answer } from '../../support/service.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBody, openShop, type Shop } from '../../support/shop.ts'
import { getCitySales } from '../../../src/areas/analytics/get-city-sales.ts'
import { getCodFunnel } from '../../../src/areas/analytics/get-cod-funnel.ts'
import { getCustomerSales } from '../../../src/areas/analytics/get-customer-sales.ts'
import { getDiscountSales } from '../../../src/areas/analytics/get-discount-sales.ts'
import { getPlatforms } from '../../../src/areas/analytics/get-platforms.ts'
import { getSummary } from '../../../src/areas/analytics/get-summary.ts'
import { getTopProducts } from '../../../src/areas/analytics/get-top-products.ts'
import { changes, type Goods, jumpsOf, moments, periods, states } from './random-orders.ts'
import { type Asked, referenceOf } from './reference.ts'
import { bucketsOf, changeOrder, makeOrder, rebuild } from './written-orders.ts'
import type { Interval, WeekStart } from './zones.ts'

// Offsets of whole, half and quarter hours; days that begin at one o'clock, or twice; clocks that change by half an hour.
const zones = [
  'UTC',
  'Asia/Kuwait',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Atlantic/Azores',
]

const scenario = (zone: string, goods: Goods) =>
  fc.constantFrom(...jumpsOf(zone)).chain((jump) =>
    fc.record({
      orders: fc.array(fc.tuple(states(goods), moments(zone, jump), fc.nat(4)), { minLength: 30, maxLength: 60 }),
      changed: fc.array(fc.tuple(fc.nat(60), changes(goods)), { maxLength: 40 }),
      query: fc.array(periods(zone, jump), { minLength: 3, maxLength: 3 }),
    }),
  )

// One of each kind, and a currency with three decimals.
const tried = isLong
  ? zones
  : ['Asia/Kuwait', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'America/Havana', 'Africa/Cairo']

test.for(tried)('every figure is the sum of the orders, in %s', async (zone) => {
  const currency = zone === 'Asia/Kuwait' ? 'KWD' : 'USD'
  const ids = (length: number) => Array.from({ length }, () => crypto.randomUUID())
  const products = ids(5)
  const variants = ids(10).map((variant_id, nth) => ({ product_id: products[nth % 5] ?? '', variant_id }))
  const goods = { variants, discounts: ids(3) }
  await fc.assert(
    fc.asyncProperty(scenario(zone, goods), async ({ orders, changed, query }) => {
      const shop = await openShop({ currency })
      await asOwner`update stores set timezone = ${zone} where id = ${shop.store.id}`
      await fill(shop, goods, orders, changed)
      await expectFigures(shop, zone, query)

      const kept = await bucketsOf(asOwner, shop)
      await rebuild(asOwner, shop)
      expect(kept).toEqual(await bucketsOf(asOwner, shop))
    }),
    { numRuns: tries(10), endOnFailure: true },
  )
})

type Scenario = ReturnType<typeof scenario> extends fc.Arbitrary<infer T> ? T : never

async function fill(
  shop: Shop,
  { variants, discounts }: Goods,
  orders: Scenario['orders'],
  changed: Scenario['changed'],
) {
  const customers = [1, 2, 3, 4, 5].map(() => crypto.randomUUID())
  const ids = orders.map(() => crypto.randomUUID())
  await asOwner.transaction([
    asOwner`insert into customers (store_id, id, name) select ${shop.store.id}, unnest(${customers}::uuid[]), 'Amal'`,
    asOwner`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
      select ${shop.store.id}, id, 'Scarf ' || n, 'scarf-' || n, 'active', 1, 'USD', 2
        from unnest(${[...new Set(variants.map(({ product_id }) => product_id))]}::uuid[]) with ordinality as p(id, n)`,
    asOwner`insert into product_variants (store_id, product_id, id, title, sku, options, position)
      select ${shop.store.id}, v.product_id, v.variant_id, 'Size ' || v.n, 'SKU-' || v.n, jsonb_build_object('Size', v.n::text), v.n
        from rows from (jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as (product_id uuid, variant_id uuid)) with ordinality as v(product_id, variant_id, n)`,
    // The others were deleted after they were used.
    asOwner`insert into discounts (store_id, id, name, code, kind, amount_minor)
      select ${shop.store.id}, id, 'Discount ' || id, 'CODE-' || id, 'fixed', 100 from unnest(${discounts.slice(1)}::uuid[]) as id`,
    ...orders.map(([state, at, customer], nth) =>
      makeOrder(asOwner, shop, {
        ...state,
        id: ids[nth] ?? '',
        number: 1001 + nth,
        customer_id: customers[customer] ?? '',
        created_at: new Date(at).toISOString(),
      }),
    ),
    ...changed.map(([nth, change]) => changeOrder(asOwner, shop, ids[nth % ids.length] ?? '', change)),
  ])
}

const intervals: readonly [Interval, WeekStart][] = [
  ['hour', 'monday'],
  ['day', 'monday'],
  ['week', 'monday'],
  ['week', 'sunday'],
  ['week', 'saturday'],
  ['month', 'monday'],
]

async function expectFigures({ store, owner }: Shop, zone: string, all: readonly Required<Asked>[]) {
  const reference = await referenceOf(asOwner, {
    id: store.id,
    currency: store.currency,
    exponent: store.currency_exponent,
    zone,
  })
  const ask = (path: string, query: Required<Asked>) =>
    owner.get(`/api/analytics/${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`)
  const expectPeriod = async (query: Required<Asked>) => {
    const withoutHappened = (answer: Answer) => {
      const { happened: _elsewhere, ...rest } = expectBody(answer, 200, getSummary.output)
      return rest
    }
    expect(withoutHappened(await ask('summary', query))).toEqual(inJson(reference.summary(query)))
    for (const [interval, weekStart] of intervals) {
      const weeks = interval === 'week' ? `&week_start=${weekStart}` : ''
      const response = await ask(`sales?interval=${interval}${weeks}`, query)
      expect(withoutHappened(response)).toEqual(inJson(reference.sales(query, interval, weekStart)))
    }
    const customers = expectBody(await ask('customers', query), 200, getCustomerSales.output)
    expect(customers).toEqual(inJson(reference.customers(query)))
    expect(expectBody(await ask('cod', query), 200, getCodFunnel.output)).toEqual(inJson(reference.cod(query)))

    const platforms = expectBody(await ask('platforms', query), 200, getPlatforms.output)
    expect(platforms).toEqual(inJson(byRank(reference.platforms(query), ['revenue', 'orders'], 'platform')))
    for (const by of ['discount_amount', 'orders', 'revenue'] as const) {
      const response = expectBody(await ask(`discounts?by=${by}`, query), 200, getDiscountSales.output)
      const { data, ...period } = byRank(reference.discounts(query), [by, 'orders'], 'discount_id')
      expect(response).toEqual(inJson({ ...period, by, data }))
    }
    for (const by of ['revenue', 'orders', 'refused'] as const) {
      const response = expectBody(await ask(`cities?by=${by}`, query), 200, getCitySales.output)
      const { data, ...period } = byRank(reference.cities(query), [by, 'orders'], 'key')
      expect(response).toEqual(inJson({ ...period, by, data: data.map(({ key: _key, ...row }) => row) }))
    }
    for (const by of ['revenue', 'units'] as const) {
      const response = expectBody(await ask(`top-products?by=${by}&limit=50`, query), 200, getTopProducts.output)
      const titles = new Map(response.data.map(({ product_id, title }) => [product_id, title]))
      const { data, ...period } = byRank(reference.products(query), [by], 'product_id', -1)
      const titled = data.map((row) => ({ ...row, title: titles.get(row.product_id) }))
      expect(response).toEqual(
        inJson({
          ...period,
          by,
          sort: `-${by}`,
          group_by: 'product',
          has_more: false,
          next_cursor: null,
          data: titled,
        }),
      )

      const path = `top-products?by=${by}&group_by=variant&limit=50`
      const byVariant = expectBody(await ask(path, query), 200, getTopProducts.output)
      const named = new Map(byVariant.data.map((row) => [row.variant_id, namesOf(row)]))
      const variants = byRank(reference.variants(query), [by], 'variant_id', -1)
      const rows = variants.data.map(({ key: _key, ...row }) => ({ ...named.get(row.variant_id), ...row }))
      expect(byVariant).toEqual(
        inJson({
          ...variants,
          by,
          sort: `-${by}`,
          group_by: 'variant',
          has_more: false,
          next_cursor: null,
          data: rows,
        }),
      )
    }
  }
  await Promise.all(all.map(expectPeriod))
}

const namesOf = ({ title, variant_name, variant_sku, variant_options, available, days_left }: TopProduct) => ({
  title,
  variant_name,
  variant_sku,
  variant_options,
  available,
  days_left,
})

type TopProduct = z.output<typeof getTopProducts.output>['data'][number]

/** Highest first, ties by name, the last name first if `direction` is -1. */
function byRank<Name extends string, Row extends Record<Name, string>, List extends { data: Row[] }>(
  list: List,
  figures: readonly string[],
  name: Name,
  direction = 1,
) {
  const figure = (row: Row, of: string) => Number(Object(row)[of])
  const order = (a: Row, b: Row) =>
    figures.map((of) => figure(b, of) - figure(a, of)).find((more) => more !== 0) ??
    (a[name] < b[name] ? -direction : direction)
  return { ...list, data: list.data.toSorted(order) }
}

/** JSON has no -0. */
const inJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
