import { expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { tenAddresses, tenTexts } from '../../support/addresses.ts'
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
  expect(expectProblem(await order({ address }), 422, 'invalid_input').errors).toEqual([
    expect.objectContaining({ pointer: '/address/region', code: 'required' }),
    expect.objectContaining({ pointer: '/address/postal_code', code: 'required' }),
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

test('the address is kept with the customer, each one once', async () => {
  const { owner, placed, customerOf } = await withScarf()
  const first = await placed({ address: kuwait })
  expect(await customerOf(first)).toMatchObject({ address: tenTexts[0], addresses: [kuwait] })
  await placed({ address: riyadh, notes: 'to my mother' })
  await placed({ address: kuwait, notes: 'again' })
  const known = await customerOf(first)
  expect(known).toMatchObject({ name: 'Amal', address: tenTexts[0], addresses: [kuwait, riyadh] })
  await owner.patch(`/api/customers/${first.customer_id}`, { blocked: true })
  await placed({ address: dubai, notes: 'blocked' })
  await placed({ shipping_address: 'Her office', notes: 'a text' })
  expect((await customerOf(first)).addresses).toEqual([kuwait, riyadh])
})

test('a stranger’s order changes nothing of a customer but their other addresses', async () => {
  const { addCustomer, placed, customerOf } = await withScarf()
  const known = await addCustomer({ name: 'Amal', phone: amal.phone, notes: 'VIP' })
  const { customer_id } = await placed({ address: riyadh, customer: { ...amal, name: 'Nobody', email: 'x@y.test' } })
  expect(customer_id).toBe(known.id)
  expect(await customerOf({ customer_id })).toMatchObject({
    ...known,
    addresses: [riyadh],
    orders_count: 1,
    total_spent: 10,
    version: 2,
    last_order_at: expect.any(String),
    updated_at: expect.any(String),
  })
})

test('the merchant’s next order for the shopper goes to the same address', async () => {
  const { owner, placed, scarf } = await withScarf()
  const { id, customer_id } = await placed({ address: riyadh })
  // Anybody can order with this number and another address, so none counts before the store has confirmed the order.
  await placed({ shipping_address: tenTexts[1], address: dubai, notes: 'not by Amal' })
  const items = [{ product_id: scarf.id, quantity: 2, unit_price: 10 }]
  expect(await owner.post('/api/orders', { customer_id, total_amount: 20, items })).toMatchObject({
    body: { address: null, shipping_address: tenTexts[1], destination: null },
  })
  await act(owner, id, 'confirm')
  expect(await owner.post('/api/orders', { customer_id, total_amount: 20, items })).toMatchObject({
    status: 201,
    body: { address: riyadh, shipping_address: tenTexts[1], destination: { country: 'SA', region: 'الرياض' } },
  })
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
