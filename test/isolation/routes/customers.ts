import { jsonLine, notFound, type RouteFacts } from '../route-facts.ts'

const customer = () => ({
  name: 'Amal',
  phone: '+965 5000 0001',
  email: 'amal@example.com',
  address: 'Block 1, Salmiya',
  addresses: [
    'Office: Sharq, tower 2',
    {
      label: 'Home',
      recipient: 'Amal',
      phone: '2200 1100',
      line1: 'Street 5, house 7',
      city: 'Salmiya',
      country: 'KW',
    },
  ],
  other_phones: ['2200 1100', '+965 5000 0002'],
  other_emails: ['amal@work.example'],
  notes: 'Calls first',
  tags: ['vip'],
  blocked: true,
  blocked_reason: 'Never at home',
})

const customerNotFound = { status: 422, code: 'customer_not_found' }

export const customersRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/customers': {
    sample: ({ segmentId }) => ({ path: `/api/customers?segment_id=${segmentId}` }),
    scope: 'crm:read',
    names: { segmentId: { status: 422, code: 'unknown_segment' } },
    list: 'searched',
  },
  'POST /api/customers': {
    sample: () => ({ path: '/api/customers', body: { name: 'Nour' } }),
    status: 201,
    scope: 'crm:write',
    full: () => ({ ...customer(), external_id: 'C-1' }),
  },
  'GET /api/customers/export': {
    sample: () => ({ path: '/api/customers/export' }),
    scope: 'crm:read',
    file: true,
  },
  'POST /api/customers/import': {
    sample: (_, unique) => jsonLine('/api/customers/import', { external_id: unique, name: 'Nour' }),
    scope: 'crm:write',
    file: true,
    full: ({ customerId }) => ({ ...customer(), external_id: 'C-1', id: customerId, version: 1 }),
  },
  'GET /api/customers/:customer_id': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}` }),
    scope: 'crm:read',
    names: { customerId: notFound },
  },
  'PATCH /api/customers/:customer_id': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}`, body: { notes: 'Calls first' } }),
    scope: 'crm:write',
    names: { customerId: notFound },
    full: customer,
  },
  'GET /api/customers/duplicates': {
    sample: () => ({ path: '/api/customers/duplicates' }),
    scope: 'crm:read',
  },
  'POST /api/customers/merge': {
    sample: ({ customerId, duplicateId }) => ({
      path: '/api/customers/merge',
      body: { keep_id: customerId, merge_ids: [duplicateId] },
    }),
    scope: 'crm:manage',
    names: { customerId: customerNotFound, duplicateId: customerNotFound },
    full: ({ customerId, duplicateId }) => ({ keep_id: customerId, merge_ids: [duplicateId] }),
  },
  'GET /api/customers/:customer_id/orders': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}/orders` }),
    scope: 'orders:read',
    names: { customerId: notFound },
  },
  'GET /api/customers/:customer_id/timeline': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}/timeline` }),
    scope: 'crm:read',
    names: { customerId: notFound },
  },
  'POST /api/customers/:customer_id/notes': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}/notes`, body: { body: 'Asked for a call' } }),
    status: 201,
    scope: 'crm:write',
    names: { customerId: notFound },
    full: () => ({ body: 'Asked for a call' }),
  },
  'POST /api/customers/:customer_id/anonymize': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}/anonymize`, body: {} }),
    scope: 'crm:manage',
    names: { customerId: notFound },
    full: () => ({}),
  },
}
