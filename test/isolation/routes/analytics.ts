import type { RouteFacts } from '../route-facts.ts'

const reads = (path: string): RouteFacts => ({
  sample: () => ({ path: `/api/analytics/${path}` }),
  scope: 'analytics:read',
})

export const analyticsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/analytics/summary': reads('summary'),
  'GET /api/analytics/sales': reads('sales'),
  'GET /api/analytics/top-products': reads('top-products'),
  'GET /api/analytics/platforms': reads('platforms'),
  'GET /api/analytics/customers': reads('customers'),
  'GET /api/analytics/cod': reads('cod'),
  'GET /api/analytics/discounts': reads('discounts'),
  'GET /api/analytics/cities': reads('cities'),
}
