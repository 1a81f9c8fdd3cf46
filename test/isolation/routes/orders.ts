import { type Goods, jsonLine, notFound, nothing, type RouteFacts } from '../route-facts.ts'

const order = ({ customerId, productId, variantId }: Goods) => ({
  customer_id: customerId,
  total_amount: 10,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

const imported = ({ customerId, productId, variantId }: Goods) => ({
  external_id: 'I-1',
  customer_id: customerId,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

export const ordersRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/orders': {
    sample: ({ customerId }) => ({ path: `/api/orders?customer_id=${customerId}` }),
    status: 200,
    scope: 'orders:read',
    names: { customerId: nothing },
    list: 'searched',
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
  'GET /api/orders/export': {
    sample: ({ customerId }) => ({ path: `/api/orders/export?format=jsonl&customer_id=${customerId}` }),
    status: 200,
    scope: 'orders:read',
    names: { customerId: nothing },
    file: true,
  },
  'POST /api/orders/import': {
    sample: (goods) => jsonLine('/api/orders/import', imported(goods)),
    status: 200,
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
  'GET /api/orders/:id': {
    sample: ({ orderId }) => ({ path: `/api/orders/${orderId}` }),
    status: 200,
    scope: 'orders:read',
    names: { orderId: notFound },
  },
}
