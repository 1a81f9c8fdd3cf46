import { expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { AnsweredQuote } from '../../../src/areas/checkout/quote.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { tenAddresses, tenTexts } from '../../support/addresses.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { act } from '../orders/acting.ts'
import { openWindow } from './shop-window.ts'
import { setTax } from '../stores/taxes.ts'

// Orders of shoppers that go to an address in parts.

const amal = { name: 'Amal', phone: '+965 5000 0001' }
const [kuwait, riyadh, dubai] = tenAddresses

async function withScarf() {
  const window = await openWindow()
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 100 }] })
  const { owner, send } = window
  const order = (fields: object, headers?: Record<string, string>) =>
    send('/orders', { customer: amal, items: [{ product_id: scarf.id, quantity: 1 }], ...fields }, headers)
  const placed = async (fields: object) => {
    const { id } = expectBody(await order(fields), 201, PlacedOrder)
    return expectBody(await owner.get(`/api/orders/${id}`), 200, Order)
  }
  const customerOf = async ({ customer_id }: { customer_id: string }) =>
    expectBody(await owner.get(`/api/customers/${customer_id}`), 200, Customer)
  return { ...window, scarf, order, placed, customerOf }
}

test('a shopper’s order goes to an address of any of ten countries', async () => {
  const { placed } = await withScarf()
  for (const [nth, address] of tenAddresses.entries())
    expect(await placed({ address, customer: { ...amal, phone: `+965 5000 01${10 + nth}` } })).toMatchObject({
      address,
      shipping_address: tenTexts[nth],
      destination: { country: address.country },
    })
})

test('a shopper completes an address that lacks what its country needs', async () => {
  const { order, placed } = await withScarf()
  const address = { line1: '5 Main St', city: 'San Jose', country: 'US' }
  // Each country has its own words for the parts.
  expect(expectProblem(await order({ address }), 422, 'invalid_input')).toMatchObject({
    detail: 'State is required. (and 1 more, see errors)',
    errors: [
      { pointer: '/address/region', code: 'required', detail: 'State is required.' },
      { pointer: '/address/postal_code', code: 'required', detail: 'ZIP code is required.' },
    ],
  })
  const stateless = expectProblem(await order({ address }, { 'Accept-Language': 'ar' }), 422, 'invalid_input')
  expect(stateless.errors).toMatchObject([
    { detail: 'الولاية: هذا الحقل مطلوب.' },
    { detail: 'الرمز البريدي: هذا الحقل مطلوب.' },
  ])
  const inArabic = await order({ address: { city: 'الرياض' } }, { 'Accept-Language': 'ar' })
  expect(expectProblem(inArabic, 422, 'invalid_input').errors).toMatchObject([
    { pointer: '/address/country', code: 'required', detail: 'البلد: هذا الحقل مطلوب.' },
  ])
  expect(expectProblem(await order({ address: { city: 'Riyadh' } }), 422, 'invalid_input').detail).toBe(
    'Country is required.',
  )
  const noCity = await order({ address: { line1: 'شارع 5', country: 'SA' } }, { 'Accept-Language': 'ar' })
  expect(expectProblem(noCity, 422, 'invalid_input').errors).toMatchObject([
    { pointer: '/address/city', code: 'required', detail: 'المدينة: هذا الحقل مطلوب.' },
  ])
  // The destination says the country, and a text alone is enough.
  const { line1, city } = riyadh
  expect(await placed({ address: { line1, city }, destination: { country: 'SA' } })).toMatchObject({
    address: { line1, city },
    shipping_address: expect.stringContaining('السعودية'),
  })
  expect(await placed({ shipping_address: 'Block 5, Salmiya', notes: 'again' })).toMatchObject({ address: null })
})

test('a quote says what is missing from an address, before the order is refused for it', async () => {
  const { send, scarf, order } = await withScarf()
  const items = [{ product_id: scarf.id, quantity: 1 }]
  const quoted = async (address: object, headers?: Record<string, string>) =>
    expectBody(await send('/quote', { items, address }, headers), 200, AnsweredQuote).warnings
  const address = { line1: '5 Main St', city: 'San Jose', country: 'US' }
  expect(await quoted(address)).toEqual([
    {
      code: 'address_incomplete',
      detail: 'Missing from the address: State, ZIP code.',
      missing: ['region', 'postal_code'],
    },
  ])
  expect(await quoted({ line1: 'شارع 5', country: 'SA' }, { 'Accept-Language': 'ar' })).toEqual([
    { code: 'address_incomplete', detail: 'ينقص العنوان: المدينة.', missing: ['city'] },
  ])
  expect(await quoted({ line1: 'Block 5' })).toMatchObject([
    { code: 'address_incomplete', detail: 'Missing from the address: Country.', missing: ['country'] },
  ])
  expect(await quoted({ line1: 'Block 5', area: 'Salmiya', country: 'KW' })).toEqual([])
  // The order is refused for the same parts.
  expect(expectProblem(await order({ address }), 422, 'invalid_input').errors).toMatchObject([
    { pointer: '/address/region' },
    { pointer: '/address/postal_code' },
  ])
})

