import { afterEach, describe, expect, test, vi } from 'vitest'
import { PublicStorefront } from '../../../src/areas/storefront/public/get-public-storefront.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { limiter } from '../../support/outside/limiter.ts'
import { watchLog } from '../../support/run/log.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { goodToken, turnstile } from '../../support/outside/turnstile.ts'
import { openWindow } from './shop-window.ts'

// With TURNSTILE_SECRET set, orders and messages need the token of a bot challenge.

afterEach(() => void vi.restoreAllMocks())

const shopper = { name: 'Amal', phone: '+965 5000 0001' }
const bodies = {
  orders: { customer: shopper, items: [{ product_slug: 'scarf', quantity: 1 }] },
  messages: { ...shopper, body: 'Do you have it in green?' },
}
const taken = { orders: 201, messages: 202 }
const both = ['orders', 'messages'] as const

async function challenged({
  widget = turnstile(),
  variables = {},
}: { widget?: ReturnType<typeof turnstile>; variables?: Record<string, unknown> } = {}) {
  const window = await openWindow()
  await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 50 }] })
  const tag = `challenge-${crypto.randomUUID()}`
  const through = service(tag, { ...widget.variables, ...variables })
  return {
    ...window,
    widget,
    tag,
    look: async () => expectBody(await through.fetch(window.base), 200, PublicStorefront),
    send: (what: (typeof both)[number], changes: object = {}, headers: Record<string, string> = {}) =>
      through.fetch(`${window.base}/${what}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '192.0.2.1', ...headers },
        body: JSON.stringify({ ...bodies[what], ...changes }),
      }),
    trips: async () => (await database(tag).seen()).requests,
  }
}

test('a storefront without a challenge says so, and accepts orders with or without a token', async () => {
  const { look, send } = await challenged({ variables: { TURNSTILE_SECRET: undefined } })
  expect((await look()).challenge).toBeNull()
  for (const what of both) {
    expect(await send(what)).toMatchObject({ status: taken[what] })
    expect(await send(what, { challenge_token: 'whatever' })).toMatchObject({ status: taken[what] })
  }
})

test('a storefront with a challenge returns its site key, and never the secret', async () => {
  const { look, widget } = await challenged()
  const body = await look()
  expect(body.challenge).toEqual({ provider: 'turnstile', site_key: widget.variables.TURNSTILE_SITE_KEY })
  expect(JSON.stringify(body)).not.toContain(widget.variables.TURNSTILE_SECRET)
  const unknownKey = await challenged({ variables: { TURNSTILE_SITE_KEY: undefined } })
  expect((await unknownKey.look()).challenge).toEqual({ provider: 'turnstile', site_key: null })
})

describe.for(both)('%s:', (what) => {
  test('with a valid token, accepted in one round trip', async () => {
    const { send, widget, trips } = await challenged()
    const token = goodToken()
    expect(await send(what, { challenge_token: token })).toMatchObject({ status: taken[what] })
    expect(await widget.calls()).toEqual([
      {
        secret: widget.variables.TURNSTILE_SECRET,
        response: token,
        remoteip: '192.0.2.1',
        idempotency_key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
      },
    ])
    expect(await trips()).toBe(1)
  })

  test('without a token, rejected before any lookup', async () => {
    const { send, widget, trips, store } = await challenged()
    const before = await snapshot(store.id)
    for (const challenge_token of [undefined, null, '']) {
      const problem = expectProblem(await send(what, { challenge_token }), 422, 'challenge_required')
      expect(problem.errors).toMatchObject([{ pointer: '/challenge_token', code: 'challenge_required' }])
    }
    expectProblem(await send(what, { challenge_token: 'x'.repeat(2049) }), 422, 'invalid_input')
    expect(await widget.calls()).toEqual([])
    expect(await trips()).toBe(0)
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('with invalid fields, rejected without using up the token', async () => {
    const { send, widget } = await challenged()
    expectProblem(await send(what, { challenge_token: goodToken(), name: 7, customer: 7 }), 422, 'invalid_input')
    expect(await widget.calls()).toEqual([])
  })

  test('with an invented, expired or used token, rejected and not stored', async () => {
    const { send, store, trips } = await challenged()
    const used = goodToken()
    expect(await send(what, { challenge_token: used })).toMatchObject({ status: taken[what] })
    const before = await snapshot(store.id)
    const tripsBefore = await trips()
    for (const challenge_token of ['made-up', 'expired-1', used]) {
      const problem = expectProblem(await send(what, { challenge_token }), 422, 'challenge_failed')
      expect(pointersOf(problem)).toEqual(['/challenge_token'])
    }
    expect(await trips()).toBe(tripsBefore)
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('sent again with the same key and token, the same result, even after the token expired', async () => {
    const { send } = await challenged()
    const [key, challenge_token] = [{ 'Idempotency-Key': crypto.randomUUID() }, goodToken()]
    const first = await send(what, { challenge_token }, key)
    expect(first).toMatchObject({ status: taken[what] })
    for (const token of [challenge_token, goodToken(), 'expired-1', 'made-up']) {
      const again = await send(what, { challenge_token: token }, key)
      expect(again, token).toMatchObject({ status: taken[what], body: first.body })
      expect(again.headers.get('Idempotent-Replayed'), token).toBe('true')
    }
  })

  test('with different content, cannot reuse the token, not even with the same key', async () => {
    const { send, store } = await challenged()
    const [key, challenge_token] = [{ 'Idempotency-Key': crypto.randomUUID() }, goodToken()]
    expect(await send(what, { challenge_token }, key)).toMatchObject({ status: taken[what] })
    const before = await snapshot(store.id)
    const other = { name: 'Badr', phone: '+965 5000 0002' }
    const changes = what === 'orders' ? { customer: other } : other
    expectProblem(await send(what, { challenge_token, ...changes }, key), 422, 'challenge_failed')
    expectProblem(await send(what, { challenge_token }, { 'Idempotency-Key': 'other' }), 422, 'challenge_failed')
    expect(await snapshot(store.id)).toEqual(before)
    // With a valid token, another body is rejected because of the key.
    const answer = await send(
      what,
      { challenge_token: goodToken(), ...(what === 'orders' ? { notes: 'x' } : { body: 'x' }) },
      key,
    )
    expectProblem(answer, 422, 'idempotency_key_reused')
  })

  test('sent ten times at once with one key and token, stored once', async () => {
    const { send } = await challenged()
    const [key, challenge_token] = [{ 'Idempotency-Key': crypto.randomUUID() }, goodToken()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(what, { challenge_token }, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(taken[what]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
  })

  test('while tokens cannot be checked, rejected, except retries of earlier requests', async () => {
    const { send, widget, store } = await challenged()
    const [key, challenge_token] = [{ 'Idempotency-Key': crypto.randomUUID() }, goodToken()]
    expect(await send(what, { challenge_token }, key)).toMatchObject({ status: taken[what] })
    const before = await snapshot(store.id)
    const faults = [
      { lost: true },
      { status: 500 },
      { status: 503, body: '' },
      { body: '{"success":"yes"}' },
      { body: 'x'.repeat(70_000) },
      { status: 429, body: '{"success":true}' },
      { redirect: 'https://example.com/' },
      { body: '{"success":false,"error-codes":["internal-error"]}' },
    ]
    for (const fault of faults) {
      await widget.fail(fault)
      const answer = await send(what, { challenge_token: goodToken() })
      expectProblem(answer, 503, 'challenge_unavailable')
      expect(answer.headers.get('Retry-After')).toBe('5')
    }
    expect(await snapshot(store.id)).toEqual(before)
    await widget.fail({ lost: true })
    expect(await send(what, { challenge_token }, key)).toMatchObject({ status: taken[what] })
  })

  test('the token is neither stored nor logged', async () => {
    const { lines, requests } = watchLog()
    const { send, store, widget } = await challenged()
    const tokens = [goodToken(), 'made-up-token']
    for (const challenge_token of tokens) await send(what, { challenge_token }, { 'Idempotency-Key': 'one' })
    expect(requests().map(({ challenge_refused }) => challenge_refused)).toContain('invalid-input-response')
    const rows = JSON.stringify([
      await snapshot(store.id),
      await asOwner`select * from idempotency_keys where store_id = ${store.id}`,
    ])
    for (const secret of [...tokens, widget.variables.TURNSTILE_SECRET]) {
      expect(rows).not.toContain(secret)
      expect(lines.join('\n')).not.toContain(secret)
    }
  })
})

test('a retry after a lost response is accepted with the used token', async () => {
  const { send, widget, owner } = await challenged()
  const [key, challenge_token] = [{ 'Idempotency-Key': crypto.randomUUID() }, goodToken()]
  // The token is used up at Cloudflare, but the response is lost.
  await widget.fail({ lost: true })
  expectProblem(await send('orders', { challenge_token }, key), 503, 'challenge_unavailable')
  expect(await send('orders', { challenge_token }, key)).toMatchObject({ status: 201 })
  expect(await owner.get('/api/orders')).toMatchObject({ body: { meta: { total: 1 } } })
})

test('checking a token times out', async () => {
  const { send, widget } = await challenged()
  // After nine seconds it would accept the token.
  await widget.fail({ delay_ms: 9000 })
  expectProblem(await send('orders', { challenge_token: goodToken() }), 503, 'challenge_unavailable')
})

test('an invalid secret is reported as the operator’s error, not the shopper’s', async () => {
  const { requests } = watchLog()
  const { send } = await challenged({ widget: turnstile('not-a-secret') })
  expectProblem(await send('orders', { challenge_token: goodToken() }), 503, 'challenge_unavailable')
  expect(requests().at(-1)).toMatchObject({ challenge_refused: 'invalid-input-secret' })
})

test('Cloudflare’s test secrets work as documented', async () => {
  const dummy = { challenge_token: 'XXXX.DUMMY.TOKEN.XXXX' }
  const passes = await challenged({ widget: turnstile('1x0000000000000000000000000000000AA') })
  expect(await passes.send('orders', dummy)).toMatchObject({ status: 201 })
  for (const secret of ['2x0000000000000000000000000000000AA', '3x0000000000000000000000000000000AA']) {
    const fails = await challenged({ widget: turnstile(secret) })
    expectProblem(await fails.send('orders', dummy), 422, 'challenge_failed')
  }
})

test('an address over the store’s limit gets the challenge instead of a rejection', async () => {
  const limits = { RATE_LIMITER: limiter(1).binding, CROWD_LIMITER: limiter(1).binding }
  const { send } = await challenged({ variables: limits })
  for (let i = 0; i < 5; i++)
    expect(await send('orders', { challenge_token: goodToken(), notes: String(i) })).toMatchObject({ status: 201 })
  expectProblem(await send('orders'), 422, 'challenge_required')
})
