import { describe, expect, test } from 'vitest'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { exported, failuresOf, sent, sentCsv } from '../../platform/transfer/files.ts'
import { holding, isHeld, isWaitedFor } from '../../support/locks.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from '../storefront/shop-window.ts'

const code = 'compare_at_price_not_above_price'

/** A shirt for 80, before 100, whose L costs 70, before 90, and whose XL costs 120. */
async function openShirtShop() {
  const shop = await openWindow()
  const shirt = await shop.addProduct({
    title: 'Shirt',
    price: 80,
    compare_at_price: 100,
    variants: [
      { options: { size: 'S' }, sku: 'S' },
      { options: { size: 'L' }, sku: 'L', price: 70, compare_at_price: 90 },
      { options: { size: 'XL' }, sku: 'XL', price: 120 },
    ],
  })
  const at = `/api/products/${shirt.id}`
  const [small, large, largest] = shirt.variants.map(({ id }) => `${at}/variants/${id}`)
  return { ...shop, shirt, at, small: `${small}`, large: `${large}`, largest: `${largest}` }
}

type Former = { readonly compare_at_price: number | null }
const formerOf = ({ body }: { body: unknown }) =>
  Object(body).variants.map(({ compare_at_price }: Former) => compare_at_price)

describe('a former price of a variant', () => {
  test("is its own, else the product's if that is above its price, for the merchant and for shoppers", async () => {
    const { owner, at, visit, large, largest } = await openShirtShop()
    expect(formerOf(await owner.get(at))).toEqual([100, 90, null])
    expect(formerOf(await visit('/products/shirt'))).toEqual([100, 90, null])
    expect(await owner.patch(largest, { compare_at_price: 150 })).toMatchObject({ body: { compare_at_price: 150 } })
    expect(await owner.patch(large, { compare_at_price: null })).toMatchObject({ body: { compare_at_price: 100 } })
    expect(Object((await visit('/products?q=shirt')).body).data.map((body: unknown) => formerOf({ body }))).toEqual([
      [100, 100, 150],
    ])
  })

  test.for([
    ['small', { compare_at_price: 80 }, '/compare_at_price'],
    ['large', { compare_at_price: 60 }, '/compare_at_price'],
    ['large', { price: 90 }, '/compare_at_price'],
    ['large', { price: null, compare_at_price: 80 }, '/compare_at_price'],
  ] as const)('must be above its price: %s %o', async ([which, change, pointer]) => {
    const shop = await openShirtShop()
    const before = await shop.owner.get(shop.at)
    const { detail, errors } = expectProblem(await shop.owner.patch(shop[which], change), 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer, code }])
    expect(detail).toContain('must be above its price')
    expect((await shop.owner.get(shop.at)).body).toEqual(before.body)
  })

  test('is not reached by the price of the product, where the variant has that', async () => {
    const { owner, at, small } = await openShirtShop()
    expect(await owner.patch(small, { compare_at_price: 85 })).toMatchObject({ status: 200 })
    const refused = expectProblem(await owner.patch(at, { price: 85 }), 422, 'invalid_input')
    expect(refused.errors).toMatchObject([{ pointer: '/price', code, variant: 'Shirt – S', compare_at_price: 85 }])
    expect(await owner.patch(at, { price: 84 })).toMatchObject({ status: 200 })
  })

  test('is not reached by two changes at once', async () => {
    const { owner, at, small } = await openShirtShop()
    const answers = await Promise.all([
      owner.patch(at, { price: 95 }),
      owner.patch(small, { compare_at_price: 90 }),
      owner.patch(at, { price: 94 }),
      owner.patch(small, { compare_at_price: 91 }),
    ])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const { price, variants } = expectBody(await owner.get(at), 200, Product)
    expect(variants[0]?.compare_at_price ?? 0).toBeGreaterThan(price)
  })

  test('waits for a change of all prices before it locks its variant, so that neither waits for the other', async () => {
    const { owner, shirt, small } = await openShirtShop()
    const [variant] = shirt.variants
    const lock = asOwner`select set_config('application_name', ${shirt.id}, true) from products where id = ${shirt.id} for update`
    const isFree = `(select count(*) from (select from product_variants where id = '${variant?.id}' for update nowait) as v) = 1`
    const [, changed] = await Promise.all([
      holding(lock, `(case when ${isWaitedFor} then ${isFree} end)`),
      isHeld(shirt.id).then(() => owner.patch(small, { compare_at_price: 90 })),
    ])
    expect(changed).toMatchObject({ status: 200, body: { compare_at_price: 90 } })
  })

  test('is not changed if the variant is removed first', async () => {
    const { owner, shirt, at, small } = await openShirtShop()
    const [variant] = shirt.variants
    const removal = asOwner`with removed as (update product_variants set archived_at = now() where id = ${variant?.id})
      select set_config('application_name', ${shirt.id}, true) from products where id = ${shirt.id} for update`
    const before = await owner.get(at)
    const [, changed] = await Promise.all([
      holding(removal, isWaitedFor),
      isHeld(shirt.id).then(() => owner.patch(small, { compare_at_price: 90 })),
    ])
    expectProblem(changed, 404, 'not_found')
    expect(Object(before.body).version).toBe(Object((await owner.get(at)).body).version)
  })

  test('is refused for each variant of a new product that lacks it', async () => {
    const { owner } = await openShop()
    const body = {
      title: 'Coat',
      price: 50,
      variants: [
        { options: { size: 'S' }, compare_at_price: 50 },
        { options: { size: 'M' }, compare_at_price: 51 },
        { options: { size: 'L' }, price: 60, compare_at_price: 59.999 },
        { options: { size: 'XL' }, price: 60, compare_at_price: 55 },
      ],
    }
    expect(expectProblem(await owner.post('/api/products', body), 422, 'invalid_amount').errors).toMatchObject([
      { pointer: '/variants/2/compare_at_price' },
    ])
    const [small, medium, , largest] = body.variants
    const refused = await owner.post('/api/products', { ...body, variants: [small, medium, largest] })
    expect(expectProblem(refused, 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/variants/0/compare_at_price', code },
      { pointer: '/variants/2/compare_at_price', code },
    ])
    const made = expectBody(await owner.post('/api/products', { ...body, variants: [medium] }), 201, Product)
    expect(made.variants).toMatchObject([{ price: 50, compare_at_price: 51 }])
    const added = { options: { size: 'L' }, compare_at_price: 49 }
    expectProblem(await owner.post(`/api/products/${made.id}/variants`, added), 422, 'invalid_input')
  })

  test('makes the product one on sale, for shoppers too', async () => {
    const { owner, addProduct, visit } = await openWindow()
    const { id, variants } = await addProduct({ title: 'Plain', price: 10 })
    await addProduct({ title: 'Other', price: 10 })
    // Copies of pages are kept for a moment, each for its own address.
    let limit = 10
    const onSale = async () => {
      const lists = [
        await visit(`/products?on_sale=true&limit=${limit++}`),
        await owner.get('/api/products?on_sale=true'),
      ]
      return lists.map(({ body }) => Object(body).data.map(({ title }: { title: string }) => title))
    }
    expect(await onSale()).toEqual([[], []])
    const at = `/api/products/${id}/variants/${variants[0]?.id}`
    await owner.patch(at, { compare_at_price: 12 })
    expect(await onSale()).toEqual([['Plain'], ['Plain']])
    await owner.patch(at, { compare_at_price: null })
    expect(await onSale()).toEqual([[], []])
  })

  test('is set and cleared by an assistant', async () => {
    const shop = await openShirtShop()
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const save = async (args: Record<string, unknown>) => answerOf(await post(callOf('save_variant', args), { token }))
    expect(await save({ variant_id: 'XL', compare_at_price: 130 })).toMatchObject({ compare_at_price: 130 })
    expect(await save({ variant_id: 'L', compare_at_price: null })).toMatchObject({
      compare_at_price: 100,
      cleared: ['compare_at_price'],
    })
  })
})

