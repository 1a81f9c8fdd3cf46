import { expect, test } from 'vitest'
import { isToken } from '../../../src/platform/auth/tokens/format.ts'
import { settingsRoutes } from '../../../src/pages/settings/app.ts'
import { service } from '../../support/service.ts'
import { copyOf, fromOwnPage, hiddenFields, openWeb, openWebShop, type Web } from '../../support/callers/web.ts'

const createTokenAt = '/settings/mcp/tokens'

const secretIn = (html: string) => /mcs_mcp_[0-9A-Za-z]{36}/.exec(html)?.[0] ?? ''

const tokenFor = (web: Web, page: string, fields: Record<string, string | readonly string[]> = {}) =>
  web.submit(page, createTokenAt, { name: 'Robot', scopes: ['orders:read'], expires_in_days: '30', ...fields })

test('a token is created, shown once, listed and revoked', async () => {
  const { owner, page, store } = await openWebShop()
  const created = await tokenFor(owner, page)
  expect(created.status, created.html).toBe(200)
  expect(created.headers.get('Cache-Control')).toBe('no-store')
  const secret = secretIn(created.html)
  expect(isToken('mcp', secret)).toBe(true)
  expect(created.html).toContain(`claude mcp add --transport http ${store.slug} https://commerce.test/api/mcp`)

  const listed = await owner.get(page)
  expect(listed.html).toContain('Robot')
  expect(listed.html).toContain(`${secret.slice(0, 12)}…`)
  expect(listed.html).not.toContain(secret)

  const revoke = /action="(\/settings\/mcp\/tokens\/[^"]+\/revoke)"/.exec(listed.html)?.[1] ?? ''
  const revoked = await owner.submit(page, revoke)
  expect(revoked.status).toBe(303)
  const after = await owner.get(revoked.headers.get('Location') ?? '')
  expect(after.html).toContain('The token is revoked')
  expect(after.html).toContain('No active tokens')
  expect(after.html).toContain('Revoked and expired (1)')
})

test('the page shows the requested store, and by default the one viewed last', async () => {
  const { owner, page, store } = await openWebShop({ name: 'First shop' })
  const token = hiddenFields((await owner.get(page)).html, '/settings/sign-out')['form_token'] ?? ''
  const second = await owner.post('/settings/stores', {
    form_token: token,
    name: 'Second shop',
    currency: 'KWD',
    timezone: 'Asia/Kuwait',
  })
  const location = second.headers.get('Location') ?? ''
  expect((await owner.get(location)).html).toContain('work with <bdi>Second shop</bdi>')
  expect((await owner.get('/settings/mcp')).html).toContain('work with <bdi>Second shop</bdi>')
  expect((await owner.get(`/settings/mcp?store=${store.slug}`)).html).toContain('work with <bdi>First shop</bdi>')
  const created = await tokenFor(owner, location)
  expect(created.status).toBe(200)
  expect((await owner.get(location)).html).toContain('Robot')
  expect((await owner.get(page)).html).toContain('No active tokens')
})

test('a person without a store can create one', async () => {
  const web = openWeb()
  await web.signIn(`user_${crypto.randomUUID()}`)
  for (const section of ['mcp', 'store', 'members'])
    expect((await web.get(`/settings/${section}`)).html).toContain('You have no store yet')
  const refused = await web.submit('/settings/mcp', '/settings/stores', {
    name: '',
    currency: 'gold',
    timezone: 'Mars',
  })
  expect(refused.status).toBe(422)
  for (const said of ['Enter a name of up to', 'three-letter currency code', 'Enter a time zone'])
    expect(refused.html).toContain(said)
})

