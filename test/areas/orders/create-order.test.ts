import { expect, test } from 'vitest'
import { z } from 'zod'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openScarfShop } from './scarf-shop.ts'

const ExactOrder = z.strictObject(CreatedOrder.shape)

test('creates an order from the documented fields, and returns all of it', async () => {
  const { store, owner, customer, scarf } = await openScarfShop()
  const answer = await owner.post('/api/orders', {
    customer_id: customer.id,
    total_amount: 20,
    platform: 'whatsapp',
    items: [{ product_id: scarf.id, quantity: 2, unit_price: 10 }],
  })
  const order = expectBody(answer, 201, ExactOrder)
  expect(answer.headers.get('Location')).toBe(`/api/orders/${order.id}`)
  expect(answer.headers.get('ETag')).toBe('"v1"')
  expect(answer.headers.get('Idempotent-Replayed')).toBeNull()
  expect(order).toEqual({
    id: expect.any(String),
    store_id: store.id,
    external_id: null,
    number: 1001,
    name: '#1001',
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    hold_reason: null,
    reservation: 'held',
    reserved_until: null,
    contact_attempts: 0,
    platform: 'whatsapp',
    currency: 'USD',
    subtotal_amount: 20,
    shipping_amount: 0,
    tax_amount: 0,
    discount_amount: 0,
    delivery: null,
    destination: null,
    discounts: [],
    tax: null,
    adjustment_amount: 0,
    total_amount: 20,
    paid_amount: 0,
    refunded_amount: 0,
    came_back_amount: 0,
    due_again_amount: 0,
    due_amount: 20,
    overpaid_amount: 0,
    customer_id: customer.id,
    customer_name: 'Amal',
    customer_phone: '+965 5012 3456',
    customer_phone_e164: '+96550123456',
    address: null,
    shipping_address: '4 Gulf Road, Kuwait City',
    payment_method: null,
    po_number: null,
    payment_kind: null,
    notes: null,
    tags: [],
    items: [
      {
        position: 1,
        product_id: scarf.id,
        product_name: 'Scarf',
        variant_id: scarf.variants[0]?.id,
        variant_name: null,
        variant_sku: 'SC-1',
        variant_options: {},
        variant_attributes: {},
        image_url: null,
        quantity: 2,
        shipped_quantity: 0,
        returned_quantity: 0,
        refused_quantity: 0,
        unit_price: 10,
        list_price: 10,
        line_total: 20,
        discount_amount: 0,
        tax_amount: 0,
      },
    ],
    shipments: [],
    confirmed_at: null,
    paid_at: null,
    shipped_at: null,
    delivered_at: null,
    cancelled_at: null,
    cancel_reason: null,
    allowed_actions: ['confirm', 'hold', 'payments', 'cancel', 'notes'],
    next_action: 'confirm',
    source: 'api',
    version: 1,
    created_at: expect.stringMatching(/Z$/),
    updated_at: order.created_at,
    warnings: [],
    discount_refused: null,
  })
  const { warnings: _none, discount_refused: _refused, ...orderFields } = order
  expect((await owner.get(`/api/orders/${order.id}`)).body).toEqual(orderFields)
})

test('stores notes of several lines, and each tag once', async () => {
  const shop = await openScarfShop()
  const notes = 'Gift wrap\nring twice'
  const order = expectBody(await shop.buy({ notes, tags: ['gift', 'عاجل', 'gift'] }), 201, ExactOrder)
  expect(order).toMatchObject({ notes, tags: ['gift', 'عاجل'] })
})

test('uses the platform direct by default', async () => {
  const shop = await openScarfShop()
  expect(expectBody(await shop.buy(), 201, ExactOrder).platform).toBe('direct')
})

test('warns of a possible duplicate if the same customer orders the same items again', async () => {
  const { addCustomer, addProduct, buy, line, store } = await openScarfShop()
  const hat = await addProduct({ title: 'Hat' })
  const both = [line({ quantity: 2 }), { product_id: hat.id, quantity: 1, unit_price: 10 }]
  const first = expectBody(await buy({ items: both, total_amount: 30 }), 201, ExactOrder)
  expect(first.warnings).toEqual([])

  const again = expectBody(await buy({ items: both.toReversed(), total_amount: 30 }), 201, ExactOrder)
  expect(again.warnings).toEqual([
    { code: 'possible_duplicate', detail: expect.stringContaining('#1001'), order_id: first.id, number: 1001 },
  ])

  const other = await addCustomer({ name: 'Basma' })
  for (const unlike of [
    { customer_id: other.id, items: both },
    { items: [line({ quantity: 3 }), both[1]] },
    { items: [both[0]] },
  ])
    expect(expectBody(await buy({ ...unlike, total_amount: 30 }), 201, ExactOrder).warnings).not.toContainEqual(
      expect.objectContaining({ code: 'possible_duplicate' }),
    )

  await asOwner`update orders set created_at = created_at - interval '10 minutes' where store_id = ${store.id}`
  expect(expectBody(await buy({ items: both, total_amount: 30 }), 201, ExactOrder).warnings).toEqual([])
})
