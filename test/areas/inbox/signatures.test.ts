import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hubSignature, inboxOf, post, webhookHeaders, whatsAppMessage } from '../../support/inbox.ts'
import { watchLog } from '../../support/run/log.ts'
import { database, service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

// Requests to /api/inbox/hooks/:channel_id are accepted by their signature alone.

afterEach(() => void vi.restoreAllMocks())

let inbox: ReturnType<typeof inboxOf>
beforeAll(async () => {
  inbox = inboxOf(await openShop())
})

const messagesOf = (channelId: string) => asOwner`select body from messages where channel_id = ${channelId}`

describe('a request from Meta', () => {
  test('is accepted with a signature of its exact bytes', async () => {
    const { id, account, app_secret } = await inbox.addMeta('whatsapp')
    // Meta escapes non-ASCII characters and adds spaces.
    const body = JSON.stringify(whatsAppMessage(account), null, 1).replaceAll(
      /[^\x20-\x7e\n]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const good = { 'X-Hub-Signature-256': await hubSignature(app_secret, body) }
    expect(await post(service(), id, body, good)).toMatchObject({ status: 200, body: { received: 1 } })
    expect(await messagesOf(id)).toEqual([{ body: 'هل عندكم توصيل؟' }])
  })

  test('is rejected with any other signature', async () => {
    const { id, account, app_secret, access_token } = await inbox.addMeta('whatsapp')
    const other = await inbox.addMeta('messenger')
    const body = JSON.stringify(whatsAppMessage(account))
    const good = await hubSignature(app_secret, body)
    const headers: Record<string, string>[] = [
      {},
      { 'X-Hub-Signature-256': '' },
      { 'X-Hub-Signature-256': 'sha256=' },
      { 'X-Hub-Signature-256': good.replace('sha256=', '') },
      { 'X-Hub-Signature-256': good.replace('sha256=', 'sha1=') },
      { 'X-Hub-Signature-256': `${good}00` },
      { 'X-Hub-Signature-256': good.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { 'X-Hub-Signature-256': `${good}, ${good}` },
      { 'X-Hub-Signature-256': await hubSignature(other.app_secret, body) },
      { 'X-Hub-Signature-256': await hubSignature(access_token, body) },
      { 'X-Hub-Signature-256': await hubSignature('undefined', body) },
      { 'X-Hub-Signature-256': await hubSignature(app_secret, `${body} `) },
      { 'X-Hub-Signature': good },
      await webhookHeaders({ secret: `whsec_${btoa(app_secret)}`, body }),
    ]
    for (const each of headers) expectProblem(await post(service(), id, body, each), 401, 'invalid_signature')
    expectProblem(await post(service(), id, `${body} `, { 'X-Hub-Signature-256': good }), 401, 'invalid_signature')
    expect(await messagesOf(id)).toEqual([])
    expect((await post(service(), id, body, { 'X-Hub-Signature-256': good })).status).toBe(200)
  })

  test('is accepted only with the new secret, once it was changed', async () => {
    const shop = await openShop()
    const { id, account, app_secret, send } = await inboxOf(shop).addMeta('whatsapp')
    expect((await send(whatsAppMessage(account))).status).toBe(200)
    const patched = await shop.owner.patch(`/api/inbox/channels/${id}`, { app_secret: 'a-new-secret-of-the-app' })
    expect(patched).toMatchObject({
      status: 200,
      body: { credentials: ['access_token', 'app_secret', 'verify_token'] },
    })
    expect((await send(whatsAppMessage(account), 'a-new-secret-of-the-app')).status).toBe(200)
    expectProblem(await send(whatsAppMessage(account), app_secret), 401, 'invalid_signature')
  })
})

describe('a request from a merchant’s own system', () => {
  const now = () => Math.floor(Date.now() / 1000)

  test.for([-290, -1, 0, 1, 290])('is accepted %i seconds from now', async (seconds) => {
    const { receive } = await inbox.addWebhook()
    expect(await receive({}, { timestamp: now() + seconds })).toMatchObject({ status: 200, body: { received: 1 } })
  })

  test.for([-310, -86_400, 310, 86_400])(
    'is not let in %i seconds from now: that could be a replay',
    async (seconds) => {
      const { id, receive } = await inbox.addWebhook()
      expectProblem(await receive({}, { timestamp: now() + seconds }), 401, 'invalid_signature')
      expect(await messagesOf(id)).toEqual([])
    },
  )

  test('is accepted if one of several signatures is valid', async () => {
    const { id, secret } = await inbox.addWebhook()
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    const good = await webhookHeaders({ secret, body })
    const others = `v1a,${btoa('x'.repeat(64))} v1,${btoa('y'.repeat(32))} v2,${btoa('z')}`
    const headers = { ...good, 'webhook-signature': `${others} ${good['webhook-signature']}` }
    expect(await post(service(), id, body, headers)).toMatchObject({ status: 200 })
  })

  test('is rejected with any other signature', async () => {
    const { id, secret } = await inbox.addWebhook()
    const other = await inbox.addWebhook()
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    const good = await webhookHeaders({ secret, id: 'evt_1', body })
    const bad: Record<string, string>[] = [
      {},
      { ...good, 'webhook-signature': '' },
      { ...good, 'webhook-signature': good['webhook-signature'].slice(3) },
      { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') },
      { ...good, 'webhook-signature': Array(20).fill(good['webhook-signature']).join(' ') },
      { ...good, 'webhook-id': 'evt_2' },
      { ...good, 'webhook-id': '' },
      { ...good, 'webhook-timestamp': String(Number(good['webhook-timestamp']) + 1) },
      { ...good, 'webhook-timestamp': `${good['webhook-timestamp']}.0` },
      { ...good, 'webhook-timestamp': 'now' },
      await webhookHeaders({ secret: other.secret, body }),
      await webhookHeaders({ secret: `whsec_${btoa('0'.repeat(32))}`, body }),
      { 'X-Hub-Signature-256': await hubSignature(secret, body) },
    ]
    for (const headers of bad) expectProblem(await post(service(), id, body, headers), 401, 'invalid_signature')
    expectProblem(await post(service(), id, body.replace('Hello', 'Hallo'), good), 401, 'invalid_signature')
    expect(await messagesOf(id)).toEqual([])
    expect((await post(service(), id, body, good)).status).toBe(200)
  })

  test('changes nothing when it is repeated', async () => {
    const { id, secret } = await inbox.addWebhook()
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    const headers = await webhookHeaders({ secret, body })
    for (let i = 0; i < 3; i++) expect((await post(service(), id, body, headers)).status).toBe(200)
    expect(await messagesOf(id)).toHaveLength(1)
  })

  test('is accepted with the previous secret for a day after a rotation', async () => {
    const shop = await openShop()
    const { id, secret, receive } = await inboxOf(shop).addWebhook()
    const rotated = await shop.owner.post(`/api/inbox/channels/${id}/rotate-secret`, {})
    const { secret: next } = Object(rotated.body)
    expect(rotated, JSON.stringify(rotated.body)).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), version: 2, credentials: ['secret'] },
    })
    expect(next).not.toBe(secret)
    for (const each of [secret, next]) expect((await receive({}, { secret: each })).status).toBe(200)

    await asOwner`update channels set secret_rotated_at = now() - interval '25 hours' where id = ${id}`
    expectProblem(await receive(), 401, 'invalid_signature')
    expect((await receive({}, { secret: next })).status).toBe(200)

    // The last two of three secrets.
    await shop.owner.post(`/api/inbox/channels/${id}/rotate-secret`, {})
    expect((await receive({}, { secret: next })).status).toBe(200)
    expectProblem(await receive(), 401, 'invalid_signature')
  })
})

