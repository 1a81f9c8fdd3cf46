import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { areas } from '../../../../src/app.ts'
import { describe as described } from '../../../../src/platform/http/routes/routes.ts'
import { getMe } from '../../../../src/areas/stores/get-me.ts'
import { serverOf } from '../../../support/callers/keys.ts'
import { age, copyOf, fromConsole, openWeb, openWebShop, webIssuer } from '../../../support/callers/web.ts'
import { eventsOf } from '../../../support/events.ts'
import { limiter } from '../../../support/outside/limiter.ts'
import { watchLog } from '../../../support/run/log.ts'
import { service } from '../../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../../support/shop.ts'
import { asOwner } from '../../../support/sql.ts'

type WebShop = Awaited<ReturnType<typeof openWebShop>>

let shop: WebShop
beforeAll(async () => {
  shop = await openWebShop()
})
afterEach(() => vi.restoreAllMocks())

const somebody = () => `user_${crypto.randomUUID()}`
const product = { title: 'Scarf', price: 10 }
const Created = z.object({ id: z.string() })
const eventCount = async () => asOwner`select count(*) from events where store_id = ${shop.store.id}`

describe('the console', () => {
  test('reads and writes as the person who is signed in, in one round trip', async () => {
    const { requests } = watchLog()
    const me = expectBody(await shop.owner.ask('GET', '/api/me'), 200, getMe.output)
    expect(me.stores.map(({ slug, role }) => [slug, role])).toEqual([[shop.store.slug, 'owner']])
    const { id } = expectBody(await shop.owner.ask('POST', '/api/products', product), 201, Created)
    expect(requests().map(({ db_round_trips }) => db_round_trips)).toEqual([1, 1])
    const [event] = await eventsOf(id)
    expect(event).toMatchObject({ type: 'product.created', actor_kind: 'user', actor_id: me.id })
  })

  test('writes once, however often it retries', async () => {
    const retry = { 'Idempotency-Key': crypto.randomUUID() }
    const first = expectBody(await shop.owner.ask('POST', '/api/products', product, retry), 201, Created)
    const again = await shop.owner.ask('POST', '/api/products', product, retry)
    expect(expectBody(again, 201, Created).id).toBe(first.id)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  })

  test('sees no store but those of the person', async () => {
    const other = await openWebShop()
    const answer = await shop.owner.ask('GET', '/api/orders', undefined, { 'X-Store-Id': other.store.slug })
    expectProblem(answer, 404, 'store_not_found')
    const { id } = expectBody(await other.owner.ask('POST', '/api/products', product), 201, Created)
    expectProblem(await shop.owner.ask('GET', `/api/products/${id}`), 404, 'not_found')
  })

  test('may do what the role of the person allows', async () => {
    const viewer = await shop.hire('viewer')
    expectProblem(await viewer.ask('POST', '/api/products', product), 403, 'forbidden')
    expect((await viewer.ask('GET', '/api/products')).status).toBe(200)
  })
})

