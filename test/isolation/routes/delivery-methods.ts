import { notFound, type RouteFacts } from '../route-facts.ts'

const method = () => ({
  name: 'Express',
  kind: 'pickup',
  zones: [{ country: 'KW', regions: ['Hawalli', 'حولي'] }, { country: 'AE' }],
  price: 4.5,
  free_from: 75,
  min_subtotal: 5,
  max_subtotal: 500,
  max_weight_g: 20_000,
  rate_per_kg: 0.5,
  estimated_days: { min: 1, max: 3 },
  payment_methods: ['cod', 'card'],
  cod_fee: 1.25,
  pickup_address: 'Salem Al Mubarak Street',
  active: true,
  position: 2,
})

export const deliveryMethodsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/delivery-methods': {
    sample: () => ({ path: '/api/delivery-methods' }),
    scope: 'catalog:read',
    list: 'plain',
  },
  'POST /api/delivery-methods': {
    sample: (_, unique) => ({ path: '/api/delivery-methods', body: { name: `Standard ${unique}`, price: 4 } }),
    status: 201,
    scope: 'catalog:write',
    full: method,
  },
  'GET /api/delivery-methods/:delivery_method_id': {
    sample: ({ deliveryMethodId }) => ({ path: `/api/delivery-methods/${deliveryMethodId}` }),
    scope: 'catalog:read',
    names: { deliveryMethodId: notFound },
  },
  'PATCH /api/delivery-methods/:delivery_method_id': {
    sample: ({ deliveryMethodId }) => ({ path: `/api/delivery-methods/${deliveryMethodId}`, body: { price: 5 } }),
    scope: 'catalog:write',
    names: { deliveryMethodId: notFound },
    full: method,
  },
  'DELETE /api/delivery-methods/:delivery_method_id': {
    sample: ({ deliveryMethodId }) => ({ path: `/api/delivery-methods/${deliveryMethodId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { deliveryMethodId: notFound },
  },
}
