import { base64url, CompactEncrypt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { SessionRefused } from '../../../../src/platform/auth/session/session-refused.ts'
import {
  audience,
  makePair,
  nowSeconds,
  part,
  startIssuer,
  type IssuerUnderTest,
  type Pair,
} from './issuer-under-test.ts'

let shop: IssuerUnderTest
let attacker: Pair

beforeAll(async () => {
  shop = await startIssuer()
  attacker = await makePair('key-1')
})

async function hmacToken(secret: string, claims: Record<string, unknown>): Promise<string> {
  const input = `${part({ alg: 'HS256', kid: 'key-1' })}.${part(claims)}`
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(input))
  return `${input}.${base64url.encode(new Uint8Array(mac))}`
}

const validClaims = () => ({
  iss: shop.issuer,
  aud: audience,
  sub: 'user-1',
  iat: nowSeconds,
  exp: nowSeconds + 300,
})

test('a valid token identifies the user, with the e-mail address in lower case', async () => {
  const token = await shop.sign({ email: 'Owner@Acme.TEST', email_verified: true })
  expect(await shop.verify(token)).toEqual({
    issuer: shop.issuer,
    subject: 'user-1',
    email: 'owner@acme.test',
    emailVerified: true,
    expiresAt: new Date((nowSeconds + 300) * 1000),
  })
})

describe('forged tokens', () => {
  test('J1 a token with the algorithm "none", in any spelling, is rejected', async () => {
    for (const alg of ['none', 'nOnE', 'NONE', '']) {
      const head = part({ alg, kid: 'key-1' })
      expect(await shop.verdict(`${head}.${part(validClaims())}.AAAA`)).toBe('unsupported_algorithm')
      expect(await shop.verdict(`${head}.${part(validClaims())}.`)).toBe('malformed')
    }
  })

  test('J2 a token signed by HMAC with the public key as the secret is rejected', async () => {
    for (const secret of [JSON.stringify(shop.pair.jwk), String(shop.pair.jwk.x)]) {
      expect(await shop.verdict(await hmacToken(secret, validClaims()))).toBe('unsupported_algorithm')
    }
  })

  test('J3 a key in the header is ignored', async () => {
    const token = await shop.sign({}, { jwk: attacker.jwk }, attacker.privateKey)
    expect(await shop.verdict(token)).toBe('bad_signature')
  })

  test('J4 a key URL in the header (jku) is never fetched', async () => {
    const theirs = await startIssuer()
    await theirs.publish(attacker.jwk)
    expect(await shop.verdict(await shop.sign({}, { jku: theirs.jwksUri }, attacker.privateKey))).toBe('bad_signature')
    expect(await theirs.fetches()).toBe(0)
  })

  test('J5 a certificate URL in the header (x5u) is never fetched', async () => {
    const theirs = await startIssuer()
    expect(await shop.verdict(await shop.sign({}, { x5u: theirs.jwksUri }, attacker.privateKey))).toBe('bad_signature')
    expect(await theirs.fetches()).toBe(0)
  })

  test('J6 an unknown key id is rejected', async () => {
    expect(await shop.verdict(await shop.sign({}, { kid: 'key-9' }))).toBe('unknown_key')
  })

  test('J7 a critical header extension is rejected', async () => {
    const header = part({ alg: 'ES256', kid: 'key-1', crit: ['exp'], exp: 1 })
    const [, payload, signature] = (await shop.sign()).split('.')
    expect(await shop.verdict(`${header}.${payload}.${signature}`)).toBe('unsupported_header')
  })

  test('J15 a payload changed after signing is rejected', async () => {
    const [header, , signature] = (await shop.sign()).split('.')
    expect(await shop.verdict(`${header}.${part({ ...validClaims(), sub: 'owner' })}.${signature}`)).toBe(
      'bad_signature',
    )
  })

  test('J16 a token without a signature is rejected', async () => {
    const [header, payload] = (await shop.sign()).split('.')
    expect(await shop.verdict(`${header}.${payload}.`)).toBe('malformed')
    expect(await shop.verdict(`${header}.${payload}`)).toBe('malformed')
    expect(await shop.verdict(`${header}.${payload}.AAAA`)).toBe('bad_signature')
  })

  test('J17 an encrypted token is rejected', async () => {
    const rsa = await makePair('key-1', 'RSA-OAEP')
    const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(validClaims())))
      .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: 'key-1' })
      .encrypt(rsa.publicKey)
    expect(await shop.verdict(jwe)).toBe('malformed')
  })

  test('J18 a token over 8 KB is rejected without being parsed', async () => {
    expect(await shop.verdict(await shop.sign({ filler: 'x'.repeat(1_000_000) }))).toBe('too_long')
    expect(await shop.verdict(await shop.sign({ filler: 'x'.repeat(5_000) }))).toBe('accepted user-1')
    expect(await shop.verdict(await shop.sign({ filler: 'x'.repeat(6_200) }))).toBe('too_long')
  })

  test('J19 base64 padding is rejected', async () => {
    const token = await shop.sign()
    const [header, payload, signature] = token.split('.')
    for (const spoiled of [`${token}=`, `${token}==`, `${header}=.${payload}.${signature}`]) {
      expect(await shop.verdict(spoiled)).toBe('malformed')
    }
  })

  test('J24 whitespace anywhere is rejected, including a trailing newline', async () => {
    const token = await shop.sign()
    for (const spoiled of [
      `${token}\n`,
      `${token} `,
      ` ${token}`,
      token.replace('.', '.\n'),
      `${token}\r\n`,
      `${token}\u0000`,
    ]) {
      expect(await shop.verdict(spoiled)).toBe('malformed')
    }
  })

  test('junk is rejected as an invalid token and never throws another error', async () => {
    for (const junk of [
      '',
      '.',
      '..',
      'a.b.c',
      'e30.e30.e30',
      `${part([])}.${part([])}.AA`,
      `${part({ alg: 'ES256' })}.${part(null)}.AA`,
    ]) {
      await expect(shop.verify(junk)).rejects.toBeInstanceOf(SessionRefused)
    }
  })

  test('K10 an MCP or other opaque token is not a session token', async () => {
    for (const prefix of ['mcs_mcp_', 'mcs_at_', 'mcs_rt_', 'mcs_ac_']) {
      expect(await shop.verdict(`${prefix}${'a'.repeat(36)}`)).toBe('malformed')
    }
  })

  test('a token with the type of another purpose is rejected, and the usual types are accepted', async () => {
    for (const typ of ['logout+jwt', 'dpop+jwt', 'JWE', 'secevent+jwt']) {
      expect(await shop.verdict(await shop.sign({}, { typ }))).toBe('unsupported_header')
    }
    for (const typ of ['jwt', 'at+jwt', 'application/at+jwt']) {
      expect(await shop.verdict(await shop.sign({}, { typ }))).toBe('accepted user-1')
    }
  })
})

describe('a token without a key id', () => {
  test('J23 is accepted if exactly one key fits, and rejected if several do', async () => {
    const one = await startIssuer()
    expect(await one.verdict(await one.sign({}, { kid: null }))).toBe('accepted user-1')
    const two = await startIssuer()
    await two.publish(two.pair.jwk, (await makePair('key-2')).jwk)
    expect(await two.verdict(await two.sign({}, { kid: null }))).toBe('ambiguous_key')
    expect(await two.verdict(await two.sign())).toBe('accepted user-1')
  })
})
