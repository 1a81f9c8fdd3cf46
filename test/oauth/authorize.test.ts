import { describe, expect, test } from 'vitest'
import { tokenScopes } from '../../src/auth/tokens/scopes.ts'
import { getPendingAuthorization } from '../../src/oauth/grants/get-pending-authorization.ts'
import { database, service } from '../support/service.ts'
import { openShop, somebody } from '../support/shop.ts'
import {
  allow,
  answered,
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
} from './assistant.ts'

const inOrder = async (metadata: Record<string, unknown> = {}) => ({
  response_type: 'code',
  client_id: (await newClient(metadata)).client_id,
  redirect_uri: callback,
  code_challenge: (await pkce()).challenge,
  code_challenge_method: 'S256',
})

/** An error that goes back to the client, with `state` and `iss` and without a code. */
function expectSentBack(answer: { status: number; headers: Headers }, error: string) {
  expect(answer.status).toBe(303)
  const location = answer.headers.get('Location') ?? ''
  expect(location.startsWith(`${callback}?`)).toBe(true)
  const parameters = answered(location)
  expect(parameters.get('error')).toBe(error)
  expect(parameters.getAll('iss')).toEqual([publicUrl])
  expect(parameters.has('code')).toBe(false)
  return parameters
}

/** A page for the person in front of it; the client hears nothing. */
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

test('a request in order goes on to the consent page, by GET and by POST; T12: with 303', async () => {
  const query = await inOrder()
  handleIn(await authorize(query))
  handleIn(await post('/api/oauth/authorize', query))
})

test('neither scope nor resource need be named: reading, of the one resource there is', async () => {
  const { owner } = await openShop()
  const shown = await getPendingAuthorization(person(owner), {
    request: handleIn(await authorize(await inOrder())),
    browser: newBrowser(),
  })
  expect(shown.scopes).toEqual(tokenScopes.filter((scope) => scope.endsWith(':read')))
})

test('odd scopes are no reason to refuse', async () => {
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
    const request = handleIn(await authorize({ ...(await inOrder()), scope }))
    expect((await getPendingAuthorization(person(owner), { request, browser: newBrowser() })).scopes).toEqual(expected)
  }
})

test('T1: codes and nothing else', async () => {
  for (const response_type of ['token', 'id_token', 'code token', 'Code'])
    expectSentBack(await authorize({ ...(await inOrder()), response_type }), 'unsupported_response_type')
  expectSentBack(await authorize({ ...(await inOrder()), response_type: undefined }), 'invalid_request')
})

test('T2: who or where to, said twice, is a page; anything else said twice goes back to the client', async () => {
  const query = await inOrder()
  expectPage(await authorize({ ...query, client_id: [query.client_id, 'other'] }), 'repeated: client_id')
  expectPage(await authorize({ ...query, redirect_uri: [callback, 'https://evil.example/'] }), 'repeated: redirect_uri')
  for (const name of ['state', 'scope', 'code_challenge', 'response_type'])
    expectSentBack(await authorize({ ...query, [name]: ['code', 'S256'] }), 'invalid_request')
})

test('T4: parameters that nobody knows are passed over', async () => {
  handleIn(await authorize({ ...(await inOrder()), prompt: 'consent', nonce: 'n', foo: ['1', '2'] }))
})

test('request objects are refused rather than passed over', async () => {
  expectSentBack(await authorize({ ...(await inOrder()), request: 'e30.e30.' }), 'request_not_supported')
  expectSentBack(await authorize({ ...(await inOrder()), request_uri: 'urn:x' }), 'request_uri_not_supported')
})

describe('PKCE', () => {
  test('T13: nobody does without a challenge', async () => {
    expectSentBack(await authorize({ ...(await inOrder()), code_challenge: undefined }), 'invalid_request')
  })

  test('T14: plain is refused, and so is leaving the method out, which would mean plain', async () => {
    for (const code_challenge_method of ['plain', 's256', undefined])
      expectSentBack(await authorize({ ...(await inOrder()), code_challenge_method }), 'invalid_request')
  })

  test('T17: so every code has a challenge, and no verifier can go unchecked', async () => {
    for (const code_challenge of ['x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`])
      expectSentBack(await authorize({ ...(await inOrder()), code_challenge }), 'invalid_request')
  })
})

describe('T10: state goes back byte for byte', () => {
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
    const { location } = await allow(shop, { state })
    expect(answered(location).getAll('state')).toEqual([state])
    const refused = expectSentBack(
      await authorize({ ...(await inOrder()), state, scope: 'x', response_type: 'x' }),
      'unsupported_response_type',
    )
    expect(refused.getAll('state')).toEqual([state])
    expectSentBack(
      await post('/api/oauth/authorize', { ...(await inOrder()), state, response_type: 'x' }),
      'unsupported_response_type',
    )
  })

  test('also where it is no UTF-8 and not encoded as anybody would', async () => {
    const answer = await service().fetch(
      `/api/oauth/authorize?${form({ ...(await inOrder()), response_type: 'x' })}&state=%ff%0A%7e~%41`,
    )
    expect(answer.headers.get('Location')).toContain('&state=%ff%0A%7e~%41&iss=')
  })

  test('none was sent, none goes back', async () => {
    expect(answered((await allow(await openShop())).location).has('state')).toBe(false)
  })

  test('one in a form cannot add parameters to the answer', async () => {
    const body = `${form({ ...(await inOrder()), response_type: 'x' })}&state=a"<>\r\n#é b`
    const answer = await service().fetch('/api/oauth/authorize', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    })
    expectSentBack(answer, 'unsupported_response_type')
    expect(new URL(answer.headers.get('Location') ?? '').hash).toBe('')
  })
})

