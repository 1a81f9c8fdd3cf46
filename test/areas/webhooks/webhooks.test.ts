import { beforeEach, describe, expect, test } from 'vitest'
import { WebhookDelivery } from '../../../src/areas/webhooks/webhook-delivery.ts'
import { listWebhooks } from '../../../src/areas/webhooks/list-webhooks.ts'
import { replayWebhook } from '../../../src/areas/webhooks/replay-webhook.ts'
import { Webhook, WebhookWithSecret } from '../../../src/areas/webhooks/webhook.ts'
import { readToEnd } from '../feed/feed.ts'
import { eventTypesOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { client, expectBody, expectProblem, openShop, pointersOf, userId } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { type HookedShop, openHookedShop } from '../../support/webhooks.ts'

let shop: HookedShop['shop']
let webhooks: HookedShop['webhooks']
beforeEach(async () => {
  ;({ shop, webhooks } = await openHookedShop())
})

const create = (body: Record<string, unknown>) =>
  shop.owner.post('/api/webhooks', { url: 'https://hooks.shop.kw/orders', events: ['order.*'], ...body })

describe('a webhook', () => {
  test('is created with a secret that no other response shows', async () => {
    const created = expectBody(await create({ description: 'Courier' }), 201, WebhookWithSecret)
    expect(created).toMatchObject({
      store_id: shop.store.id,
      url: 'https://hooks.shop.kw/orders',
      events: ['order.*'],
      description: 'Courier',
      enabled: true,
      disabled_reason: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      health: { last_success_at: null, last_failure_at: null, failing_since: null, pending: 0 },
    })
    const { secret, ...shown } = created
    const path = `/api/webhooks/${created.id}`
    expect((await shop.owner.get(path)).body).toEqual(shown)
    expect(expectBody(await shop.owner.get('/api/webhooks'), 200, listWebhooks.output).data).toEqual([shown])
    const all = [await shop.owner.get(path), await shop.owner.get('/api/webhooks'), await shop.owner.patch(path, {})]
    expect(JSON.stringify(all.map(({ body }) => body))).not.toContain(secret.slice(6))
    const [stored] = await shop.sql`select secret, events, scopes from webhooks where id = ${created.id}`
    expect(stored).toMatchObject({ events: ['order.*'], scopes: ['orders:read'] })
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
    expect(await eventTypesOf(created.id)).toEqual(['webhook.created'])
  })

  test('needs encryption keys in the deployment; without them, the response says what to configure', async () => {
    const { id, secret: _, ...made } = expectBody(await create({}), 201, WebhookWithSecret)
    const keyless = client(shop.owner.token, service(undefined, { CHANNEL_KEYS: undefined }))
    const path = `/api/webhooks/${id}`
    for (const refused of [
      await keyless.post('/api/webhooks', { url: made.url, events: made.events }),
      await keyless.post(`${path}/rotate-secret`, {}),
    ])
      expect(expectProblem(refused, 501, 'not_configured').detail).toContain('CHANNEL_KEYS')
    expect((await keyless.get(path)).body).toEqual({ id, ...made })
  })

  test('is not created twice by a retry, which does not show the secret again', async () => {
    const key = { 'Idempotency-Key': 'hook-1' }
    const body = { url: 'https://hooks.shop.kw/orders', events: ['order.*'] }
    const { id } = expectBody(await shop.owner.post('/api/webhooks', body, key), 201, WebhookWithSecret)
    const again = await shop.owner.post('/api/webhooks', body, key)
    expectProblem(again, 409, 'duplicate')
    expect(again.body).toMatchObject({ webhook_id: id })
  })

  test.for([
    'http://hooks.shop.kw/x',
    'https://10.0.0.1/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://metadata.internal/x',
    'https://me:secret@hooks.shop.kw/x',
    'https://:secret@hooks.shop.kw/x',
    'https://hooks.shop.kw:8443/x',
    'https://hooks.shop.kw',
    'ftp://hooks.shop.kw/x',
    'not a url',
  ])('cannot have the URL %s', async (url) => {
    // This service is not on loopback.
    const owner = client(shop.owner.token)
    const refused = await owner.post('/api/webhooks', { url, events: ['order.*'] })
    expect(pointersOf(expectProblem(refused, 422, 'unsafe_address'))).toEqual(['/url'])
  })

  test.for([
    ['https://hooks.shop.kw\\@bank.kw/x', 'https://hooks.shop.kw/@bank.kw/x'],
    ['https://ev\nil.kw/x', 'https://evil.kw/x'],
    ['https://hooks.shop.kw/\u202emoc.knab', 'https://hooks.shop.kw/%E2%80%AEmoc.knab'],
    ['HTTPS://Hooks.Shop.kw:443/x', 'https://hooks.shop.kw/x'],
    ['https://\u0645\u062a\u062c\u0631.kw/x', 'https://xn--pgbep1f.kw/x'],
  ] as const)('with the URL %j shows what is really called', async ([url, shown]) => {
    const created = expectBody(await create({ url }), 201, WebhookWithSecret)
    expect(created.url).toBe(shown)
    await shop.owner.patch(`/api/webhooks/${created.id}`, { url: 'https://other.shop.kw/x' })
    const changed = await shop.owner.patch(`/api/webhooks/${created.id}`, { url })
    expect(expectBody(changed, 200, Webhook).url).toBe(shown)
  })

  test('cannot have a URL that is too long once it is encoded', async () => {
    const refused = await create({ url: `https://hooks.shop.kw/${'\u0645'.repeat(500)}` })
    expectProblem(refused, 422, 'unsafe_address')
  })

  test.for([
    [['order.crated'], 'order.created'],
    [['orders.*'], 'order.*'],
    [['order.*', 'produkt.*'], 'product.*'],
  ] as const)('for unknown events %s is refused with the nearest name', async ([events, nearest]) => {
    const { errors } = expectProblem(await create({ events }), 422, 'invalid_input')
    expect(errors[0]).toMatchObject({
      pointer: `/events/${events.length - 1}`,
      detail: expect.stringContaining(nearest),
    })
  })

  test('changes only in the fields that are sent, and not from an outdated version', async () => {
    const { secret: _secret, ...created } = expectBody(await create({}), 201, WebhookWithSecret)
    const path = `/api/webhooks/${created.id}`
    const changed = expectBody(
      await shop.owner.patch(path, { events: ['product.*', 'order.created'], description: 'Both' }),
      200,
      Webhook,
    )
    expect(changed).toEqual({
      ...created,
      events: ['order.created', 'product.*'],
      description: 'Both',
      version: 2,
      updated_at: changed.updated_at,
    })
    expectProblem(await shop.owner.patch(path, { description: null }, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect((await shop.owner.patch(path, { description: null }, { 'If-Match': '"v2"' })).body).toMatchObject({
      description: null,
      url: created.url,
    })
    expectProblem(await shop.owner.patch(path, { url: 'https://10.0.0.1/x' }), 422, 'unsafe_address')
    expect(await eventTypesOf(created.id)).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated'])
  })

  test('is one of at most 20', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => create({})))
    const refused = made.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(4)
    for (const answer of refused) expect(expectProblem(answer, 409, 'too_many_webhooks')).toMatchObject({ limit: 20 })
    const { id } = expectBody(
      made.find(({ status }) => status === 201) ?? { status: 0, headers: new Headers(), body: {} },
      201,
      Webhook,
    )
    expect((await shop.owner.delete(`/api/webhooks/${id}`)).status).toBe(204)
    expect((await create({})).status).toBe(201)
  })

  test('is one of at most 100 that a store adds in 24 hours, deleted ones included', async () => {
    const busy = await openShop()
    const add = () => busy.owner.post('/api/webhooks', { url: 'https://hooks.shop.kw/a', events: ['order.*'] })
    const manager = await userId(busy.owner)
    await asOwner`insert into webhooks (store_id, id, url, events, scopes, secret, managed_by, managed_by_kind, enabled, disabled_reason, deleted_at, created_at)
      select ${busy.store.id}, uuidv7(), '', '{}', '{}', '', ${manager}, 'user', false, 'by_hand', now(), now() - n * interval '14 minutes' - interval '20 minutes'
        from generate_series(1, 100) as n`
    expect(expectProblem(await add(), 409, 'limit_reached').detail).toContain('at most 100 webhooks in 24 hours')
    await asOwner`update webhooks set created_at = created_at - interval '30 minutes' where store_id = ${busy.store.id}`
    expect((await add()).status).toBe(201)
  })

  test('is gone once it is deleted, with what was not delivered yet', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500 }, { status: 500 })
    await shop.addOrder()
    expect(await hook.only()).toMatchObject({ status: 'pending', attempts: 1 })
    expect((await shop.owner.delete(hook.path)).status).toBe(204)
    for (const path of [hook.path, `${hook.path}/deliveries`])
      expectProblem(await shop.owner.get(path), 404, 'not_found')
    expect(expectBody(await shop.owner.get('/api/webhooks'), 200, listWebhooks.output).data).toEqual([])
    await shop.sql`update webhook_deliveries set due_at = now() where webhook_id = ${hook.id}`
    const [row] = await shop.sql`select secret from webhooks where id = ${hook.id}`
    expect(row).toEqual({ secret: '' })
    await shop.addOrder()
    expect(await hook.types()).toEqual(['order.created'])
  })
})

