import type { Scope } from '../../../src/platform/auth/tokens/scopes.ts'
import { type Goods, jsonLine, notFound, type RouteFacts } from '../route-facts.ts'

const order = ({ customerId, productId, variantId }: Goods) => ({
  customer_id: customerId,
  total_amount: 10,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

const quoted = ({ customerId, productId, variantId, deliveryMethodId }: Goods) => ({
  customer_id: customerId,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1 }],
  delivery_method_id: deliveryMethodId,
  destination: { country: 'BH' },
})

const action = (
  name: string,
  of: keyof Goods,
  body: Record<string, unknown>,
  scope: Scope = 'orders:write',
): Record<string, RouteFacts> => ({
  [`POST /api/orders/:order_id/${name}`]: {
    sample: (goods) => ({ path: `/api/orders/${goods[of]}/${name}`, body }),
    scope,
    names: { [of]: notFound },
    full: () => body,
    ...((name === 'refunds' || name === 'return' || name === 'refuse') && { consumesState: true }),
  },
})

const imported = ({ customerId, productId, variantId }: Goods) => ({
  external_id: 'I-1',
  customer_id: customerId,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

export const ordersRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/orders': {
    sample: ({ customerId }) => ({ path: `/api/orders?customer_id=${customerId}` }),
    scope: 'orders:read',
    names: { customerId: { status: 422, code: 'unknown_customer' } },
    list: 'searched',
  },
  'GET /api/orders/counts': {
    sample: () => ({ path: '/api/orders/counts' }),
    scope: 'overview:read',
  },
  'POST /api/orders': {
    sample: (goods) => ({ path: '/api/orders', body: order(goods) }),
    status: 201,
    scope: 'orders:write',
    names: {
      customerId: { status: 422, code: 'customer_not_found' },
      productId: { status: 422, code: 'product_not_found' },
      variantId: { status: 422, code: 'variant_required' },
    },
    full: ({ customerId, productId, variantId }) => ({
      customer_id: customerId,
      external_id: 'A-1',
      total_amount: 11,
      shipping_amount: 1,
      tax_amount: 1,
      discount_amount: 1,
      items: [
        {
          product_id: productId,
          quantity: 1,
          unit_price: 10,
          variant_id: variantId,
          variant_sku: 'SCARF-1',
          variant_name: 'Red',
          variant_options: { colour: 'red' },
          variant_attributes: { engraving: 'A' },
          variant_note: 'gift',
        },
      ],
      platform: 'whatsapp',
      shipping_address: 'Block 1, Salmiya',
      payment_method: 'cod',
      notes: 'Ring twice',
      customer_phone: '+965 5000 0001',
      tags: ['vip'],
    }),
  },
  'POST /api/orders/quote': {
    sample: (goods) => ({ path: '/api/orders/quote', body: quoted(goods) }),
    scope: 'orders:read',
    repeatable: true,
    names: {
      customerId: { status: 422, code: 'customer_not_found' },
      productId: { status: 422, code: 'product_not_found' },
      variantId: { status: 422, code: 'variant_required' },
      deliveryMethodId: { status: 422, code: 'delivery_method_not_found' },
    },
    full: ({ deliveryMethodId, ...goods }) => ({
      ...quoted({ ...goods, deliveryMethodId }),
      destination: { country: 'BH', region: 'Muharraq' },
      payment_method: 'cod',
      discount_code: 'TEN',
    }),
  },
  'GET /api/orders/export': {
    sample: ({ customerId }) => ({ path: `/api/orders/export?format=jsonl&customer_id=${customerId}` }),
    scope: 'orders:read',
    names: { customerId: { status: 422, code: 'unknown_customer' } },
    file: true,
  },
  'POST /api/orders/import': {
    sample: (goods) => jsonLine('/api/orders/import', imported(goods)),
    scope: 'orders:write',
    names: {
      customerId: { status: 200, row: 'customer_not_found' },
      productId: { status: 200, row: 'product_not_found' },
      variantId: { status: 200, row: 'variant_required' },
    },
    file: true,
    full: (goods) => ({
      ...imported(goods),
      id: 'A-1',
      customer_name: 'Amal',
      customer_phone: '+965 5000 0001',
      customer_email: 'amal@example.com',
      created_at: '2026-01-02T10:00:00Z',
      status: 'pending',
      payment_status: 'unpaid',
      fulfillment_status: 'unfulfilled',
      platform: 'whatsapp',
      currency: 'USD',
      shipping_amount: 1,
      tax_amount: 1,
      discount_amount: 1,
      adjustment_amount: 0,
      total_amount: 11,
      shipping_address: 'Block 1, Salmiya',
      payment_method: 'cod',
      notes: 'Ring twice',
      tags: ['vip'],
      number: 1001,
    }),
  },
  'GET /api/orders/:order_id': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}` }),
    scope: 'orders:read',
    names: { orderId: notFound },
  },
  'PATCH /api/orders/:order_id': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}`, body: { notes: 'Ring twice', tags: ['vip'] } }),
    scope: 'orders:write',
    names: { orderId: notFound },
    full: ({ productId, variantId }) => ({
      notes: 'Ring twice',
      tags: ['vip'],
      shipping_address: 'Block 2, Salmiya',
      customer_phone: '+965 5000 0009',
      payment_method: 'cod',
      items: [{ product_id: productId, variant_id: variantId, quantity: 2, unit_price: 10 }],
      total_amount: 21,
      shipping_amount: 1,
      tax_amount: 1,
      discount_amount: 1,
    }),
  },
  'GET /api/orders/:order_id/events': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}/events` }),
    scope: 'orders:read',
    names: { orderId: notFound },
  },
  'GET /api/orders/:order_id/payments': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}/payments` }),
    scope: 'orders:read',
    names: { orderId: notFound },
  },
  'POST /api/orders/:order_id/payments/:payment_id/void': {
    sample: ({ deliveredOrderId, paymentId }) => ({
      path: `/api/orders/${deliveredOrderId}/payments/${paymentId}/void`,
      body: { reason: 'Entered twice' },
    }),
    scope: 'orders:correct',
    names: { deliveredOrderId: notFound, paymentId: notFound },
    full: () => ({ reason: 'Entered twice' }),
  },
  'PATCH /api/shipments/:shipment_id': {
    sample: ({ shippedOrderId, shipmentId }) => ({
      path: `/api/shipments/${shipmentId}`,
      body: { carrier: `Aramex ${shippedOrderId.slice(-4)}` },
    }),
    scope: 'orders:write',
    names: { shipmentId: notFound },
    full: () => ({ carrier: 'Aramex', tracking_number: 'AX-2', tracking_url: 'https://track.example/AX-2' }),
  },
  'POST /api/orders/:order_id/undo': {
    sample: ({ deliveredOrderId }) => ({
      path: `/api/orders/${deliveredOrderId}/undo`,
      body: { reason: 'Wrong order' },
    }),
    scope: 'orders:correct',
    names: { deliveredOrderId: notFound },
    full: () => ({ reason: 'Wrong order' }),
    consumesState: true,
  },
  'GET /api/orders/:order_id/actions': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}/actions` }),
    scope: 'orders:read',
    names: { orderId: notFound },
  },
  'POST /api/orders/bulk': {
    sample: ({ orderId }) => ({ path: '/api/orders/bulk', body: { action: 'confirm', order_ids: [orderId] } }),
    scope: 'orders:write',
    // The response reports on each order, which test/areas/orders/bulk.test.ts covers.
    full: ({ orderId, shippedOrderId }) => ({
      action: 'hold',
      order_ids: [orderId, shippedOrderId],
      reason: 'no_answer',
      note: 'Rang twice',
    }),
  },
  ...action('confirm', 'orderId', {}),
  ...action('hold', 'orderId', { reason: 'no_answer', note: 'Rang twice' }),
  ...action('prepare', 'confirmedOrderId', {}),
  ...action('ship', 'confirmedOrderId', {
    items: [{ position: 1, quantity: 1 }],
    carrier: 'Aramex',
    tracking_number: 'AX-1',
    tracking_url: 'https://track.example/AX-1',
  }),
  ...action('deliver', 'shippedOrderId', {}),
  ...action('payments', 'shippedOrderId', { amount: 5, method: 'cash', reference: 'R-1' }),
  ...action('refunds', 'shippedOrderId', { amount: 1, reason: 'Late' }, 'orders:manage'),
  ...action('return', 'deliveredOrderId', {
    items: [{ position: 1, quantity: 1 }],
    restock: true,
    reason: 'Too small',
  }),
  ...action('refuse', 'shippedOrderId', { items: [{ position: 1, quantity: 1 }], restock: true, reason: 'Not home' }),
  ...action('cancel', 'orderId', { reason: 'Changed their mind' }),
  ...action('complete', 'deliveredOrderId', {}, 'orders:manage'),
  ...action('notes', 'orderId', { body: 'Prefers the evening' }),
}