const formAt = [
  [createTokenAt, { name: 'x', scopes: 'orders:read', expires_in_days: '30' }],
  [`/settings/mcp/tokens/${crypto.randomUUID()}/revoke`, {}],
  [`/settings/mcp/connections/${crypto.randomUUID()}/disconnect`, {}],
  ['/settings/keys', { name: 'x', scopes: 'orders:read', expires_in_days: '30' }],
  [`/settings/keys/${crypto.randomUUID()}/revoke`, {}],
  ['/settings/authorize', { answer: 'allow' }],
  ['/settings/members', { email: 'amal@kuwait.test', role: 'staff' }],
  [`/settings/members/${crypto.randomUUID()}/role`, { role: 'staff', version: '1' }],
  [`/settings/members/${crypto.randomUUID()}/remove`, {}],
  [`/settings/members/${crypto.randomUUID()}/revoke`, {}],
  ['/settings/store', { name: 'x' }],
  [`/settings/invitations/${crypto.randomUUID()}/accept`, {}],
  [`/settings/invitations/${crypto.randomUUID()}/decline`, {}],
  ['/settings/store/leave', {}],
  ['/settings/tax', { charged: 'no' }],
  ['/settings/delivery', { name: 'x', kind: 'delivery', price: '0' }],
  [`/settings/delivery/${crypto.randomUUID()}`, { name: 'x' }],
  [`/settings/delivery/${crypto.randomUUID()}/delete`, {}],
  ['/settings/discounts', { how: 'code', code: 'x', kind: 'free_delivery' }],
  [`/settings/discounts/${crypto.randomUUID()}`, { code: 'x' }],
  [`/settings/discounts/${crypto.randomUUID()}/delete`, {}],
  ['/settings/webhooks', { url: 'https://shop.example.com/hook', events: 'order.created' }],
  [`/settings/webhooks/${crypto.randomUUID()}`, { events: 'order.created' }],
  [`/settings/webhooks/${crypto.randomUUID()}/rotate`, {}],
  [`/settings/webhooks/${crypto.randomUUID()}/test`, {}],
  [`/settings/webhooks/${crypto.randomUUID()}/enable`, {}],
  [`/settings/webhooks/${crypto.randomUUID()}/disable`, {}],
  [`/settings/webhooks/${crypto.randomUUID()}/delete`, {}],
  [`/settings/webhooks/${crypto.randomUUID()}/deliveries/${crypto.randomUUID()}/redeliver`, {}],
  ['/settings/stores', { name: 'x', currency: 'USD', timezone: 'UTC' }],
  ['/settings/sessions/end-all', {}],
  ['/settings/sign-out', {}],
] as const

test('every form of the pages is among these', () => {
  const listed = formAt.map(([path]) => path.replace('/settings', '').replaceAll(/[0-9a-f-]{36}/g, ':id'))
  const forms = settingsRoutes.routes
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.replaceAll(/:\w+/g, ':id'))
  expect(listed.toSorted()).toEqual([...new Set(forms)].toSorted())
})

test.each(formAt)('%s accepts only forms sent from our own pages', async (path, fields) => {
  const { owner, page } = await openWebShop()
  const { owner: other, page: otherPage } = await openWebShop()
  const { form_token } = hiddenFields((await owner.get(page)).html, '/settings/sign-out')
  const othersToken = hiddenFields((await other.get(otherPage)).html, '/settings/sign-out')['form_token'] ?? ''
  const good = { ...fields, form_token: form_token ?? '' }
  const refusals: Record<string, Awaited<ReturnType<Web['post']>>> = {
    'no headers': await owner.post(path, good, {}),
    'no origin but null': await owner.post(path, good, { Origin: 'null' }),
    'a foreign origin': await owner.post(path, good, { Origin: 'https://evil.test' }),
    'a foreign origin that claims to be ours': await owner.post(path, good, {
      ...fromOwnPage,
      Origin: 'https://evil.test',
    }),
    'a foreign site': await owner.post(path, good, { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }),
    'a site beside ours': await owner.post(path, good, { 'Sec-Fetch-Site': 'same-site' }),
    'typed into the address bar': await owner.post(path, good, { 'Sec-Fetch-Site': 'none' }),
    'no token': await owner.post(path, fields),
    'a wrong token': await owner.post(path, { ...fields, form_token: `${form_token}x` }),
    "somebody else's token": await owner.post(path, { ...fields, form_token: othersToken }),
    JSON: await owner.post(path, good, { ...fromOwnPage, 'Content-Type': 'application/json' }),
    'text, as a form of another site may send': await owner.post(path, good, {
      ...fromOwnPage,
      'Content-Type': 'text/plain',
    }),
  }
  for (const [what, answer] of Object.entries(refusals)) expect(answer.status, what).toBe(403)
  const signedOut = await openWeb().post(path, good)
  expect(signedOut.status).toBe(401)
  expect(signedOut.headers.get('Location')).toBeNull()
})

test('without Sec-Fetch-Site, our own Origin is accepted', async () => {
  const { owner, page } = await openWebShop()
  const hidden = hiddenFields((await owner.get(page)).html, createTokenAt)
  const fields = { ...hidden, name: 'x', scopes: 'orders:read', expires_in_days: '30' }
  expect((await owner.post(createTokenAt, fields, { Origin: 'https://commerce.test' })).status).toBe(200)
})

