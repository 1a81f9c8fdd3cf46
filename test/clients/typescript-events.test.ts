import { expect, test } from 'vitest'
import { act, createClient, createOrder, follow, type FollowOptions } from '../../clients/typescript/src/index.ts'
import { settle } from '../areas/feed/feed.ts'
import { openShopWithClient } from './typescript.ts'

test('follows the events of a store, waits at the end, and continues from a saved cursor', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  const path = { order_id: id }
  await settle()

  let saved: string | undefined
  const saveCursor = (cursor: string) => {
    saved = cursor
  }
  /** Meanwhile, the merchant acts. The second wait ends the loop. */
  const pauses = [
    async () => {
      await act('payments', { client, path, body: { amount: 4 } })
      await settle()
    },
    () => Promise.reject(new Error('enough')),
  ]
  const wait = async (ms: number) => {
    expect(ms).toBe(1000)
    await pauses.shift()?.()
  }
  const seen: string[] = []
  const read = async () => {
    const options = {
      types: ['order.*'],
      pauseMs: 1000,
      saveCursor,
      wait,
      ...(saved !== undefined && { after: saved }),
    }
    for await (const event of follow(client, options))
      seen.push(event.type === 'order.paid' ? `${event.data.amount} for ${event.subject.type}` : event.type)
  }
  await expect(read()).rejects.toThrow('enough')
  expect(seen).toEqual(['order.created', '4 for order'])

  await act('confirm', { client, path })
  await settle()
  pauses.push(() => Promise.reject(new Error('enough')))
  await expect(read()).rejects.toThrow('enough')
  expect(seen).toEqual(['order.created', '4 for order', 'order.confirmed'])
})

test('waits out an outage of the service, and goes on where it was', async () => {
  const { client, body, disturb } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  await settle()
  const steps = [
    // At the end of the feed.
    () => disturb({ down: true }),
    // The service has asked to wait.
    () => disturb({}),
    async () => {
      await act('payments', { client, path: { order_id: id }, body: { amount: 4 } })
      await settle()
    },
    () => Promise.reject(new Error('enough')),
  ]
  const waits: number[] = []
  const seen: string[] = []
  const errors: unknown[] = []
  const options: FollowOptions = {
    types: ['order.*'],
    pauseMs: 1000,
    onCaughtUp: () => void seen.push('caught up'),
    onError: (error) => void errors.push(error),
    wait: async (ms) => {
      waits.push(ms)
      await steps.shift()?.()
    },
  }
  const read = async () => {
    for await (const { type } of follow(client, options)) seen.push(type)
  }
  await expect(read()).rejects.toThrow('enough')
  expect(seen).toEqual(['order.created', 'caught up', 'order.paid', 'caught up'])
  expect(errors).toMatchObject([{ code: 'database_unavailable', retryAfterMs: 2000 }])
  // Retry-After is 2.
  expect(waits).toEqual([1000, 2000, 1000, 1000])
})

/** A client whose requests get these responses in turn, and the cursors that it sent. */
function clientWith(...answers: readonly (() => Response)[]) {
  const left = [...answers]
  const cursors: (string | null)[] = []
  const fetch = async (url: string) => {
    cursors.push(new URL(url).searchParams.get('after'))
    return left.shift()?.() ?? new Response('no more', { status: 404 })
  }
  return { cursors, client: createClient({ baseUrl: 'https://commerce.test', fetch, retry: { attempts: 1 } }) }
}

const page = (next_cursor: string) => () => Response.json({ data: [], meta: { has_more: true, next_cursor } })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const badGateway = () => new Response('Bad gateway', { status: 502 })

test('waits a second, then longer, but no longer than a minute unless asked to', async () => {
  const busy = () => new Response('', { status: 429, headers: { 'Retry-After': '100' } })
  const { client, cursors } = clientWith(page('c1'), lost, badGateway, busy, ...Array(5).fill(lost), page('c2'), lost)
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  await expect(follow(client, { wait }).next()).rejects.toMatchObject({ status: 404 })
  expect(cursors).toEqual([null, ...Array(9).fill('c1'), 'c2', 'c2'])
  const about = [1, 2, 100, 8, 16, 32, 48, 48, 1]
  expect(waits.map((ms, nth) => ms / 1000 / (about[nth] ?? 0)).filter((ratio) => ratio < 0.75 || ratio > 1.25)).toEqual(
    [],
  )
  expect(waits).toHaveLength(about.length)
  expect(Math.max(...waits.filter((ms) => ms !== 100_000))).toBeLessThanOrEqual(60_000)
})

test('stops when waiting does not help', async () => {
  const { client } = await openShopWithClient()
  await expect(follow(client, { types: ['order.teapot'] }).next()).rejects.toMatchObject({ code: 'invalid_input' })
  const token = () => Promise.reject(new Error('signed out'))
  const signedOut = createClient({ baseUrl: 'https://commerce.test', token })
  await expect(follow(signedOut).next()).rejects.toThrow('signed out')
})

test('begins at one place', async () => {
  const { client, cursors } = clientWith(page('c1'))
  const both = follow(client, { after: 'c0', from: '2026-11-21' }).next()
  await expect(both).rejects.toMatchObject({ name: 'TypeError', message: expect.stringContaining('after or from') })
  expect(cursors).toEqual([])
})

test('stops when it is told to, also while the service is away', async () => {
  const end = () => Response.json({ data: [], meta: { has_more: false, next_cursor: 'c1' } })
  for (const answer of [badGateway, end]) {
    const controller = new AbortController()
    const { signal } = controller
    const stop = () => controller.abort(new Error('The page was closed'))
    const { client, cursors } = clientWith(answer)
    // Before the wait begins, and during it.
    const options = { signal, onCaughtUp: stop, onError: () => void setTimeout(stop) }
    await expect(follow(client, options).next()).rejects.toThrow('The page was closed')
    expect(cursors).toHaveLength(1)
  }
})

test('starts now or at a time, and has the resource and a cursor of each event', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  await settle()
  const enough = () => Promise.reject(new Error('enough'))
  const seen: unknown[] = []
  const read = async (options: FollowOptions) => {
    for await (const event of follow(client, { types: ['order.*'], wait: enough, include: ['resource'], ...options }))
      seen.push([event.type, event.resource?.id, typeof event.cursor])
  }
  await expect(read({ from: '2020-01-01' })).rejects.toThrow('enough')
  expect(seen.splice(0)).toEqual([['order.created', id, 'string']])

  const pauses = [
    async () => {
      await act('confirm', { client, path: { order_id: id } })
      await settle()
    },
    enough,
  ]
  await expect(read({ after: 'latest', wait: async () => pauses.shift()?.() })).rejects.toThrow('enough')
  expect(seen).toEqual([['order.confirmed', id, 'string']])
})