describe('the cookie signs in the console alone', () => {
  // What a browser sends when somebody else makes it send something: see the Fetch Metadata specification.
  const attacks: readonly (readonly [string, Record<string, string>])[] = [
    ['another origin', { 'Sec-Fetch-Site': 'cross-site', 'X-Console': '1' }],
    ['a subdomain, or another port of the host', { 'Sec-Fetch-Site': 'same-site', 'X-Console': '1' }],
    ['an address that somebody typed', { 'Sec-Fetch-Site': 'none', 'X-Console': '1' }],
    ['a link, a picture or a form on our own pages', { 'Sec-Fetch-Site': 'same-origin' }],
    ['fetch with no-cors, which can set no such header', { 'Sec-Fetch-Site': 'same-origin', 'X-Console': '' }],
    ['another value', { 'Sec-Fetch-Site': 'same-origin', 'X-Console': 'true' }],
    ['two values', { 'Sec-Fetch-Site': 'same-origin', 'X-Console': '1, 1' }],
    ['a browser that does not say where a request comes from', { 'X-Console': '1' }],
    ['a proxy that adds a value', { 'Sec-Fetch-Site': 'cross-site, same-origin', 'X-Console': '1' }],
    ['nobody at all', {}],
  ]
  test.for(attacks)('not %s', async ([, headers]) => {
    const before = await eventCount()
    const body = JSON.stringify(product)
    const cookie = [...shop.owner.cookies].map((pair) => pair.join('=')).join('; ')
    for (const init of [{ method: 'POST', body }, { method: 'GET' }]) {
      const sent = { ...headers, Cookie: cookie, 'Content-Type': 'application/json' }
      const answer = await service().fetch('/api/products', { ...init, headers: sent })
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="merchant-commerce"')
    }
    expect(await eventCount()).toEqual(before)
  })

  test('not a form, which sends no JSON either', async () => {
    const before = await eventCount()
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await shop.owner.ask('POST', '/api/products', product, { 'Content-Type': type })
      expectProblem(answer, 415, 'unsupported_media_type')
    }
    const { status } = await shop.owner.post('/api/products', { title: 'Scarf', price: '10' })
    expect(status).toBe(401)
    expect(await eventCount()).toEqual(before)
  })

  test('no other origin may send its header', async () => {
    for (const origin of ['https://evil.example', 'https://shop.commerce.test', 'null', 'https://commerce.test']) {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
      const asked = { ...headers, 'Access-Control-Request-Headers': 'x-console,content-type' }
      const answer = await service().fetch('/api/products', { method: 'OPTIONS', headers: asked })
      expect(answer.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).not.toContain('x-console')
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
    expect((await shop.owner.ask('GET', '/api/me')).headers.get('Access-Control-Allow-Credentials')).toBeNull()
  })

  test('no link and no picture of any GET of the API', async () => {
    const paths = (await Promise.all(areas.map(({ routes }) => routes()))).flatMap(({ base, rows }) =>
      rows.map((row) => described(base, row)).flatMap(({ method, path }) => (method === 'get' ? [path] : [])),
    )
    expect(paths.length).toBeGreaterThan(60)
    for (const path of paths) {
      const { status } = await shop.owner.get(path.replaceAll(/:\w+/g, crypto.randomUUID()), {
        'Sec-Fetch-Site': 'same-origin',
      })
      expect([path, status]).toEqual([path, 401])
    }
  })

  test('not MCP, and not OAuth', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const mcp = await shop.owner.ask('POST', '/api/mcp', call, { Accept: 'application/json, text/event-stream' })
    expect(mcp.status).toBe(401)
    const grant = new URLSearchParams({ grant_type: 'authorization_code', code: 'x' }).toString()
    const form = { ...fromConsole, 'Content-Type': 'application/x-www-form-urlencoded' }
    const cookie = [...shop.owner.cookies].map((pair) => pair.join('=')).join('; ')
    const token = await service().fetch('/api/oauth/token', {
      method: 'POST',
      headers: { ...form, Cookie: cookie },
      body: grant,
    })
    expect(token.status).toBeGreaterThanOrEqual(400)
  })

  test('nothing that it reads stays in a cache, and a copy of it is refused once the session has ended', async () => {
    const web = await shop.hire('staff')
    for (const path of ['/api/me', '/api/orders', '/api/products?limit=1', `/api/stores/${shop.store.id}`]) {
      const { headers } = await web.ask('GET', path)
      expect([path, headers.get('Cache-Control')]).toEqual([path, 'no-store'])
    }
    const { headers } = await web.ask('GET', '/api/orders')
    const known = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await web.ask('GET', '/api/orders', undefined, known)).status).toBe(304)
    const copied = copyOf(web)
    await web.ask('DELETE', '/api/sessions/current')
    expectProblem(await copied.ask('GET', '/api/orders', undefined, known), 401, 'unauthenticated')
  })
})

