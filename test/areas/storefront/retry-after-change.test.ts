import { expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from './shop-window.ts'

const amal = { name: 'Amal', phone: '+965 5000 0001' }

async function withOrder() {
  const window = await openWindow()
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 5 }] })
  const order = (customer = amal) =>
    window.send('/orders', { customer, items: [{ product_id: scarf.id, quantity: 1 }] }, { 'Idempotency-Key': 'mine' })
  const { id } = expectBody(await order(), 201, PlacedOrder)
  const { customer_id } = expectBody(await window.owner.get(`/api/orders/${id}`), 200, Order)
  const ordersOf = async () => asOwner`select id from orders where store_id = ${window.store.id}`
  return { ...window, order, id, customer_id, ordersOf }
}

type Window = Awaited<ReturnType<typeof withOrder>>

const changes: readonly [string, (window: Window) => Promise<{ status: number }>][] = [
  [
    'was merged into another',
    async ({ owner, addCustomer, customer_id }) => {
      const { id } = await addCustomer({ name: 'Amal A.' })
      return owner.post('/api/customers/merge', { keep_id: id, merge_ids: [customer_id] })
    },
  ],
  [
    'got another phone number',
    ({ owner, customer_id }) => owner.patch(`/api/customers/${customer_id}`, { phone: '+965 5000 0002' }),
  ],
  ['was anonymized', ({ owner, customer_id }) => owner.post(`/api/customers/${customer_id}/anonymize`, {})],
]

test.each(changes)('a shopper’s retry finds the order after the customer %s', async (_, change) => {
  const window = await withOrder()
  expect((await change(window)).status).toBe(200)
  const again = await window.order()
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  expect(again.body).toMatchObject({ id: window.id })
  expect(await window.ordersOf()).toEqual([{ id: window.id }])
})

test('shoppers who use the same key get orders of their own', async () => {
  const window = await withOrder()
  const other = expectBody(await window.order({ name: 'Noor', phone: '+965 5000 0009' }), 201, PlacedOrder)
  expect(other.id).not.toBe(window.id)
})
