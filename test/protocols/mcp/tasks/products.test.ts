import { expect } from 'vitest'
import { z } from 'zod'
import type { SeededShop } from './seeded-shop.ts'
import { reads, writes } from './task.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

const DiscountRow = {
  kind: z.string(),
  percentage: z.coerce.number().nullable(),
  active: z.boolean(),
  usage_limit_per_customer: z.coerce.number().nullable(),
  ends_at: z.unknown(),
}

const discountWith = ({ sql, store, row }: SeededShop, code: string) =>
  row(DiscountRow, sql`select * from discounts where store_id = ${store.id} and code = ${code}`)

reads('What is nearly sold out', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('What is nearly sold out? Everything with 3 or fewer left.')
  const low = await call('list_low_stock', { threshold: 3 })
  const { n } = await row(
    { n: z.coerce.number() },
    sql`select count(*) as n from inventory i join product_variants v on v.store_id = i.store_id and v.id = i.variant_id
      join products p on p.store_id = v.store_id and p.id = v.product_id
      where i.store_id = ${store.id} and i.tracked and i.on_hand - i.reserved <= 3 and p.status <> 'archived'`,
  )
  expect(low).toMatchObject({ total: n })
  expect(bytesOf(low)).toBeLessThan(2000)
})

writes('10 % off everything with a tag', async (shop) => {
  const { says, call, sql, store, rows } = shop
  const prices = () =>
    rows(
      { id: z.string(), price: z.coerce.number() },
      sql`select id, price_minor as price from products where store_id = ${store.id} and 'featured' = any (tags)
          and status <> 'archived'
        union all select v.id, v.price_minor from product_variants v join products p on p.store_id = v.store_id and p.id = v.product_id
        where p.store_id = ${store.id} and 'featured' = any (p.tags) and p.status <> 'archived' and v.price_minor is not null order by id`,
    )
  const before = await prices()
  says('Take 10 % off everything tagged featured.')
  const { changes } = await call('update_prices', { tag: 'featured', percentage: -10 })
  expect(await prices()).toEqual(before)
  await call('update_prices', { tag: 'featured', percentage: -10, dry_run: false, expected_changes: changes })
  expect(changes).toBe(before.length)
  expect(await prices()).toEqual(before.map(({ id, price }) => ({ id, price: Math.round(price * 0.9) })))
})

writes('A new product in two colours', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('Add a Linen Scarf for 34.50 in Sand and Olive, 10 of each.')
  await call('create_product', {
    title: 'Linen Scarf',
    price: 34.5,
    variants: [
      { options: { Colour: 'Sand' }, on_hand: 10 },
      { options: { Colour: 'Olive' }, on_hand: 10 },
    ],
  })
  const made = await row(
    { price_minor: z.coerce.number(), status: z.string(), stock: z.array(z.int()) },
    sql`select p.price_minor, p.status, (select json_agg(i.on_hand) from product_variants v
        join inventory i on i.store_id = v.store_id and i.variant_id = v.id
        where v.store_id = p.store_id and v.product_id = p.id) as stock
      from products p where p.store_id = ${store.id} and p.title = 'Linen Scarf'`,
  )
  expect(made).toEqual({ price_minor: 3450, status: 'active', stock: [10, 10] })
})

writes('A new price and description', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('The Fountain Pen costs 59 from today. Describe it so: Writes for a year.')
  await call('update_product', { product_id: 'Fountain Pen', price: 59, description: 'Writes for a year' })
  const changed = await row(
    { price_minor: z.coerce.number(), description: z.string() },
    sql`select * from products where store_id = ${store.id} and title = 'Fountain Pen'`,
  )
  expect(changed).toEqual({ price_minor: 5900, description: 'Writes for a year' })
})

writes('Goods have arrived', async (shop) => {
  const { says, call, sql, store, row } = shop
  const stock = () =>
    row(
      { on_hand: z.coerce.number(), sku: z.string() },
      sql`select i.on_hand, v.sku from product_variants v join inventory i on i.store_id = v.store_id and i.variant_id = v.id
        join products p on p.store_id = v.store_id and p.id = v.product_id
        where p.store_id = ${store.id} and p.title = 'Wool Beanie' and v.title = 'Olive'`,
    )
  const { on_hand, sku } = await stock()
  says('12 Wool Beanie in Olive have arrived.')
  const product = await call('get_product', { product_id: 'Wool Beanie' })
  const { variants } = z.object({ variants: z.array(z.object({ title: z.string(), sku: z.string() })) }).parse(product)
  const olive = variants.find(({ title }) => title === 'Olive')
  await call('adjust_inventory', { variant_id: olive?.sku, delta: 12, reason: 'arrived' })
  expect(await stock()).toEqual({ on_hand: on_hand + 12, sku })
})

writes('A discount code until a date', async (shop) => {
  const { says, call } = shop
  const end = '2029-12-31'
  says(`Make a code SPRING15: 15 % off, once for each customer, until ${end}.`)
  await call('save_discount', {
    code: 'SPRING15',
    kind: 'percentage',
    value: 15,
    usage_limit_per_customer: 1,
    ends_at: end,
  })
  expect(await discountWith(shop, 'SPRING15')).toMatchObject({
    kind: 'percentage',
    percentage: 15,
    active: true,
    usage_limit_per_customer: 1,
  })
})

writes('A discount code stops', async (shop) => {
  const { says, call } = shop
  says('Stop the code WELCOME10.')
  const { data } = await call('list_discounts', { search: 'WELCOME10' })
  const [discount] = z
    .array(z.object({ id: z.string() }))
    .length(1)
    .parse(data)
  await call('save_discount', { discount_id: discount?.id, active: false })
  expect(await discountWith(shop, 'WELCOME10')).toMatchObject({ active: false, percentage: 10 })
})
