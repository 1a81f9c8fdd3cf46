import { expect, test } from 'vitest'
import { attempt, createOrder, listOrders, UnexpectedResponseError } from '../../clients/typescript/src/index.ts'
import { openShopWithClient } from './typescript.ts'

test('repeats an order while the database is down, with one key, and creates it once', async () => {
  const { client, body, disturb, whileWaiting, waits, keys } = await openShopWithClient()
  await disturb({ down: true })
  whileWaiting(() => disturb({}))
  expect(await createOrder({ client, body })).toMatchObject({ number: 1001 })
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
  // Retry-After is 2.
  expect(waits).toEqual([2000])
  expect((await listOrders({ client })).data).toHaveLength(1)
})

test('repeats an order whose response was lost after it was created, and returns that order', async () => {
  const { client, body, disturb, whileWaiting, keys } = await openShopWithClient()
  await disturb({ lose_reply_after_commit: 1 })
  whileWaiting(() => disturb({}))
  expect(await createOrder({ client, body })).toMatchObject({ number: 1001 })
  expect(keys()).toHaveLength(2)
  expect((await listOrders({ client })).data.map(({ number }) => number)).toEqual([1001])
})

test('gives every call a key of its own, unless it brings one', async () => {
  const { client, body, keys } = await openShopWithClient()
  for (let i = 0; i < 2; i++) await createOrder({ client, body })
  expect(new Set(keys()).size).toBe(2)
  const headers = { 'Idempotency-Key': 'my-key' }
  const [first, second] = [await createOrder({ client, body, headers }), await createOrder({ client, body, headers })]
  expect(second.id).toBe(first.id)
  expect(keys().slice(2)).toEqual(['my-key', 'my-key'])
})

test('fails with the error of the service after three attempts', async () => {
  const { client, disturb, requests, waits } = await openShopWithClient()
  await disturb({ down: true })
  const result = await attempt(listOrders({ client }))
  expect(result).toMatchObject({ ok: false, error: { code: 'database_unavailable', status: 503 } })
  expect(requests).toHaveLength(3)
  expect(waits).toEqual([2000, 2000])
})

/** A rate limit that lets every request but the first of `refused` pass. */
const limitFirst = (refused: number) => {
  let count = 0
  return { RATE_LIMITER: { limit: () => Promise.resolve({ success: ++count > refused }) } }
}

test('waits as long as a rate limit asks for', async () => {
  const { client, waits } = await openShopWithClient(limitFirst(1))
  expect((await listOrders({ client })).data).toEqual([])
  expect(waits).toEqual([60_000])
})

test('fails at once if the service asks for a longer wait than allowed', async () => {
  const { open, retry, waits } = await openShopWithClient(limitFirst(1))
  const client = open({ retry: { ...retry, maxWaitMs: 5000 } })
  await expect(listOrders({ client })).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
  expect(waits).toEqual([])
})

test('repeats an order that got no response at all, with the same key', async () => {
  const { open, fetch, body, keys, waits } = await openShopWithClient()
  let isFirst = true
  const client = open({
    async fetch(url, init) {
      const response = await fetch(url, init)
      if (!isFirst) return response
      isFirst = false
      throw new TypeError('Failed to fetch')
    },
  })
  expect(await createOrder({ client, body })).toMatchObject({ number: 1001 })
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
  expect(waits).toHaveLength(1)
  expect((await listOrders({ client })).meta.total).toBe(1)
})

test('does not repeat what was refused', async () => {
  const { client, body, requests, waits } = await openShopWithClient()
  await expect(createOrder({ client, body: { ...body, items: [] } })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(requests).toHaveLength(1)
  expect(waits).toEqual([])
})

test('stops waiting when the call is cancelled', async () => {
  const { open, fetch, disturb, requests } = await openShopWithClient()
  await disturb({ down: true })
  const controller = new AbortController()
  const client = open({
    retry: {},
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      setTimeout(() => controller.abort(new Error('The page was closed')))
      return response
    },
  })
  await expect(listOrders({ client, signal: controller.signal })).rejects.toThrow('The page was closed')
  expect(requests).toHaveLength(1)
})

test('shows the response of a proxy', async () => {
  const { open } = await openShopWithClient()
  const client = open({ fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })) })
  const error: unknown = await listOrders({ client }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UnexpectedResponseError)
  expect(error).toMatchObject({ status: 502, body: '<h1>Bad gateway</h1>' })
})
