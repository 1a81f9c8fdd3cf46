import { describe, expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { eventsOf } from '../../support/events.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

async function openWithAssistant(currency?: string) {
  const shop = await openShop(currency === undefined ? {} : { currency })
  const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
  const send = (args: object) => post(callOf('update_prices', { ...args }), { token })
  const call = async (args: object) => answerOf(await send(args))
  return {
    ...shop,
    call,
    refused: async (args: object) => refusalOf(await send(args)),
    /** A dry run, and then the change of as many prices. */
    change: async (args: object) => {
      const { changes } = await call(args)
      return call({ ...args, dry_run: false, expected_changes: changes })
    },
    /** The price of a product and those of its variants. */
    pricesOf: async ({ id }: { id: string }) => {
      const { price, variants, version } = Object((await shop.owner.get(`/api/products/${id}`)).body)
      return { price, variants: variants.map((variant: { price: number }) => variant.price), version }
    },
  }
}

test('prices of variants change with those of products, once for each key, over REST as well', async () => {
  const { addProduct, call, pricesOf, refused, owner } = await openWithAssistant()
  const beanie = await addProduct({
    title: 'Beanie',
    price: 20,
    tags: ['sale'],
    options: [{ name: 'size', values: ['S', 'L', 'XL'] }],
    variants: [
      { options: { size: 'S' } },
      { options: { size: 'L' }, sku: 'B-L', price: 25.5 },
      { options: { size: 'XL' }, sku: 'B-XL', price: 30 },
    ],
  })
  // A removed variant keeps its price.
  expect((await owner.delete(`/api/products/${beanie.id}/variants/B-XL`)).status).toBe(204)
  const cap = await addProduct({ title: 'Cap', price: 9.99, tags: ['sale', 'summer'] })
  const sale = { tag: 'sale', percentage: -10 }

  const dry = await owner.post('/api/products/prices', sale)
  expect(dry).toMatchObject({ status: 200 })
  expect(dry.body).toEqual({
    dry_run: true,
    products: 2,
    changes: 3,
    problems: 0,
    archived: 0,
    change_id: null,
    rows: [
      { title: 'Beanie', sku: null, price: 20, new_price: 18, variants: 1 },
      { title: 'Beanie – L', sku: 'B-L', price: 25.5, new_price: 22.95 },
      { title: 'Cap', sku: null, price: 9.99, new_price: 8.99, variants: 1 },
    ],
  })
  expect(await call(sale)).toEqual(dry.body)
  expect(await refused({ ...sale, dry_run: false, expected_changes: 2 })).toMatchObject({
    code: 'conflict',
    errors: [{ pointer: '/expected_changes' }],
  })
  const change = { ...sale, dry_run: false, expected_changes: 3 }
  for (const sent of [1, 2])
    expect(await owner.post('/api/products/prices', change, { 'Idempotency-Key': 'sale' }), String(sent)).toMatchObject(
      {
        status: 200,
        body: { dry_run: false, changes: 3 },
      },
    )
  expect(await pricesOf(beanie)).toEqual({ price: 18, variants: [18, 22.95], version: 3 })
  expect(await pricesOf(cap)).toMatchObject({ price: 8.99 })
  expect(await eventsOf(beanie.id)).toMatchObject([
    { type: 'product.created' },
    { type: 'variant.archived' },
    { type: 'product.updated', data: { changed: ['price', 'variants'] } },
  ])
})

describe('a percentage is rounded half up to the minor unit', () => {
  test.for([
    { currency: 'USD', price: 0.05, percentage: -50, becomes: 0.03 },
    { currency: 'USD', price: 19.99, percentage: -10, becomes: 17.99 },
    { currency: 'USD', price: 1.15, percentage: 10, becomes: 1.27 },
    { currency: 'USD', price: 10, percentage: 33.33, becomes: 13.33 },
    { currency: 'JPY', price: 105, percentage: -10, becomes: 95 },
    { currency: 'KWD', price: 1.235, percentage: -10, becomes: 1.112 },
    { currency: 'KWD', price: 999_999_999.999, percentage: 0.01, becomes: 1_000_099_999.999 },
  ])('$price $currency and $percentage % is $becomes', async ({ currency, price, percentage, becomes }) => {
    const { addProduct, change, pricesOf } = await openWithAssistant(currency)
    const product = await addProduct({ price, variants: [{ price }] })
    await change({ products: [product.id], percentage })
    expect(await pricesOf(product)).toMatchObject({ price: becomes, variants: [becomes] })
  })
})

test('an amount is added exactly, and must fit the currency', async () => {
  const { addProduct, change, pricesOf, refused } = await openWithAssistant()
  const product = await addProduct({ title: 'Mug', price: 4.1 })
  await change({ products: ['mug'], amount: -0.2 })
  expect(await pricesOf(product)).toMatchObject({ price: 3.9 })
  expect(await refused({ products: ['mug'], amount: 0.001 })).toMatchObject({
    code: 'invalid_amount',
    errors: [{ pointer: '/amount' }],
  })
})

test('a price below zero is refused with the name of the product, and no price changes', async () => {
  const { addProduct, pricesOf, refused } = await openWithAssistant()
  const cheap = await addProduct({ title: 'Sticker', price: 1, tags: ['t'] })
  const dear = await addProduct({ title: 'Frame', price: 50, tags: ['t'] })
  const refusal = await refused({ tag: 't', amount: -2, dry_run: false, expected_changes: 2 })
  expect(refusal).toMatchObject({ code: 'invalid_input', errors: [{ code: 'price_out_of_range' }] })
  expect(refusal.detail).toContain('Sticker')
  expect([await pricesOf(cheap), await pricesOf(dear)]).toMatchObject([{ price: 1 }, { price: 50 }])
})

test('a price may become zero', async () => {
  const { addProduct, change, pricesOf } = await openWithAssistant()
  const sticker = await addProduct({ title: 'Sticker', price: 2 })
  await change({ products: ['sticker'], amount: -2 })
  expect(await pricesOf(sticker)).toMatchObject({ price: 0 })
})

test('one call changes up to a thousand products, of which a dry run shows the first twenty', async () => {
  const { call, refused, sql, store } = await openWithAssistant()
  await sql`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, tags)
    select ${store.id}, uuidv7(), 'Card ' || lpad(n::text, 4, '0'), 'card-' || n, 'active', 100, 'USD', 2, '{cards}'
      from generate_series(1, 1001) as n`
  const cheaper = { tag: 'cards', amount: -0.5 }
  const { detail } = await refused(cheaper)
  expect(detail).toContain('1000')
  await sql`update products set status = 'archived' where store_id = ${store.id} and slug = 'card-1001'`
  const { products, changes, rows } = await call(cheaper)
  expect({ products, changes }).toEqual({ products: 1000, changes: 1000 })
  expect(Array.isArray(rows) ? rows.map(({ title }) => title) : []).toEqual(
    Array.from({ length: 20 }, (_, nth) => `Card ${String(nth + 1).padStart(4, '0')}`),
  )
})

test('products are chosen by every filter at once: tag, search and names', async () => {
  const { addProduct, call, refused } = await openWithAssistant()
  await addProduct({ title: 'Wool hat', slug: 'wool-hat', tags: ['winter'], variants: [{ sku: 'WH-1' }] })
  await addProduct({ title: 'Wool sock', tags: ['winter'] })
  await addProduct({ title: 'Linen hat', tags: ['summer'] })
  await addProduct({ title: 'Linen hat', tags: ['winter'] })
  await addProduct({ title: 'Old wool hat', tags: ['winter'], status: 'archived' })
  const titles = async (filter: object) => {
    const { rows } = await call({ ...filter, amount: 1 })
    return Array.isArray(rows) ? rows.map(({ title }) => title) : []
  }
  expect(await titles({ search: 'wool' })).toEqual(['Wool hat', 'Wool sock'])
  expect(await titles({ tag: 'winter' }), 'no archived one').toEqual(['Linen hat', 'Wool hat', 'Wool sock'])
  expect(await titles({ tag: 'winter', search: 'hat' })).toEqual(['Linen hat', 'Wool hat'])
  expect(await titles({ products: ['WH-1', 'wool sock'] })).toEqual(['Wool hat', 'Wool sock'])
  expect(await refused({ products: ['wool-hat', 'Silk hat'], amount: 1 })).toMatchObject({
    code: 'unknown_product',
    errors: [
      {
        pointer: '/products/1',
        code: 'unknown_product',
        detail:
          'No product "Silk hat" in this store. Check its spelling, or leave it out to choose by the other filters.',
      },
    ],
  })
  expect(await refused({ products: ['Linen hat'], amount: 1 })).toMatchObject({
    code: 'ambiguous',
    candidates: [{ title: 'Linen hat' }, { title: 'Linen hat' }],
  })
})

test('a product that does not exist is refused over REST as in every filter', async () => {
  const { owner } = await openWithAssistant()
  const products = ['no-such', crypto.randomUUID()]
  const answer = await owner.post('/api/products/prices', { products, percentage: 5 })
  expect(expectProblem(answer, 422, 'unknown_product').errors).toMatchObject([
    { pointer: '/products/0', code: 'unknown_product' },
    { pointer: '/products/1', code: 'unknown_product' },
  ])
})

test('a call without a filter, without one change or without the expected number is refused', async () => {
  const { refused } = await openWithAssistant()
  const pointersOf = async (args: object) => (await refused(args)).errors.map(({ pointer }) => pointer)
  expect(await pointersOf({ percentage: 5 })).toEqual(['/tag'])
  expect(await pointersOf({ tag: 't' })).toEqual(['/percentage'])
  expect(await pointersOf({ tag: 't', percentage: 5, amount: 1 })).toEqual(['/percentage'])
  expect(await pointersOf({ tag: 't', percentage: 5, dry_run: false })).toEqual(['/expected_changes'])
  // Without dry_run false, it would only be another dry run.
  expect(await pointersOf({ tag: 't', percentage: 5, expected_changes: 2 })).toEqual(['/expected_changes'])
})
