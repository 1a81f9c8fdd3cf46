import { beforeAll, describe, expect, test } from 'vitest'
import { SessionRefused } from '../../../../src/platform/auth/session/session-refused.ts'
import { nowSeconds, startIssuer, type IssuerUnderTest } from './issuer-under-test.ts'

let shop: IssuerUnderTest

beforeAll(async () => {
  shop = await startIssuer()
})

const verdict = async (claims: Record<string, unknown>) => shop.verdict(await shop.sign(claims))
const absent = undefined

describe('the times of a token', () => {
  test('J8 an expired token is rejected after a leeway of thirty seconds', async () => {
    expect(await verdict({ exp: nowSeconds - 31 })).toBe('expired')
    expect(await verdict({ exp: nowSeconds - 29 })).toBe('accepted user-1')
    const expired = await shop.verify(await shop.sign({ exp: nowSeconds - 60 })).catch((error: unknown) => error)
    expect(expired).toMatchObject({ code: 'token_expired' })
    expect(new SessionRefused('bad_signature').code).toBe('invalid_token')
  })

  test('J9 a token is rejected before its nbf time', async () => {
    expect(await verdict({ nbf: nowSeconds + 31 })).toBe('not_yet_valid')
    expect(await verdict({ nbf: nowSeconds + 29 })).toBe('accepted user-1')
  })

  test('J13 a token without exp, iat or sub is rejected', async () => {
    expect(await verdict({ exp: absent })).toBe('missing_claim')
    expect(await verdict({ iat: absent })).toBe('missing_claim')
    expect(await verdict({ sub: absent })).toBe('missing_claim')
  })

  test('J14 times that are not numbers are rejected', async () => {
    for (const claim of ['exp', 'iat', 'nbf']) {
      for (const value of [String(nowSeconds), null, true, [nowSeconds], {}]) {
        expect(await verdict({ [claim]: value }), `${claim} ${JSON.stringify(value)}`).not.toMatch(/^accepted/)
      }
    }
    expect(await verdict({ iat: -1 })).toBe('invalid_claim')
  })

  test('J21 a token that is valid for more than a day is rejected', async () => {
    expect(await verdict({ exp: nowSeconds + 86_400 })).toBe('accepted user-1')
    expect(await verdict({ exp: nowSeconds + 86_431 })).toBe('lifetime_too_long')
    expect(await verdict({ exp: 1e300 })).toBe('lifetime_too_long')
    const weekly = await startIssuer({ max_lifetime_seconds: 604_800 })
    expect(await weekly.verdict(await weekly.sign({ exp: nowSeconds + 604_800 }))).toBe('accepted user-1')
  })

  test('J22 a token issued in the future is rejected', async () => {
    expect(await verdict({ iat: nowSeconds + 60 })).toBe('accepted user-1')
    expect(await verdict({ iat: nowSeconds + 61 })).toBe('issued_in_future')
  })
})

describe('the audience and issuer of a token', () => {
  test('J10 a token for another audience is rejected', async () => {
    for (const aud of ['https://other.test', ['https://other.test'], 'https://commerce.test/api/', '', [], 7]) {
      expect(await verdict({ aud })).toBe('wrong_audience')
    }
    expect(await verdict({ aud: ['https://other.test', 'https://commerce.test/api'] })).toBe('accepted user-1')
  })

  test('J11 a token without an audience is rejected', async () => {
    expect(await verdict({ aud: absent })).toBe('wrong_audience')
  })

  test('J12 the issuer must match exactly, including a trailing slash', async () => {
    for (const iss of [
      `${shop.issuer}/`,
      shop.issuer.toUpperCase(),
      `${shop.issuer}.evil.test`,
      '',
      absent,
      [shop.issuer],
      7,
    ]) {
      expect(await verdict({ iss })).toBe('unknown_issuer')
    }
  })

  test('an authorized party that is not configured is rejected', async () => {
    const clerk = await startIssuer({ preset: 'clerk', audience: undefined, azp: ['https://admin.test'] }, 'RS256')
    const verdictFor = async (claims: Record<string, unknown>) =>
      clerk.verdict(await clerk.sign({ aud: absent, sid: 's1', ...claims }))
    expect(await verdictFor({ azp: 'https://admin.test' })).toBe('accepted user-1')
    expect(await verdictFor({ azp: 'https://evil.test' })).toBe('wrong_authorized_party')
    expect(await verdictFor({ azp: absent })).toBe('wrong_authorized_party')
  })
})

