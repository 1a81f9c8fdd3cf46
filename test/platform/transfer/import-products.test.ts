import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { eventTypesOf } from '../../support/events.ts'
import { type Client, expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, failuresOf, jsonl, sent, sentCsv, types } from './files.ts'

const productOf = async (owner: Client, id: string | null | undefined) =>
  expectBody(await owner.get(`/api/products/${id}`), 200, Product)

const header =
  'external_id,title,status,tags,images,price,compare_at_price,options,sku,variant_options,variant_price,on_hand'
const scarf = csv(
  header,
  [
    'P-1',
    'Wool scarf',
    'draft',
    'winter, wool',
    'https://cdn.example/1.png',
    '10.5',
    '12',
    'colour: red | blue',
    'WS-R',
    'colour: red',
    '',
    '5',
  ],
  ['P-1', '', '', '', '', '', '', '', 'WS-B', 'colour: blue', '11', '٧'],
  ['P-2', 'شال', '', '', '', '٤٫٢٥', '', '', '', '', '', ''],
)

describe('importing products', () => {
  test('consecutive rows are variants of one product', async () => {
    const { owner } = await openShop()
    const report = await sent(owner, 'products', scarf)
    expect(report).toMatchObject({ created: 2, failed: 0 })
    expect(report.rows).toMatchObject([
      { row: 2, external_id: 'P-1' },
      { row: 4, external_id: 'P-2' },
    ])
    const product = await productOf(owner, report.rows[0]?.id)
    expect(product).toMatchObject({
      external_id: 'P-1',
      title: 'Wool scarf',
      slug: 'wool-scarf',
      status: 'draft',
      tags: ['winter', 'wool'],
      images: [{ url: 'https://cdn.example/1.png', alt: null }],
      price: 10.5,
      compare_at_price: 12,
      options: [{ name: 'colour', values: ['red', 'blue'] }],
      variants: [
        { title: 'red', sku: 'WS-R', options: { colour: 'red' }, price: 10.5, on_hand: 5, position: 1, tracked: true },
        { title: 'blue', sku: 'WS-B', options: { colour: 'blue' }, price: 11, on_hand: 7, position: 2 },
      ],
      version: 1,
    })
    expect(await productOf(owner, report.rows[1]?.id)).toMatchObject({
      title: 'شال',
      slug: 'شال',
      status: 'active',
      price: 4.25,
      variants: [{ title: 'Default', options: {}, on_hand: 0 }],
    })
    expect((await owner.get('/api/products?search=WS-B')).body).toMatchObject({ meta: { total: 1 } })
    const [moved] =
      await asOwner`select sum(on_hand_delta)::int as delta from inventory_movements where store_id = ${product.store_id}`
    expect(moved).toEqual({ delta: 12 })
  })

  test('importing a file again changes nothing', async () => {
    const { owner } = await openShop()
    const first = await sent(owner, 'products', scarf)
    expect(await sent(owner, 'products', scarf)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await eventTypesOf(String(first.rows[0]?.id))).toEqual(['product.created'])
  })

  test('a file with SKUs and prices updates only prices', async () => {
    const { owner } = await openShop()
    const { rows } = await sent(owner, 'products', scarf)
    const before = await productOf(owner, rows[0]?.id)
    const report = await sentCsv(owner, 'products', 'external_id,sku,variant_price', ['P-1', 'WS-B', '13.75'])
    expect(report).toMatchObject({ updated: 1, rows: [{ id: before.id }] })
    const [red, blue] = before.variants
    expect(await productOf(owner, before.id)).toEqual({
      ...before,
      // It costs more than the former price of the product.
      variants: [red, { ...blue, price: 13.75, compare_at_price: null }],
      version: 2,
      updated_at: expect.any(String),
    })
    expect(await eventTypesOf(before.id)).toEqual(['product.created', 'product.updated'])
  })

  test('adds new variants and removes none', async () => {
    const { owner } = await openShop()
    const { rows } = await sent(owner, 'products', scarf)
    await sentCsv(owner, 'products', 'external_id,sku,variant_options,on_hand', ['P-1', 'WS-G', 'colour: green', 3])
    const { variants, options } = await productOf(owner, rows[0]?.id)
    expect(variants.map(({ sku, on_hand }) => [sku, on_hand])).toEqual([
      ['WS-R', 5],
      ['WS-B', 7],
      ['WS-G', 3],
    ])
    expect(options).toEqual([{ name: 'colour', values: ['red', 'blue', 'green'] }])
  })

  test('changes the stock of existing variants only with update_stock, and warns otherwise', async () => {
    const { owner } = await openShop()
    const { rows } = await sent(owner, 'products', scarf)
    const recount = csv('external_id,sku,on_hand', ['P-1', 'WS-R', 9], ['P-1', 'WS-B', 7])
    const kept = await sent(owner, 'products', recount)
    expect(kept).toMatchObject({ unchanged: 1, rows: [{ warnings: [{ code: 'stock_kept' }] }] })
    expect((await productOf(owner, rows[0]?.id)).variants).toMatchObject([{ on_hand: 5 }, { on_hand: 7 }])

    const set = await sent(owner, 'products', recount, { query: '?update_stock=true' })
    expect(set).toMatchObject({ updated: 1, rows: [{ warnings: [] }] })
    expect((await productOf(owner, rows[0]?.id)).variants).toMatchObject([{ on_hand: 9 }, { on_hand: 7 }])
    const [moved] = await asOwner`select kind, on_hand_delta::int, reason from inventory_movements
      where variant_id = ${(await productOf(owner, rows[0]?.id)).variants[0]?.id} order by id desc limit 1`
    expect(moved).toEqual({ kind: 'adjusted', on_hand_delta: 4, reason: 'import' })
  })

  test('does not set the stock below what orders have reserved', async () => {
    const { owner, addProduct, addOrder } = await openShop()
    const { id, variants } = await addProduct({
      title: 'Cap',
      external_id: 'P-9',
      variants: [{ sku: 'CAP', on_hand: 5 }],
    })
    await addOrder({ items: [{ product_id: id, quantity: 4, unit_price: 1 }], total_amount: 4 })
    const report = await sent(owner, 'products', csv('external_id,title,sku,on_hand', ['P-9', 'New name', 'CAP', 3]), {
      query: '?update_stock=true',
    })
    expect(failuresOf(report)).toEqual([[2, 'on_hand', 'insufficient_stock']])
    expect(await productOf(owner, id)).toMatchObject({
      title: 'Cap',
      version: 1,
      variants: [{ ...variants[0], reserved: 4, available: 1 }],
    })
  })

  test('finds products by id, slug or SKU, or by title if the row has none of these', async () => {
    const { owner, addProduct } = await openShop()
    const product = await addProduct({ title: 'Silk tie', variants: [{ sku: 'ST-1' }] })
    for (const [file, price, match] of [
      [csv('id,price', [product.id, 1]), 1, ''],
      [csv('slug,price', ['silk-tie', 2]), 2, '?match=slug'],
      [csv('sku,price', ['ST-1', 3]), 3, '?match=sku'],
      [csv('title,price', ['Silk tie', 4]), 4, '?match=slug'],
    ] as const) {
      expect(await sent(owner, 'products', file, { query: match })).toMatchObject({ updated: 1, created: 0 })
      expect(await productOf(owner, product.id)).toMatchObject({ price, external_id: null })
    }
    const linked = csv('external_id,sku,price', ['P-7', 'ST-1', 4])
    expect(await sent(owner, 'products', linked, { query: '?match=slug,sku' })).toMatchObject({ updated: 1 })
    expect(await productOf(owner, product.id)).toMatchObject({ external_id: 'P-7' })
  })

  test('a second product with the same title gets a different slug', async () => {
    const { owner } = await openShop()
    const { rows } = await sentCsv(
      owner,
      'products',
      'external_id,title,price',
      ['P-1', 'Scarf', 1],
      ['P-2', 'Scarf', 2],
    )
    const slugs = await Promise.all(rows.map(async ({ id }) => (await productOf(owner, id)).slug))
    expect(slugs).toEqual(['scarf', expect.stringMatching(/^scarf-[0-9a-f]{8}$/)])
  })

  test('a row that fails does not affect others, and its problems are located', async () => {
    const { owner, addProduct } = await openShop({ currency: 'KWD' })
    await addProduct({ title: 'Mine', external_id: 'P-0', variants: [{ sku: 'MINE' }] })
    const report = await sentCsv(
      owner,
      'products',
      'external_id,title,slug,price,currency,sku,variant_options,variant_price,on_hand,tracked',
      ['P-1', 'Good', '', '1.125', '', '', '', '', '', ''],
      ['P-2', 'Inexact', '', '1.0005', '', 'A', '', '2.00001', '', ''],
      ['P-3', '', '', '1', '', '', '', '', '', ''],
      ['P-4', 'No price', '', '', '', '', '', '', '', ''],
      ['P-5', 'Thousands', '', '1,000', '', '', '', '', '', ''],
      ['P-6', 'Dollars', '', '1', 'USD', '', '', '', '', ''],
      ['P-7', 'SKU of P-0', '', '1', '', 'MINE', '', '', '', ''],
      ['P-8', 'Slug of P-0', 'mine', '1', '', '', '', '', '', ''],
      ['P-9', 'Twins', '', '1', '', 'T-1', 'size: L', '', '', ''],
      ['P-9', '', '', '', '', 'T-2', 'size: L', '', '', ''],
      ['P-10', 'Half', '', '1', '', '', '', '', '1.5', 'perhaps'],
      ['P-11', 'One name', '', '1', '', 'X-1', 'size: L', '', '', ''],
      ['P-11', 'Another', '', '', '', 'X-2', 'size: M', '', '', ''],
      ['P-1', 'Good again', '', '1', '', '', '', '', '', ''],
      ['P-12', 'Last', '', '1', 'kwd', '', '', '', '', 'FALSE'],
    )
    expect(report).toMatchObject({ created: 1 })
    expect(failuresOf(report)).toEqual([
      [15, 'title', 'conflicting_values'],
      [15, 'price', 'conflicting_values'],
      [3, 'price', 'invalid_amount'],
      [3, 'variant_price', 'invalid_amount'],
      [4, 'title', 'required'],
      [5, 'price', 'required'],
      [6, 'price', 'invalid_type'],
      [7, 'currency', 'currency_mismatch'],
      [8, 'sku', 'duplicate'],
      [9, 'slug', 'duplicate'],
      [11, 'variant_options', 'duplicate'],
      [12, 'tracked', 'invalid_type'],
      [12, 'on_hand', 'invalid_type'],
      [14, 'title', 'conflicting_values'],
    ])
    expect((await owner.get('/api/products?limit=100')).body).toMatchObject({ meta: { total: 2 } })
  })

  test('JSON lines are imported too', async () => {
    const { owner } = await openShop()
    const file = jsonl(
      {
        external_id: 'P-1',
        title: 'Scarf',
        price: 10,
        images: [{ url: 'https://cdn.example/1.png', alt: 'A scarf' }],
        variants: [{ sku: 'S-1', options: { size: 'L' }, on_hand: 2 }],
      },
      { external_id: 'P-2', title: 'Cap', price: '10' },
      { external_id: 'P-3', title: 'Tie', price: 5, variants: [{ sku: 'T', on_hand: -1 }] },
    )
    const report = await sent(owner, 'products', file, { type: types.jsonl })
    expect(report).toMatchObject({ created: 1, failed: 2 })
    expect(failuresOf(report)).toEqual([
      ['/price', 'invalid_type'],
      ['/variants/0/on_hand', 'too_small'],
    ])
    expect(await productOf(owner, report.rows[0]?.id)).toMatchObject({
      images: [{ alt: 'A scarf' }],
      variants: [{ on_hand: 2 }],
    })
  })
})

