import { expect, test } from 'vitest'
import { openWindow } from '../storefront/shop-window.ts'
import { expectProblem } from '../support/shop.ts'
import { service } from '../support/service.ts'

const shop = service()
const ask = (id?: string, path = '/healthz') =>
  shop.fetch(path, id === undefined ? {} : { headers: { 'X-Request-Id': id } })

test('a request without an id is given one of its own', async () => {
  const [one, other] = [await ask(), await ask()]
  expect(one.headers.get('X-Request-Id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(other.headers.get('X-Request-Id')).not.toBe(one.headers.get('X-Request-Id'))
})

test("the caller's own id is kept, so that both logs tell the same story", async () => {
  for (const id of ['a', 'till-7.2026_11_21', 'x'.repeat(128)])
    expect((await ask(id)).headers.get('X-Request-Id')).toBe(id)
})

test('an id that could break out of a log line is replaced', async () => {
  for (const id of ['', 'x'.repeat(129), 'two words', 'a,b', '"quoted"', 'a/b', '{"a":1}', '<script>']) {
    const given = (await ask(id)).headers.get('X-Request-Id')
    expect(given, id).not.toBe(id)
    expect(given, id).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  }
})

test('an error names the same id in its header and its body', async () => {
  const given = await ask('from-the-till', '/api/orders')
  expect(expectProblem(given, 401, 'unauthenticated').request_id).toBe('from-the-till')
  expect(given.headers.get('X-Request-Id')).toBe('from-the-till')

  const made = await ask(undefined, '/nowhere')
  expect(expectProblem(made, 404, 'not_found').request_id).toBe(made.headers.get('X-Request-Id'))
})

test("an answer that caches may keep for everybody carries nobody's id", async () => {
  const { base, publish, addProduct } = await openWindow({ published: false })
  await addProduct({ title: 'Scarf' })
  await publish()
  for (const path of [base, `${base}/products`, `${base}/products/scarf`, '/.well-known/oauth-authorization-server']) {
    const answer = await ask('from-the-till', path)
    expect(answer.headers.get('Cache-Control'), path).toMatch(/^public/)
    expect([...answer.headers].join('\n'), path).not.toContain('from-the-till')
    const known = { 'X-Request-Id': 'from-the-till', 'If-None-Match': answer.headers.get('ETag') ?? '' }
    const unchanged = await shop.fetch(path, { headers: known })
    expect([...unchanged.headers].join('\n'), path).not.toContain('from-the-till')
  }
  // What is not kept has it.
  expect((await ask('from-the-till', `${base}/products/none`)).headers.get('X-Request-Id')).toBe('from-the-till')
})
