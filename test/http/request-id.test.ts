import { expect, test } from 'vitest'
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
