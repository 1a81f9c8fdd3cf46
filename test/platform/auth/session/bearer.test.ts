import { describe, expect, test } from 'vitest'
import { readBearer } from '../../../../src/platform/auth/session/bearer.ts'

describe('the Authorization header', () => {
  test('contains one bearer token, with a case-insensitive scheme', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect(readBearer(`${scheme} aaa.bbb-_.ccc`)).toEqual({ token: 'aaa.bbb-_.ccc' })
    }
    expect(readBearer('Bearer  two-spaces-are-allowed-by-the-grammar')).toEqual({
      token: 'two-spaces-are-allowed-by-the-grammar',
    })
  })

  test('counts as missing if it is absent, empty or of another scheme', () => {
    for (const header of [null, undefined, '', 'Basic dXNlcjpwYXNz', 'Digest x', 'Bearerx']) {
      expect(readBearer(header)).toEqual({ refused: 'missing' })
    }
  })

  test('is malformed without a token, or if the token is spaced, joined or wrapped', () => {
    const spoiled = ['Bearer', 'Bearer ', 'Bearer a ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer a,b', 'Bearer\ta']
    for (const header of [...spoiled, 'Bearer "a"', 'Bearer a\n', 'Bearer =', 'Bearer é', 'Basic x, Bearer a']) {
      expect(readBearer(header), header).toEqual({ refused: 'malformed' })
    }
  })

  test('is malformed if sent twice', () => {
    const headers = new Headers([
      ['authorization', 'Bearer a'],
      ['authorization', 'Bearer b'],
    ])
    expect(readBearer(headers.get('authorization'))).toEqual({ refused: 'malformed' })
  })

  test('is parsed in linear time', () => {
    expect(readBearer(`Bearer ${'a'.repeat(100_000)}!`)).toEqual({ refused: 'malformed' })
    expect(readBearer(`Bearer ${' '.repeat(100_000)}`)).toEqual({ refused: 'malformed' })
  })
})