describe('an Authorization header decides alone', () => {
  test.for([
    ['Bearer nonsense', 'invalid_token'],
    ['Bearer mcs_key_0000000000000000000000000000000000', 'invalid_token'],
    ['Basic dXNlcjpwYXNz', 'unauthenticated'],
    ['Bearer', 'invalid_token'],
    ['', 'unauthenticated'],
  ] as const)('"%s" is refused beside a good cookie', async ([authorization, code]) => {
    const answer = await shop.owner.ask('GET', '/api/me', undefined, { Authorization: authorization })
    expectProblem(answer, 401, code)
  })

  test('a good one says who it is, whoever is signed in in the console', async () => {
    const other = await openShop()
    const authorization = `Bearer ${other.owner.token}`
    const me = await shop.owner.ask('GET', '/api/me', undefined, { Authorization: authorization })
    expect(expectBody(me, 200, getMe.output).stores.map(({ id }) => id)).toEqual([other.store.id])
  })
})

/** Requests that reach an operation, and others that are refused before. */
const requests = [
  ['GET', '/api/orders', undefined, 200],
  ['POST', '/api/products', product, 201],
  ['GET', '/api/orders/no-id', undefined, 404],
  ['GET', '/api/orders?limit=abc', undefined, 422],
  ['GET', '/api/orders?unknown=1', undefined, 422],
  ['POST', '/api/products', { price: 'x' }, 422],
  ['GET', '/api/products/nothing/here/at/all', undefined, 404],
] as const