describe('the subject and e-mail address of a token', () => {
  test('J20 a subject that is empty, not a string, too long or not plain text is rejected', async () => {
    for (const sub of ['', 7, null, true, ['user-1'], {}, 'x'.repeat(256), 'a\u0000b', 'a\nb', 'a\u007f', '\ud800']) {
      expect(await verdict({ sub }), JSON.stringify(sub)).toBe('invalid_claim')
    }
    expect(await verdict({ sub: 'x'.repeat(255) })).toBe(`accepted ${'x'.repeat(255)}`)
    expect(await verdict({ sub: 'auth0|متجر' })).toBe('accepted auth0|متجر')
  })

  test('an invalid e-mail address is omitted and unverified', async () => {
    for (const email of [7, 'nobody', '', 'a@b\u0000', null, ['a@b.test']]) {
      const session = await shop.verify(await shop.sign({ email, email_verified: true }))
      expect(session.email).toBeUndefined()
      expect(session.emailVerified).toBe(false)
    }
    const stringClaim = await shop.verify(await shop.sign({ email: 'a@b.test', email_verified: 'true' }))
    expect(stringClaim.emailVerified).toBe(false)
  })
})

test('a name is one line of at most 100 characters, without characters that change the text around it', async () => {
  const nameOf = async (name: unknown) => (await shop.verify(await shop.sign({ name }))).name
  expect(await nameOf('Layla Haddad')).toBe('Layla Haddad')
  expect(await nameOf('  عمر\n\u0000\u2028 العنزي ')).toBe('عمر العنزي')
  expect(await nameOf('Eve\u202egnp.exe\u2066')).toBe('Eve gnp.exe')
  expect(await nameOf('x'.repeat(1500))).toBe('x'.repeat(100))
  expect(await nameOf('🌷'.repeat(600))).toBe('🌷'.repeat(100))
  expect(await nameOf('می\u200cخواهم')).toBe('می\u200cخواهم')
  for (const name of [
    undefined,
    null,
    7,
    '',
    ' \n',
    '\u202e',
    ['Layla'],
    '\ud800',
    '\u200b\u2060',
    '\u3164',
    '\u2800',
  ]) {
    expect(await nameOf(name), JSON.stringify(name)).toBeUndefined()
  }
})

test('e-mail addresses of a provider without trust_email are unverified, whatever its tokens claim', async () => {
  const claims = { email: 'a@b.test', email_verified: true }
  for (const [trust_email, emailVerified] of [
    [true, true],
    [false, false],
    [undefined, true],
  ]) {
    const issuer = await startIssuer({ trust_email })
    expect(await issuer.verify(await issuer.sign(claims))).toMatchObject({ email: 'a@b.test', emailVerified })
  }
})