test('T37: iss comes with the code, once', async () => {
  const { location } = await allow(await openShop())
  expect(answered(location).getAll('iss')).toEqual([publicUrl])
  expect(answered(location).get('code')).toMatch(/^mcs_ac_/)
})

test('T11: a query that the redirect address has stays as it is', async () => {
  const redirect_uri = 'https://assistant.example/callback?tenant=a%20b&x'
  const { client_id } = await newClient({ redirect_uris: [redirect_uri] })
  const { location } = await allow(await openShop(), { client_id, redirect_uri })
  expect(location.startsWith(`${redirect_uri}&code=`)).toBe(true)
})

test('T31: another resource is refused', async () => {
  for (const resource of [
    'https://other.example/api/mcp',
    '/api/mcp',
    ['https://commerce.test/api/mcp', 'https://commerce.test/api/mcp'],
  ])
    expectSentBack(await authorize({ ...(await inOrder()), resource }), 'invalid_target')
})

test('the redirect address may be left out where the client has but one', async () => {
  const { redirect_uri: _redirect, ...query } = await inOrder()
  handleIn(await authorize(query))
  const { client_id } = await newClient({ redirect_uris: [callback, `${callback}/2`] })
  expectPage(await authorize({ ...query, client_id }), 'redirect_missing')
})

describe('A2, A3, T39, T41: to an address that is not the client’s own, nothing is ever sent', () => {
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
    expectPage(await authorize({ ...(await inOrder()), client_id, redirect_uri }), 'redirect_unknown')
    expectPage(await authorize({ client_id, redirect_uri, response_type: 'token' }), 'redirect_unknown')
  })

  test('T38: save that an app on the user’s machine may have another port', async () => {
    const { client_id } = await newClient({ redirect_uris: registered })
    for (const redirect_uri of [
      'http://127.0.0.1:4001/cb',
      'http://127.0.0.1/cb',
      'http://localhost:65535/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ])
      handleIn(await authorize({ ...(await inOrder()), client_id, redirect_uri }))
  })
})

test('T41: a client that nobody knows is a page', async () => {
  const query = await inOrder()
  for (const client_id of ['client_nobody', 'x y', '\u0000', '‮', 'client_' + 'x'.repeat(5000), "' or true --"])
    expectPage(await authorize({ ...query, client_id }), 'client_unknown')
  expectPage(await authorize({ ...query, client_id: undefined }), 'client_missing')
  expectPage(await authorize({ ...query, client_id: '' }), 'client_missing')
})

test('T40: no other site may read what the authorize endpoint answers', async () => {
  for (const method of ['OPTIONS', 'GET']) {
    const answer = await service().fetch(`/api/oauth/authorize?${form(await inOrder())}`, {
      method,
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
    })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('T19: a forged Host changes nothing', async () => {
  const answer = await service().fetch(`/api/oauth/authorize?${form({ ...(await inOrder()), response_type: 'x' })}`, {
    headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
  })
  expectSentBack(answer, 'unsupported_response_type')
})

test('costs two round trips, and one for a client of the pinned table', async () => {
  const tag = crypto.randomUUID()
  handleIn(await authorize(await inOrder(), service(tag)))
  expect(await database(tag).seen()).toMatchObject({ requests: 2 })
  const client_id = 'https://claude.ai/oauth/mcp-oauth-client-metadata'
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback'
  handleIn(await authorize({ ...(await inOrder()), client_id, redirect_uri }, service(tag)))
  expect(await database(tag).seen()).toMatchObject({ requests: 3 })
})

test('a body of any size does no harm', async () => {
  const answer = await post('/api/oauth/authorize', { ...(await inOrder()), state: 'x'.repeat(20_000) })
  expect(answer).toMatchObject({ status: 413 })
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
})

test('is a page where the database is down', async () => {
  const tag = crypto.randomUUID()
  const query = await inOrder()
  await database(tag).disturb({ down: true })
  const answer = await authorize(query, service(tag))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
})

test('a person of no store is shown the request too, with nothing to give', async () => {
  const shown = await getPendingAuthorization(person(await somebody()), {
    request: handleIn(await authorize(await inOrder())),
    browser: newBrowser(),
  })
  expect(shown).toMatchObject({
    stores: [],
    memberships: 0,
    client: { name: 'Assistant', kind: 'registered', verified: false },
  })
})