describe('a disabled webhook', () => {
  test('receives nothing, not even what is asked for, until it is enabled', async () => {
    const hook = await webhooks.add()
    await shop.addOrder()
    const { id } = await hook.only()
    const disabled = expectBody(await shop.owner.patch(hook.path, { enabled: false }), 200, Webhook)
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'by_hand', disabled_at: expect.any(String) })
    await shop.addOrder()
    for (const [path, body] of [
      ['/test', {}],
      [`/deliveries/${id}/redeliver`, {}],
      ['/replay', { since: '2026-01-01' }],
    ] as const)
      expect(expectProblem(await shop.owner.post(hook.path + path, body), 409, 'webhook_disabled')).toMatchObject({
        disabled_reason: 'by_hand',
      })
    expect(await hook.types()).toEqual(['order.created'])
    expect((await shop.owner.patch(hook.path, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
    })
    await shop.addOrder()
    expect(await hook.types()).toEqual(['order.created', 'order.created'])
  })

  test('gets what it missed by a replay', async () => {
    const hook = await webhooks.add({ events: ['order.*', 'customer.created'] })
    await shop.owner.patch(hook.path, { enabled: false })
    const { id } = await shop.addOrder()
    await shop.owner.post(`/api/orders/${id}/confirm`, {})
    await shop.owner.patch(hook.path, { enabled: true })
    const replay = async (body: Record<string, unknown>) =>
      expectBody(await shop.owner.post(`${hook.path}/replay`, body), 202, replayWebhook.output)
    expect(await replay({ since: shop.store.created_at, types: ['order.confirmed'] })).toEqual({
      queued: 1,
      next_since: null,
    })
    expect(await hook.types()).toEqual(['order.confirmed'])
    expect(await replay({ since: shop.store.created_at })).toEqual({ queued: 3, next_since: null })
    expect((await hook.types()).toSorted()).toEqual([
      'customer.created',
      'order.confirmed',
      'order.confirmed',
      'order.created',
    ])
    const [confirmed] = (await readToEnd(shop.owner, { types: 'order.confirmed' })).events
    expect(await replay({ since: confirmed?.created_at, types: ['order.confirmed'] })).toMatchObject({ queued: 1 })
    expect(await replay({ since: new Date(Date.now() + 3_600_000).toISOString() })).toEqual({
      queued: 0,
      next_since: null,
    })
    expect((await hook.deliveries()).length).toBe(3)
  })
})

