import { notFound, type RouteFacts } from '../route-facts.ts'

export const storesRows: Readonly<Record<string, RouteFacts>> = {
  'GET /healthz': { sample: () => ({ path: '/healthz' }), status: 200, scope: null, names: {} },
  'GET /readyz': { sample: () => ({ path: '/readyz' }), status: 200, scope: null, names: {} },
  'GET /api/me': { sample: () => ({ path: '/api/me' }), status: 200, scope: 'account', names: {} },
  // Of the console, which the session tokens of these tests are not.
  'DELETE /api/sessions/current': {
    sample: () => ({ path: '/api/sessions/current' }),
    status: 404,
    scope: 'account',
    personal: true,
  },
  'GET /api/stores': {
    sample: () => ({ path: '/api/stores' }),
    scope: 'stores:read',
    list: 'plain',
  },
  'POST /api/stores': {
    sample: () => ({ path: '/api/stores', body: { name: 'Second shop', currency: 'KWD' } }),
    status: 201,
    scope: 'account',
    full: () => ({
      name: 'Second shop',
      slug: 'second-shop',
      currency: 'KWD',
      timezone: 'Asia/Kuwait',
      locale: 'ar-KW',
    }),
  },
  'GET /api/stores/:store_id': {
    sample: ({ storeId }) => ({ path: `/api/stores/${storeId}` }),
    scope: 'stores:read',
    names: { storeId: notFound },
  },
  'PATCH /api/stores/:store_id': {
    sample: ({ storeId }) => ({ path: `/api/stores/${storeId}`, body: { locale: 'ar' } }),
    scope: 'stores:manage',
    names: { storeId: notFound },
    full: () => ({
      name: 'Test shop',
      slug: 'test-shop',
      timezone: 'Asia/Kuwait',
      locale: 'ar-KW',
      contact_email: 'hello@test.example',
      contact_phone: '+965 5000 0001',
      contact_address: 'Block 1, Salmiya',
      tax: { rate: 5, label: 'VAT', prices_include_tax: true, country_rates: [{ country: 'SA', rate: 15 }] },
    }),
  },
}
