import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sweep } from '../../support/sweep.ts'
import { service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openScratch } from '../../support/scratch.ts'
import {
  authorize,
  callback,
  connect,
  expectRefusal,
  handleIn,
  newClient,
  pkce,
  refresh,
  register,
  uniqueAddress,
} from './oauth-client.ts'

const registerFrom = (address: string, body: unknown = { redirect_uris: [callback] }, through = service()) =>
  through.fetch('/api/oauth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('a client registers itself and receives its metadata', async () => {
  const answer = await register({ scope: 'orders:read openid', token_endpoint_auth_method: 'none' })
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const client = expectBody(
    answer,
    201,
    z.strictObject({
      client_id: z.string().regex(/^client_[0-9a-f]{32}$/),
      client_id_issued_at: z.int(),
      client_name: z.literal('Assistant'),
      redirect_uris: z.tuple([z.literal(callback)]),
      token_endpoint_auth_method: z.literal('none'),
      grant_types: z.tuple([z.literal('authorization_code'), z.literal('refresh_token')]),
      response_types: z.tuple([z.literal('code')]),
      scope: z.literal('orders:read'),
    }),
  )
  expect(Math.abs(client.client_id_issued_at - Date.now() / 1000)).toBeLessThan(60)
})

test('T26: unknown and null fields are ignored, and the response contains no null', async () => {
  const answer = await register({
    client_uri: null,
    logo_uri: 'https://evil.example/logo.png',
    contacts: ['x@y.example'],
    scope: null,
    grant_types: null,
    response_types: null,
    token_endpoint_auth_method: null,
    software_statement: 'x',
    deep: { a: [1] },
  })
  const body = expectBody(answer, 201, z.record(z.string(), z.unknown()))
  expect(Object.values(body)).not.toContain(null)
  expect(body).not.toHaveProperty('logo_uri')
  expect(body).not.toHaveProperty('client_secret')
})

test('T27: unsafe redirect URIs are rejected', async () => {
  for (const uri of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript://x/%0aalert(1)',
    'java\nscript:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x.example/y',
    'HTTPS://ok.example/cb',
    'https://user@ok.example/cb',
    'https://user:pw@ok.example/cb',
    'https://@ok.example/cb',
    'https://ok.example/cb#',
    'https://ok.example/cb#x',
    'https://*.ok.example/cb',
    'https:ok.example/cb',
    'https:///cb',
    'https:\\\\ok.example/cb',
    'http://ok.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://10.0.0.1/cb',
    'http://localhost:999999/cb',
    'ftp://ok.example/cb',
    'mailto:x@y.example',
    'cursor:callback',
    '/callback',
    'https://ok.example/c b',
    'https://ok.example/é',
    '',
    7,
    null,
    { toString: 'x' },
  ])
    expectRefusal(await register({ redirect_uris: [callback, uri] }), 'invalid_redirect_uri')
})

test('up to ten https, loopback and private-use redirect URIs may be registered', async () => {
  const redirect_uris = [
    'https://ok.example/cb?x=1',
    'http://127.0.0.1:33418/',
    'http://127.0.0.1',
    'http://localhost:8080/callback',
    'http://[::1]:9/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/oauth2redirect',
    'vscode://saoudrizwan.claude-dev/mcp-auth/callback/abc',
    'https://ok.example:8443/cb',
    'https://xn--mgbh0fb.example/cb',
  ]
  expect((await register({ redirect_uris })).body).toMatchObject({ redirect_uris })
})

test('the redirect URIs of known desktop apps may be registered', async () => {
  for (const uri of [
    'claude://claude.ai/mcp-auth-callback/sdk',
    'codex://connector/oauth_callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/user-shop/callback',
    'cursor://saoudrizwan.claude-dev/mcp-auth/callback/0a1b',
    'vscode://vscode.mcp/oauth/callback',
    'vscode-insiders://vscode.mcp/oauth/callback',
    'vscodium://saoudrizwan.claude-dev/mcp-auth/callback/0a1b',
    'windsurf://codeium.windsurf/oauth/callback',
    'kiro://kiro.kiroAgent/authenticate-success',
    'warp://mcp/oauth2callback',
    'raycast://oauth?package_name=Extension',
    'zed://oauth/callback',
    'com.raycast:/oauth?package_name=Extension',
    'com.example-shop.app2:/cb',
  ])
    expect((await register({ redirect_uris: [uri] })).body).toMatchObject({ redirect_uris: [uri] })
})

