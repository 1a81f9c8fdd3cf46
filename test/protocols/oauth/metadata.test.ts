import { expect, test } from 'vitest'
import { tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { service } from '../../support/service.ts'
import { publicUrl } from './oauth-client.ts'

const wellKnown = '/.well-known/oauth-authorization-server'

test('T18: any origin can read the metadata of the authorization server', async () => {
  const answer = await service().fetch(wellKnown, { headers: { Origin: 'https://app.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600')
  expect(answer.body).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/api/oauth/authorize`,
    token_endpoint: `${publicUrl}/api/oauth/token`,
    registration_endpoint: `${publicUrl}/api/oauth/register`,
    revocation_endpoint: `${publicUrl}/api/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes_supported: [...tokenScopes, 'offline_access'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})

test('T19: a forged Host header does not change the URLs', async () => {
  const plain = await service().fetch(wellKnown)
  const forged = await service().fetch(wellKnown, {
    headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
  })
  expect(forged.body).toEqual(plain.body)
})

test('a trailing slash is accepted without a redirect', async () => {
  for (const path of [`${wellKnown}/`, '/api/oauth/token/', '/api/oauth/register/', '/api/oauth/revoke/'])
    expect((await service().fetch(path, { method: path.startsWith('/api') ? 'POST' : 'GET' })).status).not.toBe(404)
  expect((await service().fetch(`${wellKnown}/`)).status).toBe(200)
})

test('the endpoints for clients allow any origin, and never credentials', async () => {
  for (const path of [wellKnown, '/api/oauth/token', '/api/oauth/register', '/api/oauth/revoke']) {
    const preflight = await service().fetch(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,mcp-protocol-version',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/MCP-Protocol-Version/)
    expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  }
})

test('T3: an unsupported method gets 405 with the allowed methods', async () => {
  for (const [path, method] of [
    ['/api/oauth/token', 'GET'],
    ['/api/oauth/register', 'GET'],
    ['/api/oauth/revoke', 'PUT'],
    ['/api/oauth/authorize', 'DELETE'],
    [wellKnown, 'POST'],
  ] as const) {
    const answer = await service().fetch(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBeTruthy()
  }
})
