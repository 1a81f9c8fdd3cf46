import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Segment } from '../../../src/areas/customers/segments/segment.ts'
import { WebhookDelivery } from '../../../src/areas/webhooks/webhook-delivery.ts'
import { Webhook, WebhookWithSecret } from '../../../src/areas/webhooks/webhook.ts'
import { inboxOf } from '../../support/inbox.ts'
import { watchLog } from '../../support/run/log.ts'
import { onLoopback } from '../../support/outside/outside.ts'
import { database, service } from '../../support/service.ts'
import { client, expectBody, expectProblem } from '../../support/shop.ts'
import { type HookedShop, openHookedShop } from '../../support/webhooks.ts'

afterEach(() => void vi.restoreAllMocks())

let shop: HookedShop['shop']
let webhooks: HookedShop['webhooks']
beforeEach(async () => {
  ;({ shop, webhooks } = await openHookedShop())
})

type Hook = Awaited<ReturnType<typeof webhooks.add>>

/** The only thing that the webhook received. */
async function onlyReceived(hook: Hook) {
  const [first, ...others] = await hook.received()
  expect(others).toEqual([])
  if (!first) throw new Error('nothing was received')
  return first
}

const again = async (hook: Hook, id: string) =>
  expectBody(await shop.owner.post(`${hook.path}/deliveries/${id}/redeliver`, {}), 202, WebhookDelivery)

/** Keeps what waits from being due, which it is after seconds, when a busy machine may still be at the next order. */
const notYet = (hook: Hook) =>
  shop.sql`update webhook_deliveries set due_at = due_at + interval '1 hour' where webhook_id = ${hook.id} and status = 'pending'`

/** Expects what standardwebhooks, which we did not write, says of the last thing that was received. */
async function verified(hook: Hook, secret: string) {
  const last = (await hook.received()).at(-1)
  if (!last) throw new Error('nothing was received')
  const headers = Object.fromEntries(Object.entries(last.headers).map(([name, value]) => [name, String(value)]))
  try {
    return new Verifier(secret).verify(last.raw, headers) !== undefined
  } catch {
    return false
  }
}