describe('a channel without a hook', () => {
  const signed = async (secret = 'x'.repeat(32)) => {
    const body = '{"from":{"phone":"+96550000001"},"body":"Hello"}'
    const headers = {
      ...(await webhookHeaders({ secret: `whsec_${btoa(secret)}`, body })),
      'X-Hub-Signature-256': await hubSignature(secret, body),
    }
    return { body, headers }
  }

  test('an unknown channel is not found, and costs as much as an invalid signature', async () => {
    const { id } = await inbox.addWebhook()
    const { body, headers } = await signed()
    for (const [channel, status] of [
      [id, 401],
      [crypto.randomUUID(), 404],
    ] as const) {
      const tag = `hook-${crypto.randomUUID()}`
      expect((await post(service(tag), channel, body, headers)).status).toBe(status)
      const { requests, statements } = await database(tag).seen()
      expect({ requests, statements }).toEqual({ requests: 1, statements: 2 })
    }
  })

  test('contact forms and removed channels have no hook', async () => {
    const shop = await openShop()
    const { addChannel, addWebhook } = inboxOf(shop)
    const form = await addChannel({ kind: 'web_form' })
    expect(form).toMatchObject({ hook_url: null })
    const { body, headers } = await signed()
    expectProblem(await post(service(), form.id, body, headers), 404, 'not_found')

    const { id, receive } = await addWebhook()
    expect((await shop.owner.delete(`/api/inbox/channels/${id}`)).status).toBe(204)
    expectProblem(await receive(), 404, 'not_found')
    expectProblem(await post(service(), 'none', body, headers), 404, 'not_found')
  })

  test('other methods are rejected', async () => {
    const answer = await service().fetch(`/api/inbox/hooks/${crypto.randomUUID()}`, { method: 'PUT' })
    expectProblem(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('Allow')).toBe('GET, POST, OPTIONS')
  })
})

