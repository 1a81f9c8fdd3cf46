import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { listWebhooks } from '../../../src/areas/webhooks/list-webhooks.ts'
import { WebhookWithSecret } from '../../../src/areas/webhooks/webhook.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const url = 'https://hooks.shop.kw/events'
const serverWith = (...scopes: KeyScope[]) => serverOf(shop, { scopes: ['webhooks:manage', ...scopes] })

describe('a server with an API key', () => {
  test('subscribes to events that its scopes let it read', async () => {
    const server = await serverWith('orders:write', 'crm:read')
    for (const events of [['order.*'], ['customer.created', 'order.paid'], ['store.updated', 'webhook.test']])
      expectBody(await server.post('/api/webhooks', { url, events }), 201, WebhookWithSecret)
  })

  test.for([
    ['product.*', 'catalog:read'],
    ['inventory.adjusted', 'catalog:read'],
    ['conversation.created', 'inbox:read'],
  ] as const)('cannot subscribe to %s without %s', async ([event, scope]) => {
    const server = await serverWith('orders:read')
    const refused = await server.post('/api/webhooks', { url, events: ['order.*', event] })
    const problem = expectProblem(refused, 403, 'insufficient_scope')
    expect(problem.errors).toEqual([
      expect.objectContaining({ pointer: expect.stringContaining('/events/'), event, scope }),
    ])
  })

  test.for(['member.joined', 'member.*', 'api_key.minted', 'webhook.*'])('can never subscribe to %s', async (event) => {
    const server = await serverOf(shop)
    expectProblem(await server.post('/api/webhooks', { url, events: [event] }), 403, 'insufficient_scope')
  })

  test('must name types instead of *', async () => {
    const server = await serverOf(shop)
    const { detail } = expectProblem(
      await server.post('/api/webhooks', { url, events: ['*'] }),
      403,
      'insufficient_scope',
    )
    expect(detail).toContain('Name the types')
  })

  test('does not find a webhook that receives what it may not read', async () => {
    const made = async (events: string[]) =>
      expectBody(await shop.owner.post('/api/webhooks', { url, events }), 201, WebhookWithSecret)
    const [all, orders] = [await made(['*']), await made(['order.*'])]
    const server = await serverWith('orders:read')
    const seen = expectBody(await server.get('/api/webhooks?limit=100'), 200, listWebhooks.output).data.map(
      ({ id }) => id,
    )
    expect(seen).toContain(orders.id)
    expect(seen).not.toContain(all.id)
    const path = `/api/webhooks/${all.id}`
    for (const answer of [
      await server.get(path),
      await server.get(`${path}/deliveries`),
      await server.patch(path, { url: 'https://elsewhere.kw/x' }),
      await server.post(`${path}/rotate-secret`, {}),
      await server.post(`${path}/test`, {}),
      await server.post(`${path}/replay`, { since: '2026-01-01' }),
      await server.delete(path),
    ])
      expectProblem(answer, 404, 'not_found')
    expectProblem(
      await server.patch(`/api/webhooks/${orders.id}`, { events: ['customer.*'] }),
      403,
      'insufficient_scope',
    )
    expect((await server.patch(`/api/webhooks/${orders.id}`, { events: ['order.paid'] })).status).toBe(200)
  })

  test('does not find a webhook that received what it may not read, whatever it receives now', async () => {
    const { id } = expectBody(await shop.owner.post('/api/webhooks', { url, events: ['*'] }), 201, WebhookWithSecret)
    expect((await shop.owner.patch(`/api/webhooks/${id}`, { events: ['order.*'] })).status).toBe(200)
    const server = await serverWith('orders:read')
    expectProblem(await server.get(`/api/webhooks/${id}/deliveries`), 404, 'not_found')
  })
})
