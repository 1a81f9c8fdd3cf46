import { expect, test } from 'vitest'
import type { TokenScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { derivedToken } from '../../../src/platform/auth/tokens/format.ts'
import { hmacKey } from '../../../src/platform/auth/tokens/keys.ts'
import { approveConnection } from '../../../src/areas/connections/approve-connection.ts'
import { denyConnection } from '../../../src/areas/connections/deny-connection.ts'
import { disconnect } from '../../../src/areas/connections/disconnect.ts'
import { getPendingAuthorization } from '../../../src/areas/connections/get-pending-authorization.ts'
import { listConnections } from '../../../src/areas/connections/list-connections.ts'
import type { Caller } from '../../../src/platform/operation/context.ts'
import { openShop, somebody } from '../../support/shop.ts'
import { asApp, asOwner } from '../../support/sql.ts'
import {
  approve,
  redirectParameters,
  storesVisibleTo,
  authorize,
  callback,
  connect,
  expectRefusal,
  handleIn,
  newBrowser,
  newClient,
  person,
  pkce,
  publicUrl,
  redeem,
  refresh,
} from './oauth-client.ts'

const requestedScopes = ['catalog:read', 'catalog:write', 'orders:read'] as const satisfies readonly TokenScope[]

async function pending(scope = requestedScopes.join(' '), metadata: Record<string, unknown> = {}) {
  const query = {
    response_type: 'code',
    client_id: (await newClient(metadata)).client_id,
    scope,
    state: 'xyz',
    code_challenge: (await pkce()).challenge,
    code_challenge_method: 'S256',
  }
  return { request: handleIn(await authorize(query)), browser: newBrowser() }
}

const outcome = (operation: Promise<unknown>) =>
  operation.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

test('the consent page shows the client, its scopes, its redirect host and the stores to choose from', async () => {
  const shop = await openShop()
  const shown = await getPendingAuthorization(person(shop.owner), await pending())
  expect(shown).toMatchObject({
    client: { name: 'Assistant', kind: 'registered', verified: false, imitates: null, host: null },
    redirect: { host: 'assistant.example', loopback: false, form_action: 'https://assistant.example' },
    scopes: requestedScopes,
    stores: [{ id: shop.store.id, role: 'owner' }],
    memberships: 1,
  })
  expect(Date.parse(shown.expires_at) - Date.now()).toBeGreaterThan(29 * 60_000)
})

test('A9: the consent page distinguishes loopback and private-scheme redirect URIs', async () => {
  const { owner } = await openShop()
  for (const [uri, redirect] of [
    ['http://127.0.0.1:1234/cb', { host: '127.0.0.1:1234', loopback: true, form_action: 'http://127.0.0.1:1234' }],
    ['http://[::1]:1234/cb', { host: '[::1]:1234', loopback: true, form_action: 'http:' }],
    [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      { host: 'cursor://anysphere.cursor-mcp', loopback: false, form_action: 'cursor:' },
    ],
  ] as const)
    expect(await getPendingAuthorization(person(owner), await pending('', { redirect_uris: [uri] }))).toMatchObject({
      redirect,
    })
})

test('A10: a client name cannot disguise itself', async () => {
  const { owner } = await openShop()
  for (const [client_name, shown] of [
    ['\u202eedualC\u0000\u0007 by\nAnthropic\u2066', 'edualC by Anthropic'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['x'.repeat(500), 'x'.repeat(64)],
    ['\u200b \u202e', 'Unnamed app'],
    ['متجر الأمل', 'متجر الأمل'],
    [7, 'Unnamed app'],
  ] as const)
    expect((await getPendingAuthorization(person(owner), await pending('', { client_name }))).client.name).toBe(shown)
})

test('T37: denying redirects an error with state and iss to the client; denying twice does the same', async () => {
  const { owner } = await openShop()
  const request = await pending()
  await getPendingAuthorization(person(owner), request)
  const { location } = await denyConnection(person(owner), request)
  expect(location.startsWith(`${callback}?`)).toBe(true)
  expect(Object.fromEntries(redirectParameters(location))).toEqual({
    error: 'access_denied',
    state: 'xyz',
    iss: publicUrl,
  })
  expect(await denyConnection(person(owner), request)).toEqual({ location })
})

test('A5: a request can be answered only once', async () => {
  const { owner, store } = await openShop()
  const request = await pending()
  await getPendingAuthorization(person(owner), request)
  const decision = { ...request, store_id: store.id, scopes: [...requestedScopes] }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => outcome(approveConnection(person(owner), decision))),
  )
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'not_found')).toHaveLength(9)
  expect(await outcome(denyConnection(person(owner), request))).toBe('not_found')
  expect(await outcome(getPendingAuthorization(person(owner), request))).toBe('not_found')
  const [made] = await asOwner`select count(*)::int as grants from oauth_grants where store_id = ${store.id}`
  expect(made).toEqual({ grants: 1 })
})