describe('guessing signatures', () => {
  const limited = (room: number) => {
    const counts = new Map<string, number>()
    const limit = async ({ key }: { key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: (counts.get(key) ?? 0) <= room }
    }
    const tag = `hook-${crypto.randomUUID()}`
    return {
      through: service(tag, { RATE_LIMITER: { limit } }),
      keys: () => [...counts.keys()],
      counted: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
      roundTrips: async () => (await database(tag).seen()).requests,
    }
  }

  test('is limited by address; valid requests are not counted', async () => {
    const { id, secret } = await inbox.addWebhook()
    const { through, keys } = limited(2)
    const from = (address: string) => ({ 'CF-Connecting-IP': address })
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    for (let i = 0; i < 4; i++) {
      const headers = { ...(await webhookHeaders({ secret, body })), ...from('192.0.2.9') }
      expect((await post(through, id, body, headers)).status).toBe(200)
    }
    expect(keys()).toEqual([])
    for (const status of [401, 401, 429])
      expect((await post(through, id, body, from('2001:db8::1'))).status).toBe(status)
    expect((await post(through, crypto.randomUUID(), body, from('2001:db8::2'))).status).toBe(429)
    expect(
      (await through.fetch(`/api/inbox/hooks/${id}?hub.mode=subscribe`, { headers: from('2001:db8::3') })).status,
    ).toBe(429)
    expect((await post(through, id, body, from('192.0.2.10'))).status).toBe(401)
  })

  test('stops lookups from an address after too many attempts, except for known senders', async () => {
    const { id, account, app_secret } = await inbox.addMeta('whatsapp')
    const { id: other } = await inbox.addMeta('whatsapp')
    const { through, roundTrips, counted } = limited(3)
    const body = JSON.stringify(whatsAppMessage(account))
    const good = { 'X-Hub-Signature-256': await hubSignature(app_secret, body) }
    const from = (address: string) => ({ 'CF-Connecting-IP': address })
    const [theirs, metas] = [from('192.0.2.66'), from('192.0.2.77')]

    expect((await post(through, id, body, { ...good, ...metas })).status).toBe(200)
    for (const status of [401, 401, 401]) {
      expect((await post(through, other, body, { ...good, ...theirs })).status).toBe(status)
      expect((await post(through, other, body, { ...good, ...metas })).status).toBe(status)
    }
    expect(counted()).toBe(6)
    const before = await roundTrips()
    for (const channel of [other, id, crypto.randomUUID()])
      expectProblem(await post(through, channel, body, { ...good, ...theirs }), 429, 'rate_limited')
    expect((await through.fetch(`/api/inbox/hooks/${id}?hub.mode=subscribe`, { headers: theirs })).status).toBe(429)
    expect(await roundTrips()).toBe(before)

    // Meta uses the same addresses for all stores, so one misconfigured app must not affect the others.
    for (let i = 0; i < 3; i++) expect((await post(through, id, body, { ...good, ...metas })).status).toBe(200)
    expect(counted()).toBe(10)
    expectProblem(await post(through, other, body, { ...good, ...metas }), 429, 'rate_limited')
  })

  test('is rejected before any lookup if the signature is malformed', async () => {
    const { id, account, app_secret } = await inbox.addMeta('whatsapp')
    const till = await inbox.addWebhook()
    const { through, roundTrips, counted } = limited(100)
    const body = JSON.stringify(whatsAppMessage(account))
    const good = await webhookHeaders({ secret: till.secret, body })
    const now = Math.floor(Date.now() / 1000)
    const hub = await hubSignature(app_secret, body)
    const bad: Record<string, string>[] = [
      {},
      { 'X-Hub-Signature-256': hub.slice(7) },
      { 'X-Hub-Signature-256': `${hub}0` },
      { ...good, 'webhook-signature': 'v1,x' },
      { ...good, 'webhook-signature': Array(6).fill(good['webhook-signature']).join(' ') },
      { ...good, 'webhook-id': '' },
      await webhookHeaders({ secret: till.secret, body, timestamp: now - 310 }),
      await webhookHeaders({ secret: till.secret, body, timestamp: now + 310 }),
    ]
    for (const headers of bad)
      for (const channel of [id, till.id, crypto.randomUUID()])
        expectProblem(await post(through, channel, body, headers), 401, 'invalid_signature')
    expect(await roundTrips()).toBe(0)
    expect(counted()).toBe(24)
  })

  test('tries each secret once, however many signatures are sent', async () => {
    const { id, secret } = await inbox.addWebhook()
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    const good = await webhookHeaders({ secret, body })
    const others = Array.from({ length: 4 }, (_, nth) => `v1,${btoa(String(nth).repeat(32))}`)
    const headers = { ...good, 'webhook-signature': [...others, good['webhook-signature']].join(' ') }
    const [sign, verify] = [vi.spyOn(crypto.subtle, 'sign'), vi.spyOn(crypto.subtle, 'verify')]
    expect((await post(service(), id, body, headers)).status).toBe(200)
    const made = [...sign.mock.calls, ...verify.mock.calls]
    expect(made.filter(([how]) => how === 'HMAC')).toHaveLength(1)
  })

  test('logs the reason of the rejection, and nothing else', async () => {
    const { id, secret } = await inbox.addWebhook()
    const { lines, requests } = watchLog()
    const body = JSON.stringify({ from: { name: 'Amal Al-Sabah', phone: '+96551234567' }, body: 'A secret wish' })
    await post(service(), id, body, {})
    await post(service(), id, body, await webhookHeaders({ secret, body, timestamp: 1 }))
    const good = await webhookHeaders({ secret, body })
    await post(service(), id, `${body} `, good)
    await post(service(), crypto.randomUUID(), body, good)
    await post(service(), id, body, good)
    expect(requests()).toMatchObject([
      { status: 401, route: '/api/inbox/hooks/:channel_id', token_refused: 'hook missing', db_round_trips: 0 },
      { status: 401, token_refused: 'hook too_old', db_round_trips: 0 },
      { status: 401, token_refused: 'hook mismatch', db_round_trips: 1 },
      { status: 404, token_refused: 'hook unknown_channel', db_round_trips: 1 },
      { status: 200, db_round_trips: 2 },
    ])
    for (const text of [secret, 'Amal', '51234567', 'wish', id]) expect(lines.join('\n')).not.toContain(text)
  })
})

