import { describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { openShop, somebody } from '../../support/shop.ts'

const shop = service()

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const answers = {
  'a successful response': async () => (await somebody(shop)).get('/api/me'),
  'a created resource': async () => (await somebody(shop)).post('/api/stores', { name: 'Souk', currency: 'KWD' }),
  'a response without a body': async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    return owner.delete(`/api/products/${(await addProduct()).id}`)
  },
  'a missing session': () => shop.fetch('/api/orders'),
  'invalid input': async () => (await somebody(shop)).post('/api/stores', {}),
  'an unknown path': () => shop.fetch('/wp-login.php'),
  'an unsupported method': () => shop.fetch('/healthz', { method: 'PUT' }),
  'a body too large': () => shop.fetch('/api/orders', { method: 'POST', body: 'x'.repeat(300_000) }),
  'a preflight': () =>
    shop.fetch('/api/orders', {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    }),
  'an internal error': () => service(undefined, { PUBLIC_URL: '' }).fetch('/api/me'),
}

describe('security headers are set on', () => {
  for (const [name, answer] of Object.entries(answers))
    test(name, async () => {
      const { headers } = await answer()
      expect(Object.fromEntries(headers)).toMatchObject(securityHeaders)
      expect(headers.get('X-Request-Id')).not.toBeNull()
      expect(headers.get('Set-Cookie')).toBeNull()
    })
})

test('the content type is JSON, or problem+json for errors', async () => {
  const merchant = await somebody(shop)
  expect((await merchant.get('/api/me')).headers.get('Content-Type')).toBe('application/json')
  expect((await merchant.get('/api/nothing')).headers.get('Content-Type')).toBe('application/problem+json')
})
