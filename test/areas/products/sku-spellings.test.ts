import { beforeAll, describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { csv, exported, failuresOf, sent, sentCsv } from '../../platform/transfer/files.ts'

// The scarf's SKU is Ab-1. People and systems write it in each of these ways.
const spellings = ['Ab-1', 'ab-1', 'AB-1', 'ＡＢ－１', '\u200fAb-1', ' ab-1\u00a0'] as const

async function openScarves() {
  const shop = await openShop()
  const scarf = await shop.addProduct({
    title: 'Wool scarf',
    variants: [
      { sku: 'Ab-1', options: { Size: 'S' }, on_hand: 1000 },
      { sku: 'Ä-1', options: { Size: 'M' }, on_hand: 1000 },
      { sku: 'a-1', options: { Size: 'L' }, on_hand: 1000 },
    ],
  })
  const shawl = await shop.addProduct({ title: 'Shawl', variants: [{ sku: 'SHAWL', on_hand: 5 }] })
  const { token } = await tokenFor(shop)
  const call = (tool: string, args: Record<string, unknown>) => post(callOf(tool, args), { token })
  const read = async () => expectBody(await shop.owner.get(`/api/products/${scarf.id}`), 200, Product)
  return { ...shop, scarf, shawl, call, read, small: scarf.variants[0]?.id }
}

let shop: Awaited<ReturnType<typeof openScarves>>
beforeAll(async () => {
  shop = await openScarves()
})

describe.for(spellings)('a SKU written as %j', (sku) => {
  test('is taken by the variant that has it in another spelling, which the refusal names', async () => {
    const { owner, scarf, shawl, small } = shop
    for (const answer of [
      await owner.post('/api/products', { title: 'Hat', price: 1, variants: [{ sku }] }),
      await owner.post(`/api/products/${scarf.id}/variants`, { options: { Size: 'XL' }, sku }),
      await owner.patch(`/api/products/${shawl.id}/variants/${shawl.variants[0]?.id}`, { sku }),
    ]) {
      const { errors, detail } = expectProblem(answer, 409, 'duplicate')
      expect(errors).toMatchObject([
        { code: 'duplicate', pointer: '/sku', sku: 'Ab-1', product: 'Wool scarf', variant_id: small },
      ])
      expect(detail).toContain('"Ab-1"')
      expect(detail).toContain('"Wool scarf"')
    }
  })

  test('is a clash within one request', async () => {
    const variants = [
      { sku: 'AB-1', options: { Size: 'S' } },
      { sku, options: { Size: 'L' } },
    ]
    const { owner } = await openShop()
    const answer = await owner.post('/api/products', { title: 'Hat', price: 1, variants })
    expect(expectProblem(answer, 409, 'duplicate').errors).toMatchObject([{ pointer: '/sku', sku: 'AB-1' }])
  })

  test('is a clash between rows of an imported product', async () => {
    const { owner } = await openShop()
    const report = await sentCsv(
      owner,
      'products',
      'external_id,title,price,sku,variant_options',
      ['P-1', 'Hat', '1', 'AB-1', 'size: S'],
      ['P-1', '', '', sku, 'size: L'],
    )
    expect(failuresOf(report)).toEqual([[3, 'sku', 'duplicate']])
  })

  test('finds the variant that an import changes, which keeps its spelling', async () => {
    const { owner, scarf, read } = shop
    const price = 11 + spellings.indexOf(sku)
    const row = ['Wool scarf', '10', sku, 'Size: S', price]
    const file = csv('title,price,sku,variant_options,variant_price', row)
    const report = await sent(owner, 'products', file, { query: '?match=sku' })
    expect(report.rows).toMatchObject([{ status: 'updated', id: scarf.id }])
    const { variants } = await read()
    expect(variants.map((variant) => variant.sku)).toEqual(['Ab-1', 'Ä-1', 'a-1'])
    expect(variants[0]?.price).toBe(price)
  })

  test('is ordered, quoted and sent back', async () => {
    const { owner, scarf, small, addOrder } = shop
    for (const item of [{ product_id: scarf.id, variant_sku: sku }, { product_id: sku }]) {
      const items = [{ ...item, quantity: 1, unit_price: 10 }]
      const quote = await owner.post('/api/orders/quote', { items })
      expect(quote.body).toMatchObject({ lines: [{ variant_id: small }] })
      const order = await addOrder({ items })
      expect(order.items).toMatchObject([{ variant_id: small, variant_sku: 'Ab-1' }])
      const at = `/api/orders/${order.id}`
      expectBody(await owner.patch(at, { items: [{ ...items[0], quantity: 2 }] }), 200, Order)
      expectBody(await owner.post(`${at}/confirm`, {}), 200, Order)
      expectBody(await owner.post(`${at}/ship`, { items: [{ variant_id: sku, quantity: 2 }] }), 200, Order)
      const refused = await owner.post(`${at}/refuse`, { items: [{ product_id: sku, quantity: 1 }] })
      expect(expectBody(refused, 200, Order).items).toMatchObject([{ variant_sku: 'Ab-1', refused_quantity: 1 }])
    }
  })

  test('finds the variant of an imported order', async () => {
    const { owner, small } = shop
    const report = await sentCsv(
      owner,
      'orders',
      'external_id,created_at,customer_name,customer_email,sku,quantity,unit_price',
      [`S-${spellings.indexOf(sku)}`, '2024-03-01', 'Amal', 'amal@example.com', sku, '1', '10'],
    )
    const order = expectBody(await owner.get(`/api/orders/${report.rows[0]?.id}`), 200, Order)
    expect(order.items).toMatchObject([{ variant_id: small, variant_sku: 'Ab-1' }])
  })

  test('names the product and the variant, to people and assistants', async () => {
    const { owner, scarf, small, call } = shop
    const name = encodeURIComponent(sku)
    expect((await owner.get(`/api/products/${name}`)).body).toMatchObject({ id: scarf.id })
    expect(answerOf(await call('get_product', { product_id: sku }))).toMatchObject({ id: scarf.id })
    const adjusted = await owner.post('/api/inventory/adjust', { variant_id: sku, delta: 1, reason: 'count' })
    expect(adjusted.body).toMatchObject({ id: small })
    const change = { products: [sku], percentage: 10, dry_run: true }
    expect((await owner.post('/api/products/prices', change)).status).toBe(200)
  })
})

test('accents tell SKUs apart', async () => {
  const { owner, scarf } = shop
  const [, accented, plain] = scarf.variants
  for (const [sku, variant] of [
    ['ä-1', accented],
    ['a\u0308-1', accented],
    ['A-1', plain],
  ] as const)
    expect(
      (await owner.post('/api/inventory/adjust', { variant_id: sku, delta: 1, reason: 'count' })).body,
    ).toMatchObject({
      id: variant?.id,
    })
})

test('a SKU can be respelt', async () => {
  const { owner, addProduct } = await openShop()
  const { id, variants } = await addProduct({ variants: [{ sku: 'ab-1' }] })
  const answer = await owner.patch(`/api/products/${id}/variants/${variants[0]?.id}`, { sku: 'AB-1' })
  expect(answer.body).toMatchObject({ sku: 'AB-1' })
})

test('an export keeps the spelling, in the store that imports it too', async () => {
  const [from, to] = [await openScarves(), await openShop()]
  const file = await exported(from.owner, 'products')
  expect(await sent(to.owner, 'products', file)).toMatchObject({ created: 2, failed: 0 })
  expect((await to.owner.get('/api/products/AB-1')).body).toMatchObject({
    title: 'Wool scarf',
    variants: [{ sku: 'Ab-1' }, { sku: 'Ä-1' }, { sku: 'a-1' }],
  })
})

test('a SKU of marks without width is none', async () => {
  const [row] = await asOwner`select app.sku_key(${'\u200f\u00ad'}) as key`
  expect(row).toEqual({ key: null })
})
