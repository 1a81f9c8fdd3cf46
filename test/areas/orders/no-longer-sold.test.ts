import { describe, expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openCheckoutShop } from './checkout-shop.ts'
import { openScarfShop } from './scarf-shop.ts'

describe('what an order has and the store no longer sells', () => {
  test.for(['product', 'variant'] as const)(
    'stays editable, up to the quantity that it has: a %s',
    async (archived) => {
      const { owner, bought, line, addProduct, store } = await openScarfShop()
      const shirt = await addProduct({
        title: 'Shirt',
        price: 20,
        variants: [
          { sku: 'S', options: { Size: 'S' }, on_hand: 9 },
          { sku: 'M', options: { Size: 'M' }, on_hand: 9 },
          { sku: 'L', options: { Size: 'L' }, on_hand: 9 },
        ],
      })
      const [small] = shirt.variants
      const shirts = (quantity: number, fields: object = { variant_id: small?.id }) => ({
        product_id: shirt.id,
        quantity,
        ...fields,
      })
      const { id } = await bought({ items: [{ ...shirts(3), unit_price: 18 }, line()], total_amount: 64 })
      const of = archived === 'product' ? '' : `/variants/${small?.id}`
      expect((await owner.delete(`/api/products/${shirt.id}${of}`)).status).toBeLessThan(300)
      const change = (items: object[]) => owner.patch(`/api/orders/${id}`, { items })
      const changed = async (items: object[]) => expectBody(await change(items), 200, Order)
      for (const named of [{ variant_id: small?.id }, { variant_sku: 'S' }, { variant_options: { Size: 'S' } }]) {
        expect(await changed([shirts(3, named), line()])).toMatchObject({ total_amount: 64 })
        expect(await changed([shirts(3, named), line({ quantity: 2 })])).toMatchObject({ total_amount: 74 })
        expect(await changed([shirts(3, named), line()])).toMatchObject({ total_amount: 64 })
      }
      for (const items of [
        [shirts(4), line()],
        [shirts(2), shirts(2)],
      ]) {
        const problem = expectProblem(
          await change(items),
          422,
          archived === 'product' ? 'product_not_found' : 'variant_required',
        )
        expect(pointersOf(problem)).toContain(archived === 'product' ? '/items/0/product_id' : '/items/0/variant_id')
        expect(problem.detail).toContain('archived')
      }
      expect(await changed([shirts(1), line()])).toMatchObject({ total_amount: 28, items: [{ unit_price: 18 }, {}] })
      // More than it has now is adding, too.
      expect((await change([shirts(2), line()])).status).toBe(422)
      await act(owner, id, 'confirm')
      await act(owner, id, 'prepare')
      expect(await changed([shirts(1)])).toMatchObject({ total_amount: 18 })
      await expectSoundBooks(store.id)
    },
  )

  test.for(['by its product', 'by the name of its product', 'by its SKU'] as const)(
    'is not taken for the variant that is sold now: %s',
    async (named) => {
      const { owner, bought, addProduct } = await openScarfShop()
      const cup = await addProduct({
        title: 'Cup',
        price: 20,
        variants: [
          { sku: 'RED', options: { Colour: 'Red' }, on_hand: 9 },
          { sku: 'BLUE', options: { Colour: 'Blue' }, on_hand: 9 },
        ],
      })
      const items = [{ product_id: cup.id, variant_sku: 'RED', quantity: 2, unit_price: 18 }]
      const { id } = await bought({ items, total_amount: 36 })
      await owner.delete(`/api/products/${cup.id}/variants/${cup.variants[0]?.id}`)
      const product_id = { 'by its product': cup.id, 'by the name of its product': 'cup', 'by its SKU': 'red' }[named]
      const change = (quantity: number) => owner.patch(`/api/orders/${id}`, { items: [{ product_id, quantity }] })
      expect((await change(3)).status).toBe(422)
      expect(await change(1)).toMatchObject({
        status: 200,
        body: { total_amount: 18, items: [{ variant_sku: 'RED', unit_price: 18 }] },
      })
      // Beside the one it has, the other is the one that is sold.
      const both = [
        { product_id: cup.id, variant_sku: 'RED', quantity: 1 },
        { product_id: cup.id, quantity: 1 },
      ]
      expect(await owner.patch(`/api/orders/${id}`, { items: both })).toMatchObject({
        status: 200,
        body: { total_amount: 38, items: [{ variant_sku: 'RED' }, { variant_sku: 'BLUE' }] },
      })
    },
  )

  test('cannot be added to an order that does not have it', async () => {
    const { owner, bought, buy, line, scarf, addProduct } = await openScarfShop()
    const hat = await addProduct({ title: 'Hat', price: 5, variants: [{ on_hand: 9 }] })
    const { id } = await bought()
    await owner.delete(`/api/products/${hat.id}`)
    const items = [line(), { product_id: hat.id, quantity: 1 }]
    expectProblem(await owner.patch(`/api/orders/${id}`, { items }), 422, 'product_not_found')
    await owner.delete(`/api/products/${scarf.id}`)
    expectProblem(await buy(), 422, 'product_not_found')
  })
})