test('schemes of other programs on the device and deep links of known apps may not be registered', async () => {
  for (const uri of [
    'ms-officecmd:/x',
    'ms-officecmd://x/callback',
    'search-ms:/query=x',
    'search-ms://x/oauth/callback',
    'ms-settings://x/callback',
    'ms-msdt:/id',
    'x-apple.systempreferences:/x',
    'steam://run/1',
    'slack://oauth/callback',
    'myapp://oauth/callback',
    'intent://x/callback',
    'cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=e30',
    'cursor://anysphere.cursor-deeplink/mcp/install/callback',
    'cursor://anysphere.cursor-mcp/oauth/../../anysphere.cursor-deeplink/mcp/install',
    'vscode://file/etc/passwd',
    'vscode://settings/oauth/callback',
    'vscode://ms-vscode.mcp/install?oauth/callback',
    'claude://claude.ai/customize/plugins/new?marketplace=x',
    'claude://claude.ai/new?q=mcp-auth-callback',
    'codex://new?prompt=oauth_callback',
    'zed://ssh/oauth/callback',
    '.com:/cb',
    'com..example:/cb',
    'com.example.:/cb',
    'com.example.app:',
    'com.example.app:cb',
    'javascript.:/alert(1)',
  ])
    expectRefusal(await register({ redirect_uris: [uri] }), 'invalid_redirect_uri')
})

test('T28: too many, too long, too large or too deeply nested values are rejected', async () => {
  for (const redirect_uris of [
    Array(11).fill(callback),
    [`https://ok.example/${'x'.repeat(2048)}`],
    [],
    'x',
    undefined,
  ])
    expectRefusal(await register({ redirect_uris }), 'invalid_redirect_uri')
  expectRefusal(await register({ padding: 'x'.repeat(17 * 1024) }), 'invalid_request')
  const nested = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
  expectRefusal(await register({ redirect_uris: nested }), 'invalid_redirect_uri')
  expectRefusal(await register({ grant_types: nested }), 'invalid_client_metadata')
  for (const body of ['', 'nonsense', '[]', '"x"', 'null', '{"redirect_uris":'])
    expectRefusal(await registerFrom(uniqueAddress(), body), 'invalid_client_metadata')
})

test('T29: a client that requests a secret receives it once; unsupported methods become none', async () => {
  for (const method of ['client_secret_basic', 'client_secret_post']) {
    const client = await newClient({ token_endpoint_auth_method: method })
    expect(client).toMatchObject({ token_endpoint_auth_method: method, client_secret_expires_at: 0 })
    expect(client.client_secret).toMatch(/^mcs_cs_/)
    const [kept] = await asOwner`select json_agg(c) as all from oauth_clients c where client_id = ${client.client_id}`
    expect(JSON.stringify(kept)).not.toContain(client.client_secret)
  }
  for (const method of ['private_key_jwt', 'client_secret_jwt', 'tls_client_auth', 'x', undefined])
    expect(await newClient({ token_endpoint_auth_method: method })).toMatchObject({
      token_endpoint_auth_method: 'none',
    })
})

