import { expect, test } from 'vitest'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { openWindow, type Window } from '../storefront/shop-window.ts'
import { expectBody } from '../../support/shop.ts'

// The counts beside a list of products in a shop, at their limits. find-products.test.ts compares them with a slow count.

const list = async ({ visit }: Window, query: string) =>
  expectBody(await visit(`/products?${query}`), 200, PublicProducts).meta

test('of more than a thousand products that match, the newest thousand are counted', async () => {
  const shop = await openWindow()
  const { id } = shop.store
  // The older ones are reduced, and dearer.
  await shop.sql`
    insert into products (store_id, id, title, slug, status, price_minor, compare_at_price_minor, currency, currency_exponent,
                          tags, created_at)
    select ${id}, uuidv7(), 'Scarf ' || n, 'scarf-' || n, 'active', case when n > 1000 then 9000 else 1000 end,
           case when n > 1000 then 9900 end, 'USD', 2, array[case when n > 1000 then 'old' else 'new' end],
           now() - n * interval '1 minute'
      from generate_series(1, 1005) as n`
  await shop.sql`
    insert into product_variants (store_id, id, product_id, title, position)
    select store_id, uuidv7(), id, '', 1 from products where store_id = ${id}`
  await shop.sql`insert into inventory (store_id, variant_id, on_hand) select store_id, id, 5 from product_variants where store_id = ${id}`
  expect(await list(shop, 'sort=price&facets=true&limit=1')).toMatchObject({
    total: 1005,
    facets: {
      counted_up_to: 1000,
      tags: [{ value: 'new', count: 1000 }],
      prices: [{ from: 10, to: 10, count: 1000 }],
      in_stock: 1000,
      on_sale: 0,
    },
  })
})

test('the fifty most frequent tags are counted, equally frequent ones in the order of the alphabet', async () => {
  const shop = await openWindow()
  const tags = Array.from({ length: 52 }, (_, nth) => `tag ${String(nth).padStart(2, '0')}`)
  for (const some of [tags, tags.slice(30), tags.slice(45)])
    for (let at = 0; at < some.length; at += 10) await shop.addProduct({ tags: some.slice(at, at + 10) })
  const { facets } = await list(shop, 'facets=true&limit=1')
  expect(facets?.tags).toEqual([
    ...tags.slice(45).map((value) => ({ value, count: 3 })),
    ...tags.slice(30, 45).map((value) => ({ value, count: 2 })),
    ...tags.slice(0, 28).map((value) => ({ value, count: 1 })),
  ])
})

test('an option with the most products comes first, and its values are counted whatever their case', async () => {
  const shop = await openWindow()
  await shop.addProduct({ variants: [{ options: { Size: 'M', Colour: 'Red' }, on_hand: 1 }] })
  await shop.addProduct({ variants: [{ options: { size: 'm', Colour: 'Blue' }, on_hand: 0 }] })
  const { facets } = await list(shop, 'facets=true&limit=1')
  expect(facets?.options).toEqual([
    { name: 'Size', values: [{ value: expect.stringMatching(/^m$/i), count: 2 }] },
    {
      name: 'Colour',
      values: [
        { value: 'Blue', count: 1 },
        { value: 'Red', count: 1 },
      ],
    },
  ])
})

test('of products that are sold out, none is in stock', async () => {
  const shop = await openWindow()
  await shop.addProduct({ variants: [{ on_hand: 0 }] })
  await shop.addProduct({ variants: [{ on_hand: 3 }] })
  expect(await list(shop, 'in_stock=false&limit=1')).toMatchObject({ total: 1, facets: { in_stock: 0 } })
  expect(await list(shop, 'in_stock=true&limit=1')).toMatchObject({ total: 1, facets: { in_stock: 1 } })
  expect(await list(shop, 'facets=true&limit=1')).toMatchObject({ total: 2, facets: { in_stock: 1 } })
})