test('A5: a double click approves once, and both clicks lead to the same URL', async () => {
  const { owner, store } = await openShop()
  const request = await pending()
  await getPendingAuthorization(person(owner), request)
  const clicking: Caller = { ...person(owner), idempotencyKey: { value: crypto.randomUUID(), isFromCaller: true } }
  const decision = { ...request, store_id: store.id, scopes: [...requestedScopes] }
  const clicks = await Promise.all([1, 2, 3].map(() => approveConnection({ ...clicking }, decision)))
  expect(new Set(clicks.map(({ location }) => location)).size).toBe(1)
  expect(redirectParameters(clicks[0]?.location ?? '').get('code')).toMatch(/^mcs_ac_/)
  const [made] = await asOwner`select count(*)::int as grants from oauth_grants where store_id = ${store.id}`
  expect(made).toEqual({ grants: 1 })
})

test('a code cannot be derived from the URL of the consent page without the cookie of the browser', async () => {
  const shop = await openShop()
  const connection = await approve(shop)
  const { code } = await approve(shop)
  expect(connection.code).not.toBe(code)
  for (const browser of [newBrowser(), '0'.repeat(64)]) {
    const guessed = await derivedToken('code', await hmacKey(Uint8Array.fromHex(browser)), connection.request)
    expectRefusal(await redeem({ ...connection, code: guessed }), 'invalid_grant')
  }
  expect((await redeem(connection)).status).toBe(200)
})

test('A5: a denied request cannot be approved', async () => {
  const { owner, store } = await openShop()
  const request = await pending()
  await getPendingAuthorization(person(owner), request)
  await denyConnection(person(owner), request)
  expect(
    await outcome(approveConnection(person(owner), { ...request, store_id: store.id, scopes: ['catalog:read'] })),
  ).toBe('not_found')
})

test('A5: once one browser has opened a request, no other browser can see or answer it', async () => {
  const { owner, store } = await openShop()
  const request = await pending()
  await getPendingAuthorization(person(owner), request)
  const elsewhere = { ...request, browser: newBrowser() }
  expect(await outcome(getPendingAuthorization(person(owner), elsewhere))).toBe('not_found')
  expect(await outcome(denyConnection(person(owner), elsewhere))).toBe('not_found')
  expect(
    await outcome(approveConnection(person(owner), { ...elsewhere, store_id: store.id, scopes: ['catalog:read'] })),
  ).toBe('not_found')
})

test('A5: a request cannot be answered before it was shown', async () => {
  const { owner, store } = await openShop()
  const request = await pending()
  expect(
    await outcome(approveConnection(person(owner), { ...request, store_id: store.id, scopes: ['catalog:read'] })),
  ).toBe('not_found')
  expect(await outcome(denyConnection(person(owner), request))).toBe('not_found')
})

test('A14: another user who signs in before the button is clicked must see the request first', async () => {
  const shop = await openShop()
  const other = await openShop()
  const request = await pending()
  await getPendingAuthorization(person(shop.owner), request)
  const decision = { ...request, store_id: other.store.id, scopes: [...requestedScopes] }
  expect(await outcome(approveConnection(person(other.owner), decision))).toBe('not_found')
  expect(await outcome(denyConnection(person(other.owner), request))).toBe('not_found')
  await getPendingAuthorization(person(other.owner), request)
  expect(await outcome(approveConnection(person(other.owner), decision))).toBe('done')
})

test('a request expires after 30 minutes, and an unknown handle is not found', async () => {
  const { owner } = await openShop()
  const request = await pending()
  await asOwner`update oauth_pending set expires_at = now() where handle_hash = sha256(convert_to(${request.request}, 'UTF8'))`
  expect(await outcome(getPendingAuthorization(person(owner), request))).toBe('not_found')
  for (const handle of ['', 'x', `mcs_ar_${'0'.repeat(36)}`, request.request.replace('ar', 'ac')])
    expect(await outcome(getPendingAuthorization(person(owner), { ...request, request: handle }))).toBe('not_found')
})

test('A7: only owners and admins can connect a store, and only their own', async () => {
  const shop = await openShop()
  const other = await openShop()
  for (const [user, expected] of [
    [shop.owner, 'done'],
    [await shop.hire('admin'), 'done'],
    [await shop.hire('staff'), 'forbidden'],
    [await shop.hire('viewer'), 'forbidden'],
    [other.owner, 'not_found'],
    [await somebody(), 'not_found'],
  ] as const) {
    const request = await pending()
    await getPendingAuthorization(person(user), request)
    expect(
      await outcome(approveConnection(person(user), { ...request, store_id: shop.store.id, scopes: ['catalog:read'] })),
    ).toBe(expected)
    if (expected !== 'done') expect(await outcome(denyConnection(person(user), request))).toBe('done')
  }
})

test('A7: staff of one store who own another can connect only the one they own', async () => {
  const shop = await openShop()
  const other = await openShop()
  await shop.join(other.owner.subject, 'staff')
  const request = await pending()
  const shown = await getPendingAuthorization(person(other.owner), request)
  expect(shown).toMatchObject({ stores: [{ id: other.store.id }], memberships: 2 })
  const decision = { ...request, scopes: [...requestedScopes] }
  expect(await outcome(approveConnection(person(other.owner), { ...decision, store_id: shop.store.id }))).toBe(
    'forbidden',
  )
  expect(await outcome(approveConnection(person(other.owner), { ...decision, store_id: other.store.id }))).toBe('done')
})

