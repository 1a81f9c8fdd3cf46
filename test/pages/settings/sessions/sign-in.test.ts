import { env } from 'cloudflare:workers'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { returnPath } from '../../../../src/platform/auth/sign-in/return-path.ts'
import { testAudience } from '../../../support/callers/test-issuer.ts'
import { sessionToken } from '../../../support/callers/identity.ts'
import { service } from '../../../support/service.ts'
import { client } from '../../../support/shop.ts'
import { copyOf, openWeb, openWebShop, webIssuer } from '../../../support/callers/web.ts'

const somebody = () => `user_${crypto.randomUUID()}`

test('a signed-out person is sent to the identity provider with PKCE, state and nonce', async () => {
  const web = openWeb()
  const first = await web.get('/settings/mcp?store=acme')
  expect(first.status).toBe(302)
  expect(first.headers.get('Location')).toBe('/settings/sign-in?return_to=%2Fsettings%2Fmcp%3Fstore%3Dacme')

  const asked = await web.startSignIn()
  expect(asked.origin + asked.pathname).toBe(`${webIssuer}/authorize`)
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    client_id: 'merchant-pages',
    redirect_uri: 'https://commerce.test/settings/callback',
    response_type: 'code',
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    max_age: '2592000',
    ui_locales: 'en',
  })
  const again = (await openWeb().startSignIn()).searchParams
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(again.get(name)).not.toBe(asked.searchParams.get(name))
})

