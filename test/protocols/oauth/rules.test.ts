import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { derivedToken, isToken } from '../../../src/platform/auth/tokens/format.ts'
import { authorizationResponse } from '../../../src/areas/connections/authorization-response.ts'
import { shownClientName } from '../../../src/protocols/oauth/client-name.ts'
import { readParameters } from '../../../src/protocols/oauth/parameters.ts'
import { challengeFrom } from '../../../src/protocols/oauth/pkce.ts'
import { matchesRedirect, redirectRefusal } from '../../../src/protocols/oauth/redirect-uri.ts'
import { knownScopes, requestedScopes } from '../../../src/protocols/oauth/scope-parameter.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const loopbackHost = fc.constantFrom('127.0.0.1', 'localhost', '[::1]')
const path = fc.stringMatching(/^(\/[a-z0-9]{0,5}){0,3}(\?[a-z=&]{0,5})?$/)
const port = fc.option(fc.integer({ min: 1, max: 65535 }), { nil: undefined })
const address = (host: string, number: number | undefined, rest: string) =>
  `http://${host}${number === undefined ? '' : `:${number}`}${rest}`

describe('redirect URIs', () => {
  test('T38: a loopback URI matches with any port', () => {
    fc.assert(
      fc.property(loopbackHost, port, port, path, (host, one, other, rest) => {
        expect(matchesRedirect(address(host, one, rest), [address(host, other, rest)])).toBe(true)
      }),
    )
  })

  test('T39: nothing but the port may differ', () => {
    fc.assert(
      fc.property(loopbackHost, loopbackHost, port, path, path, (host, otherHost, number, rest, otherRest) => {
        const same = host === otherHost && rest === otherRest
        expect(matchesRedirect(address(host, number, rest), [address(otherHost, 1, otherRest)])).toBe(same)
      }),
    )
  })

  test('an accepted URI leads to the same place as a registered one, as a browser parses both', () => {
    const registered = ['https://ok.example/cb', 'http://127.0.0.1:4000/cb', 'com.example.app:/cb']
    const mutated = fc
      .tuple(fc.constantFrom(...registered), fc.nat(30), fc.nat(3), text)
      .map(([uri, at, drop, put]) => uri.slice(0, at) + put + uri.slice(at + drop))
    fc.assert(
      fc.property(fc.oneof(text, mutated, fc.webUrl(), fc.constantFrom(...registered)), (uri) => {
        if (!matchesRedirect(uri, registered)) return
        const { protocol, hostname, pathname, search } = new URL(uri)
        const targets = registered.map((each) => new URL(each))
        expect(
          targets.some(
            (target) => target.protocol === protocol && target.hostname === hostname && target.pathname === pathname,
          ),
        ).toBe(true)
        expect(search).toBe('')
      }),
      { numRuns: 5000 },
    )
  })

  test('no URI that may be registered runs code or leads to a plain http host', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.webUrl({ withFragments: true }),
          fc
            .constantFrom('javascript', 'data', 'JAVASCRIPT', 'file')
            .chain((scheme) => text.map((rest) => `${scheme}:${rest}`)),
        ),
        (uri) => {
          if (redirectRefusal(uri) !== null) return
          const { protocol, hostname, hash, username } = new URL(uri)
          expect(['javascript:', 'data:', 'file:', 'vbscript:', 'blob:']).not.toContain(protocol)
          expect([hash, username]).toEqual(['', ''])
          if (protocol === 'http:') expect(['127.0.0.1', 'localhost', '[::1]']).toContain(hostname)
        },
      ),
      { numRuns: 5000 },
    )
  })
})

test('state is returned unchanged and cannot add parameters', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (state, query) => {
      const parameters = readParameters(new URLSearchParams({ a: '1', state, b: '2' }).toString())
      const redirect_uri = query ? 'https://ok.example/cb?x=1' : 'https://ok.example/cb'
      const location = authorizationResponse(
        { redirect_uri, state: parameters.raw('state') ?? null, issuer: 'https://commerce.test' },
        { code: 'c' },
      )
      const answer = new URL(location).searchParams
      expect(answer.getAll('state')).toEqual(state === '' ? [] : [state.toWellFormed()])
      expect(answer.getAll('code')).toEqual(['c'])
      expect(answer.getAll('iss')).toEqual(['https://commerce.test'])
      expect(new URL(location).hash).toBe('')
    }),
  )
})

test('any scope string is accepted, and grants no scope that it does not contain', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, fc.constantFrom<string>(...tokenScopes))),
      fc.constantFrom(' ', '  ', '\t', '\n'),
      (parts, space) => {
        const requested = requestedScopes(parts.join(space))
        const known = knownScopes(parts.join(space))
        expect(requested.length).toBeGreaterThan(0)
        for (const scope of known) expect(parts.join(space)).toContain(scope)
        if (known.length === 0) expect(requested.every((scope) => scope.endsWith(':read'))).toBe(true)
      },
    ),
  )
})

test('A10: a displayed name is one line of 1 to 64 characters, without invisible or direction-changing ones', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({
          unit: fc.constantFrom('\u202e', '\u2066', '\0', '\u200f', '\ud800', 'ا', 'a', ' ', '\u0301', '😀'),
          maxLength: 200,
        }),
      ),
      (name) => {
        const shown = shownClientName(name, 'Unnamed app')
        expect(shown).not.toMatch(/\p{C}|\p{Zl}|\p{Zp}/u)
        expect(shown.trim()).toBe(shown)
        expect(Array.from(shown).length).toBeGreaterThan(0)
        expect(Array.from(shown).length).toBeLessThanOrEqual(64)
        expect(shownClientName(shown, 'Unnamed app')).toBe(shown)
      },
    ),
    { numRuns: 2000 },
  )
})

test('T16: the challenge matches the example in RFC 7636, appendix B', async () => {
  const challenge = await challengeFrom('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('a derived token has its kind, is deterministic, and depends on key, kind and token', async () => {
  const key = (byte: number) =>
    crypto.subtle.importKey('raw', new Uint8Array(32).fill(byte), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const one = await derivedToken('refresh', await key(1), 'x')
  expect(isToken('refresh', one)).toBe(true)
  expect(await derivedToken('refresh', await key(1), 'x')).toBe(one)
  const others = [
    await derivedToken('refresh', await key(2), 'x'),
    await derivedToken('refresh', await key(1), 'y'),
    (await derivedToken('access', await key(1), 'x')).replace('_at_', '_rt_'),
  ]
  for (const other of others) expect(other.slice(7, 37)).not.toBe(one.slice(7, 37))
})
