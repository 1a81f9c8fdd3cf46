import { describe, expect, test } from 'vitest'
import { tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { hashToken, newToken, type TokenKind } from '../../../src/platform/auth/tokens/format.ts'
import { answerOf, callOf, challengeOf, tokenFor, post, request } from '../../support/callers/assistant.ts'
import { sessionToken } from '../../support/callers/identity.ts'
import { database, service } from '../../support/service.ts'
import { client, expectProblem, openShop } from '../../support/shop.ts'

const metadata = 'https://commerce.test/.well-known/oauth-protected-resource'
const initialize = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1' },
})

describe('without a token', () => {
  test.for(['/api/mcp', '/mcp', '/api/mcp/', '/mcp/'])('the challenge says where to get one: %s', async (path) => {
    const answer = await post(initialize, { path })
    expectProblem(answer, 401, 'unauthenticated')
    expect(challengeOf(answer)).toEqual({
      scope: tokenScopes.join(' '),
      resource_metadata: `${metadata}${path.replace(/\/$/, '')}`,
    })
  })

  test('a token in the query is ignored', async () => {
    const { token } = await tokenFor(await openShop())
    for (const name of ['access_token', 'token', 'authorization']) {
      const answer = await post(initialize, { path: `/api/mcp?${name}=${token}` })
      expectProblem(answer, 401, 'unauthenticated')
      expect(challengeOf(answer)).not.toHaveProperty('error')
    }
  })

  test('credentials of another scheme are ignored', async () => {
    const answer = await post(initialize, { headers: { Authorization: 'Basic YTpi' } })
    expectProblem(answer, 401, 'unauthenticated')
  })
})

describe('a malformed token', () => {
  const good = newToken('mcp')
  const bad: Record<string, () => string | Promise<string>> = {
    'with a wrong checksum': () => `${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`,
    'with one letter changed': () => good.replace(/^mcs_mcp_./, 'mcs_mcp_!').replace('!', good[8] === 'x' ? 'y' : 'x'),
    'that is truncated': () => good.slice(0, -3),
    'with extra characters at the end': () => `${good}0`,
    'of 8 KB': () => `mcs_mcp_${'a'.repeat(8192)}`,
    'that is a refresh token': () => newToken('refresh'),
    'that is an authorization code': () => newToken('code'),
    'that is a session token': () => sessionToken({ subject: 'somebody' }),
  }
  test.for(Object.keys(bad))('%s is rejected without a database query', async (name) => {
    const tag = `gate-${crypto.randomUUID()}`
    const answer = await post(callOf('get_store'), { token: (await bad[name]?.()) ?? '', through: service(tag) })
    expectProblem(answer, 401, 'invalid_token')
    expect(challengeOf(answer)).toEqual({
      error: 'invalid_token',
      scope: tokenScopes.join(' '),
      resource_metadata: `${metadata}/api/mcp`,
    })
    expect((await database(tag).seen()).requests).toBe(0)
  })

  test('two tokens in one header are rejected', async () => {
    const { token } = await tokenFor(await openShop())
    const answer = await post(initialize, { headers: { Authorization: `Bearer ${token}, Bearer ${token}` } })
    expectProblem(answer, 401, 'invalid_token')
  })

  test.for(['mcp', 'access'] satisfies TokenKind[])(
    'a well-formed but unknown token (%s) is looked up and rejected',
    async (kind) => {
      const tag = `gate-${crypto.randomUUID()}`
      for (const message of [initialize, request('tools/list'), callOf('get_store'), callOf('nothing'), '{"broken"']) {
        const answer = await post(message, { token: newToken(kind), through: service(tag) })
        expectProblem(answer, 401, 'invalid_token')
        expect(challengeOf(answer)).toMatchObject({ error: 'invalid_token' })
      }
      expect((await database(tag).seen()).requests).toBe(5)
    },
  )
})

test('the Bearer scheme is case-insensitive, and spaces around the token are ignored', async () => {
  const { token } = await tokenFor(await openShop())
  for (const Authorization of [`bearer ${token}`, `BEARER   ${token}`, ` Bearer ${token}  `])
    answerOf(await post(callOf('get_store'), { headers: { Authorization } }))
})

test('an MCP token is not accepted by REST', async () => {
  const { token } = await tokenFor(await openShop())
  for (const path of ['/api/me', '/api/orders', '/api/mcp/tokens'])
    expectProblem(await client(token).get(path), 401, 'invalid_token')
})

test('the SHA-256 of a token is not accepted as a token', async () => {
  const { token } = await tokenFor(await openShop())
  expectProblem(await post(initialize, { token: await hashToken(token) }), 401, 'invalid_token')
})

