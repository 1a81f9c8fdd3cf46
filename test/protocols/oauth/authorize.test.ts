import { describe, expect, test } from 'vitest'
import { tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { getPendingAuthorization } from '../../../src/areas/connections/get-pending-authorization.ts'
import { database, service } from '../../support/service.ts'
import { openShop, somebody } from '../../support/shop.ts'
import {
  approve,
  redirectParameters,
  authorize,
  callback,
  form,
  handleIn,
  newBrowser,
  newClient,
  person,
  pkce,
  post,
  publicUrl,
} from './oauth-client.ts'

const validQuery = async (metadata: Record<string, unknown> = {}) => ({
  response_type: 'code',
  client_id: (await newClient(metadata)).client_id,
  redirect_uri: callback,
  code_challenge: (await pkce()).challenge,
  code_challenge_method: 'S256',
})

/** Expects an error redirect to the client, with `iss` and without a code. */
function expectSentBack(answer: { status: number; headers: Headers }, error: string) {
  expect(answer.status).toBe(303)
  const location = answer.headers.get('Location') ?? ''
  expect(location.startsWith(`${callback}?`)).toBe(true)
  const parameters = redirectParameters(location)
  expect(parameters.get('error')).toBe(error)
  expect(parameters.getAll('iss')).toEqual([publicUrl])
  expect(parameters.has('code')).toBe(false)
  return parameters
}

/** Expects an error page for the user, with no redirect to the client. */
function expectPage(answer: { status: number; headers: Headers; body: unknown }, detail: string) {
  expect(answer.status).toBe(400)
  expect(answer.headers.get('Location')).toBeNull()
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('X-Frame-Options')).toBe('DENY')
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.body).toContain(detail)
}

test('T12: a valid request is redirected to the consent page with 303, by GET and by POST', async () => {
  const query = await validQuery()
  handleIn(await authorize(query))
  handleIn(await post('/api/oauth/authorize', query))
})

test('without scope and resource, all read scopes of the only resource are requested', async () => {
  const { owner } = await openShop()
  const shown = await getPendingAuthorization(person(owner), {
    request: handleIn(await authorize(await validQuery())),
    browser: newBrowser(),
  })
  expect(shown.scopes).toEqual(tokenScopes.filter((scope) => scope.endsWith(':read')))
})

test('unknown scopes are ignored', async () => {
  const { owner } = await openShop()
  const reading = tokenScopes.filter((scope) => scope.endsWith(':read'))
  for (const [scope, expected] of [
    ['openid email profile', reading],
    ['', reading],
    [' offline_access', reading],
    ['orders:write  offline_access\torders:write', ['orders:write']],
    ['*', reading],
    ['CATALOG:READ tokens:manage stores:read', reading],
    ['\u0000\ud83d\ude00', reading],
  ] as const) {
    const request = handleIn(await authorize({ ...(await validQuery()), scope }))
    expect((await getPendingAuthorization(person(owner), { request, browser: newBrowser() })).scopes).toEqual(expected)
  }
})

test('T1: only the response type "code" is supported', async () => {
  for (const response_type of ['token', 'id_token', 'code token', 'Code'])
    expectSentBack(await authorize({ ...(await validQuery()), response_type }), 'unsupported_response_type')
  expectSentBack(await authorize({ ...(await validQuery()), response_type: undefined }), 'invalid_request')
})

test('T2: a repeated client_id or redirect_uri shows an error page; any other repeated parameter redirects an error to the client', async () => {
  const query = await validQuery()
  expectPage(await authorize({ ...query, client_id: [query.client_id, 'other'] }), 'repeated: client_id')
  expectPage(await authorize({ ...query, redirect_uri: [callback, 'https://evil.example/'] }), 'repeated: redirect_uri')
  for (const name of ['state', 'scope', 'code_challenge', 'response_type'])
    expectSentBack(await authorize({ ...query, [name]: ['code', 'S256'] }), 'invalid_request')
})

test('T4: unknown parameters are ignored', async () => {
  handleIn(await authorize({ ...(await validQuery()), prompt: 'consent', nonce: 'n', foo: ['1', '2'] }))
})

test('request objects are rejected, not ignored', async () => {
  expectSentBack(await authorize({ ...(await validQuery()), request: 'e30.e30.' }), 'request_not_supported')
  expectSentBack(await authorize({ ...(await validQuery()), request_uri: 'urn:x' }), 'request_uri_not_supported')
})

