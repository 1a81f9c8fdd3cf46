import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Service, service } from '../../../support/service.ts'
import { asOwner } from '../../../support/sql.ts'
import { age, copyOf, fromOwnPage, hiddenFields, openWeb, openWebShop, type Web } from '../../../support/callers/web.ts'

const consentAt = '/settings/authorize'
const redirectUri = 'https://helper.test/callback'

type Wish = { name?: string; redirect_uri?: string; scope?: string; state?: string; through?: Service }

/** The path of the consent page for a registered client's request. */
async function request({
  name = 'Helper',
  redirect_uri = redirectUri,
  scope,
  state = 's',
  through = service(),
}: Wish = {}) {
  const registered = await through.fetch('/api/oauth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': crypto.randomUUID() },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }),
  })
  const { client_id } = z.object({ client_id: z.string() }).parse(registered.body)
  return authorize({ client_id, redirect_uri, scope, state }, through)
}

const claude = (scope?: string) =>
  authorize({
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
    scope,
    state: 's',
  })

async function authorize(
  {
    scope = 'orders:read orders:write catalog:read',
    ...given
  }: { client_id: string; redirect_uri: string; state: string; scope?: string | undefined },
  through = service(),
) {
  const query = new URLSearchParams({
    ...given,
    scope,
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const answer = await through.fetch(`/api/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
  const location = answer.headers.get('Location') ?? ''
  expect(location, String(answer.body)).toMatch(/^\/settings\/authorize\?request=mcs_ar_/)
  return location
}

const answerOf = async (web: Web, page: string, fields: Record<string, string | readonly string[]>) =>
  web.post(consentAt, { ...hiddenFields((await web.get(page)).html, consentAt), ...fields })

/** Redeems the code that a client got. The verifier is that of RFC 7636, appendix B, whose challenge every request here sends. */
async function redeem(client: { client_id: string; redirect_uri: string }, allowed: { headers: Headers }) {
  const code = new URL(allowed.headers.get('Location') ?? '').searchParams.get('code') ?? ''
  const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const redeemed = await service().fetch('/api/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', ...client, code, code_verifier }),
  })
  expect(redeemed.status).toBe(200)
}

const grantsOf = async (storeId: string) =>
  asOwner`select scopes, client_name from oauth_grants where store_id = ${storeId} order by created_at`

afterEach(() => vi.restoreAllMocks())

test('the consent page shows the assistant, the account and the redirect host', async () => {
  const { owner, subject, store } = await openWebShop({ name: 'متجر الكويت' })
  const { html } = await owner.get(await request())
  for (const said of [
    'Allow <bdi>Helper</bdi> to use your store?',
    'Unverified',
    'Nobody has checked who this is.',
    `<bdi>${subject}@test.example</bdi>`,
    'Use another account',
    '<b dir="ltr">helper.test</b>',
    '<bdi>متجر الكويت</bdi>',
    'you are an owner',
  ])
    expect(html).toContain(said)
  expect(html).not.toContain('a program on this computer')
  const box = (scope: string) => new RegExp(`value="${scope}"[^>]*`).exec(html)?.[0]
  expect(box('orders:read')).toContain('checked')
  expect(box('catalog:read')).toContain('checked')
  expect(box('orders:write')).not.toContain('checked')
  expect(box('crm:read')).toBeUndefined()
  expect(html).toContain(`value="${store.id}" required="" checked`)
})

test('the language can be switched while an assistant waits in the window behind', async () => {
  const { owner } = await openWebShop()
  const page = await request({ redirect_uri: 'http://127.0.0.1:4711/callback' })
  const switched = await owner.get(`${page}&language=ar`)
  expect(switched.headers.get('Location')).toBe(page)
  // Another policy, also on a redirect, would cut the window from the one that opened it.
  expect(switched.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
  const { headers, html } = await owner.get(page)
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
  for (const said of ['<html lang="ar" dir="rtl">', 'ستعود إلى برنامج على هذا الجهاز', 'وفي هذا المتجر وحده'])
    expect(html).toContain(said)
  const incomplete = await answerOf(owner, page, { scopes: [], answer: 'allow' })
  expect(incomplete.html).toContain('حدد صلاحية واحدة على الأقل.')
})

test('a known vendor is not called unverified; a program on the device gets a warning', async () => {
  const { owner } = await openWebShop()
  const known = await owner.get(await claude())
  expect(known.html).toContain('From claude.ai')
  expect(known.html).not.toMatch(/Unverified|Nobody has checked|on this device/)
  const local = await owner.get(await request({ redirect_uri: 'http://127.0.0.1:4711/callback' }))
  expect(local.html).toContain('You will be sent back to a program on this computer.')
})

/** The path of the consent page for an app with a metadata document. */
async function documented(client_id: string, name: string, redirect_uri: string) {
  await asOwner`insert into oauth_clients (client_id, kind, redirect_uris, metadata, expires_at)
    values (${client_id}, 'cimd', ${[redirect_uri]}, ${JSON.stringify({ client_name: name })}::jsonb, now() + interval '1 hour')`
  return authorize({ client_id, redirect_uri, state: 's' })
}

const tagsOf = (html: string) => Array.from(html.matchAll(/<span class="tag[^"]*">[^<]*<\/span>/g), ([tag]) => tag)

test('an app with a metadata document is verified if it redirects to its own host', async () => {
  const { owner } = await openWebShop()
  const own = await owner.get(await documented('https://desk.shop/own.json', 'Desk', 'https://desk.shop/cb'))
  expect(tagsOf(own.html)).toEqual(['<span class="tag ok">From desk.shop</span>'])
  expect(own.html).not.toContain('role="note"')
})

test('an app that redirects to another host is not verified, and both hosts are shown', async () => {
  const { owner } = await openWebShop()
  const { html } = await owner.get(await documented('https://desk.shop/far.json', 'Desk', 'https://far.example/cb'))
  expect(tagsOf(html)).toEqual(['<span class="tag">Published by desk.shop</span>'])
  expect(html).toContain('The app chose this name itself.')
  expect(html).toContain('access would go to <b dir="ltr">far.example</b>')
  expect(html).not.toContain('probably not')
})

test('an app called Claude that redirects elsewhere gets a warning', async () => {
  const { owner } = await openWebShop()
  const pages = [
    await documented('https://evil.shop/claude.json', 'Claude', 'https://elsewhere.shop/cb'),
    await documented('https://elsewhere.shop/claude.json', 'Claude', 'https://elsewhere.shop/cb'),
    await request({ name: 'Claude', redirect_uri: 'https://elsewhere.shop/cb' }),
    await request({ name: 'Claude', redirect_uri: 'example.evil:/cb' }),
  ]
  for (const page of pages) {
    const { html } = await owner.get(page)
    expect(tagsOf(html)).toEqual(['<span class="tag bad">Not from Anthropic</span>'])
    expect(html).toContain('This is probably not from Anthropic.')
    expect(html).toMatch(/access would go to <b dir="ltr">(?:elsewhere\.shop|example\.evil:\/\/)<\/b>/)
  }
  const own = await owner.get(
    await request({ name: 'Claude', redirect_uri: 'https://claude.ai/api/mcp/auth_callback' }),
  )
  expect(tagsOf(own.html)).toEqual(['<span class="tag warn">Unverified</span>'])
})

test.each([
  [redirectUri, 'https://helper.test'],
  ['http://127.0.0.1:4711/callback', 'http://127.0.0.1:4711'],
  ['http://[::1]:4711/callback', 'http:'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
])('the form may redirect to %s and nowhere else', async (redirect_uri, source) => {
  const { owner } = await openWebShop()
  const { headers } = await owner.get(await request({ redirect_uri }))
  expect(headers.get('Content-Security-Policy')).toMatch(new RegExp(`; form-action 'self' ${RegExp.escape(source)}$`))
  expect(headers.get('X-Frame-Options')).toBe('DENY')
})

test('Allow grants the selected scopes once, and redirects with code, state and issuer', async () => {
  const { owner, store } = await openWebShop()
  const page = await request({ state: 'ü &=%20 §' })
  const fields = {
    ...hiddenFields((await owner.get(page)).html, consentAt),
    store_id: store.id,
    scopes: ['orders:read', 'crm:read', 'tokens:manage'],
    answer: 'allow',
  }
  const allowed = await owner.post(consentAt, fields)
  expect(allowed.status, allowed.html).toBe(303)
  const back = new URL(allowed.headers.get('Location') ?? '')
  expect(back.origin + back.pathname).toBe(redirectUri)
  expect(back.searchParams.get('code')).toMatch(/^mcs_ac_/)
  expect(back.searchParams.get('state')).toBe('ü &=%20 §')
  expect(back.searchParams.get('iss')).toBe('https://commerce.test')
  expect(allowed.headers.get('Referrer-Policy')).toBe('no-referrer')
  // Neither the scope that was not requested nor the one that no assistant may have.
  expect(await grantsOf(store.id)).toEqual([{ client_name: 'Helper', scopes: ['orders:read'] }])

  const twice = await owner.post(consentAt, fields)
  expect(twice.status).toBe(404)
  expect(twice.html).toContain('no longer open')
  expect(await grantsOf(store.id)).toHaveLength(1)
})

test('right after signing in, Allow needs no further sign-in, even if the provider session is old', async () => {
  const { subject, store } = await openWebShop()
  const web = openWeb()
  await web.signIn(subject, { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } })
  const allowed = await answerOf(web, await request(), { answer: 'allow', store_id: store.id, scopes: 'orders:read' })
  expect(allowed.status).toBe(303)
})

test('in an older session, Allow requires another sign-in and keeps the selection', async () => {
  const { owner, subject, store } = await openWebShop()
  await age(subject, 16)
  const page = await request()
  const chosen = { store_id: store.id, scopes: ['orders:write'] }
  const asked = await answerOf(owner, page, { answer: 'allow', ...chosen })
  expect(asked.status).toBe(403)
  expect(asked.html).toContain(`/settings/sign-in?again=1&amp;return_to=${encodeURIComponent(page)}`)
  expect(await grantsOf(store.id)).toEqual([])

  expect((await owner.signIn(subject, { again: true, returnTo: page })).headers.get('Location')).toBe(page)
  const { status, html } = await owner.get(page)
  expect(status).toBe(200)
  expect(html).toContain('You have signed in again')
  const ticked = [...html.matchAll(/name="scopes" value="([^"]+)"[^>]*checked/g)].map(([, scope]) => scope)
  expect(ticked).toEqual(['orders:write'])
  const allowed = await owner.post(consentAt, { ...hiddenFields(html, consentAt), ...chosen, answer: 'allow' })
  expect(allowed.status, allowed.html).toBe(303)
  expect(await grantsOf(store.id)).toEqual([{ client_name: 'Helper', scopes: ['orders:write'] }])
})

test('Cancel never requires another sign-in', async () => {
  const { owner, subject } = await openWebShop()
  await age(subject, 60)
  expect((await answerOf(owner, await request(), { answer: 'cancel' })).status).toBe(303)
})

test('an assistant allowed twice is listed once, with its expiry date', async () => {
  const { owner, store } = await openWebShop()
  const client = {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
  }
  for (const scopes of [['orders:read'], ['orders:read', 'orders:write']]) {
    const allowed = await answerOf(owner, await claude(), { answer: 'allow', store_id: store.id, scopes })
    await redeem(client, allowed)
  }
  const { html } = await owner.get('/settings/mcp')
  const section = html.slice(html.indexOf('id="connected"'), html.indexOf('No longer connected (1)'))
  expect(section.match(/<h3><bdi>Claude<\/bdi><\/h3>/g)).toHaveLength(1)
  const [grant] = await asOwner`select to_char(created_at + interval '180 days', 'FMDD Mon YYYY') as ends
    from oauth_grants where store_id = ${store.id} and revoked_at is null`
  expect(section.replaceAll(/<[^>]*>/g, '')).toContain(`expires on ${String(grant?.['ends'])}`)
  expect(html.slice(html.indexOf('No longer connected (1)'))).toContain('Replaced by a newer connection')
})

test('an assistant on several devices is listed for each, by when and in which browser it was allowed', async () => {
  const { owner, store } = await openWebShop()
  const browsers = [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    `${'x'.repeat(2000)}/1.0`,
  ]
  for (const [at, browser] of browsers.entries()) {
    const client = {
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      redirect_uri: `http://127.0.0.1:${4711 + at}/callback`,
    }
    const page = await authorize({ ...client, state: 's' })
    const hidden = hiddenFields((await owner.get(page)).html, consentAt)
    const fields = { ...hidden, answer: 'allow', store_id: store.id, scopes: 'orders:read' }
    const allowed = await owner.post(consentAt, fields, { ...fromOwnPage, 'User-Agent': browser })
    expect(allowed.status, allowed.html).toBe(303)
    await redeem(client, allowed)
  }
  await asOwner`update stores set timezone = 'Asia/Kuwait' where id = ${store.id}`
  await asOwner`update oauth_grants set created_at = date_trunc('day', now(), 'UTC') - interval '1 day' + interval '11 hours 5 minutes'
    where store_id = ${store.id}`
  expect(
    await asOwner`select allowed_from, is_device from oauth_grants where store_id = ${store.id} order by id`,
  ).toEqual([
    { allowed_from: 'Chrome on macOS', is_device: true },
    { allowed_from: 'Firefox on Windows', is_device: true },
    { allowed_from: null, is_device: true },
  ])
  const { html } = await owner.get('/settings/mcp')
  expect(html.match(/<h3><bdi>Claude Code<\/bdi><\/h3>/g)).toHaveLength(3)
  const said = html.replaceAll(/<[^>]*>/g, '')
  expect(said.match(/Allowed on \d+ \w+ \d{4}, 14:05/g)).toHaveLength(3)
  for (const browser of ['Chrome on macOS', 'Firefox on Windows'])
    expect(said).toMatch(new RegExp(`Allowed on [^·]+, 14:05 · ${browser}`))
  const inArabic = await owner.get('/settings/mcp', { 'Accept-Language': 'ar' })
  expect(inArabic.html.replaceAll(/<[^>]*>/g, '')).toMatch(/سُمح به في [^·]+ · Chrome on macOS/)
})

