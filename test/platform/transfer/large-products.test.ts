import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { ExportedProduct } from '../../../src/areas/products/product-sheet.ts'
import { service } from '../../support/service.ts'
import { expectBody, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, exported, linesOf, recordsIn, sent, types } from './files.ts'

const text = (length: number) => 'ط'.repeat(length)

/** A product of `variants` variants, whose options have nearly 2 KB each, or as many letters as `length` five times. */
async function stock({ owner, store }: Shop, title: string, variants: number, length = 170) {
  const name = (at: number) => `part ${at}`
  const options = (nth: number) =>
    Object.fromEntries([0, 1, 2, 3, 4].map((at) => [name(at), `${String(nth).padStart(3, '0')} ${text(length)}`]))
  const product = { title, price: 10, description: text(2000), tags: ['a', 'b'], variants: [{ options: options(0) }] }
  const { id } = expectBody(await owner.post('/api/products', product), 201, Product)
  await asOwner`with added as (
      insert into product_variants (store_id, id, product_id, title, options, position)
      select store_id, uuidv7(), product_id, replace(title, '000', lpad(n::text, 3, '0')),
             replace(options::text, '000', lpad(n::text, 3, '0'))::jsonb, n
        from product_variants v, generate_series(1, ${variants - 1}::int) as n where product_id = ${id} returning store_id, id
    ) insert into inventory (store_id, variant_id, on_hand) select store_id, id, 5 from added`
  await asOwner`update products set options = (
      select jsonb_agg(jsonb_build_object('name', name, 'values', values) order by name) from (
        select key as name, jsonb_agg(value order by position) as values
          from product_variants v, jsonb_each_text(v.options) where product_id = ${id} group by key) as each)
    where store_id = ${store.id} and id = ${id}`
}

/** The bytes of an export, and of the largest chunk that it arrives in. */
async function sizesOf({ owner }: Shop, path: string) {
  const { body } = await service().open(path, { headers: { Authorization: `Bearer ${owner.token}` } })
  const sizes = { bytes: 0, largest: 0 }
  for await (const { byteLength } of body ?? []) {
    sizes.bytes += byteLength
    sizes.largest = Math.max(sizes.largest, byteLength)
  }
  return sizes
}

test('an export has the large columns of a product once, and arrives in small chunks', async () => {
  const shop = await openShop()
  for (const title of ['Scarf', 'Shawl']) await stock(shop, title, 250)
  // The options of each variant three times (of the product, of the variant and in its title), and 400 bytes of other columns.
  const csv = await sizesOf(shop, '/api/products/export')
  expect(csv.bytes).toBeLessThan(500 * (3 * 1800 + 400))
  expect(csv.largest).toBeLessThanOrEqual(65_536)
  const lines = linesOf((await exported(shop.owner, 'products')).replace(/^\ufeff/, ''))
  expect(lines).toHaveLength(500)
  for (const column of ['options', 'description', 'tags'])
    expect(lines.filter((line) => line[column] !== '').map(({ title }) => title)).toEqual(['Shawl', 'Scarf'])
  expect(lines.filter(({ title, status }) => title !== '' && status !== '')).toHaveLength(500)
  const jsonl = await sizesOf(shop, '/api/products/export?format=jsonl')
  expect(jsonl.largest).toBeLessThanOrEqual(65_536)
})

test('an import of such an export makes the same product, also after its lines were sorted', async () => {
  const [old, fresh, sorted] = await Promise.all([openShop(), openShop(), openShop()])
  await stock(old, 'Scarf', 40)
  const [before] = recordsIn(await exported(old.owner, 'products', '?format=jsonl'), Product)
  const file = await exported(old.owner, 'products')
  const [header, ...lines] = file.split('\r\n').filter((line) => line !== '')
  const files = [
    { shop: fresh, text: file },
    { shop: sorted, text: [header, ...lines.slice(1), lines[0]].join('\r\n') },
  ]
  for (const { shop, text } of files) {
    const report = await sent(shop.owner, 'products', text, { type: types.csv })
    expect(report, JSON.stringify(report.rows)).toMatchObject({ created: 1, failed: 0 })
    const [after] = recordsIn(await exported(shop.owner, 'products', '?format=jsonl'), Product)
    expect(portable(after)).toEqual(portable(before))
  }
})

test('some lines of a product alone, or in several files, leave what only its first line has', async () => {
  const shop = await openShop()
  await stock(shop, 'Scarf', 150, 9)
  const collection = { title: 'Soft', product_ids: ['Scarf'] }
  expectBody(await shop.owner.post('/api/collections', collection), 201, Collection)
  const jsonl = () => exported(shop.owner, 'products', '?format=jsonl')
  const [before] = recordsIn(await jsonl(), ExportedProduct)
  const [header = '', , ...others] = (await exported(shop.owner, 'products'))
    .split('\r\n')
    .filter((line) => line !== '')
  for (const lines of [others.slice(0, 1), others.slice(-1), others.slice(0, 70), others.slice(70)]) {
    const report = await sent(shop.owner, 'products', [header, ...lines].join('\r\n'), { type: types.csv })
    expect(report, JSON.stringify(report.rows)).toMatchObject({ updated: 0, failed: 0 })
  }
  const dearer = others.slice(-1).map((line) => line.replace(',5,0,5,true,', ',5,0,5,false,'))
  const changed = await sent(shop.owner, 'products', [header, ...dearer].join('\r\n'), { type: types.csv })
  expect(changed).toMatchObject({ updated: 1 })
  const [after] = recordsIn(await jsonl(), ExportedProduct)
  const kept = ({ description, tags, images, options, collections }: z.output<typeof ExportedProduct>) => ({
    description,
    tags,
    images,
    options,
    collections,
  })
  expect(before && after && kept(after)).toEqual(before && kept(before))
})

test('empty columns of a product whose variants are all in the file are emptied', async () => {
  const { owner } = await openShop()
  const file = (description: string) =>
    csv(
      'external_id,title,price,description,tags,sku,variant_options',
      ...['S-1', 'S-2'].map((sku) => ['P-1', 'Scarf', 5, description, '', sku, `Size: ${sku}`]),
    )
  await sent(owner, 'products', file('Soft'), { type: types.csv })
  const [before] = recordsIn(await exported(owner, 'products', '?format=jsonl'), Product)
  expect(before).toMatchObject({ description: 'Soft' })
  expect(await sent(owner, 'products', file(''), { type: types.csv })).toMatchObject({ updated: 1 })
  const [after] = recordsIn(await exported(owner, 'products', '?format=jsonl'), Product)
  expect(after).toMatchObject({ description: null })
})

/** What two stores have in common: no ids, and variants in any order. */
const portable = (product: ReturnType<typeof Product.parse> | undefined) => ({
  ...product,
  id: '',
  store_id: '',
  external_id: '',
  created_at: '',
  updated_at: '',
  version: 0,
  variants: product?.variants
    .map((variant) => ({ ...variant, id: '', position: 0 }))
    .toSorted(
      (a, b) => a.title.localeCompare(b.title) || JSON.stringify(a.options).localeCompare(JSON.stringify(b.options)),
    ),
})