describe('a session that has ended', () => {
  test('elsewhere is refused by every request, whether or not it reaches the database', async () => {
    const web = await shop.hire('staff')
    for (const [method, path, body, status] of requests)
      expect([path, (await web.ask(method, path, body)).status]).toEqual([path, status])
    const copies = requests.map(() => copyOf(web))
    expect((await web.ask('DELETE', '/api/sessions/current')).status).toBe(204)
    const before = await eventCount()
    for (const [nth, [method, path, body]] of requests.entries()) {
      const problem = expectProblem((await copies[nth]?.ask(method, path, body)) ?? never(), 401, 'unauthenticated')
      expect(problem.detail).toBe('You are signed out. Sign in again.')
    }
    expect(await eventCount()).toEqual(before)
  })

  test.for(requests)('ends %s %s for the first time that it is sent', async ([method, path, body]) => {
    const web = await shop.hire('staff')
    const copied = copyOf(web)
    await web.ask('DELETE', '/api/sessions/current')
    const { requests: logged } = watchLog()
    expectProblem(await copied.ask(method, path, body, { 'X-Request-Id': 'first' }), 401, 'unauthenticated')
    expect(logged().map(({ db_round_trips }) => db_round_trips)).toEqual([1])
  })

  test('counts like a refused token, and is looked up once in ten seconds', async () => {
    const failures = limiter(3)
    const through = service(undefined, { RATE_LIMITER: failures.binding })
    const web = await shop.hire('staff')
    const copied = copyOf(web, through)
    await web.ask('DELETE', '/api/sessions/current')
    const { requests: logged } = watchLog()
    const statuses = []
    const from = { 'CF-Connecting-IP': '203.0.113.9' }
    for (let nth = 0; nth < 5; nth++) statuses.push((await copied.ask('GET', '/api/orders', undefined, from)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect(logged().map(({ db_round_trips }) => db_round_trips)).toEqual([1, 0, 0, 0, 0])
  })

  test.for([
    ['no cookie', ''],
    ['made up', '__Host-session=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z'],
    ['without the prefix', 'session=x'],
  ] as const)('and a cookie that is %s counts by address, without the database', async ([, cookie]) => {
    const failures = limiter(1)
    const through = service(undefined, { RATE_LIMITER: failures.binding })
    const { requests: logged } = watchLog()
    const headers = { ...fromConsole, Cookie: cookie, 'CF-Connecting-IP': '203.0.113.10' }
    expectProblem(await through.fetch('/api/orders', { headers }), 401, 'unauthenticated')
    expectProblem(await through.fetch('/api/orders', { headers }), 429, 'rate_limited')
    expect(logged().map(({ db_round_trips }) => db_round_trips)).toEqual([0, 0])
  })

  test('is signed in again under a new id, and asked for credentials', async () => {
    const subject = somebody()
    const web = openWeb()
    await web.signIn(subject, { returnTo: '/console/acme/orders' })
    const copied = copyOf(web)
    await copied.ask('DELETE', '/api/sessions/current')
    // This browser still has its cookie, and sign-in must not lead straight back.
    expect((await web.startSignIn('/console/acme/orders')).searchParams.get('prompt')).toBe('login')
    const back = await web.signIn(subject, { returnTo: '/console/acme/orders?view=all' })
    expect([back.status, back.headers.get('Location')]).toEqual([303, '/console/acme/orders?view=all'])
    expect((await web.ask('GET', '/api/me')).status).toBe(200)
  })
})

describe('what gives others access', () => {
  const key = { name: 'Warehouse', scopes: ['orders:read'] }

  test('needs a sign-in in the last 15 minutes, and says where', async () => {
    const { owner, subject } = await openWebShop()
    expect((await owner.ask('POST', '/api/keys', key)).status).toBe(201)
    await age(subject, 16)
    const problem = expectProblem(await owner.ask('POST', '/api/keys', key), 403, 'recent_sign_in_required')
    expect(problem['sign_in_url']).toBe('/settings/sign-in?again=1')
    expect((await owner.ask('GET', '/api/keys')).status).toBe(200)
    await owner.signIn(subject, { again: true, returnTo: '/console' })
    expect((await owner.ask('POST', '/api/keys', key)).status).toBe(201)
  })
})

describe('signing out', () => {
  test('ends this session alone, and the browser forgets it', async () => {
    const subject = somebody()
    const [laptop, phone] = [openWeb(), openWeb()]
    await laptop.signIn(subject)
    await phone.signIn(subject)
    const answer = await laptop.ask('DELETE', '/api/sessions/current')
    expect([answer.status, answer.html]).toEqual([204, ''])
    expect(laptop.cookies.has('__Host-session')).toBe(false)
    expect((await laptop.startSignIn()).searchParams.get('prompt'), 'the next user says who they are').toBe('login')
    expect((await phone.ask('GET', '/api/me')).status).toBe(200)
  })

  test('is nothing for programs', async () => {
    const other = await openShop()
    expectProblem(await other.owner.delete('/api/sessions/current'), 404, 'not_found')
    expectProblem(await (await serverOf(other)).delete('/api/sessions/current'), 403, 'session_required')
    expectProblem(await service().fetch('/api/sessions/current', { method: 'DELETE' }), 401, 'unauthenticated')
  })
})

const endsOf = (subject: string) =>
  asOwner`select idle, expires_at - created_at as life from web_sessions
    where user_id = app.user_id(${webIssuer}, ${subject})`

describe('a session lasts', () => {
  test('24 hours after its last use, and at most 14 days', async () => {
    const subject = somebody()
    const web = openWeb()
    await web.signIn(subject)
    expect(await endsOf(subject)).toMatchObject([{ life: '14 days', idle: '24:00:00' }])
    const unused = 24 * 60 - 1
    for (let day = 0; day < 13; day++) {
      await age(subject, unused)
      expect((await web.ask('GET', '/api/me')).status, `day ${day + 1}`).toBe(200)
    }
    await age(subject, unused)
    expect((await web.ask('GET', '/api/me')).status, 'day 14').toBe(200)
    await age(subject, 20)
    expectProblem(await web.ask('GET', '/api/me'), 401, 'unauthenticated')
  })

  test('no longer than 24 hours if nobody uses it', async () => {
    const subject = somebody()
    const web = openWeb()
    await web.signIn(subject)
    await age(subject, 24 * 60 + 1)
    expectProblem(await web.ask('GET', '/api/me'), 401, 'unauthenticated')
    expect((await web.get('/settings/mcp')).status).toBe(302)
  })

  test('as long as the operator says', async () => {
    const { WEB_SIGN_IN } = z.object({ WEB_SIGN_IN: z.string() }).parse(env)
    const signIn = { ...JSON.parse(WEB_SIGN_IN), session_idle_hours: 1, session_max_hours: 8 }
    const subject = somebody()
    const web = openWeb(service(undefined, { WEB_SIGN_IN: JSON.stringify(signIn) }))
    const callback = await web.signIn(subject)
    expect(callback.headers.getSetCookie().join()).toMatch(/__Host-session=[^;]+; Max-Age=28800;/)
    expect(await endsOf(subject)).toMatchObject([{ life: '08:00:00', idle: '01:00:00' }])
  })
})

function never(): never {
  throw new Error('no such request')
}