describe('importing weights and costs', () => {
  const header =
    'external_id,title,price,weight_g,taxable,cost,variant_options,variant_weight_g,variant_taxable,variant_cost'
  const file = csv(
    header,
    ['P-1', 'Scarf', '10', '300', 'false', '3.5', 'colour: red', '', '', ''],
    ['P-1', '', '', '', '', '', 'colour: blue', '٤٠٠', 'true', '4.25'],
    ['P-1', '', '', '', '', '', 'colour: grey', '300', 'false', '3.5'],
  )
  const factsOf = (each: { weight_g: number | null; taxable: boolean; cost: number | null }) => [
    each.weight_g,
    each.taxable,
    each.cost,
  ]

  test('creates the product with them, and its variants with their own', async () => {
    const { owner } = await openShop()
    const { rows } = await sent(owner, 'products', file)
    const product = await productOf(owner, rows[0]?.id)
    expect([product, ...product.variants].map(factsOf)).toEqual([
      [300, false, 3.5],
      [300, false, 3.5],
      [400, true, 4.25],
      [300, false, 3.5],
    ])
    expect(await sent(owner, 'products', file)).toMatchObject({ updated: 0, unchanged: 1 })
  })

  test('a variant that had the values of its product keeps following it', async () => {
    const { owner } = await openShop()
    const { rows } = await sent(owner, 'products', file)
    await owner.patch(`/api/products/${rows[0]?.id}`, { weight_g: 310, taxable: true, cost: 3.75 })
    const { variants } = await productOf(owner, rows[0]?.id)
    expect(variants.map(factsOf)).toEqual([
      [310, true, 3.75],
      [400, true, 4.25],
      [310, true, 3.75],
    ])
  })

  test('updates only the columns in the file; an empty cell clears weight and cost', async () => {
    const { owner } = await openShop()
    const { rows } = await sent(owner, 'products', file)
    const cost = csv('external_id,cost,variant_options,variant_weight_g', ['P-1', '', 'colour: blue', '450'])
    expect(await sent(owner, 'products', cost)).toMatchObject({ updated: 1 })
    const product = await productOf(owner, rows[0]?.id)
    expect([product, ...product.variants].map(factsOf)).toEqual([
      [300, false, null],
      [300, false, null],
      [450, true, 4.25],
      [300, false, null],
    ])
    const lines = jsonl({
      external_id: 'P-1',
      weight_g: null,
      taxable: true,
      variants: [{ options: { colour: 'blue' }, weight_g: null, taxable: false, cost: null }],
    })
    expect(await sent(owner, 'products', lines, { type: types.jsonl })).toMatchObject({ updated: 1 })
    const after = await productOf(owner, rows[0]?.id)
    expect([after, ...after.variants].map(factsOf)).toEqual([
      [null, true, null],
      [null, true, null],
      [null, false, null],
      [null, true, null],
    ])
  })

  test('rejects amounts that the currency does not have, and other invalid values', async () => {
    const { owner } = await openShop()
    const wrong = csv(
      header,
      ['P-1', 'Scarf', '10', '1.5', 'maybe', '-1', '', '-5', 'no', 'x'],
      ['P-2', 'Cap', '10', '', '', '0.001', '', '', '', '0.002'],
    )
    expect(failuresOf(await sent(owner, 'products', wrong))).toEqual([
      [2, 'weight_g', 'invalid_type'],
      [2, 'taxable', 'invalid_type'],
      [2, 'cost', 'too_small'],
      [2, 'variant_weight_g', 'too_small'],
      [2, 'variant_taxable', 'invalid_type'],
      [2, 'variant_cost', 'invalid_type'],
      [3, 'cost', 'invalid_amount'],
      [3, 'variant_cost', 'invalid_amount'],
    ])
  })
})