test('a new customer has the address of their order, and a person of the store adds others', async () => {
  const { owner, placed, customerOf } = await withScarf()
  const first = await placed({ address: kuwait })
  expect(await customerOf(first)).toMatchObject({ address: tenTexts[0], addresses: [kuwait] })
  await placed({ address: riyadh, notes: 'to my mother' })
  await placed({ shipping_address: 'Her office', notes: 'a text' })
  expect(await customerOf(first)).toMatchObject({ name: 'Amal', address: tenTexts[0], addresses: [kuwait] })
  await owner.patch(`/api/customers/${first.customer_id}`, { addresses: [kuwait, riyadh] })
  expect((await customerOf(first)).addresses).toEqual([kuwait, riyadh])
})

test('the text of an order is that of its parts, and the region that of its address', async () => {
  const { owner, order, placed, send, scarf } = await withScarf()
  await owner.post('/api/delivery-methods', { name: 'Alaska', price: 100, zones: [{ country: 'US', regions: ['AK'] }] })
  await owner.post('/api/delivery-methods', {
    name: 'New York',
    price: 25,
    zones: [{ country: 'US', regions: ['NY'] }],
  })
  const address = { line1: '5 Main St', city: 'Anchorage', region: 'Alaska', postal_code: '99501', country: 'US' }
  const cart = { items: [{ product_id: scarf.id, quantity: 1 }], address, destination: { country: 'US', region: 'NY' } }
  const ignored = { code: 'destination_region_ignored', region: 'Alaska', ignored_region: 'NY' }
  expect(await send('/quote', cart)).toMatchObject({ body: { shipping_amount: 100, warnings: [ignored] } })
  expect(await owner.post('/api/orders/quote', cart)).toMatchObject({
    body: { delivery_methods: [{ name: 'Alaska' }], warnings: [ignored] },
  })
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const request = { ...cart, shipping_address: '1 Broadway, New York', expected_total: 110 }
  for (const _ of ['first', 'again'])
    expect(await order(request, key)).toMatchObject({
      status: 201,
      body: { shipping_amount: 100, warnings: [ignored, { code: 'address_text_replaced' }] },
    })
  const inArabic = await order({ ...request, notes: 'ثانية' }, { 'Accept-Language': 'ar' })
  expect(Object(inArabic.body).warnings).toMatchObject([
    { detail: expect.stringContaining('«NY»') },
    { detail: expect.stringMatching(/\p{Script=Arabic}/u) },
  ])
  expect(await placed({ address, notes: 'third' })).toMatchObject({
    shipping_address: '5 Main St, Anchorage, Alaska 99501, United States',
  })
  // In another spelling, it is the same region.
  const same = { ...cart, destination: { country: 'US', region: 'ak' } }
  expect(await send('/quote', same)).toMatchObject({ body: { shipping_amount: 100, warnings: [] } })
  const made = await owner.post('/api/orders', {
    ...cart,
    items: [{ product_id: scarf.id, quantity: 3 }],
    customer: { name: 'Huda', phone: '+1 212 555 0143' },
  })
  expect(made).toMatchObject({ body: { destination: { country: 'US', region: 'Alaska' } } })
  expect(Object(made.body).warnings).toContainEqual(expect.objectContaining(ignored))
  const { id } = Object(made.body)
  const elsewhere = await owner.patch(`/api/orders/${id}`, { destination: { country: 'US', region: 'NY' } })
  expectProblem(elsewhere, 422, 'invalid_input')
  const moved = await owner.patch(`/api/orders/${id}`, {
    address: { ...address, line2: 'B' },
    destination: cart.destination,
  })
  expect(Object(moved.body).warnings).toContainEqual(expect.objectContaining(ignored))
})

test('an order that moves within its country to no known region has its price computed anew', async () => {
  const { owner, scarf } = await withScarf()
  const made = await owner.post('/api/delivery-methods', {
    name: 'Hawalli',
    price: 1,
    zones: [{ country: 'KW', regions: ['Hawalli'] }],
  })
  const delivery_method_id = Object(made.body).id
  const hawalli = { line1: 'Block 1', area: 'Salmiya', region: 'Hawalli', country: 'KW' }
  const jahra = { line1: 'Block 9', area: 'Jahra', country: 'KW' }
  const newOrder = async (fields: object) =>
    Object(
      (
        await owner.post('/api/orders', {
          customer: amal,
          items: [{ product_id: scarf.id, quantity: 1 }],
          address: hawalli,
          ...fields,
        })
      ).body,
    )
  const { id } = await newOrder({ delivery_method_id })
  expectProblem(await owner.patch(`/api/orders/${id}`, { address: jahra }), 422, 'delivery_method_not_offered')
  expect(await owner.get(`/api/orders/${id}`)).toMatchObject({ body: { address: hawalli, version: 1 } })
  expect(await owner.patch(`/api/orders/${id}`, { address: jahra, delivery_method_id: null })).toMatchObject({
    body: { address: jahra, destination: { country: 'KW', region: null }, shipping_amount: 0 },
  })
  const stated = await newOrder({ shipping_amount: 5, notes: 'stated' })
  expect(await owner.patch(`/api/orders/${stated.id}`, { address: jahra })).toMatchObject({
    body: { shipping_amount: 5, warnings: [{ code: 'amounts_kept' }] },
  })
})