describe('an event', () => {
  test('is posted right after the response, with the order as it is now', async () => {
    const hook = await webhooks.add()
    const { id, ...order } = await shop.addOrder()
    const { event, headers, raw } = await onlyReceived(hook)
    expect(event).toMatchObject({
      type: 'order.created',
      store_id: shop.store.id,
      actor: { kind: 'user' },
      subject: { type: 'order', id },
      data: { number: order.number, total_amount: order.total_amount, source: 'api' },
    })
    const {
      allowed_actions: _actions,
      next_action: _next,
      ...shown
    } = Object((await shop.owner.get(`/api/orders/${id}`)).body)
    expect(event.data['order']).toMatchObject(shown)
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `${event.id}.${hook.id}` })
    expect(headers).not.toHaveProperty('authorization')
    expect(await hook.only()).toMatchObject({
      id: event.id,
      event_id: event.id,
      event_type: 'order.created',
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      response_status: 202,
      error: null,
      response_body: '{}',
      body: raw,
      delivered_at: expect.any(String),
    })
    expect((await shop.owner.get(hook.path)).body).toMatchObject({
      health: { last_success_at: expect.any(String), failing_since: null, pending: 0 },
    })
  })

  test('brings the product, customer, conversation or variant that it is about, and what it changed', async () => {
    const hook = await webhooks.add({ events: ['product.*', 'customer.*', 'conversation.*', 'inventory.*'] })
    const product = await shop.addProduct()
    const [variant] = product.variants
    await shop.owner.post('/api/inventory/adjust', { variant_id: variant?.id, delta: -4, reason: 'damaged' })
    const customer = await shop.addCustomer({ name: 'Noor' })
    await shop.owner.patch(`/api/customers/${customer.id}`, { name: 'Noor A.', tags: ['vip'] })
    const till = await inboxOf(shop).addWebhook()
    await till.receive({ body: 'Is it warm?' })
    const received = new Map((await hook.received()).map(({ event }) => [event.type, event]))
    expect(received.get('product.created')?.data['product']).toMatchObject({ id: product.id, title: 'Scarf' })
    expect(received.get('inventory.adjusted')?.data).toMatchObject({
      delta: -4,
      variant: { id: variant?.id, product_id: product.id, on_hand: 96, reserved: 0, available: 96 },
    })
    expect(received.get('customer.created')?.data['customer']).toMatchObject({ id: customer.id, name: 'Noor' })
    expect(received.get('customer.updated')).toMatchObject({
      data: { changed: ['name', 'tags'], customer: { name: 'Noor A.', version: 2 } },
      changes: { name: 'Noor A.', tags: ['vip'] },
    })
    expect(received.get('conversation.message_received')?.data['conversation']).toMatchObject({
      channel_id: till.id,
      last_message_preview: 'Is it warm?',
    })
  })

  test('brings the collection, delivery method, discount or segment that it is about', async () => {
    const hook = await webhooks.add({ events: ['collection.*', 'delivery_method.*', 'discount.*', 'segment.*'] })
    const { post, patch, delete: remove } = shop.owner
    const collection = expectBody(await post('/api/collections', { title: 'Winter' }), 201, Collection)
    const method = expectBody(await post('/api/delivery-methods', { name: 'Standard', price: 3 }), 201, DeliveryMethod)
    const fields = { kind: 'fixed', value: 2.5, code: 'WARM' }
    const discount = expectBody(await post('/api/discounts', fields), 201, Discount)
    const segment = expectBody(await post('/api/segments', { name: 'VIPs', filter: 'tag:vip' }), 201, Segment)
    const renamed = await patch(`/api/discounts/${discount.id}`, { name: 'Warm' })
    await remove(`/api/segments/${segment.id}`)
    const received = new Map((await hook.received()).map(({ event }) => [event.type, event]))
    expect(received.get('collection.created')?.data).toEqual({ collection })
    expect(received.get('delivery_method.created')?.data).toEqual({ delivery_method: method })
    expect(received.get('discount.created')?.data).toEqual({ discount })
    expect(received.get('segment.created')?.data).toEqual({ segment })
    expect(received.get('discount.updated')).toMatchObject({
      data: { changed: ['name'], discount: renamed.body },
      changes: { name: 'Warm' },
    })
    expect(received.get('segment.deleted')?.data).toEqual({})
  })

  test('about a resource of 20 KB or more brings the URL to read it from', async () => {
    const hook = await webhooks.add()
    const { id: product_id } = await shop.addProduct()
    const { id } = await shop.addOrder({
      items: Array.from({ length: 100 }, () => ({ product_id, quantity: 1, unit_price: 10 })),
    })
    const { event, raw } = await onlyReceived(hook)
    expect(event.data).toEqual({
      number: 1001,
      total_amount: 10,
      source: 'api',
      object_url: `${onLoopback.PUBLIC_URL}/api/orders/${id}`,
    })
    expect(raw.length).toBeLessThan(20_000)
  })

  test('reaches each webhook that subscribes to it, and none of another store', async () => {
    const hooks = await Promise.all(
      [['*'], ['order.created', 'order.*'], ['order.paid'], ['product.*']].map((events) => webhooks.add({ events })),
    )
    const other = await openHookedShop()
    const theirs = await other.webhooks.add({ events: ['*'] })
    const product = await shop.addProduct()
    const customer_id = (await shop.addCustomer()).id
    await shop.addOrder({ customer_id, items: [{ product_id: product.id, quantity: 1, unit_price: 10 }] })
    const types = await Promise.all(hooks.map((hook) => hook.types()))
    expect(types.map((each) => each.filter((type) => !type.startsWith('webhook.')).toSorted())).toEqual([
      ['customer.created', 'order.created', 'product.created'],
      ['order.created'],
      [],
      ['product.created'],
    ])
    expect(await theirs.types()).toEqual([])
    expectProblem(await other.shop.owner.get(hooks[0]?.path ?? ''), 404, 'not_found')
  })

  test('costs one round trip before the response, and two after it; without webhooks, only the one', async () => {
    const tag = `trips-${crypto.randomUUID()}`
    const owner = client(shop.owner.token, service(tag, onLoopback))
    await owner.post('/api/customers', { name: 'Amal' })
    expect((await database(tag).seen()).requests).toBe(1)
    const hook = await webhooks.add({ events: ['customer.*'] })
    const requests: number[] = []
    for (const name of ['Noor', 'Huda', 'Sami']) {
      const { requests: before } = await database(tag).seen()
      await owner.post('/api/customers', { name })
      requests.push((await database(tag).seen()).requests - before)
    }
    // After a delivery that took more than a second, the Worker looks for more: on a busy machine, some do.
    expect(Math.min(...requests)).toBe(3)
    expect(await hook.types()).toEqual(Array(3).fill('customer.created'))
  })

  test('and the secret never appear in the log', async () => {
    const { lines } = watchLog()
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500, body: { secret: 'in the response' } })
    const { id } = await shop.addOrder({ notes: 'Ring twice' })
    await shop.owner.post(`${hook.path}/rotate-secret`, {})
    const text = lines.join('\n')
    expect(text).toContain('"webhook"')
    for (const unwanted of ['whsec_', hook.secret.slice(6), hook.url, 'Ring twice', 'in the response', id])
      expect(text).not.toContain(unwanted)
  })
})