test('unsupported flows are rejected', async () => {
  expectRefusal(await register({ grant_types: ['client_credentials'] }), 'invalid_client_metadata')
  expectRefusal(await register({ response_types: ['token'] }), 'invalid_client_metadata')
  expect(
    await newClient({ grant_types: ['authorization_code', 'implicit'], response_types: ['code', 'token'] }),
  ).toMatchObject({
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
})

test('T30, A11: one address may register sixty clients an hour; other addresses are unaffected', async () => {
  const network = uniqueAddress().split(':').slice(0, 4).join(':')
  const answers = await Promise.all(Array.from({ length: 70 }, (_, i) => registerFrom(`${network}::${i + 1}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(60)
  const refused = answers.find(({ status }) => status !== 201)
  if (!refused) throw new Error('no registration was rejected')
  expectRefusal(refused, 'temporarily_unavailable', 429)
  expect(refused.headers.get('Retry-After')).toBe('3600')
  expect((await registerFrom(uniqueAddress())).status).toBe(201)
})

test('T30: the oldest unused clients are deleted when the table is full, and clients in use are kept', async () => {
  const { sql, service: scratch } = await openScratch()
  await sql`insert into oauth_clients (client_id, kind, redirect_uris, metadata, expires_at)
    select 'unused_' || n, 'dcr', array['https://x.example/'], '{}', now() + n * interval '1 second' from generate_series(1, 20005) as n`
  await sql`insert into oauth_clients (client_id, kind, redirect_uris, metadata) values ('used', 'dcr', array['https://x.example/'], '{}')`
  expect((await registerFrom(uniqueAddress(), { redirect_uris: [callback] }, scratch())).status).toBe(201)
  const [counted] = await sql`select count(*)::int as unused, min(client_id) filter (where client_id = 'used') as used,
    count(*) filter (where client_id in ('unused_1', 'unused_6'))::int as oldest from oauth_clients`
  expect(counted).toEqual({ unused: 20_001, used: 'used', oldest: 0 })
})

test('the address is stored only as a hash', async () => {
  const address = uniqueAddress()
  const { client_id } = expectBody(await registerFrom(address), 201, z.looseObject({ client_id: z.string() }))
  const [kept] = await asOwner`select * from oauth_clients where client_id = ${client_id}`
  expect(kept?.['registered_from']).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(kept)).not.toContain(address)
})

test('the hourly sweep deletes expired rows and nothing in use', async () => {
  const { sql, service: scratch, variables } = await openScratch()
  const through = scratch()
  const shop = await openShop({ through })
  const used = expectBody(await register({}, through), 201, z.looseObject({ client_id: z.string() }))
  const unused = expectBody(await register({}, through), 201, z.looseObject({ client_id: z.string() }))
  expect(shop.store.id).toBeTruthy()
  await sql`update oauth_clients set expires_at = null where client_id = ${used.client_id}`
  await sql`update oauth_clients set expires_at = now() - interval '1 second' where client_id = ${unused.client_id}`
  await sql`insert into oauth_pending (handle_hash, client, redirect_uri, challenge, scopes, resource, issuer, expires_at)
    values ('\\x01', '{}', 'x', 'x', '{}', 'x', 'x', now() - interval '1 second'), ('\\x02', '{}', 'x', 'x', '{}', 'x', 'x', now() + interval '1 minute')`
  await sql`insert into oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
    values (${shop.store.id}, ${shop.store.id}, ${shop.store.id}, 'x', 'x', 'x', '{}', 'x', now())`
  await sql`insert into oauth_codes (store_id, code_hash, grant_id, client_id, redirect_uri, challenge, expires_at)
    select ${shop.store.id}, decode(n, 'hex'), ${shop.store.id}, 'x', 'x', 'x', now() - ago::interval
      from (values ('01', '25 hours'), ('02', '23 hours')) as t(n, ago)`
  await sql`insert into oauth_tokens (store_id, token_hash, grant_id, kind, scopes, expires_at)
    select ${shop.store.id}, decode(n, 'hex'), ${shop.store.id}, 'access', '{}', now() - ago::interval
      from (values ('01', '25 hours'), ('02', '-1 hours')) as t(n, ago)`
  await sweep(variables())
  const [left] = await sql`select
    (select count(*)::int from oauth_clients) as clients, (select count(*)::int from oauth_pending) as pending,
    (select count(*)::int from oauth_codes) as codes, (select count(*)::int from oauth_tokens) as tokens,
    (select count(*)::int from oauth_grants) as grants`
  expect(left).toEqual({ clients: 1, pending: 1, codes: 1, tokens: 1, grants: 1 })
})

describe('a client that was used', () => {
  const lastUsed = (client_id: string, ago: string) =>
    asOwner`update oauth_clients set last_used_at = now() - ${ago}::interval where client_id = ${client_id}`
  const isKept = async (client_id: string) =>
    (await asOwner`select from oauth_clients where client_id = ${client_id}`).length === 1

  test('does not expire', async () => {
    const { client_id } = await connect(await openShop())
    const [kept] =
      await asOwner`select expires_at, last_used_at is not null as used from oauth_clients where client_id = ${client_id}`
    expect(kept).toEqual({ expires_at: null, used: true })
  })

  test('is deleted 30 days after its last use if it has no connection left', async () => {
    const shop = await openShop()
    const [ended, expired, recent] = [await connect(shop), await connect(shop), await connect(shop)]
    for (const { client_id } of [ended, recent])
      await asOwner`update oauth_grants set revoked_at = now(), revoked_reason = 'disconnected' where client_id = ${client_id}`
    await asOwner`update oauth_grants set expires_at = now() where client_id = ${expired.client_id}`
    for (const { client_id } of [ended, expired]) await lastUsed(client_id, '30 days 1 second')
    await lastUsed(recent.client_id, '29 days')
    await sweep()
    expect(await isKept(ended.client_id)).toBe(false)
    expect(await isKept(expired.client_id)).toBe(false)
    expect(await isKept(recent.client_id)).toBe(true)
    expect((await authorize({ client_id: ended.client_id })).status).toBe(400)
  })

  test('is kept while it has a connection, and a refresh counts as use', async () => {
    const connection = await connect(await openShop())
    await lastUsed(connection.client_id, '31 days')
    await sweep()
    expect(await isKept(connection.client_id)).toBe(true)
    expect((await refresh(connection)).status).toBe(200)
    await asOwner`update oauth_grants set revoked_at = now(), revoked_reason = 'disconnected' where client_id = ${connection.client_id}`
    await sweep()
    expect(await isKept(connection.client_id)).toBe(true)
  })

  test('is kept while a request to approve it again is open', async () => {
    const connection = await connect(await openShop())
    await lastUsed(connection.client_id, '31 days')
    await asOwner`update oauth_grants set revoked_at = now(), revoked_reason = 'disconnected' where client_id = ${connection.client_id}`
    handleIn(
      await authorize({
        response_type: 'code',
        client_id: connection.client_id,
        code_challenge: (await pkce()).challenge,
        code_challenge_method: 'S256',
      }),
    )
    await sweep()
    expect(await isKept(connection.client_id)).toBe(true)
  })
})