describe('PKCE', () => {
  test('T13: a code challenge is required', async () => {
    expectSentBack(await authorize({ ...(await validQuery()), code_challenge: undefined }), 'invalid_request')
  })

  test('T14: the plain method is rejected, and so is a missing method, which would default to plain', async () => {
    for (const code_challenge_method of ['plain', 's256', undefined])
      expectSentBack(await authorize({ ...(await validQuery()), code_challenge_method }), 'invalid_request')
  })

  test('T17: a malformed challenge is rejected, so that every verifier can be checked', async () => {
    for (const code_challenge of ['x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`])
      expectSentBack(await authorize({ ...(await validQuery()), code_challenge }), 'invalid_request')
  })
})

describe('T10: state is returned byte for byte', () => {
  const states = [
    'xyz',
    'a b+c%20d',
    '{"nonce":"=&?#/","r":"a\\b"}',
    'متجر — 店舗 😀',
    '😀'.repeat(512),
    "!$'()*,;:@~-._",
    'https://app.example/cb?a=1&b=2#c',
  ]
  test.for(states)('%s', async (state) => {
    const shop = await openShop()
    const { location } = await approve(shop, { state })
    expect(redirectParameters(location).getAll('state')).toEqual([state])
    const refused = expectSentBack(
      await authorize({ ...(await validQuery()), state, scope: 'x', response_type: 'x' }),
      'unsupported_response_type',
    )
    expect(refused.getAll('state')).toEqual([state])
    expectSentBack(
      await post('/api/oauth/authorize', { ...(await validQuery()), state, response_type: 'x' }),
      'unsupported_response_type',
    )
  })

  test('even if it is not UTF-8 or is encoded unusually', async () => {
    const answer = await service().fetch(
      `/api/oauth/authorize?${form({ ...(await validQuery()), response_type: 'x' })}&state=%ff%0A%7e~%41`,
    )
    expect(answer.headers.get('Location')).toContain('&state=%ff%0A%7e~%41&iss=')
  })

  test('is omitted when the client sent none', async () => {
    expect(redirectParameters((await approve(await openShop())).location).has('state')).toBe(false)
  })

  test('cannot add parameters to the redirect when sent in a form', async () => {
    const body = `${form({ ...(await validQuery()), response_type: 'x' })}&state=a"<>\r\n#é b`
    const answer = await service().fetch('/api/oauth/authorize', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    })
    expectSentBack(answer, 'unsupported_response_type')
    expect(new URL(answer.headers.get('Location') ?? '').hash).toBe('')
  })
})

test('T37: the redirect with the code carries iss once', async () => {
  const { location } = await approve(await openShop())
  expect(redirectParameters(location).getAll('iss')).toEqual([publicUrl])
  expect(redirectParameters(location).get('code')).toMatch(/^mcs_ac_/)
})

test('T11: the query of a redirect URI is kept unchanged', async () => {
  const redirect_uri = 'https://assistant.example/callback?tenant=a%20b&x'
  const { client_id } = await newClient({ redirect_uris: [redirect_uri] })
  const { location } = await approve(await openShop(), { client_id, redirect_uri })
  expect(location.startsWith(`${redirect_uri}&code=`)).toBe(true)
})

test('T31: an unknown resource is rejected', async () => {
  for (const resource of [
    'https://other.example/api/mcp',
    '/api/mcp',
    'https://commerce.test/api',
    ['https://commerce.test/api/mcp', 'https://other.example/api/mcp'],
  ])
    expectSentBack(await authorize({ ...(await validQuery()), resource }), 'invalid_target')
})

test('redirect_uri may be omitted if the client registered only one', async () => {
  const { redirect_uri: _redirect, ...query } = await validQuery()
  handleIn(await authorize(query))
  const { client_id } = await newClient({ redirect_uris: [callback, `${callback}/2`] })
  expectPage(await authorize({ ...query, client_id }), 'redirect_missing')
})

describe('A2, A3, T39, T41: nothing is ever sent to a redirect URI that the client did not register', () => {
  const registered = [
    'https://ok.example/cb',
    'http://127.0.0.1:4000/cb',
    'http://localhost/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ]
  const attacks = [
    'https://ok.example/cb/',
    'https://ok.example/cb?x=1',
    'https://ok.example/CB',
    'https://ok.example:444/cb',
    'https://OK.example/cb',
    'http://ok.example/cb',
    'https://ok.example/cb#x',
    'https://ok.example.evil.com/cb',
    'https://ok.example@evil.com/cb',
    'https://evil.com/https://ok.example/cb',
    'https://ok.example/cb/../x',
    'https://ok.example\\@evil.com/cb',
    '//ok.example/cb',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,x',
    'http://127.0.0.1.evil.com:4000/cb',
    'http://127.0.0.1:4000@evil.com/cb',
    'http://localhost@evil.com/cb',
    'http://localhost.evil.com/cb',
    'http://127.1:4000/cb',
    'http://0x7f000001/cb',
    'http://127.0.0.1:4000/cb/x',
    'http://127.0.0.1:4000/cb?x',
    'http://127.0.0.1:x/cb',
    'https://127.0.0.1:4000/cb',
    'https://localhost/cb',
    'http://[::1]:4000/cb',
    'HTTP://127.0.0.1:4000/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback2',
    'cursor://anysphere.cursor-mcp:80/oauth/callback',
    'vscode://anysphere.cursor-mcp/oauth/callback',
    'x',
    '\u0000',
  ]
  test.for(attacks)('%s', async (redirect_uri) => {
    const { client_id } = await newClient({ redirect_uris: registered })
    expectPage(await authorize({ ...(await validQuery()), client_id, redirect_uri }), 'redirect_unknown')
    expectPage(await authorize({ client_id, redirect_uri, response_type: 'token' }), 'redirect_unknown')
  })

  test('T38: a loopback redirect URI may use any port', async () => {
    const { client_id } = await newClient({ redirect_uris: registered })
    for (const redirect_uri of [
      'http://127.0.0.1:4001/cb',
      'http://127.0.0.1/cb',
      'http://localhost:65535/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ])
      handleIn(await authorize({ ...(await validQuery()), client_id, redirect_uri }))
  })
})

test('T41: an unknown client shows an error page', async () => {
  const query = await validQuery()
  for (const client_id of ['client_nobody', 'x y', '\u0000', '‮', 'client_' + 'x'.repeat(5000), "' or true --"])
    expectPage(await authorize({ ...query, client_id }), 'client_unknown')
  expectPage(await authorize({ ...query, client_id: undefined }), 'client_missing')
  expectPage(await authorize({ ...query, client_id: '' }), 'client_missing')
})

test('T40: other sites cannot read responses of the authorize endpoint', async () => {
  for (const method of ['OPTIONS', 'GET']) {
    const answer = await service().fetch(`/api/oauth/authorize?${form(await validQuery())}`, {
      method,
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
    })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('T19: a forged Host header has no effect', async () => {
  const answer = await service().fetch(
    `/api/oauth/authorize?${form({ ...(await validQuery()), response_type: 'x' })}`,
    {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    },
  )
  expectSentBack(answer, 'unsupported_response_type')
})

test('costs two round trips, or one for a pinned client', async () => {
  const tag = crypto.randomUUID()
  handleIn(await authorize(await validQuery(), service(tag)))
  expect(await database(tag).seen()).toMatchObject({ requests: 2 })
  const client_id = 'https://claude.ai/oauth/mcp-oauth-client-metadata'
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback'
  handleIn(await authorize({ ...(await validQuery()), client_id, redirect_uri }, service(tag)))
  expect(await database(tag).seen()).toMatchObject({ requests: 3 })
})

test('an oversized body is rejected with a page', async () => {
  const answer = await post('/api/oauth/authorize', { ...(await validQuery()), state: 'x'.repeat(20_000) })
  expect(answer).toMatchObject({ status: 413 })
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
})

test('shows an error page when the database is down', async () => {
  const tag = crypto.randomUUID()
  const query = await validQuery()
  await database(tag).disturb({ down: true })
  const answer = await authorize(query, service(tag))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
})

test('a user without a store sees the request, with no stores to choose from', async () => {
  const shown = await getPendingAuthorization(person(await somebody()), {
    request: handleIn(await authorize(await validQuery())),
    browser: newBrowser(),
  })
  expect(shown).toMatchObject({
    stores: [],
    memberships: 0,
    client: { name: 'Assistant', kind: 'registered', verified: false },
  })
})