describe('the signature', () => {
  test('is verified by standardwebhooks; for a day after a rotation with the old secret and with the new', async () => {
    const hook = await webhooks.add()
    await shop.addOrder()
    expect(await verified(hook, hook.secret)).toBe(true)
    expect(await verified(hook, `whsec_${btoa('x'.repeat(32))}`)).toBe(false)

    const rotated = expectBody(await shop.owner.post(`${hook.path}/rotate-secret`, {}), 200, WebhookWithSecret)
    expect(rotated.secret).not.toBe(hook.secret)
    await shop.addOrder()
    expect([await verified(hook, hook.secret), await verified(hook, rotated.secret)]).toEqual([true, true])

    for (const [hours, isOldUsed] of [
      [23, true],
      [25, false],
    ] as const) {
      await shop.sql`update webhooks set secret_rotated_at = now() - ${hours} * interval '1 hour' where id = ${hook.id}`
      await shop.addOrder()
      expect([await verified(hook, hook.secret), await verified(hook, rotated.secret)]).toEqual([isOldUsed, true])
    }
  })

  test('is made with the new secret alone if the old one can no longer be decrypted', async () => {
    const hook = await webhooks.add()
    const { secret } = expectBody(await shop.owner.post(`${hook.path}/rotate-secret`, {}), 200, WebhookWithSecret)
    const spoiled = (column: string) =>
      shop.sql.query(
        `update webhooks set ${column} = overlay(${column} placing 'AAAA' from length(${column}) - 8) where id = $1`,
        [hook.id],
      )
    await spoiled('previous_secret')
    await shop.addOrder()
    expect([await verified(hook, hook.secret), await verified(hook, secret)]).toEqual([false, true])
    await spoiled('secret')
    await shop.addOrder()
    expect((await hook.deliveries('?status=pending')).map(({ error }) => error)).toEqual(['secret_unreadable'])
    expect(await hook.received()).toHaveLength(1)
  })

  test('has the same id on every attempt, and the time and content of this one', async () => {
    const hook = await webhooks.add({ events: ['order.created'] })
    await hook.side.answer({ status: 500 })
    const { id } = await shop.addOrder()
    await shop.sql`update webhook_deliveries set last_attempt_at = now() where webhook_id = ${hook.id}`
    await shop.owner.post(`/api/orders/${id}/confirm`, {})
    const delivery = await hook.only()
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, error: 'rejected', response_status: 500 })
    expect(await again(hook, delivery.id)).toMatchObject({ id: delivery.id, status: 'pending', attempts: 0 })
    const [first, second] = await hook.received()
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(first?.event.data['order']).toMatchObject({ status: 'pending', version: 1 })
    expect(second?.event.data['order']).toMatchObject({ status: 'confirmed', version: 2 })
    expect(await verified(hook, hook.secret)).toBe(true)
    expect(await hook.only()).toMatchObject({ status: 'delivered', attempts: 1, body: second?.raw })
  })
})

const minutesUntil = (time: string | null) => (Date.parse(time ?? '') - Date.now()) / 60_000

