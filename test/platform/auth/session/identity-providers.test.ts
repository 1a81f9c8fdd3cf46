import { describe, expect, test } from 'vitest'
import {
  IdentityProvidersInvalid,
  parseIdentityProviders,
} from '../../../../src/platform/auth/session/identity-providers.ts'

const oidc = {
  preset: 'oidc',
  issuer: 'https://id.test',
  jwks_uri: 'https://id.test/jwks',
  audience: ['https://api.test'],
}

function problemOf(value: unknown): string {
  try {
    parseIdentityProviders(typeof value === 'string' ? value : JSON.stringify(value))
    return 'accepted'
  } catch (error) {
    if (error instanceof IdentityProvidersInvalid) return error.message
    throw error
  }
}

describe('IDENTITY_PROVIDERS', () => {
  test('say what to set if nothing ties tokens to this service', () => {
    expect(problemOf([{ ...oidc, audience: undefined }])).toContain(
      '0.audience: nothing ties the tokens of this provider to this service: set `audience`',
    )
    expect(problemOf([{ preset: 'clerk', issuer: 'https://c.test' }])).toContain('set `azp` to the origins')
    expect(problemOf([{ preset: 'auth0', issuer: 'https://t.test/' }])).toContain('not the client id')
    expect(problemOf([{ preset: 'keycloak', issuer: 'https://k.test/realms/r' }])).toContain(
      'set `azp` to the client ids',
    )
    expect(problemOf([{ preset: 'workos', issuer: 'https://api.workos.com' }])).toContain('0.client_id')
    expect(problemOf([{ ...oidc, audience: [] }])).toContain('0.audience')
    expect(problemOf([{ ...oidc, audience: [''] }])).toContain('0.audience')
  })

  test('may not allow symmetric signatures or none', () => {
    for (const alg of ['HS256', 'HS512', 'none', 'dir']) {
      expect(problemOf([{ ...oidc, algorithms: ['ES256', alg] }])).toContain('switch the provider to asymmetric')
    }
    expect(problemOf([{ ...oidc, algorithms: [] }])).toContain('0.algorithms')
  })

  test('must use https, except on loopback', () => {
    const refused = [
      'http://id.test',
      'ftp://id.test',
      'https://user:pw@id.test',
      'https://id.test/#x',
      'id.test',
      'http://127.0.0.1.evil.test',
      '',
    ]
    for (const address of refused) {
      expect(problemOf([{ ...oidc, jwks_uri: address }]), address).toContain('0.jwks_uri: must be an https URL')
      expect(problemOf([{ ...oidc, issuer: address }]), address).toContain('0.issuer: must be an https URL')
    }
    for (const address of ['http://127.0.0.1:8788', 'http://localhost:1', 'http://[::1]:1']) {
      expect(problemOf([{ ...oidc, jwks_uri: address, issuer: address }])).toBe('accepted')
    }
  })

  test('need trust_email for each provider if there are several', () => {
    const [one, two] = [oidc, { ...oidc, issuer: 'https://other.test' }]
    const problem = problemOf([{ ...one, trust_email: true }, two])
    expect(problem).toContain('1.trust_email: is required for https://other.test, because several providers')
    expect(problem).not.toContain('https://id.test,')
    const both = problemOf([one, two])
    for (const issuer of ['https://id.test,', 'https://other.test,']) expect(both).toContain(issuer)
    expect(
      problemOf([
        { ...one, trust_email: true },
        { ...two, trust_email: false },
      ]),
    ).toBe('accepted')
    expect(problemOf([one])).toBe('accepted')
    for (const trust_email of ['true', 1, null]) expect(problemOf([{ ...one, trust_email }])).toContain('0.trust_email')
  })

  test('must be a list without unknown fields or repeated issuers', () => {
    expect(problemOf('')).toContain('must be set to a JSON array of providers')
    expect(problemOf('[')).toContain('must be a JSON array')
    expect(problemOf({})).toContain('the list')
    expect(problemOf([])).toContain('at least one provider')
    expect(problemOf([{ ...oidc, audiences: ['x'] }])).toContain('audiences')
    expect(problemOf([{ ...oidc, preset: 'okta' }])).toContain('0.preset')
    expect(problemOf([oidc, oidc])).toContain('may list each issuer only once')
  })

  test('need jwks_uri if it cannot be derived, and a trailing slash for Auth0', () => {
    expect(problemOf([{ ...oidc, jwks_uri: undefined }])).toContain('openid-configuration')
    expect(problemOf([{ preset: 'neon-auth', issuer: 'https://n.test' }])).toContain('for Neon Auth')
    expect(problemOf([{ preset: 'auth0', issuer: 'https://t.test', audience: ['https://api.test'] }])).toContain(
      'must end with a slash',
    )
  })

  test('report all problems at once', () => {
    const message = problemOf([
      { ...oidc, audience: undefined },
      { ...oidc, issuer: 'http://x.test' },
    ])
    expect(message).toContain('0.audience')
    expect(message).toContain('1.issuer')
  })

  test('get the defaults of each preset', () => {
    const filled = parseIdentityProviders(
      JSON.stringify(
        [
          { preset: 'supabase', issuer: 'https://ref.supabase.co/auth/v1' },
          { preset: 'clerk', issuer: 'https://clerk.test', azp: ['https://admin.test'] },
          { preset: 'auth0', issuer: 'https://t.auth0.com/', audience: ['https://api.test'] },
          {
            preset: 'neon-auth',
            issuer: 'https://n.test',
            jwks_uri: 'https://n.test/auth/.well-known/jwks.json',
          },
          { preset: 'workos', issuer: 'https://api.workos.com', client_id: 'client_1' },
          { preset: 'keycloak', issuer: 'https://k.test/realms/r', azp: ['web'] },
        ].map((entry) => ({ ...entry, trust_email: true })),
      ),
    )
    expect(filled.map(({ jwksUri, audience, algorithms }) => [jwksUri, audience, algorithms])).toEqual([
      ['https://ref.supabase.co/auth/v1/.well-known/jwks.json', ['authenticated'], ['ES256', 'RS256']],
      ['https://clerk.test/.well-known/jwks.json', [], ['RS256']],
      ['https://t.auth0.com/.well-known/jwks.json', ['https://api.test'], ['RS256']],
      ['https://n.test/auth/.well-known/jwks.json', ['https://n.test'], ['EdDSA', 'Ed25519']],
      ['https://api.workos.com/sso/jwks/client_1', [], ['RS256']],
      ['https://k.test/realms/r/protocol/openid-connect/certs', [], ['RS256']],
    ])
  })
})