test('no page can be framed, loads anything from other hosts, or is cached', async () => {
  const { owner, page } = await openWebShop()
  const shown = [
    page,
    page.replace('/mcp', '/keys'),
    page.replace('/mcp', '/members'),
    page.replace('/mcp', '/store'),
    ...['/tax', '/delivery', '/delivery/new', '/discounts', '/discounts/new'].map((at) => page.replace('/mcp', at)),
    '/settings/sessions',
    '/settings/left',
    '/settings/nothing',
    '/settings/signed-out',
    '/settings/authorize?request=x',
    '/settings/mcp?store=no-such',
  ]
  for (const path of shown) {
    const { headers, html } = await owner.get(path)
    expect(headers.get('Content-Security-Policy'), path).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    )
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      // Assistants open the way to consent in a pop-up, and wait for it.
      'cross-origin-opener-policy': path.startsWith('/settings/authorize') ? 'unsafe-none' : 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('Access-Control-Allow-Origin'), path).toBeNull()
    expect(headers.get('Strict-Transport-Security'), path).toContain('max-age=')
    for (const [, at = ''] of html.matchAll(/(?:src|href|action)="([^"]*)"/g))
      expect(at, path).toMatch(/^(\/settings|\/console$|#)/)
    expect(html, 'inline handlers, styles and scripts').not.toMatch(/ on[a-z]+="|<style|style="|<script>|javascript:/)
  }
})

test('redirects to sign-in have the same protective headers', async () => {
  const answer = await openWeb().get('/settings/mcp')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test('style and script have hashed names and can be cached forever', async () => {
  const { html } = await openWeb().get('/settings/signed-out')
  const paths = [...html.matchAll(/"(\/settings\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(new Set(paths).size).toBe(3)
  for (const path of paths) {
    const { status, headers } = await openWeb().get(path)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.getSetCookie()).toEqual([])
  }
  expect((await openWeb().get('/settings/assets/settings-0.css')).status).toBe(404)
})

const spiteful = `<img src=x onerror=alert(1)>"'><script>alert(2)</script>\u202Egnp.exe`

test('a name with markup is shown as text', async () => {
  const { owner, page } = await openWebShop({ name: spiteful })
  await tokenFor(owner, page, { name: `${spiteful} token` })
  const { html } = await owner.get(page)
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<script>')
  expect(html.replace(/<option[\s\S]*?<\/option>/g, '')).not.toContain('\u202E')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  const echoed = await tokenFor(owner, page, { name: spiteful, scopes: [] })
  expect(echoed.html).not.toContain('<img src=x')
})

test('the largest settings page stays under 50 KB, including what it loads', async () => {
  const { owner, page } = await openWebShop({ name: 'ع'.repeat(100) })
  for (let i = 0; i < 12; i++)
    await tokenFor(owner, page, {
      name: `${'ب'.repeat(90)} ${i}`,
      scopes: ['catalog:write', 'orders:write', 'crm:read', 'analytics:read'],
    })
  const { html } = await owner.get(page)
  expect(html).toContain('Older tokens')
  const loaded = [...new Set([...html.matchAll(/"(\/settings\/assets\/[^"]+)"/g)].map(([, path = '']) => path))]
  const texts = [html, ...(await Promise.all(loaded.map(async (path) => (await owner.get(path)).html)))]
  const bytes = new TextEncoder().encode(texts.join('')).length
  console.log(`the fullest settings page: ${bytes} bytes, its HTML ${new TextEncoder().encode(html).length}`)
  expect(bytes).toBeLessThan(50 * 1024)
})

test('a form that is too long is refused before it is parsed', async () => {
  const { owner, page } = await openWebShop()
  const answer = await tokenFor(owner, page, { name: 'x'.repeat(9000) })
  expect(answer.status).toBe(413)
  expect(answer.html).toContain('The form is too long')
})

test('a page shows an error when the database is not ready', async () => {
  const signedIn = openWeb()
  await signedIn.signIn(`user_${crypto.randomUUID()}`)
  const web = copyOf(signedIn, service(undefined, { DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1/none' }))
  const answer = await web.get('/settings/mcp')
  expect([500, 503]).toContain(answer.status)
  expect(answer.html).toContain('<h1>')
  expect(answer.html).not.toContain('wrong@')
})
