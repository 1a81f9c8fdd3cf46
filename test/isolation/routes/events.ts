import { nothing, type RouteFacts } from '../route-facts.ts'

export const eventsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/events': {
    sample: () => ({ path: '/api/events?types=order.*,customer.*&limit=5' }),
    scope: 'events:read',
    // Where the feed ends differs from one request to the next: test/areas/events/who-may-see.test.ts has the other store.
  },
  'GET /api/audit': {
    sample: ({ orderId }) => ({ path: `/api/audit?subject_id=${orderId}` }),
    scope: 'members:manage',
    names: { orderId: nothing },
    list: 'plain',
  },
  'GET /api/audit/export': {
    sample: ({ orderId }) => ({ path: `/api/audit/export?format=jsonl&subject_id=${orderId}` }),
    scope: 'members:manage',
    names: { orderId: nothing },
    file: true,
  },
}