describe('a code that no longer applies', () => {
  const inThePast = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' }

  async function openWithCode(discount: object = {}) {
    const shop = await openCheckoutShop({ tax: null })
    const { owner, discountId } = shop
    expect((await owner.patch(`/api/discounts/${discountId}`, discount)).status).toBe(200)
    const made = await shop.check({ items: [shop.line({ quantity: 2 })] })
    expect(made).toMatchObject({ discount_amount: 2, total_amount: 23 })
    const change = (fields: object) => owner.patch(`/api/orders/${made.id}`, fields)
    return {
      ...shop,
      id: made.id,
      change,
      changed: async (fields: object) => expectBody(await change(fields), 200, Order),
      reset: (fields: object) => owner.patch(`/api/discounts/${discountId}`, fields),
      uses: async () => expectBody(await owner.get(`/api/discounts/${discountId}`), 200, Discount).uses,
    }
  }

  test.for([
    ['has ended', {}, inThePast],
    ['is off', {}, { active: false }],
    ['is used up', { usage_limit: 1 }, {}],
    ['is for first orders', { first_order_only: true }, {}],
    ['each customer has used', { usage_limit_per_customer: 1 }, {}],
    ['now needs more', {}, { min_subtotal: 500 }],
  ] as const)('does not block a first address: it %s', async ([, discount, now]) => {
    const { changed, reset, buy, uses } = await openWithCode(discount)
    if (Object.keys(now).length > 0) expect((await reset(now)).status).toBe(200)
    // Another order of the customer.
    expect(
      (await buy({ items: [{ product_id: 'Scarf', quantity: 5, unit_price: 10 }], total_amount: 50 })).status,
    ).toBe(201)
    const address = { line1: '4 Gulf Road', area: 'Salmiya', country: 'KW', region: 'Hawalli' }
    expect(await changed({ address })).toMatchObject({
      discount_amount: 2,
      discounts: [{ code: 'TEN' }],
      total_amount: 23,
    })
    expect(await uses()).toBe(1)
  })

  test('is computed as it is now, for the goods as they are', async () => {
    const { changed, change, reset, line, store } = await openWithCode()
    await reset({ ...inThePast, value: 20 })
    expect(await changed({ items: [line({ quantity: 3 })] })).toMatchObject({ discount_amount: 6, total_amount: 29 })
    // To name it is to use it again.
    const named = expectProblem(await change({ discount_code: 'TEN' }), 422, 'discount_ended')
    expect(pointersOf(named)).toEqual(['/discount_code'])
    expect(await changed({ discount_code: null })).toMatchObject({
      discount_amount: 0,
      discounts: [],
      total_amount: 35,
    })
    await expectSoundBooks(store.id)
  })

  test('keeps its amount once it is deleted, at most the goods', async () => {
    const { owner, changed, line, discountId, id, store } = await openWithCode()
    expect((await owner.delete(`/api/discounts/${discountId}`)).status).toBeLessThan(300)
    expect(await changed({ items: [line({ quantity: 4 })] })).toMatchObject({
      discount_amount: 2,
      discounts: [{ code: 'TEN', kind: 'percentage', amount: 2 }],
      total_amount: 43,
    })
    await asOwner`update orders set discounts = jsonb_set(discounts, '{0,amount_minor}', '1500') where id = ${id}`
    expect(await changed({ items: [line()] })).toMatchObject({ discount_amount: 10, total_amount: 5 })
    await asOwner`update orders set discounts = jsonb_set(discounts, '{0,amount_minor}', '1000') where id = ${id}`
    await expectSoundBooks(store.id)
  })
})