describe('Origin and Host', () => {
  const from = async (headers: Record<string, string>, through = service()) => {
    const { token } = await tokenFor(await openShop())
    return post(callOf('get_store'), { token, headers, through })
  }

  test.for([
    'https://evil.example',
    'http://commerce.test',
    'https://commerce.test.evil.example',
    'https://commerce.test:8443',
    'https://commerce.test@evil.example',
    'null',
    'file://',
    '',
  ])('a foreign Origin is rejected: %s', async (Origin) => {
    expectProblem(await from({ Origin }), 403, 'forbidden')
  })

  test('the Origin of the service, or none, is accepted', async () => {
    answerOf(await from({ Origin: 'https://commerce.test' }))
    answerOf(await from({}))
  })

  test.for([
    'evil.example',
    'commerce.test.evil.example',
    'commerce.test:8443',
    'evil.example#commerce.test',
    'a@commerce.test',
    '',
  ])('a foreign Host is rejected: %s', async (Host) => {
    expectProblem(await from({ Host }), 403, 'forbidden')
    expectProblem(await from({ Host, Origin: 'https://commerce.test' }), 403, 'forbidden')
  })

  test('in development any loopback name is accepted, and no other', async () => {
    const local = service(undefined, { PUBLIC_URL: 'http://127.0.0.1:8787' })
    for (const host of ['127.0.0.1:8787', 'localhost:9000', '[::1]:8787', 'localhost'])
      answerOf(await from({ Host: host, Origin: `http://${host}` }, local))
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1'])
      expectProblem(await from({ Host: '127.0.0.1:8787', Origin: `http://${host}` }, local), 403, 'forbidden')
    expectProblem(await from({ Host: 'evil.example' }, local), 403, 'forbidden')
  })

  test('a preflight lists the allowed headers without authentication', async () => {
    for (const path of ['/api/mcp', '/mcp']) {
      const { status, headers } = await service().fetch(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://claude.ai', 'Access-Control-Request-Method': 'POST' },
      })
      expect(status).toBe(204)
      const allowed = headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(',')
      expect(allowed).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
          'mcp-session-id',
        ]),
      )
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
    const { headers } = await post(initialize)
    expect(headers.get('Access-Control-Expose-Headers')).toContain('WWW-Authenticate')
  })
})

describe('other methods', () => {
  test.for(['GET', 'DELETE', 'PUT', 'PATCH'])('%s gets 405, never a redirect', async (method) => {
    const { token } = await tokenFor(await openShop())
    for (const path of ['/api/mcp', '/mcp', '/api/mcp/', '/mcp/']) {
      const answer = await service().fetch(path, { method, headers: { Authorization: `Bearer ${token}` } })
      expectProblem(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('Allow')).toBe('POST, OPTIONS')
    }
  })
})

describe('messages', () => {
  const send = async (message: unknown, headers?: Record<string, string>) => {
    const { token } = await tokenFor(await openShop())
    return post(message, { token, ...(headers && { headers }) })
  }

  test('invalid JSON gets the JSON-RPC parse error', async () => {
    for (const text of ['', '{', '{"a":"\\u0000"}', '{"__proto__":1}'])
      expect(await send(text)).toMatchObject({ status: 400, body: { id: null, error: { code: -32_700 } } })
  })

  test('a batch is rejected', async () => {
    expect(await send([callOf('get_store'), callOf('get_store')])).toMatchObject({
      status: 400,
      body: { error: { code: -32_600 } },
    })
  })

  test('a content type other than JSON is rejected', async () => {
    expect(await send(callOf('get_store'), { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 })
  })

  test('an unknown method, tool, prompt or resource gets its own error code', async () => {
    expect(await send(request('nothing/here'))).toMatchObject({ body: { error: { code: -32_601 } } })
    expect(await send(callOf('delete_store'))).toMatchObject({ body: { error: { code: -32_602 } } })
    expect(await send(request('prompts/get', { name: 'nothing' }))).toMatchObject({
      body: { error: { code: -32_602 } },
    })
    expect(await send(request('resources/read', { uri: 'store://nothing' }))).toMatchObject({
      body: { error: { code: -32_602, data: { uri: 'store://nothing' } } },
    })
  })

  test('a notification gets 202, and a ping gets a response', async () => {
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202 })
    expect(await send(request('ping'))).toMatchObject({ status: 200, body: { result: {} } })
  })
})

describe('the protected resource metadata', () => {
  test.for([
    ['', '/api/mcp'],
    ['/api/mcp', '/api/mcp'],
    ['/mcp', '/mcp'],
  ])('/.well-known/oauth-protected-resource%s describes %s', async ([at = '', path = '']) => {
    // The URLs are the configured ones, whatever the Host header says.
    for (const Host of ['commerce.test', 'evil.example']) {
      const answer = await service().fetch(`/.well-known/oauth-protected-resource${at}`, { headers: { Host } })
      expect(answer).toMatchObject({
        status: 200,
        body: {
          resource: `https://commerce.test${path}`,
          authorization_servers: ['https://commerce.test'],
          scopes_supported: tokenScopes,
          bearer_methods_supported: ['header'],
        },
      })
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600')
    }
  })
})
