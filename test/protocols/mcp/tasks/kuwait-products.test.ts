import { expect } from 'vitest'
import { z } from 'zod'
import type { SeededShop } from './seeded-shop.ts'
import { writes } from './task.ts'

const n = z.coerce.number()

writes(
  'All perfumes dearer',
  async (shop) => {
    const { says, infers, call } = shop
    says('ارفع أسعار كل العطور ١٠٪')
    infers('عطر')
    const before = await perfumePrices(shop)
    const raise = { search: 'عطر', percentage: 10 }
    const { changes } = await call('update_prices', raise)
    await call('update_prices', { ...raise, dry_run: false, expected_changes: changes })
    expect(before.length).toBe(4)
    expect(changes).toBe(4)
    expect(await perfumePrices(shop)).toEqual(before.map((one) => ({ ...one, price: Math.round(one.price * 1.1) })))
  },
  'globex',
)

writes(
  'Cheaper delivery to two of the regions of a method',
  async (shop) => {
    const { says, infers, call, sql, store, rows } = shop
    says('خلّ توصيل الفروانية والأحمدي بدينار ونصف، ومجاني فوق ٢٠ دينار')
    infers(1.5)
    const { data } = await call('list_delivery_methods')
    const Method = z.object({
      id: z.string(),
      name: z.string(),
      zones: z.array(z.object({ country: z.string(), regions: z.array(z.string()).optional() })),
      cod_fee: z.number().nullable(),
    })
    const rest = z
      .array(Method)
      .parse(data)
      .find(({ zones }) => zones[0]?.regions?.includes('الفروانية'))
    const [zone] = rest?.zones ?? []
    const isMeant = (region: string) => ['Farwaniya', 'الفروانية', 'Ahmadi', 'الأحمدي'].includes(region)
    const zonesOf = (isOne: (region: string) => boolean) => [
      { country: zone?.country, regions: zone?.regions?.filter(isOne) },
    ]
    const left = zonesOf((region) => !isMeant(region))
    const method = { name: 'توصيل الفروانية والأحمدي', price: 1.5, free_from: 20, cod_fee: rest?.cod_fee }
    await call('save_delivery_method', { ...method, zones: zonesOf(isMeant) })
    await call('save_delivery_method', { delivery_method_id: rest?.id, zones: left })
    const known = await rows(
      { zones: z.array(z.unknown()), price_minor: n, free_from_minor: n },
      sql`select zones, price_minor, free_from_minor from delivery_methods
        where store_id = ${store.id} and kind = 'delivery' and active and zones::text like '%KW%' order by position`,
    )
    expect(known.map(({ zones, price_minor, free_from_minor }) => [price_minor, free_from_minor, zones])).toEqual([
      [1000, 30_000, [{ country: 'KW', regions: expect.arrayContaining(['حولي']) }]],
      [1750, 40_000, left],
      [1500, 20_000, zonesOf(isMeant)],
    ])
  },
  'globex',
)

writes(
  'One size more',
  async (shop) => {
    const { says, call, sql, store, row } = shop
    says('أضف مقاس ٦٠ للدشداشة القطن، عندنا منه ١٢ حبة')
    const { data } = await call('list_products', { search: 'دشداشة قطن' })
    const [product] = z.array(z.object({ id: z.string() })).parse(data)
    const { options } = z
      .object({ options: z.array(z.object({ name: z.string() })) })
      .parse(await call('get_product', { product_id: product?.id }))
    const size = { [options[0]?.name ?? '']: '60' }
    await call('save_variant', { product_id: product?.id, options: size, on_hand: 12 })
    const made = await row(
      { options: z.record(z.string(), z.string()), on_hand: n, price_minor: n.nullable() },
      sql`select v.options, i.on_hand, v.price_minor from product_variants v join inventory i on i.store_id = v.store_id and i.variant_id = v.id
        join products p on p.store_id = v.store_id and p.id = v.product_id
        where v.store_id = ${store.id} and p.title = 'دشداشة قطن' order by v.position desc limit 1`,
    )
    expect(made).toEqual({ options: size, on_hand: 12, price_minor: null })
  },
  'globex',
)

const perfumePrices = ({ rows, sql, store }: SeededShop) =>
  rows(
    { id: z.string(), price: n },
    sql`select p.id, p.price_minor as price from products p where p.store_id = ${store.id} and p.title like 'عطر%'
      union all select v.id, v.price_minor from product_variants v join products p on p.store_id = v.store_id and p.id = v.product_id
      where p.store_id = ${store.id} and p.title like 'عطر%' and v.price_minor is not null order by id`,
  )
