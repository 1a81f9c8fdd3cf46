import { expect, test } from 'vitest'
import { openWindow } from '../../areas/storefront/shop-window.ts'
import { expectProblem } from '../../support/shop.ts'
import { service } from '../../support/service.ts'

const shop = service()
const request = (id?: string, path = '/healthz') =>
  shop.fetch(path, id === undefined ? {} : { headers: { 'X-Request-Id': id } })

test('a request without an id gets a new one', async () => {
  const [one, other] = [await request(), await request()]
  expect(one.headers.get('X-Request-Id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(other.headers.get('X-Request-Id')).not.toBe(one.headers.get('X-Request-Id'))
})

test("the caller's id is kept, so that both logs can be matched", async () => {
  for (const id of ['a', 'till-7.2026_11_21', 'x'.repeat(128)])
    expect((await request(id)).headers.get('X-Request-Id')).toBe(id)
})

test('an id that could break out of a log line is replaced', async () => {
  for (const id of ['', 'x'.repeat(129), 'two words', 'a,b', '"quoted"', 'a/b', '{"a":1}', '<script>']) {
    const returned = (await request(id)).headers.get('X-Request-Id')
    expect(returned, id).not.toBe(id)
    expect(returned, id).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  }
})

test('an error has the same id in its header and its body', async () => {
  const known = await request('from-the-till', '/api/orders')
  expect(expectProblem(known, 401, 'unauthenticated').request_id).toBe('from-the-till')
  expect(known.headers.get('X-Request-Id')).toBe('from-the-till')

  const generated = await request(undefined, '/nowhere')
  expect(expectProblem(generated, 404, 'not_found').request_id).toBe(generated.headers.get('X-Request-Id'))
})

test('a publicly cacheable response has no request id', async () => {
  const { base, publish, addProduct } = await openWindow({ published: false })
  await addProduct({ title: 'Scarf' })
  await publish()
  for (const path of [base, `${base}/products`, `${base}/products/scarf`, '/.well-known/oauth-authorization-server']) {
    const answer = await request('from-the-till', path)
    expect(answer.headers.get('Cache-Control'), path).toMatch(/^public/)
    expect([...answer.headers].join('\n'), path).not.toContain('from-the-till')
    const conditional = { 'X-Request-Id': 'from-the-till', 'If-None-Match': answer.headers.get('ETag') ?? '' }
    const unchanged = await shop.fetch(path, { headers: conditional })
    expect([...unchanged.headers].join('\n'), path).not.toContain('from-the-till')
  }
  // A response that is not cacheable has it.
  expect((await request('from-the-till', `${base}/products/none`)).headers.get('X-Request-Id')).toBe('from-the-till')
})
