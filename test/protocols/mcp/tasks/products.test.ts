import { expect } from 'vitest'
import { z } from 'zod'
import { skuIn, stockOf } from './orders-state.ts'
import type { SeededShop } from './seeded-shop.ts'
import { writes } from './task.ts'

const n = z.coerce.number()

/** The prices of products and of variants that have their own, by title and SKU. */
const pricesOf = async ({ rows, sql, store }: SeededShop, titles: readonly string[]) => {
  const found = await rows(
    { title: z.string(), sku: z.string().nullable(), price: n },
    sql`select title, null as sku, price_minor as price from products where store_id = ${store.id} and title = any (${titles})
      union all select p.title, v.sku, v.price_minor from product_variants v join products p on p.store_id = v.store_id and p.id = v.product_id
      where p.store_id = ${store.id} and p.title = any (${titles}) and v.price_minor is not null order by 1, 2 nulls first`,
  )
  return found.map(({ title, sku, price }) => [sku ?? title, price] as const)
}

const variantsOf = ({ rows, sql, store }: SeededShop, title: string) =>
  rows(
    { title: z.string(), price: n, on_hand: n },
    sql`select v.title, coalesce(v.price_minor, p.price_minor) as price, i.on_hand from product_variants v
      join products p on p.store_id = v.store_id and p.id = v.product_id
      join inventory i on i.store_id = v.store_id and i.variant_id = v.id
      where v.store_id = ${store.id} and p.title = ${title} and v.archived_at is null order by v.position`,
  )

writes('A discount code with conditions, until a day', async (shop) => {
  const { says, call, sql, store, row } = shop
  const year = new Date().getUTCFullYear() + 1
  says(`12.5 % off with EID26 until 31 December ${year} inclusive, once per customer, from 50.`)
  await call('save_discount', {
    code: 'EID26',
    kind: 'percentage',
    value: 12.5,
    min_subtotal: 50,
    usage_limit_per_customer: 1,
    ends_at: `${year}-12-31`,
  })
  const made = await row(
    {
      kind: z.string(),
      percentage: n,
      min_subtotal_minor: n,
      usage_limit_per_customer: n,
      active: z.boolean(),
      ends: z.string(),
    },
    sql`select d.*, (d.ends_at at time zone s.timezone)::text as ends from discounts d join stores s on s.id = d.store_id
      where d.store_id = ${store.id} and code = 'EID26'`,
  )
  expect(made).toEqual({
    kind: 'percentage',
    percentage: 12.5,
    min_subtotal_minor: 5000,
    usage_limit_per_customer: 1,
    active: true,
    ends: `${year + 1}-01-01 00:00:00`,
  })
})

writes('All coffees dearer', async (shop) => {
  const { says, call } = shop
  const onSale = ['Café de Olla Blend', 'Ethiopia Yirgacheffe']
  says('Make all coffees 5 % dearer.')
  const before = await pricesOf(shop, onSale)
  const { data } = await call('list_products', { limit: 50 })
  const titles = z.array(z.object({ title: z.string() })).parse(data)
  const products = titles.map(({ title }) => title).filter((title) => onSale.includes(title))
  const { changes } = await call('update_prices', { products, percentage: 5 })
  expect(await pricesOf(shop, onSale)).toEqual(before)
  await call('update_prices', { products, percentage: 5, dry_run: false, expected_changes: changes })
  expect(before.length).toBeGreaterThan(4)
  expect(changes).toBe(before.length)
  expect(await pricesOf(shop, onSale)).toEqual(before.map(([name, price]) => [name, Math.round(price * 1.05)]))
})

writes('A new shirt in three sizes and two colours', async (shop) => {
  const { says, infers, call } = shop
  says('A new Oxford Shirt: S, M, L in red and blue, ten of each, 60; L costs 65.')
  infers(10)
  const variants = ['S', 'M', 'L'].flatMap((Size) =>
    ['Red', 'Blue'].map((Color) => ({ options: { Size, Color }, on_hand: 10, ...(Size === 'L' && { price: 65 }) })),
  )
  await call('create_product', { title: 'Oxford Shirt', price: 60, variants })
  const made = await variantsOf(shop, 'Oxford Shirt')
  expect(made.map(({ price, on_hand }) => [price, on_hand])).toEqual([
    ...Array.from({ length: 4 }, () => [6000, 10]),
    ...Array.from({ length: 2 }, () => [6500, 10]),
  ])
})

writes('One size more, another less', async (shop) => {
  const { says, call } = shop
  says('Linen Shirt: add XXL, five in stock, and drop S.')
  const product = await call('get_product', { product_id: 'Linen Shirt' })
  await call('save_variant', { product_id: 'Linen Shirt', options: { Size: 'XXL' }, on_hand: 5 })
  await call('save_variant', { variant_id: skuIn([product], 'Linen Shirt', 'S'), archived: true })
  const sold = await variantsOf(shop, 'Linen Shirt')
  expect(sold.map(({ title }) => title)).toEqual(['M', 'L', 'XL', 'XXL'])
  expect(sold.at(-1)).toMatchObject({ on_hand: 5, price: 6400 })
})

writes('Stock as it was counted', async (shop) => {
  const { says, call } = shop
  says('I counted 37 of AC-010.')
  const { reserved } = await stockOf(shop, 'AC-010')
  await call('adjust_inventory', { variant_id: 'AC-010', set: 37, reason: 'counted' })
  expect(await stockOf(shop, 'AC-010')).toEqual({ on_hand: 37, reserved })
})

writes('A collection of five products in their order, all on sale', async (shop) => {
  const { says, call, sql, store, rows } = shop
  const titles = ['تمر مجدول فاخر', 'قهوة عربية بالهيل', 'Olive Oil Soap', 'Beeswax Candle', 'Glass Carafe']
  says(`A collection Ramadan with ${titles.join(', ')}, in this order. Put on sale again those that are not.`)
  await call('list_collections')
  const { hidden } = await call('save_collection', { title: 'Ramadan', product_ids: titles })
  for (const title of z.array(z.string()).parse(hidden))
    await call('update_product', { product_id: title, status: 'active' })
  const listed = await rows(
    { title: z.string(), status: z.string() },
    sql`select p.title, p.status from collection_products l join collections c on c.store_id = l.store_id and c.id = l.collection_id
      join products p on p.store_id = l.store_id and p.id = l.product_id
      where c.store_id = ${store.id} and c.title = 'Ramadan' and c.published order by l.position`,
  )
  expect(listed).toEqual(titles.map((title) => ({ title, status: 'active' })))
})

writes('Delivery to one region', async (shop) => {
  const { says, infers, call, sql, store, row } = shop
  says('Delivery to Riyadh costs 25 below 200, else nothing.')
  infers('SA')
  await call('list_delivery_methods')
  const zones = [{ country: 'SA', regions: ['Riyadh'] }]
  const saved = await call('save_delivery_method', { name: 'Delivery to Riyadh', zones, price: 25, free_from: 200 })
  expect(saved).toMatchObject({ also_offered: [{ name: 'Standard', price: 4.99, free_from: 75 }] })
  const made = await row(
    { zones: z.array(z.unknown()), price_minor: n, free_from_minor: n, active: z.boolean() },
    sql`select * from delivery_methods where store_id = ${store.id} and name = 'Delivery to Riyadh'`,
  )
  expect(made).toEqual({ zones, price_minor: 2500, free_from_minor: 20_000, active: true })
})