test('a replay of events that a webhook does not subscribe to is refused, and nothing is sent', async () => {
  const hook = await webhooks.add({ events: ['order.created', 'product.updated'] })
  await shop.addOrder()
  const replay = (types: string[]) => shop.owner.post(`${hook.path}/replay`, { since: shop.store.created_at, types })
  for (const [types, unknown] of [
    [['product.created'], ['product.created']],
    [
      ['order.created', 'order.paid', 'customer.*'],
      ['customer.*', 'order.paid'],
    ],
  ] as const) {
    const { detail, errors } = expectProblem(await replay([...types]), 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer: '/types', code: 'types_not_subscribed', types: unknown }])
    expect(detail).toContain(unknown.join(', '))
  }
  expect(await hook.types()).toEqual(['order.created'])
  // Of order.*, it gets some.
  for (const types of [['order.*'], ['order.created', 'product.*'], ['*']])
    expect((await replay(types)).status).toBe(202)
})

test('a test event reaches this webhook alone, whatever its events, and another one does not see it', async () => {
  const [hook, other] = [await webhooks.add({ events: ['product.created'] }), await webhooks.add({ events: ['*'] })]
  const delivery = expectBody(await shop.owner.post(`${hook.path}/test`, {}), 201, WebhookDelivery)
  expect(delivery).toMatchObject({ event_type: 'webhook.test', status: 'pending', attempts: 0, body: null })
  expect(await hook.types()).toEqual(['webhook.test'])
  expect(await other.types()).toEqual([])
  expect(await hook.only()).toMatchObject({ id: delivery.id, status: 'delivered', attempts: 1, response_status: 202 })
})
