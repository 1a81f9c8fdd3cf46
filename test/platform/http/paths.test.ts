import { describe, expect, test } from 'vitest'
import { expectProblem, openShop, somebody } from '../../support/shop.ts'
import { service } from '../../support/service.ts'

const shop = service()

describe('an unknown path', () => {
  test('is 404, with and without a session', async () => {
    const merchant = await somebody(shop)
    for (const path of ['/api', '/api/nothing', '/api/stores/x/y', '/api/inventories', '/healthz/x', '/API/me']) {
      expectProblem(await merchant.get(path), 404, 'not_found')
    }
    for (const path of ['/api/nothing', '/.env']) expectProblem(await shop.fetch(path), 404, 'not_found')
  })

  test('is 404 for an invalid id, as for an unknown one', async () => {
    const { owner } = await openShop({ through: shop })
    for (const area of ['products', 'customers', 'orders'])
      for (const id of [crypto.randomUUID(), 'abc', '1', '%00', '..%2f..', "1'%20or%201=1", 'x'.repeat(2000)])
        expectProblem(await owner.get(`/api/${area}/${id}`), 404, 'not_found')
  })
})

describe('an unsupported method', () => {
  test('is 405 with the allowed methods', async () => {
    const merchant = await somebody(shop)
    const allow = async (method: string, path: string) => {
      const answer = await shop.fetch(path, { method, headers: { Authorization: `Bearer ${merchant.token}` } })
      expectProblem(answer, 405, 'method_not_allowed')
      return answer.headers.get('Allow')?.split(', ')
    }
    expect(await allow('POST', '/healthz')).toEqual(['GET', 'OPTIONS'])
    expect(await allow('DELETE', '/api/me')).toEqual(['GET', 'OPTIONS'])
    expect(await allow('DELETE', '/api/stores')).toEqual(['GET', 'POST', 'OPTIONS'])
    expect(await allow('DELETE', '/api/products/')).toEqual(['GET', 'POST', 'OPTIONS'])
    expect(await allow('GET', '/api/inventory/adjust')).toEqual(['POST', 'OPTIONS'])
    expect(await allow('DELETE', `/api/customers/${crypto.randomUUID()}`)).toEqual(['GET', 'PATCH', 'OPTIONS'])
  })

  test('still requires a session', async () => {
    expectProblem(await shop.fetch('/api/orders', { method: 'DELETE' }), 401, 'unauthenticated')
  })
})

test('HEAD responds like GET without the body', async () => {
  const { owner, addProduct } = await openShop({ through: shop })
  const { id } = await addProduct()
  const head = await shop.fetch(`/api/products/${id}`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${owner.token}` },
  })
  expect(head).toMatchObject({ status: 200 })
  expect(head.headers.get('ETag')).toBe('"v1"')
  expect((await shop.fetch('/healthz', { method: 'HEAD' })).body).toBe('')
  expect(await shop.fetch('/api/products', { method: 'HEAD' })).toMatchObject({ status: 401 })
})

test('a trailing slash makes no difference', async () => {
  const { owner, addProduct } = await openShop({ through: shop })
  const { id } = await addProduct()
  for (const path of ['/api/me/', '/api/stores/', '/api/products/', `/api/products/${id}/`, '/healthz/'])
    expect(await owner.get(path), path).toMatchObject({ status: 200 })
  const created = await owner.post('/api/customers/', { name: 'Noor' })
  expect(created.headers.get('Location')).toMatch(/^\/api\/customers\/[0-9a-f-]{36}$/)
})
