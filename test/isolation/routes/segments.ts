import { notFound, type RouteFacts } from '../route-facts.ts'

const segment = () => ({
  name: 'Regulars',
  filter: 'spent>=100 orders>3 and last_order<90d -tag:"big spender" blocked:false',
})

export const segmentsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/segments': {
    sample: () => ({ path: '/api/segments' }),
    scope: 'crm:read',
    list: 'plain',
  },
  'POST /api/segments': {
    sample: (_, unique) => ({ path: '/api/segments', body: { name: `Regulars ${unique}`, filter: 'orders>3' } }),
    status: 201,
    scope: 'crm:write',
    full: segment,
  },
  'GET /api/segments/:segment_id': {
    sample: ({ segmentId }) => ({ path: `/api/segments/${segmentId}` }),
    scope: 'crm:read',
    names: { segmentId: notFound },
  },
  'PATCH /api/segments/:segment_id': {
    sample: ({ segmentId }) => ({ path: `/api/segments/${segmentId}`, body: { filter: 'spent>10' } }),
    scope: 'crm:write',
    names: { segmentId: notFound },
    full: segment,
  },
  'DELETE /api/segments/:segment_id': {
    sample: ({ segmentId }) => ({ path: `/api/segments/${segmentId}` }),
    status: 204,
    scope: 'crm:write',
    names: { segmentId: notFound },
  },
  'GET /api/segments/:segment_id/customers': {
    sample: ({ segmentId }) => ({ path: `/api/segments/${segmentId}/customers` }),
    scope: 'crm:read',
    names: { segmentId: notFound },
  },
}
