import { expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { listOrderActions } from '../../../src/areas/orders/actions/list-order-actions.ts'
import { returnOrder } from '../../../src/areas/orders/actions/action-operations.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

// POST /api/orders/:id/return answers how much the returned items cost the customer.

async function openStore() {
  const shop = await openScarfShop()
  const { owner } = shop
  const act = (id: string, action: string, body: object = {}) => owner.post(`/api/orders/${id}/${action}`, body)
  return {
    ...shop,
    act,
    /** An order that was paid and shipped. */
    ship: async (fields: Record<string, unknown>) => {
      const items = [shop.line({ quantity: 3 })]
      const { id } = await shop.bought({ items, ...fields })
      for (const action of ['confirm', 'payments', 'ship']) expect(await act(id, action)).toMatchObject({ status: 200 })
      return id
    },
    takeBack: async (id: string, quantity: number) =>
      expectBody(await act(id, 'return', { items: [{ position: 1, quantity }] }), 200, returnOrder.output)
        .suggested_refund,
    refundForm: async (id: string) => {
      const { actions } = expectBody(await owner.get(`/api/orders/${id}/actions`), 200, listOrderActions.output)
      return actions.find(({ name }) => name === 'refunds')?.form.properties['amount']
    },
  }
}

test('a part of the price after the discount, its tax, and the delivery with the last item', async () => {
  const { store, owner, ship, takeBack, act, refundForm } = await openStore()
  await setTax(store, { tax_delivery: true })
  const method = await owner.post('/api/delivery-methods', { name: 'Standard', price: 3 })
  await owner.post('/api/discounts', { code: 'TEN', kind: 'percentage', value: 10 })
  const { id: delivery_method_id } = expectBody(method, 201, DeliveryMethod)
  const id = await ship({ total_amount: 33, delivery_method_id, discount_code: 'TEN' })
  expect(await takeBack(id, 1)).toEqual({
    items: [{ position: 1, quantity: 1, amount: 9, tax_amount: 0.9 }],
    delivery_amount: 0,
    tax_amount: 0.9,
    total_amount: 9.9,
  })
  expect(await refundForm(id)).toMatchObject({ default: 9.9, maximum: 33 })
  expect(await act(id, 'refunds', { amount: 9.9 })).toMatchObject({ status: 200 })
  // Nothing more was returned, so the form offers nothing.
  expect(await refundForm(id)).not.toHaveProperty('default')
  expect(await refundForm(id)).toMatchObject({ maximum: 23.1 })
  expect(await takeBack(id, 2)).toEqual({
    items: [{ position: 1, quantity: 3, amount: 27, tax_amount: 2.7 }],
    delivery_amount: 3,
    tax_amount: 3,
    total_amount: 23.1,
  })
})

test('of an order whose amounts the merchant stated, in proportion to the prices', async () => {
  const { ship, takeBack } = await openStore()
  const id = await ship({ total_amount: 29, shipping_amount: 2, tax_amount: 1, discount_amount: 4 })
  expect(await takeBack(id, 1)).toMatchObject({
    items: [{ amount: 8.67, tax_amount: 0.33 }],
    delivery_amount: 0,
    total_amount: 9,
  })
  expect(await takeBack(id, 2)).toMatchObject({ delivery_amount: 2, tax_amount: 1, total_amount: 29 })
})

test('with the tax of a delivery whose price the merchant stated, once all is back', async () => {
  const { store, ship, takeBack } = await openStore()
  await setTax(store, { tax_delivery: true })
  const customer = { name: 'Huda', phone: '+965 5111 0001' }
  const id = await ship({ customer, customer_id: undefined, total_amount: undefined, shipping_amount: 5 })
  expect(await takeBack(id, 1)).toMatchObject({ delivery_amount: 0, tax_amount: 1, total_amount: 11 })
  expect(await takeBack(id, 2)).toMatchObject({ delivery_amount: 5, tax_amount: 3.5, total_amount: 38.5 })

  await asOwner`update products set taxable = false where store_id = ${store.id}`
  const untaxed = await ship({ customer, customer_id: undefined, total_amount: undefined, shipping_amount: 5 })
  expect(await takeBack(untaxed, 1)).toMatchObject({ delivery_amount: 0, tax_amount: 0, total_amount: 10 })
  expect(await takeBack(untaxed, 2)).toMatchObject({ delivery_amount: 5, tax_amount: 0.5, total_amount: 35.5 })
})

test('no more than was paid', async () => {
  const { ship, takeBack, owner, bought } = await openStore()
  expect(await takeBack(await ship({ total_amount: 30 }), 3)).toMatchObject({ total_amount: 30 })
  const unpaid = await bought()
  for (const action of ['confirm', 'ship', 'deliver']) await owner.post(`/api/orders/${unpaid.id}/${action}`, {})
  expect(await takeBack(unpaid.id, 1)).toMatchObject({ items: [{ amount: 10 }], total_amount: 0 })
})
