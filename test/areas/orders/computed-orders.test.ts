import { describe, expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { quoteOrder } from '../../../src/areas/orders/quote-order.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { unfilledFields } from '../../support/fields.ts'
import { CreatedOrder, expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { orderOf } from './acting.ts'
import { contradictionsOf } from './contradictions.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

// Orders of a merchant who leaves the amounts to the service: POST and PATCH with delivery_method_id or discount_code.

async function openStore() {
  const shop = await openScarfShop()
  const { owner, store } = shop
  const addDiscount = async (discount: object) =>
    expectBody(await owner.post('/api/discounts', { kind: 'percentage', value: 10, ...discount }), 201, Discount)
  const method = expectBody(
    await owner.post('/api/delivery-methods', {
      name: 'Standard',
      price: 3,
      cod_fee: 1,
      zones: [{ country: 'KW' }, { country: 'BH' }],
    }),
    201,
    DeliveryMethod,
  )
  const ten = await addDiscount({ code: 'TEN', usage_limit: 1 })
  await setTax(store, { country_rates: [{ country: 'BH', rate: 0 }] })
  const computed = { delivery_method_id: method.id, destination: { country: 'KW' }, discount_code: 'ten' }
  const order = (fields: object = {}) =>
    shop.order({ total_amount: undefined, items: [shop.line({ quantity: 2 })], ...computed, ...fields })
  return {
    ...shop,
    method,
    ten,
    computed,
    order,
    addDiscount,
    make: async (fields: object = {}) => expectBody(await owner.post('/api/orders', order(fields)), 201, CreatedOrder),
    change: (id: string, fields: object) => owner.patch(`/api/orders/${id}`, fields),
    usesOf: async ({ id }: { id: string }) => expectBody(await owner.get(`/api/discounts/${id}`), 200, Discount).uses,
  }
}

const amounts = { subtotal_amount: 20, discount_amount: 2, shipping_amount: 3, tax_amount: 1.8, total_amount: 22.8 }

describe('a new order', () => {
  test('with a delivery method and a code has every amount computed from the given prices', async () => {
    const { make, method, ten, usesOf, order, owner, store } = await openStore()
    const items = [{ ...order().items[0], unit_price: 20, quantity: 1 }]
    const made = await make({ items, tags: ['gift'] })
    const price = {
      ...amounts,
      adjustment_amount: 0,
      delivery: {
        method_id: method.id,
        name: 'Standard',
        kind: 'delivery',
        amount: 3,
        cod_fee: 0,
        tax_amount: 0,
        estimated_days: null,
        pickup_address: null,
        destination: { country: 'KW', region: null },
      },
      discounts: [{ discount_id: ten.id, code: 'TEN', name: 'TEN', kind: 'percentage', amount: 2 }],
      tax: { rate: 10, label: 'VAT', included: false, amount: 1.8 },
      items: [{ unit_price: 20, list_price: 10, discount_amount: 2, tax_amount: 1.8 }],
      warnings: [],
    }
    expect(made).toMatchObject(price)
    const { warnings: _warnings, ...kept } = price
    expect(await orderOf(owner, made.id)).toMatchObject(kept)
    expect(await usesOf(ten)).toBe(1)
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('may state a total, tax or discount, which must then agree with the method and code', async () => {
    const { owner, order, store } = await openStore()
    const before = await snapshot(store.id)
    const wrong = { total_amount: 22, shipping_amount: 4, tax_amount: 1, discount_amount: 2.001 }
    const problem = expectProblem(await owner.post('/api/orders', order(wrong)), 422, 'total_mismatch')
    expect(problem).toMatchObject({ expected_total_amount: 23.8 })
    expect(problem.errors.map(({ pointer, expected_amount }) => [pointer, expected_amount])).toEqual([
      ['/total_amount', 23.8],
      ['/tax_amount', 1.8],
      ['/discount_amount', 2],
    ])
    expect(await snapshot(store.id)).toEqual(before)
    const { subtotal_amount: _subtotal, ...right } = amounts
    expect(await owner.post('/api/orders', order(right))).toMatchObject({ status: 201, body: amounts })
  })

  test('without them is exactly as the merchant states it', async () => {
    const { buy, owner, order } = await openStore()
    expect(expectBody(await buy({ total_amount: 12, shipping_amount: 2 }), 201, CreatedOrder)).toMatchObject({
      total_amount: 12,
      delivery: null,
      discounts: [],
      tax: null,
    })
    const none = { delivery_method_id: undefined, discount_code: undefined }
    const problem = expectProblem(await owner.post('/api/orders', order(none)), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual(['/total_amount'])
  })

  test('of which the merchant states the discount is taxed all the same, as the quote says', async () => {
    const { owner, customer, line, store } = await openStore()
    await setTax(store, { rate: 16.6666, country_rates: [{ country: 'BH', rate: 0 }] })
    const { name, phone } = { name: customer.name, phone: '+96550001234' }
    const order = { customer: { name, phone }, items: [line({ unit_price: 164.4, quantity: 1 })] }
    const made = expectBody(await owner.post('/api/orders', { ...order, discount_amount: 16.44 }), 201, CreatedOrder)
    const price = { discount_amount: 16.44, tax_amount: 24.66, total_amount: 172.62 }
    expect(made).toMatchObject({ ...price, warnings: [] })
    const quoted = await owner.post('/api/orders/quote', { items: order.items, discount_amount: 16.44 })
    expect(expectBody(quoted, 200, Quote)).toMatchObject(price)
    expect(made.items).toMatchObject([{ discount_amount: 16.44, tax_amount: 24.66 }])
  })

  test('whose tax the merchant states gives each line its share of it, to the last minor unit', async () => {
    const { owner, customer, line, store } = await openStore()
    const { name, phone } = { name: customer.name, phone: '+96550001234' }
    const items = [line({ quantity: 1 }), line({ unit_price: 20, quantity: 1 }), line({ unit_price: 0, quantity: 1 })]
    const made = expectBody(
      await owner.post('/api/orders', { customer: { name, phone }, items, discount_amount: 3, tax_amount: 1 }),
      201,
      CreatedOrder,
    )
    expect(made).toMatchObject({ discount_amount: 3, tax_amount: 1, total_amount: 28 })
    expect(made.items.map((item) => item.tax_amount)).toEqual([0.33, 0.67, 0])
    expect(await contradictionsOf(store.id)).toEqual({})

    await asOwner`update products set taxable = false where store_id = ${store.id}`
    const free = { customer: { name, phone }, items: [line({ unit_price: 0 })], tax_amount: 0.5 }
    const given = expectBody(await owner.post('/api/orders', free), 201, CreatedOrder)
    expect(given.items).toMatchObject([{ tax_amount: 0.5 }])
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('with a stated delivery price keeps it beside the method, the code and the tax', async () => {
    const { make, method } = await openStore()
    expect(await make({ shipping_amount: 1.5 })).toMatchObject({
      ...amounts,
      shipping_amount: 1.5,
      total_amount: 21.3,
      delivery: { method_id: method.id, name: 'Standard', amount: 1.5, cod_fee: 0 },
    })
  })

  test('whose stated total leaves the tax out says so, and what it would be', async () => {
    const { buy, owner, customer, line } = await openStore()
    const { warnings } = expectBody(await buy({ total_amount: 10 }), 201, CreatedOrder)
    expect(warnings).toMatchObject([{ code: 'tax_not_charged', expected_tax_amount: 1 }])
    const there = { customer_id: customer.id, items: [line()], total_amount: 10, destination: { country: 'BH' } }
    const made = expectBody(await owner.post('/api/orders', there), 201, CreatedOrder)
    expect(made).toMatchObject({ destination: { country: 'BH' }, total_amount: 10 })
    expect(made.warnings.map(({ code }) => code)).not.toContain('tax_not_charged')
  })

  test('whose stated total books no tax says so too where the prices include it', async () => {
    const { buy, change, line, store } = await openStore()
    await asOwner`update stores set tax = tax || '{"prices_include_tax": true}' where id = ${store.id}`
    const { warnings } = expectBody(await buy({ total_amount: 10 }), 201, CreatedOrder)
    expect(warnings).toMatchObject([{ code: 'tax_not_charged', expected_tax_amount: 0.91 }])
    expect(warnings[0]?.detail).toMatch(/^The order has no tax, although the store's prices include 0.91 of it\. /)
    const less = expectBody(await buy({ total_amount: 5.5 }), 201, CreatedOrder)
    expect(less.warnings).toMatchObject([{ expected_tax_amount: 0.5 }, { code: 'total_differs_from_items' }, {}])
    const moved = await change(less.id, { destination: { country: 'SA' } })
    expect(Object(moved.body).warnings).toMatchObject([
      { code: 'tax_not_charged', expected_tax_amount: 0.5 },
      { code: 'amounts_kept' },
    ])
    expect(await change(less.id, { destination: { country: 'BH' } })).toMatchObject({
      body: { warnings: [{ code: 'amounts_kept' }] },
    })
    const gift = { items: [line({ unit_price: 0 })], shipping_amount: 5, total_amount: 5 }
    const { id } = expectBody(await buy(gift), 201, CreatedOrder)
    expect(await change(id, { total_amount: 3 })).toMatchObject({
      status: 200,
      body: { adjustment_amount: -2, warnings: [] },
    })
  })

  test('for a place to which delivery costs something says that none was chosen', async () => {
    const { make, addDiscount, method } = await openStore()
    await addDiscount({ code: 'NINE' })
    const { warnings } = await make({ delivery_method_id: undefined })
    expect(warnings).toMatchObject([{ code: 'delivery_not_chosen', delivery_methods: [{ id: method.id, amount: 3 }] }])
    const stated = await make({ delivery_method_id: undefined, discount_code: 'NINE', shipping_amount: 0 })
    expect(stated.warnings.map(({ code }) => code)).toEqual(['possible_duplicate'])
  })

  test('is never dearer for a code: the better automatic discount stays, and the code is not used up', async () => {
    const { make, addDiscount, usesOf, ten } = await openStore()
    await addDiscount({ automatic: true, name: 'Autumn', kind: 'fixed', value: 5 })
    expect(await make()).toMatchObject({
      discount_amount: 5,
      discounts: [{ name: 'Autumn', code: null }],
      discount_refused: { code: 'better_discount_applied', name: 'Autumn' },
    })
    expect(await usesOf(ten)).toBe(0)
  })

  test('that repeats what the quote said states nothing by that', async () => {
    const { make, change, addDiscount, line, method, usesOf, owner } = await openStore()
    const autumn = await addDiscount({ automatic: true, name: 'Autumn', kind: 'percentage', value: 20 })
    const quoted = { discount_code: undefined, shipping_amount: 4, discount_amount: 4, payment_method: 'cod' }
    const made = await make(quoted)
    expect(made).toMatchObject({ delivery: { amount: 3, cod_fee: 1 }, discounts: [{ name: 'Autumn' }] })
    expect(await usesOf(autumn)).toBe(1)
    expect((await owner.patch(`/api/delivery-methods/${method.id}`, { price: 5 })).status).toBe(200)
    expect(await change(made.id, { items: [line({ quantity: 4 })] })).toMatchObject({
      status: 200,
      body: { shipping_amount: 6, discount_amount: 8 },
    })
  })

  test('states no more tax than there is in prices that include it', async () => {
    const { owner, customer, line, store } = await openStore()
    await asOwner`update stores set tax = tax || '{"prices_include_tax": true}' where id = ${store.id}`
    const order = { customer: { name: customer.name, phone: '+96550001234' }, items: [line()] }
    const problem = expectProblem(
      await owner.post('/api/orders', { ...order, tax_amount: 10.01 }),
      422,
      'invalid_amount',
    )
    expect(pointersOf(problem)).toEqual(['/tax_amount'])
    expect(await owner.post('/api/orders', { ...order, tax_amount: 10 })).toMatchObject({ status: 201 })
  })

  test('chooses no delivery method by itself', async () => {
    const { make } = await openStore()
    expect(await make({ delivery_method_id: undefined, destination: undefined })).toMatchObject({
      shipping_amount: 0,
      delivery: null,
      tax_amount: 1.8,
      total_amount: 19.8,
    })
  })

  test.for([
    { fields: { discount_code: 'NINE' }, code: 'discount_not_found', pointer: '/discount_code' },
    {
      fields: { delivery_method_id: crypto.randomUUID() },
      code: 'delivery_method_not_found',
      pointer: '/delivery_method_id',
    },
    { fields: { destination: { country: 'SA' } }, code: 'delivery_method_not_offered', pointer: '/delivery_method_id' },
    { fields: { destination: undefined }, code: 'destination_required', pointer: '/destination' },
  ])('is refused as $code, and leaves nothing behind', async ({ fields, code, pointer }) => {
    const { owner, order, store } = await openStore()
    const before = await snapshot(store.id)
    expect(pointersOf(expectProblem(await owner.post('/api/orders', order(fields)), 422, code))).toEqual([pointer])
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('reports problems of the method and of the code together', async () => {
    const { owner, order } = await openStore()
    const answer = await owner.post('/api/orders', order({ discount_code: 'NINE', destination: { country: 'SA' } }))
    const problem = expectProblem(answer, 422, 'delivery_method_not_offered')
    expect(pointersOf(problem)).toEqual(['/delivery_method_id', '/discount_code'])
  })
})

describe('a change', () => {
  test('says why a code was not used', async () => {
    const { make, change, addDiscount, ten, usesOf, line } = await openStore()
    await addDiscount({ automatic: true, name: 'Autumn', kind: 'fixed', value: 5 })
    const { id } = await make({ discount_code: undefined })
    const discount_refused = { code: 'better_discount_applied', name: 'Autumn' }
    expect(await change(id, { discount_code: 'TEN' })).toMatchObject({ status: 200, body: { discount_refused } })
    expect(await change(id, { notes: 'Ring twice' })).toMatchObject({ body: { discount_refused: null } })
    // A tenth of 60 is more than 5.
    const more = { discount_code: 'TEN', items: [line({ quantity: 6 })] }
    expect(await change(id, more)).toMatchObject({ body: { discounts: [{ code: 'TEN' }], discount_refused: null } })
    const less = await change(id, { items: [line({ quantity: 2 })] })
    expect(less).toMatchObject({ body: { discounts: [{ name: 'Autumn' }], discount_refused } })
    expect(await usesOf(ten)).toBe(0)
  })

  test('that only takes a code or method off keeps the amounts that the merchant stated', async () => {
    const { make, change } = await openStore()
    const { id } = await make({ discount_code: undefined, discount_amount: 5, shipping_amount: 4 })
    expect(await change(id, { discount_code: null, delivery_method_id: null })).toMatchObject({
      status: 200,
      body: { discount_amount: 5, shipping_amount: 4 },
    })
  })

  test('to what delivery and discounts come to anyway leaves them to the service again', async () => {
    const { make, change, line, addDiscount } = await openStore()
    await addDiscount({ automatic: true, name: 'Autumn' })
    const { id } = await make({ discount_code: undefined, discount_amount: 5, shipping_amount: 4 })
    const shipped = await change(id, { shipping_amount: 3 })
    expect(shipped).toMatchObject({ status: 200, body: { discount_amount: 5, shipping_amount: 3, discounts: [] } })
    const discounted = await change(id, { discount_amount: 2 })
    expect(discounted).toMatchObject({ status: 200, body: { shipping_amount: 3, discounts: [{ name: 'Autumn' }] } })
    const more = await change(id, { items: [line({ quantity: 4 })] })
    expect(more).toMatchObject({ status: 200, body: { discount_amount: 4, shipping_amount: 3, total_amount: 42.6 } })
  })

  test('of the payment method to one that the delivery method does not take is refused', async () => {
    const { make, change, method } = await openStore()
    await asOwner`update delivery_methods set payment_methods = '{card}' where id = ${method.id}`
    const { id } = await make({ shipping_amount: 4, payment_method: 'card' })
    expectProblem(await change(id, { payment_method: 'cod' }), 422, 'delivery_method_not_offered')
  })

  test('takes a code off, and counts its use no longer; it can be used again', async () => {
    const { make, change, ten, usesOf, addDiscount, store } = await openStore()
    const autumn = await addDiscount({ automatic: true, name: 'Autumn', kind: 'fixed', value: 1 })
    const { id } = await make()
    const without = await change(id, { discount_code: null })
    expect(without).toMatchObject({
      status: 200,
      body: { discount_amount: 1, total_amount: 23.9, discounts: [{ name: 'Autumn' }] },
    })
    expect([await usesOf(ten), await usesOf(autumn)]).toEqual([0, 1])
    expect(await change(id, { discount_code: 'TEN' })).toMatchObject({ status: 200, body: amounts })
    expect([await usesOf(ten), await usesOf(autumn)]).toEqual([1, 0])
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of items computes the order again; its own use does not count against the limit', async () => {
    const { make, change, line, ten, usesOf, store } = await openStore()
    const { id } = await make()
    expect(await change(id, { items: [line({ quantity: 4 })] })).toMatchObject({
      status: 200,
      body: { subtotal_amount: 40, discount_amount: 4, shipping_amount: 3, tax_amount: 3.6, total_amount: 42.6 },
    })
    expect(await usesOf(ten)).toBe(1)
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of the items of an order without a destination calculates with the rules of today, whole', async () => {
    const { make, change, line, store } = await openStore()
    const { id } = await make({ delivery_method_id: undefined, destination: undefined })
    await asOwner`update stores set tax = tax || '{"rate": 50, "label": "GST"}' where id = ${store.id}`
    expect(await change(id, { items: [line({ quantity: 4 })] })).toMatchObject({
      status: 200,
      body: {
        tax: { rate: 50, label: 'GST', included: false },
        tax_amount: 18,
        total_amount: 54,
        recalculated: [
          { amount: 'subtotal_amount', from: 20, to: 40 },
          { amount: 'discount_amount', from: 2, to: 4 },
          { amount: 'tax_amount', from: 1.8, to: 18 },
          { amount: 'total_amount', from: 19.8, to: 54 },
        ],
      },
    })
  })

  test.for([{ usage_limit: 1 }, { usage_limit_per_customer: 1 }, { first_order_only: true }])(
    'of the items keeps the code of the order, although the order has used it: %o',
    async (limit) => {
      const { make, change, line, addDiscount, addCustomer, usesOf } = await openStore()
      const code = await addDiscount({ code: 'MINE', ...limit })
      const { id: customer_id } = await addCustomer({ name: 'New' })
      const { id } = await make({ customer_id, discount_code: 'MINE' })
      expect(await change(id, { items: [line({ quantity: 4 })] })).toMatchObject({
        status: 200,
        body: { discount_amount: 4, discounts: [{ code: 'MINE' }] },
      })
      expect(await usesOf(code)).toBe(1)
    },
  )

  test('of the destination, method or payment method computes it again by today’s rules', async () => {
    const { make, change, owner, method } = await openStore()
    const { id } = await make()
    await owner.patch(`/api/delivery-methods/${method.id}`, { price: 5 })
    expect(await change(id, { destination: { country: 'bh' }, payment_method: 'cod' })).toMatchObject({
      status: 200,
      body: { shipping_amount: 6, tax_amount: 0, total_amount: 24, delivery: { cod_fee: 1 }, tax: { rate: 0 } },
    })
    expect(await change(id, { delivery_method_id: null })).toMatchObject({
      status: 200,
      body: { shipping_amount: 0, delivery: null },
    })
    expectProblem(await change(id, { discount_code: 'NINE' }), 422, 'discount_not_found')
  })

  test('of only the payment method adds or drops the fee for cash on delivery', async () => {
    const { make, change, owner, store } = await openStore()
    const { id } = await make({ payment_method: 'card' })
    expect(await change(id, { payment_method: 'cod' })).toMatchObject({
      status: 200,
      body: { shipping_amount: 4, total_amount: 23.8, delivery: { cod_fee: 1 }, payment_method: 'cod' },
    })
    expect(await change(id, { payment_method: 'card' })).toMatchObject({
      body: { ...amounts, delivery: { cod_fee: 0 } },
    })
    for (const action of ['confirm', 'prepare']) await owner.post(`/api/orders/${id}/${action}`, {})
    expect(await change(id, { payment_method: 'cod' })).toMatchObject({
      status: 200,
      body: {
        ...amounts,
        payment_method: 'cod',
        warnings: [{ code: 'cod_fee_kept', cod_fee: 0, expected_cod_fee: 1 }],
      },
    })
    expect(await change(id, { payment_method: 'card' })).toMatchObject({
      status: 200,
      body: { ...amounts, warnings: [] },
    })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of only the payment method says that the fee stays once the order is prepared, unless the price was stated', async () => {
    const { make, change, owner } = await openStore()
    const { id } = await make({ payment_method: 'cod' })
    const stated = await make({ payment_method: 'card', shipping_amount: 9, discount_code: undefined })
    for (const order of [id, stated.id])
      for (const action of ['confirm', 'prepare']) await owner.post(`/api/orders/${order}/${action}`, {})
    expect(await change(id, { payment_method: 'card' })).toMatchObject({
      body: { shipping_amount: 4, warnings: [{ code: 'cod_fee_kept', cod_fee: 1, expected_cod_fee: 0 }] },
    })
    expect(await change(id, { payment_method: 'cash' })).toMatchObject({ body: { shipping_amount: 4, warnings: [] } })
    expect(await change(stated.id, { payment_method: 'cod' })).toMatchObject({ body: { warnings: [] } })
  })

  test('of only the word for cash on delivery adds no fee that the method has got since', async () => {
    const { make, change, owner, method } = await openStore()
    await owner.patch(`/api/delivery-methods/${method.id}`, { cod_fee: 0 })
    const { id } = await make({ payment_method: 'cod' })
    await owner.patch(`/api/delivery-methods/${method.id}`, { cod_fee: 2 })
    expect(await change(id, { payment_method: 'cash' })).toMatchObject({ status: 200, body: amounts })
    for (const action of ['confirm', 'prepare']) await owner.post(`/api/orders/${id}/${action}`, {})
    expect(await change(id, { payment_method: 'cash on delivery' })).toMatchObject({
      body: { ...amounts, warnings: [] },
    })
    expect(await change(id, { payment_method: 'card' })).toMatchObject({ body: { ...amounts, warnings: [] } })
    expect(await change(id, { payment_method: 'cod' })).toMatchObject({
      body: { ...amounts, warnings: [{ code: 'cod_fee_kept', expected_cod_fee: 2 }] },
    })
    expect((await owner.post(`/api/orders/${id}/cancel`, { reason: 'other' })).status).toBe(200)
    await change(id, { payment_method: 'card' })
    expect(await change(id, { payment_method: 'cod' })).toMatchObject({ status: 200, body: { warnings: [] } })
  })

  test('of only the payment method keeps the rest of the price, whatever has changed in the store since', async () => {
    const { make, change, owner, ten, usesOf, method, store } = await openStore()
    await asOwner`update stores set tax = tax || '{"tax_delivery": true}' where id = ${store.id}`
    const { id } = await make({ payment_method: 'cod' })
    const cod = {
      discount_amount: 2,
      shipping_amount: 4,
      tax_amount: 2.2,
      total_amount: 24.2,
      discounts: [{ code: 'TEN' }],
    }
    const card = { ...cod, shipping_amount: 3, tax_amount: 2.1, total_amount: 23.1 }
    expect(await owner.get(`/api/orders/${id}`)).toMatchObject({ body: { ...cod, delivery: { tax_amount: 0.4 } } })
    await asOwner`update stores set tax = tax || '{"rate": 50}' where id = ${store.id}`
    await owner.patch(`/api/discounts/${ten.id}`, { active: false })
    await owner.patch(`/api/delivery-methods/${method.id}`, { price: 9, active: false })
    expect(await change(id, { payment_method: 'card' })).toMatchObject({
      status: 200,
      body: { ...card, delivery: { name: 'Standard', amount: 3, cod_fee: 0, tax_amount: 0.3 }, payment_method: 'card' },
    })
    expect(await change(id, { payment_method: 'Cash on delivery' })).toMatchObject({ status: 200, body: cod })
    await owner.delete(`/api/delivery-methods/${method.id}`)
    expect(await change(id, { payment_method: 'cash' })).toMatchObject({ status: 200, body: cod })
    expect(await change(id, { payment_method: null })).toMatchObject({ status: 200, body: card })
    expect(await usesOf(ten)).toBe(1)
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of only the payment method keeps an included tax out of the total', async () => {
    const { make, change, store } = await openStore()
    await asOwner`update stores set tax = tax || '{"prices_include_tax": true, "tax_delivery": true}' where id = ${store.id}`
    const { id } = await make({ payment_method: 'card' })
    expect(await change(id, { payment_method: 'cod' })).toMatchObject({
      body: { shipping_amount: 4, tax_amount: 2, total_amount: 22, delivery: { tax_amount: 0.36 } },
    })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of the payment method to one that the delivery method does not take is refused', async () => {
    const { make, change, owner, method } = await openStore()
    const { id, total_amount } = await make({ payment_method: 'card' })
    await owner.patch(`/api/delivery-methods/${method.id}`, { payment_methods: ['card'] })
    const problem = expectProblem(await change(id, { payment_method: 'cod' }), 422, 'delivery_method_not_offered')
    expect(problem).toMatchObject({ reason: 'payment_method', errors: [{ pointer: '/delivery_method_id' }] })
    expect(await owner.get(`/api/orders/${id}`)).toMatchObject({ body: { payment_method: 'card', total_amount } })
  })

  test('of an order without a method keeps its destination, and prices a method added later with it', async () => {
    const { make, change, line, method, owner, store } = await openStore()
    const { id } = await make({ delivery_method_id: undefined, destination: { country: 'bh', region: 'Muharraq' } })
    const destination = { country: 'BH', region: 'Muharraq' }
    expect((await owner.get(`/api/orders/${id}`)).body).toMatchObject({ destination, delivery: null })
    expect(await change(id, { items: [line({ quantity: 1 })] })).toMatchObject({
      status: 200,
      body: { tax: { rate: 0 }, delivery: null, destination, total_amount: 9 },
    })
    expect(await change(id, { delivery_method_id: method.id })).toMatchObject({
      status: 200,
      body: { tax: { rate: 0 }, delivery: { destination }, destination, total_amount: 12 },
    })
    // Without the method again, and with amounts that the merchant sends.
    expect(await change(id, { delivery_method_id: null })).toMatchObject({ body: { delivery: null, destination } })
    expect(await change(id, { shipping_amount: 1 })).toMatchObject({
      body: { tax: { rate: 0 }, destination, shipping_amount: 1 },
    })
    expect(await change(id, { total_amount: 9 })).toMatchObject({ body: { tax: null, destination, total_amount: 9 } })
    expect(await change(id, { delivery_method_id: method.id, destination: null })).toMatchObject({ status: 422 })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('that states an amount keeps it from then on, and computes the others', async () => {
    const { make, change, line, method, ten, usesOf, store } = await openStore()
    const { id } = await make()
    expect(await change(id, { shipping_amount: 4 })).toMatchObject({
      status: 200,
      body: {
        total_amount: 23.8,
        delivery: { method_id: method.id, name: 'Standard', amount: 4 },
        discounts: [{ code: 'TEN' }],
        tax: { rate: 10 },
      },
    })
    expect(await change(id, { items: [line({ quantity: 3 })] })).toMatchObject({
      body: { shipping_amount: 4, discount_amount: 3, tax_amount: 2.7, total_amount: 33.7 },
    })
    expect(await change(id, { discount_amount: 5, discount_code: null })).toMatchObject({
      body: { shipping_amount: 4, discount_amount: 5, tax_amount: 2.5, total_amount: 31.5, discounts: [] },
    })
    expect(await usesOf(ten)).toBe(0)
    // A method that is chosen anew has its own price.
    expect(await change(id, { delivery_method_id: method.id })).toMatchObject({
      body: { shipping_amount: 3, discount_amount: 5, total_amount: 30.5 },
    })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('that states the total replaces what was computed', async () => {
    const { make, change, line, ten, usesOf, store } = await openStore()
    const { id } = await make()
    const stated = { total_amount: 23.8, shipping_amount: 4, discount_amount: 2, tax_amount: 1.8 }
    expect(await change(id, { shipping_amount: 4, total_amount: 23.8 })).toMatchObject({
      status: 200,
      body: {
        ...stated,
        delivery: { method_id: null, name: 'Standard', amount: 4 },
        discounts: [],
        tax: null,
        items: [{ discount_amount: 0, tax_amount: 0 }],
      },
    })
    expect(await usesOf(ten)).toBe(0)
    // From here on, the amounts that the merchant sends are kept.
    expect(await change(id, { items: [line({ quantity: 3 })] })).toMatchObject({
      body: { ...stated, total_amount: 33.8 },
    })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of an order whose amounts the merchant stated, without a code to remove, changes nothing', async () => {
    const { buy, change, addDiscount } = await openStore()
    await addDiscount({ automatic: true })
    const { id } = expectBody(await buy({ total_amount: 12, shipping_amount: 2 }), 201, CreatedOrder)
    expect(await change(id, { discount_code: null, delivery_method_id: null })).toMatchObject({
      body: { total_amount: 12, shipping_amount: 2, version: 1 },
    })
  })

  test('keeps an included tax out of the total', async () => {
    const { make, change, store } = await openStore()
    await asOwner`update stores set tax = tax || '{"prices_include_tax": true}' where id = ${store.id}`
    const { id, total_amount } = await make()
    expect(total_amount).toBe(21)
    expect(await change(id, { total_amount: 21 })).toMatchObject({
      body: { total_amount: 21, tax_amount: 0, tax: null },
    })
    expect(await change(id, { discount_code: 'TEN', delivery_method_id: null })).toMatchObject({
      body: { total_amount: 18, tax_amount: 1.64 },
    })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('is refused once the order is prepared', async () => {
    const { make, change, owner } = await openStore()
    const { id } = await make()
    await owner.post(`/api/orders/${id}/confirm`, {})
    await owner.post(`/api/orders/${id}/prepare`, {})
    expectProblem(await change(id, { discount_code: null }), 409, 'invalid_transition')
    expect(await change(id, { notes: 'Ring' })).toMatchObject({ status: 200, body: { discounts: [{ code: 'TEN' }] } })
  })
})

describe('a quote for the merchant', () => {
  test('prices any items, with catalogue prices by default, and changes nothing', async () => {
    const { owner, customer, line, computed, store, hire } = await openStore()
    const before = await snapshot(store.id)
    const variant = {
      variant_id: undefined,
      variant_sku: 'SC-1',
      variant_name: 'Red',
      variant_options: { colour: 'red' },
    }
    const request = {
      customer_id: customer.id,
      ...computed,
      payment_method: 'card',
      items: [line({ quantity: 2, unit_price: undefined })],
    }
    const full = [{ ...line(), ...variant, variant_id: 'any', variant_attributes: { a: 1 } }]
    const others = {
      items: full,
      destination: { region: 'Salmiya' },
      shipping_amount: 1,
      tax_amount: 1,
      discount_amount: 1,
    }
    expect(unfilledFields(quoteOrder.input.omit({ address: true, order_id: true }), request, others)).toEqual([])
    expect(expectBody(await owner.post('/api/orders/quote', request), 200, Quote)).toMatchObject({
      ...amounts,
      lines: [{ unit_price: 10, discount_amount: 2 }],
    })
    const cheaper = { ...request, items: [line({ ...variant, quantity: 2, unit_price: 5 })] }
    expect((await owner.post('/api/orders/quote', cheaper)).body).toMatchObject({
      subtotal_amount: 10,
      total_amount: 12.9,
    })
    expect(await snapshot(store.id)).toEqual(before)
    const viewer = await hire('viewer')
    expect(await viewer.post('/api/orders/quote', request)).toMatchObject({ status: 200, body: amounts })
  })

  test('takes the amounts that the order would state, and refuses those that the order would be refused for', async () => {
    const { owner, line, computed, customer } = await openStore()
    const goods = { items: [line({ quantity: 2 })], ...computed }
    const price = { discount_amount: 2, shipping_amount: 1.5, tax_amount: 1.8, total_amount: 21.3 }
    const sent = { ...goods, shipping_amount: 1.5 }
    expect((await owner.post('/api/orders/quote', sent)).body).toMatchObject(price)
    const taxed = { ...goods, discount_code: undefined, delivery_method_id: undefined, tax_amount: 0.5 }
    expect((await owner.post('/api/orders/quote', taxed)).body).toMatchObject({ tax_amount: 0.5, total_amount: 20.5 })
    const untaxed = await owner.post('/api/orders/quote', { ...taxed, tax_amount: 0 })
    expect(untaxed.body).toMatchObject({ tax_amount: 0, total_amount: 20, lines: [{ tax_amount: 0 }] })

    const wrong = { ...goods, tax_amount: 1, discount_amount: 5 }
    const problem = expectProblem(await owner.post('/api/orders/quote', wrong), 422, 'total_mismatch')
    expect(pointersOf(problem)).toEqual(['/tax_amount', '/discount_amount'])
    const inexact = await owner.post('/api/orders/quote', { ...goods, shipping_amount: 1.505 })
    expect(pointersOf(expectProblem(inexact, 422, 'invalid_amount'))).toEqual(['/shipping_amount'])
    const unknown = await owner.post('/api/orders/quote', { ...wrong, discount_code: 'NINE' })
    expect(unknown).toMatchObject({ status: 200, body: { discount_refused: { code: 'discount_not_found' } } })

    const order = { customer: { name: customer.name, phone: '+96550001234' }, ...sent }
    expect(await owner.post('/api/orders', order)).toMatchObject({ status: 201, body: price })
  })

  test('lists the methods on offer, and chooses none', async () => {
    const { owner, line, method } = await openStore()
    const quoted = expectBody(
      await owner.post('/api/orders/quote', { items: [line()], destination: { country: 'KW' } }),
      200,
      Quote,
    )
    expect(quoted).toMatchObject({
      shipping_amount: 0,
      delivery: null,
      delivery_methods: [{ id: method.id, amount: 3 }],
    })
    expect(await owner.post('/api/orders/quote', { items: [line()] })).toMatchObject({
      status: 200,
      body: { delivery_methods: [] },
    })
  })

  test('says why a code does not apply to this customer', async () => {
    const { owner, customer, line, addDiscount, make, addCustomer } = await openStore()
    await addDiscount({ code: 'FIRST', first_order_only: true })
    await addDiscount({ code: 'ONCE', usage_limit_per_customer: 1 })
    await make({ discount_code: 'ONCE' })
    const quote = async (customer_id: string | undefined, discount_code: string) =>
      expectBody(await owner.post('/api/orders/quote', { customer_id, discount_code, items: [line()] }), 200, Quote)
        .discount_refused
    expect(await quote(customer.id, 'FIRST')).toMatchObject({ code: 'discount_not_applicable' })
    expect(await quote(customer.id, 'ONCE')).toMatchObject({ code: 'discount_used_by_customer' })
    const { id } = await addCustomer({ name: 'New' })
    for (const code of ['FIRST', 'ONCE']) for (const who of [id, undefined]) expect(await quote(who, code)).toBeNull()
  })

  test('reports an unknown customer and unknown goods together', async () => {
    const { owner, line } = await openStore()
    const body = { customer_id: crypto.randomUUID(), items: [line(), line({ product_id: crypto.randomUUID() })] }
    const problem = expectProblem(await owner.post('/api/orders/quote', body), 422, 'customer_not_found')
    expect(pointersOf(problem)).toEqual(['/customer_id', '/items/1/product_id'])
  })
})