describe('a file with former prices of variants', () => {
  const columns = 'external_id,title,price,compare_at_price,sku,variant_options,variant_price,variant_compare_at_price'

  test('sets and clears them, and is refused where one is not above the price', async () => {
    const { owner } = await openShop()
    const rows = [
      ['P', 'Shirt', '80', '100', 'S', 'size: S', '', '100'],
      ['P', 'Shirt', '80', '100', 'L', 'size: L', '70', '90'],
    ]
    expect(await sentCsv(owner, 'products', columns, ...rows)).toMatchObject({ created: 1, failed: 0 })
    const read = async () => Object((await owner.get('/api/products')).body).data[0]
    expect(formerOf({ body: await read() })).toEqual([100, 90])
    // S has the product's former price, and follows it.
    await owner.patch(`/api/products/${(await read()).id}`, { compare_at_price: 110 })
    expect(formerOf({ body: await read() })).toEqual([110, 90])
    const short = 'external_id,sku,variant_compare_at_price'
    expect(failuresOf(await sentCsv(owner, 'products', short, ['P', 'L', '70']))).toEqual([
      [2, 'variant_compare_at_price', code],
    ])
    const dearer = await sentCsv(owner, 'products', 'external_id,sku,variant_price', ['P', 'L', '95'])
    expect(failuresOf(dearer)).toMatchObject([[2, expect.anything(), code]])
    expect(await sentCsv(owner, 'products', short, ['P', 'L', ''])).toMatchObject({ updated: 1 })
    expect(formerOf({ body: await read() })).toEqual([110, 110])
  })

  test('is unchanged when an export comes back', async () => {
    const { owner, at } = await openShirtShop()
    const before = await owner.get(at)
    const file = await exported(owner, 'products', '?format=csv')
    expect(file).toContain('variant_compare_at_price')
    expect(await sent(owner, 'products', file)).toMatchObject({ unchanged: 1, updated: 0, failed: 0 })
    expect((await owner.get(at)).body).toEqual(before.body)
  })
})
