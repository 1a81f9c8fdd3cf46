import { type Goods, notFound, type RouteFacts } from '../route-facts.ts'

const hookOf = ({ webhookId }: Goods) => `/api/webhooks/${webhookId}`
// Nothing but a test is ever sent to it.
const hook = { url: 'https://hooks.shop.kw/events', events: ['webhook.test'] }

export const webhooksRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/webhooks': {
    sample: () => ({ path: '/api/webhooks' }),
    scope: 'webhooks:manage',
    list: 'plain',
  },
  'POST /api/webhooks': {
    sample: (_, unique) => ({ path: '/api/webhooks', body: { ...hook, description: `Courier ${unique}` } }),
    status: 201,
    scope: 'webhooks:manage',
    // A retry must not return the secret again.
    repeated: { status: 409, code: 'duplicate' },
    // A store can have only 20.
    consumesState: true,
    full: () => ({ ...hook, description: 'Courier' }),
  },
  'GET /api/webhooks/:webhook_id': {
    sample: (goods) => ({ path: hookOf(goods) }),
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
  },
  'PATCH /api/webhooks/:webhook_id': {
    sample: (goods) => ({ path: hookOf(goods), body: { description: 'The courier' } }),
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
    full: () => ({ ...hook, description: 'The courier', enabled: true }),
  },
  'DELETE /api/webhooks/:webhook_id': {
    sample: (goods) => ({ path: hookOf(goods) }),
    status: 204,
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
  },
  'POST /api/webhooks/:webhook_id/rotate-secret': {
    sample: (goods) => ({ path: `${hookOf(goods)}/rotate-secret`, body: {} }),
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
    repeated: { status: 409, code: 'duplicate' },
    full: () => ({}),
  },
  'POST /api/webhooks/:webhook_id/test': {
    sample: (goods) => ({ path: `${hookOf(goods)}/test`, body: {} }),
    status: 201,
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
    full: () => ({}),
    tripsAfter: 2,
  },
  'POST /api/webhooks/:webhook_id/replay': {
    sample: (goods) => ({ path: `${hookOf(goods)}/replay`, body: { since: '2999-01-01' } }),
    status: 202,
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
    full: () => ({ since: '2999-01-01T00:00:00Z', types: ['*'] }),
  },
  'GET /api/webhooks/:webhook_id/deliveries': {
    sample: (goods) => ({ path: `${hookOf(goods)}/deliveries` }),
    scope: 'webhooks:manage',
    names: { webhookId: notFound },
  },
  'POST /api/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': {
    sample: (goods) => ({ path: `${hookOf(goods)}/deliveries/${goods.deliveryId}/redeliver`, body: {} }),
    status: 202,
    scope: 'webhooks:manage',
    names: { webhookId: notFound, deliveryId: notFound },
    full: () => ({}),
    tripsAfter: 2,
  },
}