test('A7: scopes that were not requested cannot be granted', async () => {
  const { owner, store } = await openShop()
  const request = await pending('catalog:read orders:read')
  await getPendingAuthorization(person(owner), request)
  const decision = { ...request, store_id: store.id }
  expect(await outcome(approveConnection(person(owner), { ...decision, scopes: ['storefront:write'] }))).toBe(
    'invalid_input',
  )
  expect(
    await outcome(approveConnection(person(owner), { ...decision, scopes: ['orders:write', 'orders:read'] })),
  ).toBe('done')
  const [grant] = await asOwner`select scopes from oauth_grants where store_id = ${store.id}`
  expect(grant).toEqual({ scopes: ['orders:read'] })
})

test('A13: a connection can access only its own store, not the other stores of the person who approved it', async () => {
  const shop = await openShop()
  const other = await openShop()
  await other.join(shop.owner.subject, 'owner')
  const { access_token } = await connect(shop)
  expect(await storesVisibleTo(access_token)).toEqual([shop.store.id])
})

test('owners and admins see the connected assistants, who approved them and their scopes', async () => {
  const shop = await openShop()
  const connection = await connect(shop, { scope: 'orders:read' })
  const { data } = await listConnections(person(shop.owner), { limit: 20 })
  expect(data).toMatchObject([
    {
      store_id: shop.store.id,
      client_id: connection.client_id,
      client_name: 'Assistant',
      redirect_host: 'assistant.example',
      scopes: ['orders:read'],
      allowed_by: { may_manage: true },
      state: 'connected',
      last_used_at: null,
      revoked_at: null,
    },
  ])
  expect(await outcome(listConnections(person(await shop.hire('staff')), { limit: 20 }))).toBe('forbidden')
  expect(await listConnections(person((await openShop()).owner), { limit: 20 })).toMatchObject({ data: [] })
  expect(await listConnections(person(await somebody()), { limit: 20 })).toMatchObject({ data: [] })
})

test('A8: a disconnected assistant is rejected from the next call on, and the event log records who disconnected it', async () => {
  const shop = await openShop()
  const connection = await connect(shop)
  const other = await connect(shop)
  const { data } = await listConnections(person(shop.owner), { limit: 20 })
  const connection_id = data.find(({ client_id }) => client_id === connection.client_id)?.id ?? ''
  expect(await outcome(disconnect(person(await shop.hire('viewer')), { connection_id }))).toBe('forbidden')
  expect(await outcome(disconnect(person((await openShop()).owner), { connection_id }))).toBe('not_found')
  expect(await storesVisibleTo(connection.access_token)).toEqual([shop.store.id])
  const ended = await disconnect(person(shop.owner), { connection_id })
  expect(ended).toMatchObject({ id: connection_id, state: 'ended', revoked_reason: 'disconnected' })
  expect(await storesVisibleTo(connection.access_token)).toBe('invalid_token')
  expectRefusal(await refresh(connection), 'invalid_grant')
  expect(await disconnect(person(shop.owner), { connection_id })).toEqual(ended)
  expect(await storesVisibleTo(other.access_token)).toEqual([shop.store.id])
  const events =
    await asOwner`select actor_kind, actor_id = app.user_id('https://identity.test', ${shop.owner.subject}) as owner, data
    from events where store_id = ${shop.store.id} and type = 'connection.revoked'`
  expect(events).toEqual([{ actor_kind: 'user', owner: true, data: { reason: 'disconnected' } }])
})

test('a new connection of a client does not end the connections of other users', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const client = {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
  }
  const first = await connect(shop, client)
  const second = await connect(other, client)
  expect(await storesVisibleTo(first.access_token)).toEqual([shop.store.id])
  expect(await storesVisibleTo(second.access_token)).toEqual([other.store.id])
})

test('a stolen code is useless to another installation of the same client, which lacks the verifier', async () => {
  const shop = await openShop()
  const client = {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
  }
  const [victim, thief] = [await approve(shop, client), await approve(await openShop(), client)]
  expectRefusal(await redeem({ ...thief, code: victim.code }), 'invalid_grant')
  expect((await redeem(victim)).status).toBe(200)
})

test('the app role has no access to clients and requests, and none to tokens without a tenant context', async () => {
  await connect(await openShop())
  for (const table of ['oauth_clients', 'oauth_pending'])
    await expect(asApp.query(`select * from ${table}`)).rejects.toThrow(/permission denied/)
  for (const table of ['oauth_grants', 'oauth_codes', 'oauth_tokens'])
    expect(await asApp.query(`select * from ${table}`)).toEqual([])
  for (const statement of [
    'delete from oauth_clients',
    'insert into oauth_tokens select * from oauth_tokens',
    'update oauth_codes set consumed_at = null',
    'delete from oauth_grants',
  ])
    await expect(asApp.query(statement)).rejects.toThrow(/permission denied/)
})