describe('a failed attempt', () => {
  test.for([
    [
      { status: 500, body: 'Oops' },
      { error: 'rejected', response_status: 500, response_body: '"Oops"' },
    ],
    [{ status: 404 }, { error: 'rejected', response_status: 404 }],
    [
      { status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
      { error: 'redirected', response_status: 302 },
    ],
    [{ refused: true }, { error: 'connection_failed', response_status: null, response_body: null }],
    [{ lost: true }, { error: 'connection_failed', response_status: null }],
  ] as const)('with %j is repeated, and its owner sees why', async ([answer, expected]) => {
    const hook = await webhooks.add()
    await hook.side.answer(answer)
    await shop.addOrder()
    const delivery = await hook.only()
    expect(delivery).toMatchObject({ ...expected, status: 'pending', attempts: 1, delivered_at: null })
    expect(minutesUntil(delivery.next_attempt_at)).toBeLessThan(0.11)
    expect(await hook.types()).toEqual(['order.created'])
    expect((await shop.owner.get(hook.path)).body).toMatchObject({
      enabled: true,
      health: { last_success_at: null, failing_since: expect.any(String), pending: 1 },
    })
    const failed = (await shop.owner.get(`${hook.path}/deliveries?status=failed`)).body
    expect(failed).toMatchObject({ data: [], meta: { total: 0 } })
    expect(await hook.deliveries('?status=pending')).toHaveLength(1)
  })

  test.for([
    [503, '120', 2],
    [429, '3600', 60],
    [429, '99999999999', 1728],
    [429, 'tomorrow', 0],
    [429, '3600 seconds', 0],
    [429, '3600.5', 0],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', 0],
    [500, '3600', 0],
  ] as const)('with status %s and Retry-After: %s is repeated after %s minutes', async ([status, after, minutes]) => {
    const hook = await webhooks.add()
    await hook.side.answer({ status, headers: { 'Retry-After': after } })
    await shop.addOrder()
    const { next_attempt_at } = await hook.only()
    expect(minutesUntil(next_attempt_at)).toBeCloseTo(minutes, 0)
  })

  test('with a date in Retry-After is repeated then', async () => {
    const hook = await webhooks.add()
    const until = new Date(Date.now() + 7_200_000).toUTCString()
    await hook.side.answer({ status: 503, headers: { 'Retry-After': until } })
    await shop.addOrder()
    const { next_attempt_at } = await hook.only()
    expect(minutesUntil(next_attempt_at)).toBeCloseTo(minutesUntil(until), 0)
  })

  test('takes at most 15 seconds', async () => {
    const asked: number[] = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      asked.push(ms)
      return timeout(ms === 15_000 ? 30 : ms)
    })
    const hook = await webhooks.add()
    await hook.side.answer({ held: true })
    await shop.addOrder()
    expect(asked).toContain(15_000)
    expect(await hook.only()).toMatchObject({ status: 'pending', error: 'timeout', response_status: null })
  })

  test('keeps 1 KB of the response, whatever it is', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500, body: `\0${'é'.repeat(2000)}` })
    await shop.addOrder()
    const { response_body } = await hook.only()
    expect(response_body).toMatch(/^"\\u0000é+�?$/)
    expect(new TextEncoder().encode(response_body ?? '').length).toBeLessThanOrEqual(1026)
  })

  test('is not made at all if the address is not allowed any more', async () => {
    const hook = await webhooks.add()
    // The same store through a service that is not on loopback.
    await client(shop.owner.token).post('/api/customers', { name: 'Amal' })
    await client(shop.owner.token).post(`${hook.path}/test`, {})
    expect(await hook.only()).toMatchObject({ status: 'pending', error: 'unsafe_address', response_status: null })
    expect(await hook.received()).toEqual([])
  })

  test('is one of the last twenty that are kept', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500 })
    await shop.addOrder()
    await shop.sql`update webhook_deliveries set history = (
        select jsonb_agg(history -> 0 || jsonb_build_object('response_status', 400 + n)) from generate_series(1, 20) as n)
      where webhook_id = ${hook.id}`
    await again(hook, (await hook.only()).id)
    const statuses = (await hook.only()).history.map(({ response_status }) => response_status)
    expect(statuses).toEqual([...Array.from({ length: 19 }, (_, n) => 402 + n), 202])
  })

  test('is the last of ten', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500 })
    await shop.addOrder()
    const { id } = await hook.only()
    await shop.sql`update webhook_deliveries set attempts = 9, due_at = now() where webhook_id = ${hook.id}`
    await hook.side.answer({ status: 500 })
    await shop.owner.post(`${hook.path}/test`, {})
    expect((await hook.deliveries()).find((delivery) => delivery.id === id)).toMatchObject({
      status: 'failed',
      attempts: 10,
      next_attempt_at: null,
      error: 'rejected',
    })
  })
})

