import { describe, expect, test } from 'vitest'
import { readBearer } from '../../../src/auth/session/bearer.ts'

describe('the Authorization header', () => {
  test('gives up its one bearer token, however the scheme is written', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect(readBearer(`${scheme} aaa.bbb-_.ccc`)).toEqual({ token: 'aaa.bbb-_.ccc' })
    }
    expect(readBearer('Bearer  two-spaces-are-allowed-by-the-grammar')).toEqual({
      token: 'two-spaces-are-allowed-by-the-grammar',
    })
  })

  test('is missing when absent, empty or of another scheme', () => {
    for (const header of [null, undefined, '', 'Basic dXNlcjpwYXNz', 'Digest x', 'Bearerx']) {
      expect(readBearer(header)).toEqual({ refused: 'missing' })
    }
  })

  test('is malformed when empty of a token, spaced, joined or wrapped', () => {
    const spoiled = ['Bearer', 'Bearer ', 'Bearer a ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer a,b', 'Bearer\ta']
    for (const header of [...spoiled, 'Bearer "a"', 'Bearer a\n', 'Bearer =', 'Bearer é', 'Basic x, Bearer a']) {
      expect(readBearer(header), header).toEqual({ refused: 'malformed' })
    }
  })

  test('sent twice is malformed', () => {
    const headers = new Headers([
      ['authorization', 'Bearer a'],
      ['authorization', 'Bearer b'],
    ])
    expect(readBearer(headers.get('authorization'))).toEqual({ refused: 'malformed' })
  })

  test('of any length is read in linear time', () => {
    expect(readBearer(`Bearer ${'a'.repeat(100_000)}!`)).toEqual({ refused: 'malformed' })
    expect(readBearer(`Bearer ${' '.repeat(100_000)}`)).toEqual({ refused: 'malformed' })
  })
})
