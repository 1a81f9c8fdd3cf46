import { describe, expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from './shop-window.ts'
import { setTax } from '../stores/taxes.ts'

async function openShopOf(goods: readonly Record<string, unknown>[]) {
  const window = await openWindow()
  const products = []
  for (const product of goods) products.push(await window.addProduct(product))
  const items = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
  const customer = { name: 'Huda', phone: '+96550000101' }
  return {
    ...window,
    items,
    addDiscount: async (discount: object) =>
      expectBody(await window.owner.post('/api/discounts', discount), 201, Discount),
    addMethod: async (method: object) =>
      expectBody(await window.owner.post('/api/delivery-methods', method), 201, DeliveryMethod),
    addTax: (tax: object) => setTax(window.store, { rate: 20, ...tax }),
    quote: (cart: object = {}) => window.send('/quote', { items, ...cart }),
    order: (cart: object = {}) => window.send('/orders', { customer, items, ...cart }),
    usesOf: async ({ id }: { id: string }) =>
      expectBody(await window.owner.get(`/api/discounts/${id}`), 200, Discount).uses,
  }
}

describe('a code never makes it dearer', () => {
  test('by the free delivery that a larger amount has', async () => {
    const shop = await openShopOf([{ price: 52 }])
    await shop.addMethod({ name: 'Courier', price: 6, free_from: 50 })
    const code = await shop.addDiscount({ code: 'THREE', kind: 'fixed', value: 3 })
    const cart = { discount_code: 'three' }
    expect(await shop.quote(cart)).toMatchObject({
      status: 200,
      body: {
        total_amount: 52,
        shipping_amount: 0,
        discounts: [],
        discount_refused: { code: 'cheaper_without_code', detail: expect.stringContaining('delivery') },
      },
    })
    expect(await shop.order({ ...cart, expected_total: 52 })).toMatchObject({
      status: 201,
      body: { total_amount: 52, discount_refused: { code: 'cheaper_without_code' } },
    })
    expect(await shop.usesOf(code)).toBe(0)
  })

  test('by losing the free delivery that the automatic discount leaves', async () => {
    const shop = await openShopOf([{ price: 55 }])
    await shop.addMethod({ name: 'Courier', price: 6, free_from: 50 })
    await shop.addDiscount({ automatic: true, name: 'Autumn', kind: 'fixed', value: 3 })
    const code = await shop.addDiscount({ code: 'TEN', kind: 'percentage', value: 10 })
    expect(await shop.quote({ discount_code: 'TEN' })).toMatchObject({
      body: {
        total_amount: 52,
        discounts: [{ name: 'Autumn' }],
        discount_refused: { code: 'better_discount_applied' },
      },
    })
    // 10 % of two are worth more than the delivery.
    const items = shop.items.map((item) => ({ ...item, quantity: 2 }))
    expect(await shop.order({ discount_code: 'TEN', items })).toMatchObject({
      body: { total_amount: 99, discounts: [{ code: 'TEN' }], discount_refused: null },
    })
    expect(await shop.usesOf(code)).toBe(1)
  })

  test('by a method that is not offered for the smaller amount', async () => {
    const shop = await openShopOf([{ price: 52 }])
    await shop.addMethod({ name: 'Van', price: 1, min_subtotal: 50 })
    await shop.addDiscount({ code: 'THREE', kind: 'fixed', value: 3 })
    expect(await shop.quote({ discount_code: 'THREE' })).toMatchObject({
      status: 200,
      body: { total_amount: 53, discount_refused: { code: 'cheaper_without_code' } },
    })
    await shop.addMethod({ name: 'Courier', price: 9 })
    expect(await shop.quote({ discount_code: 'THREE' })).toMatchObject({
      body: { total_amount: 53, delivery: { name: 'Van' }, discount_refused: { code: 'cheaper_without_code' } },
    })
  })

  test('nor takes away the delivery method that somebody chose', async () => {
    const shop = await openShopOf([{ price: 100 }])
    await shop.addMethod({ name: 'Standard', price: 5 })
    const { id: delivery_method_id } = await shop.addMethod({ name: 'Express', price: 6, min_subtotal: 60 })
    await shop.addDiscount({ code: 'HALF', kind: 'percentage', value: 50 })
    const cart = { delivery_method_id, discount_code: 'HALF' }
    expect(await shop.quote(cart)).toMatchObject({
      body: { total_amount: 106, delivery: { name: 'Express' }, discount_refused: { code: 'cheaper_without_code' } },
    })
    expect(await shop.quote({ discount_code: 'HALF' })).toMatchObject({ body: { total_amount: 55 } })
  })

  test('by the tax of other goods than the automatic discount is for', async () => {
    const shop = await openShopOf([
      { title: 'Book', price: 10, taxable: false, tags: ['books'] },
      { title: 'Lamp', price: 10, tags: ['lamps'] },
    ])
    await shop.addTax({})
    await shop.addDiscount({ automatic: true, name: 'Lamps', kind: 'fixed', value: 2, applies_to: { tags: ['lamps'] } })
    await shop.addDiscount({ code: 'READ', kind: 'fixed', value: 2.2, applies_to: { tags: ['books'] } })
    expect(await shop.quote({ discount_code: 'READ' })).toMatchObject({
      body: {
        total_amount: 19.6,
        tax_amount: 1.6,
        discount_refused: { code: 'better_discount_applied', name: 'Lamps' },
      },
    })
    // A code for all goods takes off more than the automatic discount, of which less was taxed.
    await shop.addDiscount({ code: 'ALL', kind: 'fixed', value: 2.1 })
    expect(await shop.quote({ discount_code: 'ALL' })).toMatchObject({
      body: { total_amount: 19.6, discount_refused: { code: 'better_discount_applied', name: 'Lamps' } },
    })
    await shop.addTax({ prices_include_tax: true })
    expect(await shop.quote({ discount_code: 'ALL' })).toMatchObject({
      body: { total_amount: 17.9, discount_refused: null },
    })
  })

  test('by a dearer method that is only offered for the smaller amount', async () => {
    const shop = await openShopOf([{ price: 52 }])
    await shop.addMethod({ name: 'Post', price: 6, max_subtotal: 50 })
    await shop.addMethod({ name: 'Van', price: 1 })
    await shop.addDiscount({ code: 'THREE', kind: 'fixed', value: 3 })
    expect(await shop.quote({ discount_code: 'THREE' })).toMatchObject({
      body: { total_amount: 53, delivery: { name: 'Van' }, discount_refused: { code: 'cheaper_without_code' } },
    })
  })

  test('in a store whose orders a merchant enters', async () => {
    const shop = await openShopOf([{ price: 52 }])
    const { id: delivery_method_id } = await shop.addMethod({ name: 'Courier', price: 6, free_from: 50 })
    const code = await shop.addDiscount({ code: 'THREE', kind: 'fixed', value: 3 })
    const order = { items: shop.items, delivery_method_id, discount_code: 'THREE' }
    const refused = { total_amount: 52, discount_refused: { code: 'cheaper_without_code' } }
    expect(await shop.owner.post('/api/orders/quote', order)).toMatchObject({ status: 200, body: refused })
    const customer = { name: 'Huda', phone: '+96550000102' }
    expect(await shop.owner.post('/api/orders', { ...order, customer })).toMatchObject({ status: 201, body: refused })
    expect(await shop.usesOf(code)).toBe(0)
  })
})

describe('a quote refuses what the order would refuse', () => {
  test('more than the limit of one item, also in two lines', async () => {
    const shop = await openShopOf([{ title: 'Scarf', variants: [{ on_hand: 500 }] }])
    await asOwner`update stores set max_units_per_line = 5 where id = ${shop.store.id}`
    const [item] = shop.items
    for (const items of [
      [{ ...item, quantity: 6 }],
      [
        { ...item, quantity: 3 },
        { ...item, quantity: 3 },
      ],
    ]) {
      const quoted = expectProblem(await shop.quote({ items }), 422, 'quantity_limit')
      const ordered = expectProblem(await shop.order({ items }), 422, 'quantity_limit')
      expect(quoted.errors).toEqual(ordered.errors)
      expect(pointersOf(quoted)).toEqual(['/items/0/quantity'])
    }
  })

  test('what is sold out, or short, with the fields that were sent', async () => {
    const shop = await openShopOf([
      { title: 'Cap', variants: [{ on_hand: 0 }] },
      { title: 'Mug', variants: [{ on_hand: 2 }] },
      { title: 'Gift card', variants: [{ tracked: false }] },
      { title: 'Poster', variants: [{ on_hand: 0, allow_backorder: true }] },
    ])
    const soldOut = expectProblem(await shop.quote(), 409, 'insufficient_stock')
    expect(soldOut.errors).toMatchObject([{ pointer: '/items/0/quantity', detail: '"Cap" is sold out.' }])
    expect(soldOut.errors).toEqual(expectProblem(await shop.order(), 409, 'insufficient_stock').errors)
    const [, mug, card, poster] = shop.items
    const short = expectProblem(await shop.quote({ items: [{ ...mug, quantity: 3 }] }), 409, 'insufficient_stock')
    expect(pointersOf(short)).toEqual(['/items/0/quantity'])
    const items = [
      { ...mug, quantity: 1 },
      { ...card, quantity: 50 },
      { ...poster, quantity: 50 },
    ]
    expect((await shop.quote({ items })).status).toBe(200)
    const unknown = { items: [{ product_slug: 'no-such', quantity: 1 }] }
    expect(pointersOf(expectProblem(await shop.quote(unknown), 422, 'product_not_found'))).toEqual([
      '/items/0/product_slug',
    ])
  })

  test('of a merchant as well: stock and anonymized customers', async () => {
    const shop = await openShopOf([{ title: 'Mug', variants: [{ on_hand: 2, sku: 'M' }, { options: { size: 'L' } }] }])
    const [product_id] = shop.items.map((item) => item.product_id)
    const quote = (item: object, fields: object = {}) =>
      shop.owner.post('/api/orders/quote', { items: [{ quantity: 1, ...item }], ...fields })
    const short = expectProblem(await quote({ product_id, variant_sku: 'M', quantity: 3 }), 409, 'insufficient_stock')
    expect(short.errors).toMatchObject([{ pointer: '/items/0/quantity', available: 2, requested: 3 }])
    expect((await quote({ product_id, variant_sku: 'M', quantity: 2 })).status).toBe(200)
    const unclear = [{ product_id }, { product_id, variant_options: { size: 'S' } }, { product_id, variant_sku: 'X' }]
    const fields = ['variant_id', 'variant_options', 'variant_sku']
    for (const [at, item] of unclear.entries())
      expect(pointersOf(expectProblem(await quote(item), 422, 'variant_required'))).toEqual([`/items/0/${fields[at]}`])
    const { id } = await shop.addCustomer({ name: 'Gone' })
    expect((await shop.owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
    expectProblem(await quote({ product_id, variant_sku: 'M' }, { customer_id: id }), 409, 'customer_anonymized')
  })
})
