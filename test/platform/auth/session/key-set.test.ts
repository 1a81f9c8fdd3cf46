import { exportJWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { makePair, startIssuer } from './issuer-under-test.ts'

describe('a key set', () => {
  test('may contain invalid entries, which are skipped', async () => {
    const shop = await startIssuer()
    const leaked = await makePair('leaked')
    const { d } = await exportJWK(leaked.privateKey)
    const oct = { kty: 'oct', kid: 'oct', k: 'c2VjcmV0', alg: 'HS256' }
    const invalidKeys = [
      null,
      7,
      'key',
      [],
      {},
      { kty: 'EC', kid: 'bad', crv: 'P-256', x: '!', y: '!' },
      { ...leaked.jwk, use: 'enc', kid: 'enc' },
    ]
    await shop.publish(...invalidKeys, oct, { ...leaked.jwk, d }, { kty: 'AKP', kid: 'pq', pub: 'x' }, shop.pair.jwk)
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
    expect(await shop.verdict(await shop.sign({}, { kid: 'leaked' }, leaked.privateKey))).toBe('unknown_key')
    expect(await shop.verdict(await shop.sign({}, { kid: 'enc' }, leaked.privateKey))).toBe('unknown_key')
  })

  test('a key is used only for its own algorithm', async () => {
    const shop = await startIssuer({ algorithms: ['RS256', 'RS512'] }, 'RS256')
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
    expect(
      await shop.verdict(await shop.sign({}, { alg: 'RS512' }, (await makePair('key-1', 'RS512')).privateKey)),
    ).toBe('unknown_key')
  })

  test('an RSA key under 2,048 bits is skipped', async () => {
    const params = {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
    }
    const small = await crypto.subtle.generateKey(params, true, ['sign', 'verify'])
    if (!('publicKey' in small)) throw new Error('no pair')
    const shop = await startIssuer({}, 'RS256')
    const jwk = await exportJWK(small.publicKey)
    await shop.publish({ ...jwk, kid: 'key-1' })
    expect(await shop.verdict(await shop.sign())).toBe('unknown_key')
  })
})
