import { jsonLine, notFound, type RouteFacts } from '../route-facts.ts'

const customer = () => ({
  name: 'Amal',
  phone: '+965 5000 0001',
  email: 'amal@example.com',
  address: 'Block 1, Salmiya',
  notes: 'Calls first',
  tags: ['vip'],
})

export const customersRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/customers': {
    sample: () => ({ path: '/api/customers' }),
    status: 200,
    scope: 'crm:read',
    names: {},
    list: 'searched',
  },
  'POST /api/customers': {
    sample: () => ({ path: '/api/customers', body: { name: 'Nour' } }),
    status: 201,
    scope: 'crm:write',
    names: {},
    full: () => ({ ...customer(), external_id: 'C-1' }),
  },
  'GET /api/customers/export': {
    sample: () => ({ path: '/api/customers/export' }),
    status: 200,
    scope: 'crm:read',
    names: {},
    file: true,
  },
  'POST /api/customers/import': {
    sample: (_, unique) => jsonLine('/api/customers/import', { external_id: unique, name: 'Nour' }),
    status: 200,
    scope: 'crm:write',
    names: {},
    file: true,
    full: ({ customerId }) => ({ ...customer(), external_id: 'C-1', id: customerId, version: 1 }),
  },
  'GET /api/customers/:id': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}` }),
    status: 200,
    scope: 'crm:read',
    names: { customerId: notFound },
  },
  'PATCH /api/customers/:id': {
    sample: ({ customerId }) => ({ path: `/api/customers/${customerId}`, body: { notes: 'Calls first' } }),
    status: 200,
    scope: 'crm:write',
    names: { customerId: notFound },
    full: customer,
  },
}
