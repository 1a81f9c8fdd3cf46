import { describe, expect, test } from 'vitest'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectProblem } from '../../support/shop.ts'
import { act } from './acting.ts'
import { openBorderStore } from './border-store.ts'
import { contradictionsOf } from './contradictions.ts'

const toNewYork = () => ({ shipping_address: '5 Main St', destination: { country: 'US' } })

const canada = { country: 'CA', region: 'ON' }

describe('an order that goes to another country', () => {
  test('is charged what is due there, and the answer says from what to what', async () => {
    const { make, change, method, store } = await openBorderStore(toNewYork)
    const { id, tax_amount } = await make({ delivery_method_id: method.id })
    expect(tax_amount).toBe(1)
    expect(await change(id, { shipping_address: '9 King St', destination: canada })).toMatchObject({
      status: 200,
      body: {
        shipping_address: '9 King St',
        destination: canada,
        tax_amount: 0.83,
        total_amount: 13.83,
        warnings: [],
        recalculated: [
          { amount: 'tax_amount', from: 1, to: 0.83 },
          { amount: 'total_amount', from: 14, to: 13.83 },
        ],
      },
    })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('keeps the amounts that the merchant stated, and says so', async () => {
    const { make, change, line, store } = await openBorderStore(toNewYork)
    const { id } = await make({ total_amount: 15, shipping_amount: 4, tax_amount: 1 })
    expect(await change(id, { destination: canada })).toMatchObject({
      status: 200,
      body: {
        destination: canada,
        shipping_amount: 4,
        tax_amount: 1,
        total_amount: 15,
        recalculated: [],
        warnings: [{ code: 'amounts_kept', amounts: ['total_amount'] }],
      },
    })
    expect(await change(id, { destination: { country: 'US' }, items: [line({ quantity: 2 })] })).toMatchObject({
      body: { total_amount: 25, warnings: [] },
    })
    expect(await change(id, { destination: canada, total_amount: 20 })).toMatchObject({
      body: { destination: canada, total_amount: 20, warnings: [] },
    })
    // It stays an order of stated amounts: more items cost their price, with no computed tax.
    expect(await change(id, { items: [line({ quantity: 3 })] })).toMatchObject({
      body: { tax_amount: 1, total_amount: 35 },
    })
    expect(await change(id, { destination: null })).toMatchObject({ body: { destination: null, total_amount: 35 } })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('of a computed order takes the total that is stated with it', async () => {
    const { make, change, method } = await openBorderStore(toNewYork)
    const { id } = await make({ delivery_method_id: method.id })
    expect(await change(id, { destination: canada, total_amount: 12 })).toMatchObject({
      status: 200,
      body: { destination: canada, delivery: { destination: canada }, total_amount: 12, warnings: [] },
    })
    expect(await change(id, { destination: { country: 'US' }, shipping_amount: 4 })).toMatchObject({
      body: { destination: { country: 'US' }, delivery: { destination: { country: 'US' } } },
    })
  })

  test('computes what was left to the service and keeps a stated delivery price', async () => {
    const { owner, make, change, line } = await openBorderStore(toNewYork)
    const { id } = await make({
      discount_code: undefined,
      delivery_method_id: undefined,
      customer_id: undefined,
      customer: { name: 'Huda', phone: '+1 212 555 0143' },
      shipping_amount: 5,
      items: [line()],
    })
    expect(await owner.get(`/api/orders/${id}`)).toMatchObject({ body: { tax_amount: 1, total_amount: 16 } })
    expect(await change(id, { destination: canada })).toMatchObject({
      body: {
        shipping_amount: 5,
        tax_amount: 0.83,
        total_amount: 15.83,
        warnings: [{ code: 'amounts_kept', amounts: ['shipping_amount'] }],
      },
    })
    expect(await change(id, { destination: { country: 'US' }, shipping_amount: 6 })).toMatchObject({
      body: { total_amount: 17, warnings: [] },
    })
  })

  test('says that tax and delivery are still for the old place if only the text of the address changes', async () => {
    const shop = await openBorderStore(toNewYork)
    const { id } = await shop.make({ delivery_method_id: shop.method.id })
    const destination_kept = { code: 'destination_kept', destination: { country: 'US', region: null } }
    expect(await shop.change(id, { shipping_address: '9 King St, Toronto' })).toMatchObject({
      body: { total_amount: 14, warnings: [destination_kept] },
    })
    expect(await shop.change(id, { shipping_address: '9 King St, Toronto', notes: 'Ring twice' })).toMatchObject({
      body: { warnings: [] },
    })
    const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
    const assistant = async (args: object) =>
      answerOf(await post(callOf('update_order', { order_id: id, ...args }), { token }))
    expect(await assistant({ shipping_address: '10 King St, Toronto' })).toMatchObject({ warnings: [destination_kept] })
    expect(await assistant({ destination: canada })).toMatchObject({
      destination: canada,
      total_amount: 13.83,
      recalculated: [{ amount: 'tax_amount' }, { amount: 'total_amount', from: 14, to: 13.83 }],
    })
  })
})

test('what is missing from a price is said after a change as well', async () => {
  const { make, change, method } = await openBorderStore(toNewYork)
  const { id } = await make({ delivery_method_id: method.id })
  expect(await change(id, { delivery_method_id: null })).toMatchObject({
    body: { warnings: [{ code: 'delivery_not_chosen', delivery_methods: [{ id: method.id }] }] },
  })
  expect(await change(id, { total_amount: 10, tax_amount: 0 })).toMatchObject({
    body: {
      tax_amount: 0,
      warnings: [
        { code: 'tax_not_charged', expected_tax_amount: 1 },
        { code: 'delivery_not_chosen', delivery_methods: [{ id: method.id }] },
      ],
    },
  })
  expect(await change(id, { shipping_amount: 0, tax_amount: 1 })).toMatchObject({ body: { warnings: [] } })
})

test('a stated total without delivery to a place where it costs something is said, unless its price is stated', async () => {
  const { make, method } = await openBorderStore(toNewYork)
  expect((await make({ total_amount: 11, tax_amount: 1 })).warnings).toMatchObject([
    { code: 'delivery_not_chosen', delivery_methods: [{ id: method.id }] },
  ])
  const { warnings } = await make({ total_amount: 11, tax_amount: 1, shipping_amount: 0 })
  expect(warnings.map(({ code }) => code)).toEqual(['possible_duplicate'])
})

test('a change that makes a paid order cheaper says how much was paid too much', async () => {
  const { owner, make, change, method } = await openBorderStore(toNewYork)
  const { id } = await make({ delivery_method_id: method.id })
  await act(owner, id, 'payments')
  expect(await change(id, { destination: canada })).toMatchObject({
    body: { total_amount: 13.83, payment_status: 'paid', warnings: [{ code: 'overpaid', overpaid_amount: 0.17 }] },
  })
  await act(owner, id, 'refunds', { amount: 0.17 })
  expect(await change(id, { notes: 'Refunded' })).toMatchObject({ body: { payment_status: 'paid', warnings: [] } })
  expect(await change(id, { destination: { country: 'US' } })).toMatchObject({
    body: { total_amount: 14, payment_status: 'partially_refunded', warnings: [] },
  })
})

test('where a delivered order went cannot be changed', async () => {
  const { owner, make, change, method } = await openBorderStore(toNewYork)
  const { id } = await make({ delivery_method_id: method.id })
  for (const action of ['confirm', 'prepare', 'ship', 'deliver']) await act(owner, id, action)
  for (const elsewhere of [{ shipping_address: '9 King St' }, { destination: canada }, { destination: null }])
    expectProblem(await change(id, elsewhere), 409, 'invalid_transition')
  const same = { shipping_address: '5 Main St', destination: { country: 'us' }, notes: 'Left at the door' }
  expect(await change(id, same)).toMatchObject({ status: 200, body: { notes: 'Left at the door' } })
})