test('after signing in, the person arrives at the page they wanted', async () => {
  const web = openWeb()
  const answer = await web.signIn(somebody(), { returnTo: '/settings/mcp?store=acme' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/settings/mcp?store=acme')
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-session='))
  expect(cookie).toMatch(/; HttpOnly(;|$)/)
  expect(cookie).toMatch(/; Secure(;|$)/)
  expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
  expect(cookie).toMatch(/; Path=\/(;|$)/)
  expect(cookie).toMatch(/; Max-Age=1209600(;|$)/)
  expect(cookie).not.toMatch(/Domain=/i)
  // Encrypted: the cookie reveals neither the person nor their email address.
  expect(cookie).not.toContain(btoa('user_').slice(0, 5))
  expect(web.cookies.has('__Host-sign-in')).toBe(false)
})

test('the pages and the API see the same user', async () => {
  const { subject, store } = await openWebShop()
  const token = await sessionToken({ subject, claims: { iss: webIssuer, aud: testAudience } })
  expect((await client(token).get('/api/me')).body).toMatchObject({
    issuer: webIssuer,
    subject,
    stores: [{ id: store.id, role: 'owner' }],
  })
})

test('a sign-in started in another browser is refused', async () => {
  const attacker = openWeb()
  const asked = (await attacker.startSignIn()).searchParams
  const victim = openWeb()
  const callback = `/settings/callback?${new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' }).toString()}`
  const without = await victim.get(callback)
  expect(without.status).toBe(400)
  await victim.startSignIn()
  const withAnother = await victim.get(callback)
  expect(withAnother.status).toBe(400)
  expect(withAnother.html).toContain('We could not finish signing you in')
  expect(victim.cookies.has('__Host-session')).toBe(false)
})

test.each([
  ['with a foreign signature', { forged: true }, 403],
  ['with another nonce', { nonce: 'other' }, 403],
  ['for another client', { claims: { aud: 'somebody-else' } }, 403],
  ['from another issuer', { claims: { iss: 'https://evil.test' } }, 403],
  ['that has expired', { claims: { exp: 1_000 } }, 403],
  ['with a subject that is no text', { claims: { sub: 'a\u0000b' } }, 403],
  ['from a provider that is down', { status: 500 }, 503],
])('an ID token %s signs nobody in', async (_what, options, status) => {
  const web = openWeb()
  const answer = await web.signIn(somebody(), options)
  expect(answer.status, answer.html).toBe(status)
  expect(web.cookies.has('__Host-session')).toBe(false)
  // The state can be used only once.
  expect(web.cookies.has('__Host-sign-in')).toBe(false)
})

test('cancelling at the provider shows a page whose link keeps the destination', async () => {
  const web = openWeb()
  const state = (await web.startSignIn('/settings/authorize?request=abc')).searchParams.get('state') ?? ''
  const answer = await web.get(`/settings/callback?error=access_denied&state=${state}`)
  expect(answer.status).toBe(403)
  expect(answer.html).toContain('/settings/sign-in?return_to=%2Fsettings%2Fauthorize%3Frequest%3Dabc')
})

test('a page says so when the provider is not responding', async () => {
  const issuer = 'http://127.0.0.1:1'
  const entry = { preset: 'oidc', issuer, jwks_uri: `${issuer}/jwks`, audience: ['x'] }
  const web = openWeb(
    service(undefined, {
      IDENTITY_PROVIDERS: JSON.stringify([entry]),
      WEB_SIGN_IN: JSON.stringify({ issuer, client_id: 'x', allow_insecure: true }),
    }),
  )
  const answer = await web.get('/settings/sign-in')
  expect(answer.status).toBe(503)
  expect(answer.html).toContain('is not responding')
})

test('only on the local stack, localhost leads to the address of the service', async () => {
  const ask = async (allow_insecure: boolean, publicUrl: string) => {
    // Nothing answers there.
    const issuer = `${allow_insecure ? 'http' : 'https'}://127.0.0.1:1`
    const entry = { preset: 'oidc', issuer, jwks_uri: `${issuer}/jwks`, audience: ['x'] }
    const variables = {
      PUBLIC_URL: publicUrl,
      IDENTITY_PROVIDERS: JSON.stringify([entry]),
      WEB_SIGN_IN: JSON.stringify({ issuer, client_id: 'x', allow_insecure }),
    }
    const { status, headers } = await service(undefined, variables, 'http://localhost:8787').fetch(
      '/settings/sign-in?a=b',
    )
    return [status, headers.get('Location')]
  }
  const moved = 'http://127.0.0.1:8787/settings/sign-in?a=b'
  expect(await ask(true, 'http://127.0.0.1:8787')).toEqual([302, moved])
  expect(await ask(true, 'http://localhost:8787')).toEqual([503, null])
  expect(await ask(false, 'https://commerce.test')).toEqual([503, null])
})

test('without WEB_SIGN_IN the pages say so, and the API works', async () => {
  const without = service(undefined, { WEB_SIGN_IN: '', SESSION_KEYS: '' })
  const answer = await openWeb(without).get('/settings/mcp')
  expect(answer.status).toBe(503)
  expect(answer.html).toContain('not set up')
  expect((await without.fetch('/api/me')).status).toBe(401)
})

test.each([
  'https://evil.test/',
  'https:evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/%2f/evil.test',
  '/%5cevil.test',
  '%2f%2fevil.test',
  '/settings@evil.test',
  '/settings.evil.test',
  '/settings/../..//evil.test',
  '/settings/%2e%2e/%2e%2e/evil',
  '/settings/\\..\\..\\evil',
  '/settings\t//evil.test',
  '/settings\n/evil',
  ' /settings',
  'javascript:alert(1)',
  '/api/me',
  '/settings/sign-in?return_to=/settings',
  '/settings/sign-out',
  '/settings/signed-out',
  '/settings/callback?code=1',
  '/consolex',
  '/console/../api/me',
  '/console/%2e%2e/settings/sign-out',
  '//console/acme',
  '/\\console',
  '/console/../settings/sign-in',
  `/settings/${'a'.repeat(3000)}`,
])('%j is not accepted as a return path', async (asked) => {
  expect(returnPath(asked)).toBe('/console')
  const answer = await openWeb().signIn(somebody(), { returnTo: asked })
  expect(answer.headers.get('Location')).toBe('/console')
})

test.each([
  '/settings',
  '/settings/mcp',
  '/settings/mcp?store=a',
  '/settings/authorize?request=mcs_ar_1&x=%2F%2Fevil',
  '/console',
  '/console/acme/orders/1001',
  '/console/acme/orders?search=%D8%A3&cursor=eyJ9',
])('%j is accepted as a return path', (asked) => {
  expect(returnPath(asked)).toBe(asked)
})

const SessionKeys = z.object({ current: z.string() })
const keyInUse = () => {
  const { SESSION_KEYS } = z.object({ SESSION_KEYS: z.string() }).parse(env)
  return Uint8Array.fromBase64(SessionKeys.parse(JSON.parse(SESSION_KEYS)).current, { alphabet: 'base64url' })
}

const seal = (key: Uint8Array, audience: string, expires: string, v: object) =>
  new EncryptJWT({ v })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .encrypt(key)

async function isSignedIn(cookie: string): Promise<boolean> {
  const web = openWeb()
  web.cookies.set('__Host-session', cookie)
  return (await web.get('/settings/mcp')).status === 200
}

test('a session cookie is valid only as it was issued', async () => {
  const subject = somebody()
  const web = openWeb()
  await web.signIn(subject)
  const good = web.cookies.get('__Host-session') ?? ''
  expect(await isSignedIn(good)).toBe(true)
  const { payload } = await jwtDecrypt(good, keyInUse())
  const { v: session } = z.object({ v: z.record(z.string(), z.unknown()) }).parse(payload)
  const anew = (v: object, { key = keyInUse(), audience = 'session', expires = '1 hour' } = {}) =>
    seal(key, audience, expires, { ...session, ...v })
  expect(await isSignedIn(await anew({})), 'sealed as we do').toBe(true)

  const [head = '', , iv = '', text = '', tag = ''] = good.split('.')
  const flipped = text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`
  expect(await isSignedIn([head, '', iv, flipped, tag].join('.')), 'tampered with').toBe(false)
  expect(await isSignedIn(await anew({}, { expires: '-1 second' })), 'expired').toBe(false)
  expect(await isSignedIn(await anew({}, { audience: 'sign-in' })), "another cookie's").toBe(false)
  expect(await isSignedIn(await anew({}, { key: crypto.getRandomValues(new Uint8Array(32)) }))).toBe(false)
  expect(await isSignedIn(await anew({ issuer: 'https://former.test' })), 'from a provider of the past').toBe(false)
  expect(await isSignedIn(await anew({ subject: somebody() })), "somebody else's session").toBe(false)
  expect(await isSignedIn(await anew({ id: 'x'.repeat(32) })), 'a session that was never begun').toBe(false)
  const plain = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ v: session, aud: 'session' }))}.`
  for (const junk of ['', 'x', plain, 'a.b.c.d.e', await sessionToken({ subject: 'somebody' })])
    expect(await isSignedIn(junk), junk).toBe(false)
})

test('a session survives one key rotation, but not two', async () => {
  const web = openWeb()
  await web.signIn(somebody())
  const [current, next, afterNext] = [keyInUse(), 1, 2].map((each) =>
    (typeof each === 'number' ? new Uint8Array(32).fill(each) : each).toBase64({
      alphabet: 'base64url',
      omitPadding: true,
    }),
  )
  const statusWith = async (keys: object) =>
    (await copyOf(web, service(undefined, { SESSION_KEYS: JSON.stringify(keys) })).get('/settings/mcp')).status
  expect(await statusWith({ current: next, previous: current })).toBe(200)
  expect(await statusWith({ current: afterNext, previous: next })).toBe(302)
})

test('signing out ends the session, and the next sign-in asks for credentials', async () => {
  const web = openWeb()
  await web.signIn(somebody())
  const out = await web.submit('/settings/mcp', '/settings/sign-out')
  expect(out.status).toBe(303)
  expect(web.cookies.has('__Host-session')).toBe(false)
  expect((await web.get('/settings/mcp')).status).toBe(302)
  expect((await web.startSignIn()).searchParams.get('prompt')).toBe('login')
})

test('after signing out, a copied cookie opens no page', async () => {
  const { owner, page } = await openWebShop()
  const thief = copyOf(owner)
  await owner.submit(page, '/settings/sign-out')
  const opened = await thief.get(page)
  expect(opened.status).toBe(302)
  expect(opened.headers.get('Location')).toMatch(/^\/settings\/sign-in\?return_to=/)
})

test('another site cannot sign a person out', async () => {
  const web = openWeb()
  await web.signIn(somebody())
  expect((await web.get('/settings/sign-out')).status).toBe(404)
  expect((await web.post('/settings/sign-out', {})).status).toBe(403)
  expect((await web.get('/settings/mcp')).status).toBe(200)
})
