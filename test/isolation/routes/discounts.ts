import { notFound, type RouteFacts } from '../route-facts.ts'

const discount = () => ({
  name: 'Summer sale',
  code: 'SUMMER 10',
  automatic: false,
  kind: 'percentage',
  value: 12.5,
  max_amount: 30,
  min_subtotal: 20,
  min_quantity: 2,
  starts_at: '2026-06-01T00:00:00Z',
  ends_at: '2026-09-01T00:00:00Z',
  usage_limit: 100,
  usage_limit_per_customer: 1,
  first_order_only: true,
  combines: true,
  active: true,
})

export const discountsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/discounts': {
    sample: () => ({ path: '/api/discounts' }),
    scope: 'catalog:read',
    list: 'searched',
  },
  'POST /api/discounts': {
    sample: (_, unique) => ({ path: '/api/discounts', body: { code: `SAVE-${unique}`, kind: 'fixed', value: 5 } }),
    status: 201,
    scope: 'catalog:write',
    full: ({ productId }) => ({ ...discount(), applies_to: { product_ids: [productId] } }),
  },
  'GET /api/discounts/:discount_id': {
    sample: ({ discountId }) => ({ path: `/api/discounts/${discountId}` }),
    scope: 'catalog:read',
    names: { discountId: notFound },
  },
  'PATCH /api/discounts/:discount_id': {
    sample: ({ discountId, productId }) => ({
      path: `/api/discounts/${discountId}`,
      body: { active: false, applies_to: { product_ids: [productId] } },
    }),
    scope: 'catalog:write',
    names: { discountId: notFound, productId: { status: 422, code: 'product_not_found' } },
    full: () => ({ ...discount(), applies_to: { tags: ['winter'] } }),
  },
  'DELETE /api/discounts/:discount_id': {
    sample: ({ discountId }) => ({ path: `/api/discounts/${discountId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { discountId: notFound },
  },
}
