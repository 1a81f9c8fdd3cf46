import { env } from 'cloudflare:workers'
import { EncryptJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { networkOf } from '../../../../src/platform/http/limits/address-prefix.ts'
import { deviceName } from '../../../../src/pages/settings/page/device-name.ts'
import { sweep } from '../../../support/sweep.ts'
import { watchLog } from '../../../support/run/log.ts'
import { asOwner } from '../../../support/sql.ts'
import { age, copyOf, hiddenFields, openWeb, openWebShop, webIssuer } from '../../../support/callers/web.ts'

const somebody = () => `user_${crypto.randomUUID()}`
const sessionsOf = (subject: string) =>
  asOwner`select encode(id_hash, 'hex') as hash, user_agent, address_prefix
    from web_sessions where user_id = app.user_id(${webIssuer}, ${subject}) order by created_at`

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

afterEach(() => vi.restoreAllMocks())

test('people see where they are signed in, and can sign out everywhere at once', async () => {
  const subject = somebody()
  const [laptop, phone, stranger] = [openWeb(), openWeb(), openWeb()]
  await laptop.signIn(subject, { headers: { 'User-Agent': firefox, 'CF-Connecting-IP': '203.0.113.77' } })
  await phone.signIn(subject, { headers: { 'User-Agent': iphone, 'CF-Connecting-IP': '2001:db8:1:2::3' } })
  await stranger.signIn(somebody(), { headers: { 'User-Agent': firefox, 'CF-Connecting-IP': '198.51.100.9' } })

  const { status, html } = await laptop.get('/settings/sessions')
  expect(status).toBe(200)
  for (const said of ['Firefox on Windows', '203.0.113.0/24', 'Safari on iPhone', '2001:db8:1::/48'])
    expect(html).toContain(said)
  expect(html).not.toContain('203.0.113.77')
  expect(html).not.toContain('198.51.100')
  expect(html.split('<li class="row">').find((row) => row.includes('This browser'))).toContain('Firefox')
  expect(html.match(/This browser/g)).toHaveLength(1)

  const out = await laptop.submit('/settings/sessions', '/settings/sessions/end-all')
  expect(out.status, out.html).toBe(303)
  expect((await laptop.get(out.headers.get('Location') ?? '')).html).toContain('You are signed out everywhere')
  expect(laptop.cookies.has('__Host-session')).toBe(false)
  expect((await laptop.startSignIn()).searchParams.get('prompt')).toBe('login')
  const later = await phone.get('/settings/mcp?store=acme')
  expect(later.headers.get('Location')).toBe('/settings/sign-in?return_to=%2Fsettings%2Fmcp%3Fstore%3Dacme')
  expect(phone.cookies.has('__Host-session')).toBe(false)
  expect((await phone.startSignIn()).searchParams.get('prompt'), 'its next user has to say who they are').toBe('login')
  expect((await stranger.get('/settings/sessions')).status).toBe(200)
})

test('last_seen_at is written at most every five minutes', async () => {
  const subject = somebody()
  const web = openWeb()
  await web.signIn(subject)
  const secondsSinceSeen = async () => {
    const [row] = await asOwner`select extract(epoch from now() - last_seen_at)::float as seconds
      from web_sessions where user_id = app.user_id(${webIssuer}, ${subject})`
    return z.object({ seconds: z.number() }).parse(row).seconds
  }
  await age(subject, 4)
  await web.get('/settings/mcp')
  expect(await secondsSinceSeen()).toBeGreaterThanOrEqual(240)
  await age(subject, 2)
  await web.get('/settings/mcp')
  expect(await secondsSinceSeen()).toBeLessThan(60)
})

test('only a hash of the session is stored, and signing in again ends the previous session', async () => {
  const subject = somebody()
  const web = openWeb()
  await web.signIn(subject)
  const [before] = await sessionsOf(subject)
  const copied = copyOf(web)
  await web.get('/settings/sign-in?switch=1')
  await web.signIn(subject, { again: true })
  const after = await sessionsOf(subject)
  expect(after).toHaveLength(1)
  expect(after[0]?.['hash']).not.toBe(before?.['hash'])
  expect((await web.get('/settings/mcp')).status).toBe(200)
  expect((await copied.get('/settings/mcp')).status).toBe(302)
})

test('a cookie without a stored session signs nobody in and is deleted', async () => {
  const { SESSION_KEYS } = z.object({ SESSION_KEYS: z.string() }).parse(env)
  const { current } = z.object({ current: z.string() }).parse(JSON.parse(SESSION_KEYS))
  const v = {
    id: 'x'.repeat(32),
    issuer: webIssuer,
    subject: somebody(),
    email: null,
    name: null,
    emailVerified: false,
    signedInAt: 1,
  }
  const sealed = await new EncryptJWT({ v })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience('session')
    .setIssuedAt()
    .setExpirationTime('1 hour')
    .encrypt(Uint8Array.fromBase64(current, { alphabet: 'base64url' }))
  const web = openWeb()
  web.cookies.set('__Host-session', sealed)
  const answer = await web.get('/settings/members')
  expect(answer.status).toBe(302)
  expect(web.cookies.has('__Host-session'), 'or signing in would lead back here').toBe(false)
  const asked = await web.get(answer.headers.get('Location') ?? '')
  expect(asked.headers.get('Location')).toContain(`${webIssuer}/authorize`)
})

const formAt = [
  ['/settings/mcp/tokens', { name: 'x', scopes: 'orders:read', expires_in_days: '30' }],
  [`/settings/mcp/tokens/${crypto.randomUUID()}/revoke`, {}],
  [`/settings/mcp/connections/${crypto.randomUUID()}/disconnect`, {}],
  ['/settings/members', { email: 'amal@kuwait.test', role: 'staff' }],
  [`/settings/members/${crypto.randomUUID()}/role`, { role: 'staff', version: '1' }],
  [`/settings/members/${crypto.randomUUID()}/remove`, {}],
  ['/settings/store', { name: 'Renamed' }],
  ['/settings/store/leave', {}],
  ['/settings/stores', { name: 'x', currency: 'USD', timezone: 'UTC' }],
  ['/settings/sessions/end-all', {}],
] as const

test.each(formAt)('%s refuses a session that was signed out elsewhere', async (path, fields) => {
  const { owner, page, store, subject } = await openWebShop()
  const { form_token = '' } = hiddenFields((await owner.get(page)).html, '/settings/sign-out')
  const copied = copyOf(owner)
  await owner.submit(page, '/settings/sign-out')
  const events = await asOwner`select count(*) from events where store_id = ${store.id}`
  const answer = await copied.post(path, { ...fields, form_token, store: store.slug, store_id: store.id })
  expect(answer.status, answer.html).toBe(401)
  expect(answer.html).toContain('You are signed out')
  expect(answer.html).not.toContain(subject)
  expect(await asOwner`select count(*) from events where store_id = ${store.id}`).toEqual(events)
})

test('checking the session costs no extra round trip', async () => {
  const { owner, page } = await openWebShop()
  const { requests } = watchLog()
  for (const path of [page, page.replace('/mcp', '/members'), page.replace('/mcp', '/store'), '/settings/sessions'])
    await owner.get(path)
  expect(requests().map(({ route, db_round_trips }) => [route, db_round_trips])).toEqual([
    ['/settings/mcp', 3],
    ['/settings/members', 2],
    ['/settings/store', 2],
    ['/settings/sessions', 1],
  ])
})

test('a fifty-first session ends the oldest one', async () => {
  const subject = somebody()
  const [first, last] = [openWeb(), openWeb()]
  await first.signIn(subject)
  await age(subject, 10)
  await asOwner`insert into web_sessions (id_hash, user_id, created_at, expires_at)
    select sha256(gen_random_uuid()::text::bytea), app.user_id(${webIssuer}, ${subject}), now() - interval '1 minute', now() + interval '1 hour'
      from generate_series(1, 49)`
  expect((await first.get('/settings/mcp')).status).toBe(200)
  await last.signIn(subject)
  expect(await sessionsOf(subject)).toHaveLength(50)
  expect((await first.get('/settings/mcp')).status).toBe(302)
  expect((await last.get('/settings/mcp')).status).toBe(200)
})

test('only expired sessions are deleted', async () => {
  const [expired, current] = [somebody(), somebody()]
  await openWeb().signIn(expired)
  await openWeb().signIn(current)
  await age(expired, 14 * 24 * 60)
  await sweep()
  expect(await sessionsOf(expired)).toEqual([])
  expect(await sessionsOf(current)).toHaveLength(1)
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['300.1.1.1', null],
  ['1:2', null],
  ['<script>', null],
  [undefined, null],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  [firefox, 'Firefox on Windows'],
  [iphone, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on macOS',
  ],
  ['curl/8.14.1', null],
  [undefined, null],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