test('Cancel redirects with access_denied and grants nothing', async () => {
  const { owner, store } = await openWebShop()
  const denied = await answerOf(owner, await request(), { answer: 'cancel' })
  expect(denied.status).toBe(303)
  const back = new URL(denied.headers.get('Location') ?? '').searchParams
  expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 's', iss: 'https://commerce.test' })
  expect(await grantsOf(store.id)).toEqual([])
})

test('a missing store or permission is reported, and the request stays open', async () => {
  const { owner, store } = await openWebShop()
  const page = await request()
  const empty = await answerOf(owner, page, { answer: 'allow', store_id: '' })
  expect(empty.status).toBe(422)
  expect(empty.html).toContain('Choose a store')
  expect(empty.html).toContain('Select at least one permission')
  expect(empty.headers.get('Content-Security-Policy')).toContain("form-action 'self' https://helper.test")
  const allowed = await answerOf(owner, page, { answer: 'allow', store_id: store.id, scopes: 'orders:read' })
  expect(allowed.status).toBe(303)
})

test('only owners and admins can connect an assistant', async () => {
  const { store, hire } = await openWebShop()
  const { store: foreign } = await openWebShop()
  for (const role of ['staff', 'viewer'] as const) {
    const colleague = await hire(role)
    const page = await request()
    const { html } = await colleague.get(page)
    expect(html).toContain('Only owners and admins of a store can connect an assistant')
    expect(html).not.toContain('name="store_id"')
    const tried = await answerOf(colleague, page, { answer: 'allow', store_id: store.id, scopes: 'orders:read' })
    expect(tried.status, role).toBe(403)
  }
  const admin = await hire('admin')
  const elsewhere = await answerOf(admin, await request(), {
    answer: 'allow',
    store_id: foreign.id,
    scopes: 'orders:read',
  })
  expect(elsewhere.status).toBe(404)
  expect(await grantsOf(foreign.id)).toEqual([])
  const allowed = await answerOf(admin, await request(), { answer: 'allow', store_id: store.id, scopes: 'orders:read' })
  expect(allowed.status).toBe(303)
})