test('a stranger’s order changes nothing of a customer, confirmed or not', async () => {
  const { addCustomer, placed, customerOf } = await withScarf()
  const known = await addCustomer({ name: 'Amal', phone: amal.phone, notes: 'VIP' })
  const { customer_id } = await placed({ address: riyadh, customer: { ...amal, name: 'Nobody', email: 'x@y.test' } })
  expect(customer_id).toBe(known.id)
  expect(await customerOf({ customer_id })).toMatchObject({
    ...known,
    orders_count: 1,
    total_spent: 10,
    last_order_at: expect.any(String),
  })
})

test('the merchant’s next order for the shopper goes to the same address', async () => {
  const { owner, placed, scarf } = await withScarf()
  const { customer_id } = await placed({ address: riyadh })
  const items = [{ product_id: scarf.id, quantity: 2, unit_price: 10 }]
  const toAmal = { address: riyadh, shipping_address: tenTexts[1], destination: { country: 'SA', region: 'الرياض' } }
  // Anybody can order with this number and another address.
  for (const address of [dubai, { ...riyadh, region: undefined }]) {
    const { id } = await placed({ shipping_address: tenTexts[1], address, notes: JSON.stringify(address) })
    await act(owner, id, 'confirm')
    const next = await owner.post('/api/orders', { customer_id, total_amount: 20, items })
    expect(next).toMatchObject({ status: 201, body: toAmal })
    await act(owner, Object(next.body).id, 'cancel', { reason: 'other' })
  }
})

test('a key that may not read customers gets nothing of a stranger’s order', async () => {
  const { addCustomer, placed, scarf, ...window } = await withScarf()
  const { id: customer_id } = await addCustomer({ name: 'Amal', phone: amal.phone })
  await placed({ customer: { ...amal, name: 'Eve' }, shipping_address: '1 Evil St' })
  const key = await serverOf(window, { scopes: ['orders:write'] })
  const items = [{ product_id: scarf.id, quantity: 2, unit_price: 10 }]
  const order = await key.post('/api/orders', { customer_id, total_amount: 20, items })
  expect(order).toMatchObject({ status: 201, body: { customer_name: 'Amal', shipping_address: null } })
})

test('a customer with a text for an address never gets the parts of a stranger', async () => {
  const { owner, addCustomer, placed, scarf } = await withScarf()
  const { id: customer_id } = await addCustomer({ name: 'Amal', phone: amal.phone, address: tenTexts[1] })
  const order = await placed({ shipping_address: tenTexts[1], address: riyadh, destination: { country: 'SA' } })
  await act(owner, order.id, 'confirm')
  const items = [{ product_id: scarf.id, quantity: 2, unit_price: 10 }]
  const body = { customer_id, total_amount: 20, items }
  const asText = { address: null, shipping_address: tenTexts[1], destination: null }
  expect(await owner.post('/api/orders', body)).toMatchObject({ body: asText })
  // Another address that the store keeps is not the stranger's either.
  await owner.patch(`/api/customers/${customer_id}`, { addresses: [kuwait] })
  expect(await owner.post('/api/orders', { ...body, notes: 'again' })).toMatchObject({ body: asText })
})

test('a quote and an order for the same address agree, and nobody reads the address from the order’s page', async () => {
  const { owner, send, visit, scarf, order, store } = await withScarf()
  await setTax(store, { rate: 5, country_rates: [{ country: 'SA', rate: 15 }] })
  await owner.post('/api/delivery-methods', {
    name: 'Riyadh',
    price: 2,
    zones: [{ country: 'SA', regions: ['Riyadh'] }],
  })
  const items = [{ product_id: scarf.id, quantity: 2 }]
  const { body: quote } = await send('/quote', { items, address: riyadh })
  expect(quote).toMatchObject({ tax: { rate: 15 }, shipping_amount: 2 })
  const expected_total = Object(quote).total_amount
  const { id } = expectBody(await order({ items, address: riyadh, expected_total }), 201, PlacedOrder)
  const seen = JSON.stringify((await visit(`/orders/${id}`)).body)
  expect(seen).toContain('Scarf')
  expect(seen).not.toContain(riyadh.line1)
})