describe('a webhook whose receiver', () => {
  test('answers 410 is disabled at once, and its owners see it', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500 }, { status: 410 })
    await shop.addOrder()
    await notYet(hook)
    await shop.addOrder()
    await shop.addOrder()
    expect((await hook.deliveries()).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'gone'],
      ['failed', 'webhook_disabled'],
    ])
    expect(await hook.types()).toHaveLength(2)
    expect((await shop.owner.get(hook.path)).body).toMatchObject({ enabled: false, disabled_reason: 'gone' })
    expect((await shop.owner.get('/api/me')).body).toMatchObject({ stores: [{ failing_webhooks: 1 }] })
    expect((await (await shop.hire('staff')).get('/api/me')).body).toMatchObject({ stores: [{ failing_webhooks: 0 }] })
    const events = (await shop.owner.get('/api/audit?types=webhook.disabled')).body
    expect(events).toMatchObject({ data: [{ subject: { type: 'webhook', id: hook.id }, data: { reason: 'gone' } }] })
  })

  test('was disabled gets all that it missed by a replay since then, also what waited before the first failure', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500 }, { status: 410 })
    await shop.addOrder()
    await notYet(hook)
    await shop.addOrder()
    await shop.addOrder()
    // The first event happened before the receiver failed, and has waited since.
    await shop.sql`update webhooks set failing_since = now() where id = ${hook.id}`
    expect((await shop.owner.patch(hook.path, { enabled: true })).status).toBe(200)
    const { health } = expectBody(await shop.owner.get(hook.path), 200, Webhook)
    expect(health).toMatchObject({ failing_since: null, missed_since: expect.any(String) })
    expect(await shop.owner.post(`${hook.path}/replay`, { since: health.missed_since })).toMatchObject({
      status: 202,
      body: { queued: 3 },
    })
    expect((await hook.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('fails for five days is disabled, and one success starts the days again', async () => {
    const hook = await webhooks.add()
    const failedFor = (interval: string) =>
      shop.sql`update webhooks set failing_since = now() - ${interval}::interval, last_failure_at = now() - ${interval}::interval
        where id = ${hook.id}`
    const after = async (status: number) => {
      await hook.side.answer({ status })
      await shop.owner.post(`${hook.path}/test`, {})
      return expectBody(await shop.owner.get(hook.path), 200, Webhook)
    }
    await after(500)
    await failedFor('119 hours')
    expect(await after(500)).toMatchObject({ enabled: true, health: { failing_since: expect.any(String) } })
    expect((await shop.owner.get('/api/me')).body).toMatchObject({ stores: [{ failing_webhooks: 1 }] })
    expect(await after(200)).toMatchObject({ enabled: true, health: { failing_since: null } })
    await failedFor('121 hours')
    expect(await after(500)).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    const enabled = expectBody(await shop.owner.patch(hook.path, { enabled: true }), 200, Webhook)
    expect(enabled).toMatchObject({ disabled_reason: null, health: { failing_since: null } })
    expect(await after(500)).toMatchObject({ enabled: true })
  })
})

test('anonymizing a customer erases what was sent about them', async () => {
  const hook = await webhooks.add({ events: ['order.*', 'customer.*', 'product.*'] })
  await hook.side.answer({ body: { thanks: 'Huda' } })
  const { id } = await shop.addCustomer({ name: 'Amal Haddad', phone: '+965 5000 0001' })
  await shop.addOrder({ customer_id: id, notes: 'Ring twice' })
  const before = JSON.stringify(await hook.deliveries())
  expect(before).toContain('Amal Haddad')
  expect(before).toContain('Ring twice')
  expect(before).toContain('Huda')
  expect((await shop.owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
  const after = await hook.deliveries()
  expect(JSON.stringify(after)).not.toMatch(/Haddad|Ring twice|Huda|5000 ?0001/)
  expect(after.find(({ event_type }) => event_type === 'product.created')?.body).toContain('Scarf')
})

test('anonymizing a customer also erases what is being sent about them at that moment', async () => {
  const { id } = await shop.addCustomer({ name: 'Amal Haddad' })
  const hook = await webhooks.add()
  await hook.side.answer({ held: true, body: { thanks: 'Amal Haddad' } })
  const ordering = shop.addOrder({ customer_id: id })
  await expect.poll(hook.received).toHaveLength(1)
  expect((await shop.owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
  await hook.side.release()
  await ordering
  expect(await hook.only()).toMatchObject({
    status: 'delivered',
    response_status: 202,
    body: null,
    response_body: null,
  })
})

test('neither a replay nor a redelivery sends again what is being sent at that moment', async () => {
  const hook = await webhooks.add()
  await hook.side.answer({ held: true })
  const ordering = shop.addOrder()
  await expect.poll(hook.received).toHaveLength(1)
  expect((await shop.owner.post(`${hook.path}/replay`, { since: '2026-01-01' })).status).toBe(202)
  await again(hook, (await hook.only()).id)
  await hook.side.release()
  await ordering
  expect(await hook.types()).toEqual(['order.created'])
})
