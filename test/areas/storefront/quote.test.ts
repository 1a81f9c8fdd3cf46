import { beforeAll, describe, expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { quoteCart } from '../../../src/areas/storefront/public/quote-cart.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { unfilledFields } from '../../support/fields.ts'
import { limiter } from '../../support/outside/limiter.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from './shop-window.ts'
import { setTax } from '../stores/taxes.ts'

// POST /api/storefront/:slug/quote, and how orders keep to it.

const yesterday = new Date(Date.now() - 86_400_000).toISOString()
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

async function openCheckout(options: Parameters<typeof openWindow>[0] = {}) {
  const window = await openWindow(options)
  const [scarf, mug] = await Promise.all([
    window.addProduct({ title: 'Scarf', tags: ['wool'], variants: [{ on_hand: 100 }] }),
    window.addProduct({ title: 'Mug', price: 5, variants: [{ on_hand: 100 }] }),
  ])
  const items = [{ product_id: scarf.id, quantity: 2 }]
  let phone = 50_000_000
  return {
    ...window,
    scarf,
    mug,
    items,
    quote: (cart: object = {}) => window.send('/quote', { items, ...cart }),
    /** By somebody new each time. */
    order: (cart: object = {}) =>
      window.send('/orders', { customer: { name: 'Amal', phone: `+965${(phone += 1)}` }, items, ...cart }),
    addMethod: async (method: object) =>
      expectBody(
        await window.owner.post('/api/delivery-methods', { name: 'Standard', ...method }),
        201,
        DeliveryMethod,
      ),
    addDiscount: async (discount: object) =>
      expectBody(
        await window.owner.post('/api/discounts', { kind: 'percentage', value: 10, ...discount }),
        201,
        Discount,
      ),
    addTax: (tax: object) => setTax(window.store, { rate: 5, tax_delivery: true, ...tax }),
  }
}

type Checkout = Awaited<ReturnType<typeof openCheckout>>

describe('a quote', () => {
  test('shows what the order then costs, line by line', async () => {
    const shop = await openCheckout({ currency: 'KWD' })
    const method = await shop.addMethod({
      price: 1.5,
      cod_fee: 0.25,
      estimated_days: { min: 1, max: 3 },
      zones: [{ country: 'KW', regions: ['حولي', 'Al Jahra'] }, { country: 'BH' }],
    })
    await shop.addDiscount({ code: 'Ten 10', name: 'Ten percent', applies_to: { product_ids: [shop.scarf.id] } })
    await shop.addTax({ country_rates: [{ country: 'KW', rate: 10 }] })
    const cart = {
      items: [
        { product_slug: 'scarf', options: {}, quantity: 2 },
        { product_id: shop.mug.id, variant_id: shop.mug.variants[0]?.id, quantity: 3 },
      ],
      destination: { country: 'kw', region: 'حـولى' },
      delivery_method_id: method.id,
      payment_method: 'cash on delivery',
      discount_code: 'tEN١٠',
    }
    expect(
      unfilledFields(quoteCart.input.omit({ slug: true, address: true }), {
        ...cart,
        items: [...cart.items, { options: 'any' }],
      }),
    ).toEqual([])
    const answer = await shop.quote(cart)
    const quote = expectBody(answer, 200, Quote)
    const discount = { code: 'Ten 10', name: 'Ten percent', kind: 'percentage', amount: 2 }
    const offered = {
      name: 'Standard',
      kind: 'delivery',
      amount: 1.5,
      cod_fee: 0.25,
      estimated_days: { min: 1, max: 3 },
      pickup_address: null,
    }
    const delivery = { ...offered, tax_amount: 0.175, destination: { country: 'KW', region: 'حـولى' } }
    const amounts = {
      subtotal_amount: 35,
      discount_amount: 2,
      shipping_amount: 1.75,
      tax_amount: 3.475,
      total_amount: 38.225,
      tax: { rate: 10, label: 'VAT', included: false, amount: 3.475 },
    }
    expect(quote).toMatchObject({
      ...amounts,
      currency: 'KWD',
      lines: [
        { product_name: 'Scarf', quantity: 2, unit_price: 10, line_total: 20, discount_amount: 2, tax_amount: 1.8 },
        { product_name: 'Mug', quantity: 3, unit_price: 5, line_total: 15, discount_amount: 0, tax_amount: 1.5 },
      ],
      delivery: { ...delivery, method_id: method.id },
      delivery_methods: [{ ...offered, id: method.id }],
      discounts: [discount],
      discount,
      discount_refused: null,
    })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')

    const placed = await shop.order({ ...cart, expected_total: 38.225 })
    const { id } = expectBody(placed, 201, PlacedOrder)
    expect(placed.body).toMatchObject({ ...amounts, delivery, discounts: [discount] })
    expect(JSON.stringify(placed.body)).not.toMatch(/method_id|discount_id|cost/)
    expect(placed.body).toEqual({
      ...Object((await shop.visit(`/orders/${id}`)).body),
      discount_refused: null,
      warnings: [],
    })
    expect((await shop.owner.get(`/api/orders/${id}`)).body).toMatchObject({
      ...amounts,
      delivery: { ...delivery, method_id: method.id },
      discounts: [discount],
      items: [
        { discount_amount: 2, tax_amount: 1.8 },
        { discount_amount: 0, tax_amount: 1.5 },
      ],
    })
  })

  test('changes nothing, and costs one round trip, as the order does', async () => {
    const tag = `quote-${crypto.randomUUID()}`
    const shop = await openCheckout({ through: service(tag) })
    await shop.addMethod({ price: 3 })
    await shop.addDiscount({ code: 'TEN' })
    const before = await snapshot(shop.store.id)
    const { requests } = await database(tag).seen()
    const { total_amount } = expectBody(await shop.quote({ discount_code: 'TEN' }), 200, Quote)
    expect(total_amount).toBe(21)
    expect(await snapshot(shop.store.id)).toEqual(before)
    expect((await database(tag).seen()).requests).toBe(requests + 1)
    expect(await shop.order({ discount_code: 'TEN', expected_total: 21 })).toMatchObject({ status: 201 })
    expect((await database(tag).seen()).requests).toBe(requests + 2)
  })

  test('of a store without delivery methods, discounts and tax is the sum of the goods', async () => {
    const { quote } = await openCheckout()
    expect(expectBody(await quote(), 200, Quote)).toMatchObject({
      subtotal_amount: 20,
      total_amount: 20,
      shipping_amount: 0,
      tax: null,
      delivery: null,
      delivery_methods: [],
      discounts: [],
    })
  })

  test('goes on without a code that does not apply, and says why; an order does not', async () => {
    const { quote, order, addDiscount } = await openCheckout()
    await addDiscount({ automatic: true, kind: 'fixed', value: 3, name: 'Autumn' })
    const answer = expectBody(await quote({ discount_code: 'NOPE' }), 200, Quote)
    expect(answer).toMatchObject({
      total_amount: 17,
      discount: { name: 'Autumn', code: null, amount: 3 },
      discount_refused: { code: 'discount_not_found' },
    })
    const problem = expectProblem(await order({ discount_code: 'NOPE' }), 422, 'discount_not_found')
    expect(pointersOf(problem)).toEqual(['/discount_code'])
  })

  test('reports every line that cannot be bought', async () => {
    const { quote, scarf } = await openCheckout()
    const unknown = { product_id: crypto.randomUUID(), quantity: 1 }
    const other = { product_id: scarf.id, variant_id: crypto.randomUUID(), quantity: 1 }
    const problem = expectProblem(await quote({ items: [unknown, other] }), 422, 'product_not_found')
    expect(pointersOf(problem)).toEqual(['/items/0/product_id', '/items/1/variant_id'])
    expectProblem(await quote({ items: [] }), 422, 'invalid_input')
    expectProblem(await quote({ destination: { country: 'Kuwait' } }), 422, 'invalid_input')
    expectProblem(await quote({ colour: 'red' }), 422, 'invalid_input')
  })

  test('knows nothing of another store', async () => {
    const [mine, theirs] = [await openCheckout(), await openCheckout()]
    const method = await theirs.addMethod({ price: 3 })
    await theirs.addDiscount({ code: 'TEN' })
    await theirs.addDiscount({ automatic: true })
    await theirs.addTax({})
    expectProblem(await mine.quote({ items: theirs.items }), 422, 'product_not_found')
    expectProblem(await mine.quote({ delivery_method_id: method.id }), 422, 'delivery_method_not_found')
    expect(expectBody(await mine.quote({ discount_code: 'TEN' }), 200, Quote)).toMatchObject({
      total_amount: 20,
      discount_refused: { code: 'discount_not_found' },
      delivery_methods: [],
    })
  })

  test('is limited by address; with a code, like an order', async () => {
    const all = limiter(3)
    const coded = limiter(1)
    const { quote } = await openCheckout({ through: service(undefined, { SHOPPER_LIMITER: coded.binding }) })
    expect(await quote({ discount_code: 'A' })).toMatchObject({ status: 200 })
    expectProblem(await quote({ discount_code: 'B' }), 429, 'rate_limited')
    expect(await quote()).toMatchObject({ status: 200 })
    const busy = await openWindow()
    const through = service(undefined, { RATE_LIMITER: all.binding })
    const body = JSON.stringify({ items: [{ product_slug: 'none', quantity: 1 }] })
    const send = () =>
      through.fetch(`${busy.base}/quote`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    for (let turn = 0; turn < 3; turn++) expectProblem(await send(), 422, 'product_not_found')
    expectProblem(await send(), 429, 'rate_limited')
  })
})

describe('delivery', () => {
  test('is by the first method on offer, unless the shopper chooses another', async () => {
    const { quote, order, addMethod } = await openCheckout()
    const methods = [
      await addMethod({ name: 'Heavy', price: 1, max_subtotal: 19.99 }),
      await addMethod({ name: 'Slow', price: 2, position: 5 }),
      await addMethod({ name: 'Pick-up', kind: 'pickup', pickup_address: 'Block 1', position: 6 }),
    ]
    const [, slow, pickUp] = methods.map(({ id }) => id)
    const first = expectBody(await quote(), 200, Quote)
    expect(first.delivery_methods.map(({ id }) => id)).toEqual([slow, pickUp])
    expect(first).toMatchObject({ shipping_amount: 2, delivery: { method_id: slow, name: 'Slow' } })
    expect((await quote({ delivery_method_id: pickUp })).body).toMatchObject({
      total_amount: 20,
      delivery: { kind: 'pickup', pickup_address: 'Block 1' },
    })
    expect((await order()).body).toMatchObject({ shipping_amount: 2, delivery: { name: 'Slow' } })
  })

  test.for([
    { title: 'a place it does not go to', method: { zones: [{ country: 'BH' }] }, reason: 'destination' },
    { title: 'too little', method: { min_subtotal: 20.01 }, reason: 'subtotal' },
    { title: 'too much', method: { max_subtotal: 19.99 }, reason: 'subtotal' },
    { title: 'too heavy goods', method: { max_weight_g: 1999 }, reason: 'weight' },
    { title: 'another payment method', method: { payment_methods: ['card'] }, reason: 'payment_method' },
  ])('is refused for $title', async ({ method, reason }) => {
    const { quote, order, addMethod, scarf, store } = await openCheckout()
    await asOwner`update products set weight_g = 1000 where id = ${scarf.id}`
    const { id } = await addMethod(method)
    const before = await snapshot(store.id)
    const cart = { destination: { country: 'KW', region: 'Salmiya' }, payment_method: 'cod' }
    for (const send of [quote, order]) {
      const chosen = expectProblem(await send({ ...cart, delivery_method_id: id }), 422, 'delivery_method_not_offered')
      expect(chosen).toMatchObject({ reason, errors: [{ pointer: '/delivery_method_id', reason }] })
      const none = expectProblem(await send(cart), 422, 'not_delivered_there')
      expect(none).toMatchObject({ reason, errors: [{ pointer: '/destination', reason }] })
    }
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('is on offer at exactly its limits', async () => {
    const { quote, addMethod, scarf } = await openCheckout()
    await asOwner`update products set weight_g = 1000 where id = ${scarf.id}`
    const { id } = await addMethod({ min_subtotal: 20, max_subtotal: 20, max_weight_g: 2000 })
    expect((await quote()).body).toMatchObject({ delivery: { method_id: id } })
  })

  test('for cash on delivery only is on offer for it by any of its names', async () => {
    const { quote, addMethod } = await openCheckout()
    await addMethod({ payment_methods: ['COD'] })
    const problem = expectProblem(await quote({ payment_method: 'card' }), 422, 'not_delivered_there')
    expect(problem).toMatchObject({ reason: 'payment_method' })
    expect(await quote({ payment_method: 'cash on delivery' })).toMatchObject({ status: 200 })
  })

  test('needs a destination only if it depends on it', async () => {
    const { quote, order, addMethod } = await openCheckout()
    const { id } = await addMethod({ price: 2, zones: [{ country: 'KW', regions: ['Hawalli'] }] })
    for (const send of [quote, order]) {
      for (const cart of [{}, { delivery_method_id: id }]) {
        const problem = expectProblem(await send(cart), 422, 'destination_required')
        expect(pointersOf(problem)).toEqual(['/destination'])
      }
      expectProblem(await send({ destination: { country: 'KW' } }), 422, 'not_delivered_there')
      expectProblem(await send({ destination: { country: 'BH', region: 'Hawalli' } }), 422, 'not_delivered_there')
    }
    expect(await quote({ destination: { country: 'KW', region: ' hawalli' } })).toMatchObject({ status: 200 })
    await addMethod({ name: 'Pick-up', kind: 'pickup' })
    expect(await quote()).toMatchObject({ status: 200, body: { delivery: { name: 'Pick-up' } } })
  })

  test('by a method that is not active is like by none', async () => {
    const { quote, addMethod } = await openCheckout()
    const { id } = await addMethod({ price: 2, active: false })
    expectProblem(await quote({ delivery_method_id: id }), 422, 'delivery_method_not_found')
    expect(await quote()).toMatchObject({ status: 200, body: { delivery: null, total_amount: 20 } })
  })

  test('is priced per kilogram, rounded up, and free from a subtotal after the discount', async () => {
    const { quote, addMethod, addDiscount, scarf, store } = await openCheckout()
    await asOwner`update products set weight_g = 900 where id = ${scarf.id}`
    await asOwner`update product_variants set weight_g = 1001 where store_id = ${store.id} and product_id = ${scarf.id}`
    await addMethod({ price: 1, rate_per_kg: 2, free_from: 20 })
    await addDiscount({ code: 'EIGHT', kind: 'fixed', value: 8 })
    expect((await quote()).body).toMatchObject({ shipping_amount: 0 })
    expect((await quote({ discount_code: 'EIGHT' })).body).toMatchObject({ shipping_amount: 7, total_amount: 19 })
  })
})

describe('a discount code', () => {
  const refused = [
    { title: 'is unknown', discount: null, code: 'discount_not_found' },
    { title: 'is not active', discount: { active: false }, code: 'discount_not_found' },
    { title: 'has not started', discount: { starts_at: tomorrow }, code: 'discount_not_started' },
    { title: 'has ended', discount: { ends_at: yesterday }, code: 'discount_ended' },
    {
      title: 'is for other goods',
      discount: { applies_to: { tags: ['silk'] }, min_quantity: 9 },
      code: 'discount_not_applicable',
    },
    { title: 'needs more goods', discount: { min_quantity: 3 }, code: 'discount_below_minimum' },
    { title: 'needs a higher subtotal', discount: { min_subtotal: 20.01 }, code: 'discount_below_minimum' },
  ]

  test.for(refused)('that $title is refused, and leaves nothing behind', async ({ discount, code }) => {
    const { quote, order, addDiscount, store } = await openCheckout()
    if (discount) await addDiscount({ code: 'TEN', ...discount })
    const before = await snapshot(store.id)
    const { discount_refused } = expectBody(await quote({ discount_code: 'TEN' }), 200, Quote)
    expect(discount_refused).toMatchObject({ code })
    const problem = expectProblem(await order({ discount_code: 'TEN' }), 422, code)
    expect(problem.errors).toEqual([{ ...discount_refused, pointer: '/discount_code' }])
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('applies to exactly its minimum', async () => {
    const { quote, addDiscount } = await openCheckout()
    await addDiscount({ code: 'TEN', min_subtotal: 20, min_quantity: 2 })
    expect((await quote({ discount_code: 'TEN' })).body).toMatchObject({ discount_amount: 2, discount_refused: null })
  })

  test('reports its minimum and what the cart has', async () => {
    const { quote, addDiscount } = await openCheckout()
    await addDiscount({ code: 'TEN', min_subtotal: 50, applies_to: { tags: ['wool'] } })
    const { discount_refused } = expectBody(await quote({ discount_code: 'TEN' }), 200, Quote)
    expect(discount_refused).toMatchObject({ min_subtotal: 50, min_quantity: null, subtotal: 20, quantity: 2 })
  })

  test('for a tag takes something off the goods with the tag, wherever they are in the cart', async () => {
    const { quote, addDiscount, addProduct, scarf, mug } = await openCheckout()
    const shawl = await addProduct({ title: 'Shawl', price: 30, tags: ['silk', 'wool'], variants: [{ on_hand: 9 }] })
    await addDiscount({ code: 'TEN', applies_to: { tags: ['wool'] } })
    await addDiscount({ code: 'SILK', applies_to: { tags: ['linen', 'silk'] } })
    const off = async (products: readonly { id: string }[], discount_code: string) => {
      const items = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
      const { discount_amount, discount_refused } = expectBody(await quote({ items, discount_code }), 200, Quote)
      expect(discount_refused).toBeNull()
      return discount_amount
    }
    expect([await off([mug, scarf, shawl], 'TEN'), await off([shawl, mug], 'TEN')]).toEqual([4, 3])
    expect([await off([scarf, mug, shawl], 'SILK'), await off([shawl, scarf], 'SILK')]).toEqual([3, 3])
  })

  const combinations: [string, boolean, boolean, number][] = [
    ['leaves an automatic one that takes off more', false, false, 5],
    ['does so too if only one of them combines', true, false, 5],
    ['adds up with the automatic one if both combine, on what that leaves', true, true, 5 + 1.5],
  ]

  test.for(combinations)('%s', async ([, automatic, coded, discount_amount]) => {
    const { quote, addDiscount } = await openCheckout()
    await addDiscount({ automatic: true, kind: 'fixed', value: 5, combines: automatic })
    await addDiscount({ code: 'TEN', combines: coded })
    expect((await quote({ discount_code: 'TEN' })).body).toMatchObject({ discount_amount })
    expect((await quote()).body).toMatchObject({ discount_amount: 5 })
  })

  test('for free delivery leaves the cash-on-delivery fee', async () => {
    const { quote, addMethod, addDiscount } = await openCheckout()
    await addMethod({ price: 4, cod_fee: 1 })
    await addDiscount({ code: 'FREE', kind: 'free_delivery', value: null })
    expect((await quote({ discount_code: 'FREE', payment_method: 'cod' })).body).toMatchObject({
      shipping_amount: 1,
      discount_amount: 0,
      discounts: [{ code: 'FREE', kind: 'free_delivery', amount: 0 }],
      delivery_methods: [{ amount: 0, cod_fee: 1 }],
    })
  })
})

describe('the best automatic discount', () => {
  let shop: Checkout
  beforeAll(async () => {
    shop = await openCheckout()
    await shop.addMethod({ price: 6 })
    await shop.addDiscount({ automatic: true, name: 'Goods', kind: 'fixed', value: 5 })
    await shop.addDiscount({ automatic: true, name: 'Same', kind: 'percentage', value: 25 })
  })

  test('is the older of two that take off as much', async () => {
    expect((await shop.quote()).body).toMatchObject({ discounts: [{ name: 'Goods' }] })
  })

  test('can be free delivery, which counts with the price that it saves', async () => {
    await shop.addDiscount({ automatic: true, name: 'Delivery', kind: 'free_delivery', value: null })
    expect((await shop.quote()).body).toMatchObject({ discounts: [{ name: 'Delivery', amount: 0 }], total_amount: 20 })
  })
})

test('an order at a total that has changed is refused with the new quote', async () => {
  const { quote, order, addDiscount } = await openCheckout()
  const { total_amount } = expectBody(await quote(), 200, Quote)
  await addDiscount({ automatic: true })
  const problem = expectProblem(await order({ expected_total: total_amount }), 422, 'total_changed')
  expect(pointersOf(problem)).toEqual(['/expected_total'])
  const { warnings: _warnings, ...now } = Object((await quote()).body)
  expect(problem).toMatchObject({ expected_total_amount: 18, quote: now })
  expect(await order({ expected_total: 18 })).toMatchObject({ status: 201 })
})

test('an automatic discount that is used up while an order is placed changes only its price', async () => {
  const { order, addDiscount } = await openCheckout()
  const { id } = await addDiscount({ automatic: true, usage_limit: 1 })
  // Uses it up, and commits once the order, which was priced with it, waits for its lock.
  const usedUp = asOwner.transaction([
    asOwner.query(`do $$ begin
    update discounts set uses = 1 where id = '${id}';
    for turn in 1 .. 500 loop
      exit when exists (select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)));
      perform pg_sleep(0.02);
    end loop;
  end $$`),
  ])
  const unlocked = () => asOwner`select id from discounts where id = ${id} for update skip locked`
  await expect.poll(unlocked).toEqual([])
  const [placed] = await Promise.all([order(), usedUp])
  expect(placed).toMatchObject({ status: 201, body: { total_amount: 20, discounts: [] } })
})

test('an order keeps its price when methods, discounts and rates change', async () => {
  const shop = await openCheckout()
  const method = await shop.addMethod({ price: 2 })
  const discount = await shop.addDiscount({ code: 'TEN' })
  await shop.addTax({ prices_include_tax: true })
  const { id } = expectBody(await shop.order({ discount_code: 'TEN' }), 201, PlacedOrder)
  const before = expectBody(await shop.owner.get(`/api/orders/${id}`), 200, Order)
  expect(before).toMatchObject({ total_amount: 20, tax: { rate: 5, included: true, amount: 0.96 } })
  await shop.owner.patch(`/api/delivery-methods/${method.id}`, { price: 9, name: 'Other' })
  await shop.owner.delete(`/api/discounts/${discount.id}`)
  await shop.addTax({ rate: 50 })
  expect((await shop.owner.get(`/api/orders/${id}`)).body).toEqual(before)
  expect(await shop.owner.post(`/api/orders/${id}/cancel`, {})).toMatchObject({ status: 200 })
})
