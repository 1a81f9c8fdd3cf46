import { expect, test } from 'vitest'
import type { z } from 'zod'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { act, ask, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

/** Without that of several orders of a customer. */
const warningsOf = ({ warnings }: z.output<typeof CreatedOrder>) =>
  warnings.filter(({ code }) => code !== 'possible_duplicate')

async function openShopWithMethod(method: Record<string, unknown>) {
  const shop = await openScarfShop()
  const added = await shop.owner.post('/api/delivery-methods', { name: 'Courier', price: 3, ...method })
  const { id: methodId } = expectBody(added, 201, DeliveryMethod)
  const customer = { name: 'Huda', phone: '+965 5111 0001' }
  return {
    ...shop,
    methodId,
    /** An order whose amounts are computed. */
    computed: async (fields: Record<string, unknown>) => {
      const body = { customer, items: [{ product_id: shop.scarf.id, quantity: 1 }], ...fields }
      return expectBody(await shop.owner.post('/api/orders', body), 201, CreatedOrder)
    },
  }
}

test('an order to where nothing delivers says so, made or moved there, with a computed total or a stated one', async () => {
  const shop = await openShopWithMethod({ zones: [{ country: 'KW' }] })
  const { owner, computed, bought } = shop
  const warning = { code: 'not_delivered_there', reason: 'destination' }
  const [there, here] = [{ destination: { country: 'BH' } }, { destination: { country: 'KW' } }]
  expect(warningsOf(await computed(there))).toMatchObject([warning])
  expect(warningsOf(await bought(there))).toMatchObject([warning])
  // Where the merchant says what delivery costs, they deliver themselves.
  expect(warningsOf(await computed({ ...there, shipping_amount: 0 }))).toEqual([])
  const order = await computed(here)
  const { id } = order
  expect(warningsOf(order)).toMatchObject([{ code: 'delivery_not_chosen' }])
  const moved = await owner.patch(`/api/orders/${id}`, there)
  expect(moved).toMatchObject({ status: 200, body: { total_amount: 10, warnings: [warning] } })

  const stated = await bought(here)
  expect((await owner.patch(`/api/orders/${stated.id}`, there)).body).toMatchObject({
    total_amount: 10,
    warnings: expect.arrayContaining([expect.objectContaining(warning)]),
  })

  const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
  const call = async (name: string, body: Record<string, unknown>) =>
    answerOf(await post(callOf(name, body), { token }))
  const phone = { name: 'Noor', phone: '+965 5111 0002' }
  const items = [{ product_id: 'Scarf', quantity: 1 }]
  expect(await call('create_order', { customer: phone, items, ...there })).toMatchObject({ warnings: [warning] })
  expect(await call('update_order', { order_id: id, destination: { country: 'SA' } })).toMatchObject({
    warnings: [warning],
  })
})

test('nor does a store without delivery methods say so', async () => {
  const { bought } = await openScarfShop()
  expect((await bought({ destination: { country: 'BH' } })).warnings).toEqual([])
})

test('a fee for cash that was left out is said where delivery is free, and is not charged', async () => {
  const { computed, bought, methodId } = await openShopWithMethod({ price: 0, cod_fee: 2 })
  const there = { destination: { country: 'KW' } }
  const cash = { ...there, payment_method: 'cod' }
  const warning = { code: 'delivery_not_chosen', delivery_methods: [{ id: methodId, amount: 0, cod_fee: 2 }] }
  const order = await computed(cash)
  expect(order).toMatchObject({ total_amount: 10, shipping_amount: 0, warnings: [warning] })
  expect(order.warnings[0]?.detail).toContain('fee for cash on delivery')
  expect(warningsOf(await bought(cash))).toMatchObject([warning])
  expect(warningsOf(await computed({ ...there, payment_method: 'card' }))).toEqual([])
  const chosen = await computed({ ...cash, delivery_method_id: methodId })
  expect(chosen.total_amount).toBe(12)
  expect(warningsOf(chosen)).toEqual([])
})

test('of two variants of a product, one that could be either is refused with both, by whatever the product is called', async () => {
  const { owner, addProduct, bought, store } = await openScarfShop()
  const shirt = await addProduct({
    title: 'Shirt',
    variants: ['S', 'M'].map((size) => ({ title: size, sku: `SH-${size}`, options: { size }, on_hand: 9 })),
  })
  const [small, medium] = shirt.variants.map(({ id }) => id)
  const items = [small, medium].map((variant_id) => ({ product_id: shirt.id, variant_id, quantity: 2, unit_price: 5 }))
  const { id } = await bought({ items, total_amount: 20 })
  await act(owner, id, 'confirm')
  const candidates = [
    { id: small, title: 'S', sku: 'SH-S' },
    { id: medium, title: 'M', sku: 'SH-M' },
  ]
  const expectRefused = async (action: string, item: Record<string, unknown>) => {
    const before = await orderOf(owner, id)
    const problem = expectProblem(await ask(owner, id, action, { items: [item] }), 409, 'ambiguous')
    expect(problem).toMatchObject({ errors: [{ pointer: '/items/0' }], candidates: expect.arrayContaining(candidates) })
    expect(problem.detail).toContain('"Shirt"')
    expect(await orderOf(owner, id)).toEqual(before)
  }
  for (const product_id of [shirt.id, 'Shirt']) await expectRefused('ship', { product_id, quantity: 1 })
  // All that is left, or a variant, is clear, also in several items.
  const each = { product_id: shirt.id, quantity: 2 }
  expect(await act(owner, id, 'ship', { items: [each, each] })).toMatchObject({ fulfillment_status: 'shipped' })
  await act(owner, id, 'undo')
  await act(owner, id, 'ship', { items: [{ variant_id: 'SH-S', quantity: 1 }] })
  expect(await act(owner, id, 'ship', { items: [{ product_id: 'Shirt' }] })).toMatchObject({
    fulfillment_status: 'shipped',
  })
  await expectRefused('refuse', { product_id: shirt.id, quantity: 1 })
  await act(owner, id, 'deliver')
  for (const quantity of [undefined, 1, 3]) await expectRefused('return', { product_id: 'Shirt', quantity })
  const back = await ask(owner, id, 'return', { items: [{ variant_id: medium, quantity: 2 }] })
  expect(back).toMatchObject({
    status: 200,
    body: { restocked: [{ product_name: 'Shirt', variant_name: 'M', quantity: 2 }] },
  })
  // What can be only one of them is clear as well.
  expect((await ask(owner, id, 'return', { items: [{ product_id: 'Shirt', quantity: 1 }] })).status).toBe(200)
  await expectSoundBooks(store.id)
})
