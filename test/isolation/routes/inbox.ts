import { type Goods, notFound, type RouteFacts } from '../route-facts.ts'

const meta = (unique: string) => ({
  kind: 'whatsapp',
  name: `WhatsApp ${unique}`,
  account_id: '106540352242922',
  access_token: 'EAAG-an-access-token',
  app_secret: 'the-secret-of-the-app',
  verify_token: 'verify-this',
})

const channelOf = ({ channelId }: Goods) => `/api/inbox/channels/${channelId}`
const conversationOf = ({ conversationId }: Goods) => `/api/inbox/conversations/${conversationId}`

export const inboxRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/inbox/channels': {
    sample: () => ({ path: '/api/inbox/channels' }),
    scope: 'inbox:read',
    list: 'plain',
  },
  'POST /api/inbox/channels': {
    sample: (_, unique) => ({ path: '/api/inbox/channels', body: { kind: 'webhook', name: `Till ${unique}` } }),
    status: 201,
    scope: 'inbox:manage',
    // A retry must not return the secret again.
    repeated: { status: 409, code: 'duplicate' },
    full: () => meta('of the shop'),
  },
  'GET /api/inbox/channels/:channel_id': {
    sample: (goods) => ({ path: channelOf(goods) }),
    scope: 'inbox:read',
    names: { channelId: notFound },
  },
  'PATCH /api/inbox/channels/:channel_id': {
    sample: (goods) => ({ path: channelOf(goods), body: { name: 'The till' } }),
    scope: 'inbox:manage',
    names: { channelId: notFound },
    full: () => ({
      name: 'The till',
      send_url: 'https://shop.kw/replies',
      from_name: 'The shop',
      access_token: 'EAAG-another-token',
      app_secret: 'another-secret-of-the-app',
      verify_token: 'verify-that',
    }),
  },
  'DELETE /api/inbox/channels/:channel_id': {
    sample: (goods) => ({ path: channelOf(goods) }),
    status: 204,
    scope: 'inbox:manage',
    names: { channelId: notFound },
  },
  'POST /api/inbox/channels/:channel_id/rotate-secret': {
    sample: (goods) => ({ path: `${channelOf(goods)}/rotate-secret`, body: {} }),
    scope: 'inbox:manage',
    names: { channelId: notFound },
    repeated: { status: 409, code: 'duplicate' },
    full: () => ({}),
  },
  'GET /api/inbox/conversations': {
    sample: ({ channelId }) => ({ path: `/api/inbox/conversations?channel_id=${channelId}` }),
    scope: 'inbox:read',
    names: { channelId: { status: 422, code: 'unknown_channel' } },
    list: 'searched',
  },
  'GET /api/inbox/conversations/:conversation_id': {
    sample: (goods) => ({ path: conversationOf(goods) }),
    scope: 'inbox:read',
    names: { conversationId: notFound },
  },
  'PATCH /api/inbox/conversations/:conversation_id': {
    sample: (goods) => ({
      path: conversationOf(goods),
      body: { customer_id: goods.customerId, order_ids: [goods.orderId] },
    }),
    scope: 'inbox:write',
    names: {
      conversationId: notFound,
      customerId: { status: 422, code: 'customer_not_found' },
      orderId: { status: 422, code: 'invalid_input' },
    },
    full: ({ customerId, orderId }) => ({
      status: 'snoozed',
      snoozed_until: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      assignee_id: null,
      tags: ['vip'],
      customer_id: customerId,
      order_ids: [orderId],
      read: true,
    }),
  },
  'GET /api/inbox/conversations/:conversation_id/messages': {
    sample: (goods) => ({ path: `${conversationOf(goods)}/messages` }),
    scope: 'inbox:read',
    names: { conversationId: notFound },
  },
  'POST /api/inbox/conversations/:conversation_id/messages': {
    // A note, because sending a reply costs further round trips after the response.
    sample: (goods) => ({ path: `${conversationOf(goods)}/messages`, body: { kind: 'note', body: 'Calls first' } }),
    status: 201,
    scope: 'inbox:write',
    names: { conversationId: notFound },
    full: () => ({ kind: 'note', body: 'Calls first' }),
  },
  'GET /api/inbox/conversations/:conversation_id/messages/:message_id': {
    sample: (goods) => ({ path: `${conversationOf(goods)}/messages/${goods.messageId}` }),
    scope: 'inbox:read',
    names: { conversationId: notFound, messageId: notFound },
  },
}
