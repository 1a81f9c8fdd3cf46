import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { tokenFor } from '../../support/callers/assistant.ts'
import { type Answer, service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf, somebody } from '../../support/shop.ts'
import { Store } from '../../../src/areas/stores/store.ts'

const shop = service()
const { token } = await somebody(shop)

/** Sends a raw body. */
const send = (body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> =>
  shop.fetch('/api/stores', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body,
  })

const streamed = (text: string) => new Blob([text]).stream()

describe('a body over 256 KB', () => {
  const padded = (bytes: number) => JSON.stringify({ name: 'x', pad: '' }).replace('""', `"${'x'.repeat(bytes - 21)}"`)

  test('is rejected by its Content-Length without being read', async () => {
    const problem = expectProblem(await send('{}', { 'Content-Length': '262145' }), 413, 'payload_too_large')
    expect(problem.detail).toContain('262144')
  })

  test('is rejected while it arrives if it has no Content-Length', async () => {
    expectProblem(await send(streamed(padded(262_145))), 413, 'payload_too_large')
    expectProblem(await send(streamed('x'.repeat(5_000_000))), 413, 'payload_too_large')
  })

  test('is rejected before authentication by its Content-Length, and not read without one', async () => {
    const post = (body: BodyInit, headers = {}) => shop.fetch('/api/orders', { method: 'POST', body, headers })
    expectProblem(await post('{}', { 'Content-Length': '262145' }), 413, 'payload_too_large')
    expectProblem(await post(streamed('x'.repeat(262_145))), 401, 'unauthenticated')
  })

  test('a body of exactly 256 KB is read', async () => {
    expect(padded(262_144)).toHaveLength(262_144)
    expectProblem(await send(streamed(padded(262_144))), 422, 'invalid_input')
  })
})

describe('a body that stops arriving', () => {
  const stalling = () => new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"name":')) })

  test.for([
    ['/api/stores', 'application/json', 408],
    ['/api/stores', 'text/plain', 408],
    ['/api/orders/import', 'text/csv', 408],
    ['/api/storefront/some-shop/quote', 'application/json', 408],
    ['/mcp', 'application/json', 408],
    ['/api/oauth/register', 'application/json', 400],
    ['/api/oauth/token', 'application/x-www-form-urlencoded', 400],
    ['/api/oauth/authorize', 'application/x-www-form-urlencoded', 408],
  ] as const)('is waited for 30 seconds: %s, %s', async ([path, type, status]) => {
    const owned = await openShop()
    const { token } = path === '/mcp' ? await tokenFor(owned) : owned.owner
    const set = globalThis.setTimeout
    const timer = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((...[work, ms, ...rest]) => set(work, ms === 30_000 ? 20 : ms, ...rest))
    onTestFinished(() => timer.mockRestore())
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': type,
      Accept: 'application/json, text/event-stream',
    }
    const answer = await shop.fetch(path, { method: 'POST', headers, body: stalling() })
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(JSON.stringify(answer.body)).toContain('within 30 seconds')
  })

  test('is not read at all if its sender is unknown', async () => {
    const body = stalling()
    expectProblem(await shop.fetch('/api/orders', { method: 'POST', body }), 401, 'unauthenticated')
  })
})

describe('the content type of a body', () => {
  test('must be JSON', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]
    for (const type of [...types, 'json', 'application/json, text/plain', ''])
      expectProblem(
        await send('{"name":"Souk","currency":"USD"}', { 'Content-Type': type }),
        415,
        'unsupported_media_type',
      )
  })

  test('may be any spelling of JSON', async () => {
    const types = ['Application/JSON', 'application/json;charset=utf-8', 'application/json ; charset=UTF-8']
    for (const type of [...types, 'application/vnd.souk.v2+json'])
      expectBody(await send('{"name":"Souk","currency":"USD"}', { 'Content-Type': type }), 201, Store)
  })
})

describe('invalid JSON', () => {
  test('is rejected as invalid_json', async () => {
    for (const body of [
      '',
      ' ',
      '{',
      '{"name":"Souk",}',
      "{'name':'Souk'}",
      'name=Souk',
      '{"a":1}{"a":2}',
      '{"a":NaN}',
    ])
      expectProblem(await send(body), 400, 'invalid_json')
  })

  test('includes text that the database cannot store', async () => {
    const unstorable = [
      '{"name":"nul \\u0000","currency":"USD"}',
      '{"name":"half \\ud83d","currency":"USD"}',
      '{"name":"other half \\ude00","currency":"USD"}',
      '{"nul \\u0000":1}',
      '{"deep":[{"inside":["\\u0000"]}]}',
      '{"__proto__":{"role":"owner"}}',
      '{"deep":[{"__proto__":1}]}',
    ]
    for (const body of unstorable) expectProblem(await send(body), 400, 'invalid_json')
    expectProblem(await send(new Uint8Array([0xff, 0xfe, 0x00])), 400, 'invalid_json')
  })

  test('includes more than 32 levels of nesting', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expectProblem(await send(nested(33)), 400, 'invalid_json')
    expectProblem(await send(`${'['.repeat(40_000)}${']'.repeat(40_000)}`), 400, 'invalid_json')
    expectProblem(await send(nested(32)), 422, 'invalid_input')
  })
})

test('JSON other than an object is rejected as invalid input', async () => {
  for (const body of ['[]', '[{"name":"Souk","currency":"USD"}]', '"text"', '7', 'true', 'null']) {
    const problem = expectProblem(await send(body), 422, 'invalid_input')
    expect(pointersOf(problem), body).toEqual([''])
  }
})
