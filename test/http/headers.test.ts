import { describe, expect, test } from 'vitest'
import { service } from '../support/service.ts'
import { openShop, somebody } from '../support/shop.ts'

const shop = service()

const onEverything = {
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
  'a good answer': async () => (await somebody(shop)).get('/api/me'),
  'a resource just made': async () => (await somebody(shop)).post('/api/stores', { name: 'Souk', currency: 'KWD' }),
  'an answer without a body': async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    return owner.delete(`/api/products/${(await addProduct()).id}`)
  },
  'a refused session': () => shop.fetch('/api/orders'),
  'refused input': async () => (await somebody(shop)).post('/api/stores', {}),
  'an unknown path': () => shop.fetch('/wp-login.php'),
  'a method that is not answered': () => shop.fetch('/healthz', { method: 'PUT' }),
  'a body too large': () => shop.fetch('/api/orders', { method: 'POST', body: 'x'.repeat(300_000) }),
  'a preflight': () =>
    shop.fetch('/api/orders', {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    }),
  'a fault of ours': () => service(undefined, { PUBLIC_URL: '' }).fetch('/api/me'),
}

describe('whatever the answer, it is not cached, framed, sniffed or taken for a page:', () => {
  for (const [name, answer] of Object.entries(answers))
    test(name, async () => {
      const { headers } = await answer()
      expect(Object.fromEntries(headers)).toMatchObject(onEverything)
      expect(headers.get('X-Request-Id')).not.toBeNull()
      expect(headers.get('Set-Cookie')).toBeNull()
    })
})

test('JSON says that it is JSON, and an error that it is a problem', async () => {
  const merchant = await somebody(shop)
  expect((await merchant.get('/api/me')).headers.get('Content-Type')).toBe('application/json')
  expect((await merchant.get('/api/nothing')).headers.get('Content-Type')).toBe('application/problem+json')
})