test('a body from Meta can have at most 3 MB', async () => {
  const { id, account, send, app_secret } = await inbox.addMeta('whatsapp')
  const many = whatsAppMessage(account, { referral: { body: 'x'.repeat(2_900_000) } })
  expect(await send(many)).toMatchObject({ status: 200, body: { received: 1 } })
  const body = JSON.stringify(whatsAppMessage(account, { referral: { body: 'x'.repeat(3_200_000) } }))
  const headers = { 'X-Hub-Signature-256': await hubSignature(app_secret, body) }
  expectProblem(await post(service(), id, body, headers), 413, 'payload_too_large')
})

test('other bodies can have at most 256 KB, checked first if the signature is not Meta’s', async () => {
  const { id, secret } = await inbox.addWebhook()
  const sendOfSize = async (size: number, more: Record<string, string> = {}) => {
    const tag = `hook-${crypto.randomUUID()}`
    const empty = JSON.stringify({ from: { phone: '+96550000001' }, body: '' })
    const body = empty + ' '.repeat(size - empty.length)
    const answer = await post(service(tag), id, body, { ...(await webhookHeaders({ secret, body })), ...more })
    return { ...answer, requests: (await database(tag).seen()).requests }
  }
  expect(await sendOfSize(256 * 1024)).toMatchObject({ status: 200, requests: 2 })
  const announced = { 'Content-Length': String(256 * 1024 + 1) }
  expect(await sendOfSize(256 * 1024 + 1, announced)).toMatchObject({ status: 413, requests: 0 })
  expect(await sendOfSize(256 * 1024 + 1)).toMatchObject({ status: 413, requests: 1 })
  const signedTwice = { 'X-Hub-Signature-256': await hubSignature('secret', 'body') }
  expect(await sendOfSize(256 * 1024, signedTwice)).toMatchObject({ status: 200 })
  expect(await sendOfSize(256 * 1024 + 1, signedTwice)).toMatchObject({ status: 413, requests: 1 })
})