describe('tokens of a provider that are not session tokens', () => {
  test('J30 an ID token is rejected by its audience or its claims', async () => {
    expect(await verdict({ aud: 'client-id', nonce: 'n' })).toBe('wrong_audience')
    expect(await verdict({ nonce: 'n' })).toBe('not_a_session_token')
    expect(await verdict({ at_hash: 'h' })).toBe('not_a_session_token')
    expect(await verdict({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })).toBe(
      'not_a_session_token',
    )
    const keycloak = await startIssuer({ preset: 'keycloak', audience: undefined, azp: ['web'] }, 'RS256')
    const verdictFor = async (typ: unknown) => keycloak.verdict(await keycloak.sign({ azp: 'web', aud: 'web', typ }))
    expect(await verdictFor('Bearer')).toBe('accepted user-1')
    expect(await verdictFor('ID')).toBe('refused_claim')
    expect(await verdictFor('Refresh')).toBe('refused_claim')
    expect(await verdictFor(absent)).toBe('missing_claim')
  })

  test('Supabase: anonymous users and service keys are rejected', async () => {
    const supabase = await startIssuer({ preset: 'supabase', audience: undefined })
    const verdictFor = async (claims: Record<string, unknown>) =>
      supabase.verdict(await supabase.sign({ aud: 'authenticated', role: 'authenticated', ...claims }))
    expect(await verdictFor({ is_anonymous: false })).toBe('accepted user-1')
    expect(await verdictFor({ is_anonymous: true })).toBe('refused_claim')
    expect(await verdictFor({ role: 'service_role' })).toBe('refused_claim')
    expect(await verdictFor({ role: 'anon' })).toBe('refused_claim')
    expect(await verdictFor({ role: absent })).toBe('missing_claim')
    expect(await verdictFor({ aud: 'anon' })).toBe('wrong_audience')
  })

  test('Clerk: a template token without a session and a pending sign-in are rejected', async () => {
    const clerk = await startIssuer({ preset: 'clerk', audience: undefined, azp: ['https://admin.test'] }, 'RS256')
    const verdictFor = async (claims: Record<string, unknown>) =>
      clerk.verdict(await clerk.sign({ azp: 'https://admin.test', sid: 's1', ...claims }))
    expect(await verdictFor({ sts: 'active' })).toBe('accepted user-1')
    expect(await verdictFor({ sid: absent })).toBe('missing_claim')
    expect(await verdictFor({ sid: '' })).toBe('missing_claim')
    expect(await verdictFor({ sts: 'pending' })).toBe('refused_claim')
  })

  test('Auth0: a machine-to-machine token is rejected', async () => {
    const auth0 = await startIssuer({ preset: 'auth0', issuer: 'https://tenant.test/' }, 'RS256')
    expect(
      await auth0.verdict(await auth0.sign({ aud: ['https://commerce.test/api', 'https://tenant.test/userinfo'] })),
    ).toBe('accepted user-1')
    expect(await auth0.verdict(await auth0.sign({ gty: 'client-credentials' }))).toBe('refused_claim')
  })

  test('WorkOS: a token without a session or for a resource is rejected', async () => {
    const workos = await startIssuer({ preset: 'workos', audience: undefined, client_id: 'client_1' }, 'RS256')
    const verdictFor = async (claims: Record<string, unknown>) =>
      workos.verdict(await workos.sign({ aud: absent, sid: 's1', ...claims }))
    expect(await verdictFor({})).toBe('accepted user-1')
    expect(await verdictFor({ sid: absent })).toBe('missing_claim')
    expect(await verdictFor({ aud: 'https://resource.test' })).toBe('refused_claim')
  })

  test('Neon Auth: EdDSA tokens with the issuer as audience are accepted', async () => {
    const neon = await startIssuer({ preset: 'neon-auth', audience: undefined }, 'EdDSA')
    expect(await neon.verdict(await neon.sign({ aud: neon.issuer }))).toBe('accepted user-1')
    expect(await neon.verdict(await neon.sign())).toBe('wrong_audience')
  })

  test('required_claims and deny_if in the configuration are checked', async () => {
    const own = await startIssuer({
      required_claims: { tier: [1, 'gold'] },
      deny_if: { groups: ['banned'] },
    })
    const verdictFor = async (claims: Record<string, unknown>) => own.verdict(await own.sign(claims))
    expect(await verdictFor({ tier: 1, groups: ['staff'] })).toBe('accepted user-1')
    expect(await verdictFor({ tier: '1' })).toBe('refused_claim')
    expect(await verdictFor({ tier: 'gold', groups: ['staff', 'banned'] })).toBe('refused_claim')
    expect(await verdictFor({})).toBe('missing_claim')
  })
})