test('a request can be answered only by the person and in the browser it was shown to', async () => {
  const { owner, store, hire } = await openWebShop()
  const page = await request()
  const fields = {
    ...hiddenFields((await owner.get(page)).html, consentAt),
    store_id: store.id,
    scopes: 'orders:read',
    answer: 'allow',
  }

  const admin = await hire('admin')
  expect((await admin.get(page)).status, 'in another browser').toBe(404)
  const token = hiddenFields((await admin.get('/settings/mcp')).html, '/settings/sign-out')['form_token'] ?? ''
  expect((await admin.post(consentAt, { ...fields, form_token: token })).status).toBe(404)

  // The same browser after somebody else signed in: the earlier page must no longer work.
  const stolen = copyOf(admin)
  stolen.cookies.set('__Host-browser', owner.cookies.get('__Host-browser') ?? '')
  expect((await stolen.post(consentAt, { ...fields, form_token: token })).status).toBe(404)
  expect((await stolen.post(consentAt, fields)).status, 'with the form of before').toBe(403)

  const without = openWeb()
  without.cookies.set('__Host-session', owner.cookies.get('__Host-session') ?? '')
  expect((await without.post(consentAt, fields)).status, 'without the cookie of the browser').toBe(404)
  expect((await owner.post(consentAt, fields, { ...fromOwnPage, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect(await grantsOf(store.id)).toEqual([])
  expect((await owner.post(consentAt, fields)).status).toBe(303)
})

test('a signed-out person returns to the request after signing in', async () => {
  const page = await request()
  const web = openWeb()
  const first = await web.get(page)
  expect(first.status).toBe(302)
  expect(first.headers.get('Location')).toBe(`/settings/sign-in?return_to=${encodeURIComponent(page)}`)
  const back = await web.signIn(`user_${crypto.randomUUID()}`, { returnTo: page })
  expect(back.headers.get('Location')).toBe(page)
  const { html } = await web.get(page)
  expect(html).toContain('You have no store yet')
  const made = await web.submit(page, '/settings/stores', { name: 'New', currency: 'USD', timezone: 'UTC' })
  expect(made.headers.get('Location')).toBe(page)
  expect((await web.get(page)).html).toContain('<bdi>New</bdi>')
})

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title><script>alert(1)</script>',
  'Claude\u202Eedualc',
  'A\u0000B\u200B\uFEFFC',
  'Z'.repeat(64),
])('a client called %j is shown as text', async (name) => {
  const { owner } = await openWebShop()
  const { status, html } = await owner.get(await request({ name }))
  expect(status).toBe(200)
  expect(html).not.toMatch(/<script>|<img src=x/)
  for (const unseen of ['\u0000', '\u200B', '\u202E', '\uFEFF']) expect(html).not.toContain(unseen)
})

test('the consent page stays under 50 KB, including what it loads', async () => {
  const { owner } = await openWebShop()
  const every =
    'catalog:read catalog:write orders:read orders:write crm:read analytics:read inbox:read storefront:read storefront:write'
  const { html } = await owner.get(await request({ scope: every }))
  const loaded = [...new Set([...html.matchAll(/"(\/settings\/assets\/[^"]+)"/g)].map(([, path = '']) => path))]
  const texts = [html, ...(await Promise.all(loaded.map(async (path) => (await owner.get(path)).html)))]
  expect(new TextEncoder().encode(texts.join('')).length).toBeLessThan(50 * 1024)
})

test('the log contains no person, secret, handle or name', async () => {
  const lines: string[] = []
  for (const level of ['info', 'warn', 'error', 'log'] as const)
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => void lines.push(said.map(String).join(' ')))
  const { owner, store, page } = await openWebShop({ name: 'Secretive shop' })
  const created = await owner.submit(page, '/settings/mcp/tokens', {
    name: 'Quiet robot',
    scopes: 'orders:read',
    expires_in_days: '30',
  })
  expect(created.status).toBe(200)
  const allowed = await answerOf(owner, await request({ name: 'Quiet helper' }), {
    answer: 'allow',
    store_id: store.id,
    scopes: 'orders:read',
  })
  expect(allowed.status).toBe(303)
  await openWeb().get('/settings/callback?code=mcs_ac_secret&state=secret')
  const log = lines.join('\n')
  expect(log).toContain('"route":"/settings/authorize"')
  for (const secret of [
    /mcs_[a-z]+_/,
    /@test/,
    /user_/,
    /__Host-/,
    /code=/,
    /state=/,
    /eyJ/,
    /Quiet/,
    /Secretive/,
    /secret/,
  ])
    expect(secret.exec(log)?.[0]).toBeUndefined()
})
