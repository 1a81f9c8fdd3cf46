import { describe, expect, test } from 'vitest'
import { somebody } from '../../support/shop.ts'
import { service } from '../../support/service.ts'

const shop = service()

const preflight = (method: string, path = '/api/orders', origin = 'https://shop.example') =>
  shop.fetch(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  })

const list = (value: string | null) => value?.split(/\s*,\s*/).map((name) => name.toLowerCase()) ?? []

describe('a front end on any origin', () => {
  test('may send a preflight without a token', async () => {
    for (const origin of ['https://shop.example', 'http://localhost:5173', 'null']) {
      const answer = await preflight('POST', '/api/orders', origin)
      expect(answer).toMatchObject({ status: 204, body: '' })
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
  })

  test('may send every method and header that the service reads', async () => {
    const { headers } = await preflight('PATCH')
    expect(list(headers.get('Access-Control-Allow-Methods'))).toEqual(
      expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']),
    )
    expect(list(headers.get('Access-Control-Allow-Headers'))).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-match', 'x-store-id']),
    )
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(600)
  })

  test('may read the response headers, also of an error', async () => {
    const merchant = await somebody(shop)
    for (const answer of [await merchant.get('/api/me'), await shop.fetch('/api/me')]) {
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(list(answer.headers.get('Access-Control-Expose-Headers'))).toEqual(
        expect.arrayContaining([
          'etag',
          'idempotent-replayed',
          'location',
          'ratelimit-policy',
          'retry-after',
          'www-authenticate',
          'x-request-id',
        ]),
      )
    }
  })

  test('may not send credentials', async () => {
    const answers = [await preflight('POST'), await preflight('GET', '/healthz'), await shop.fetch('/api/me')]
    for (const { headers } of answers) expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  })

  test('gets the same preflight response for an unknown path', async () => {
    expect(await preflight('DELETE', '/api/nothing/at/all')).toMatchObject({ status: 204, body: '' })
  })
})
