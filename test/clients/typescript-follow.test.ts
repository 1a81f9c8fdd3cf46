import { expect, test } from 'vitest'
import { act, createClient, createOrder, follow, type FollowOptions } from '../../clients/typescript/src/index.ts'
import { settle } from '../areas/feed/feed.ts'
import { openShopWithClient } from './typescript.ts'

test('catches up and ends, and continues from there the next time', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  await settle()
  let after: string | undefined
  const seen: string[] = []
  const catchUp = async () => {
    const options: FollowOptions = {
      types: ['order.*'],
      after,
      until: 'caught_up',
      saveCursor: (cursor) => {
        after = cursor
      },
      onCaughtUp: () => void seen.push('caught up'),
      wait: () => Promise.reject(new Error('waited')),
    }
    for await (const { type } of follow(client, options)) seen.push(type)
    return seen.splice(0)
  }
  expect(await catchUp()).toEqual(['order.created', 'caught up'])
  expect(await catchUp()).toEqual(['caught up'])
  await act('confirm', { client, path: { order_id: id } })
  await settle()
  expect(await catchUp()).toEqual(['order.confirmed', 'caught up'])
})

/** Follows a feed whose only page has two events, or waits at the end of it. */
function followTwo(options: FollowOptions) {
  const data = [{ type: 'order.created' }, { type: 'order.paid' }]
  let isFirst = true
  const fetch = async () => {
    const page = { data: isFirst ? data : [], meta: { has_more: false, next_cursor: 'c1' } }
    isFirst = false
    return Response.json(page)
  }
  return follow(createClient({ baseUrl: 'https://commerce.test', fetch }), options)
}

test('stops at once when it is told to, also within a page', async () => {
  const controller = new AbortController()
  const saved: string[] = []
  const seen: string[] = []
  const read = async () => {
    for await (const { type } of followTwo({ signal: controller.signal, saveCursor: (at) => void saved.push(at) })) {
      seen.push(type)
      controller.abort(new Error('The page was closed'))
    }
  }
  await expect(read()).rejects.toThrow('The page was closed')
  expect(seen).toEqual(['order.created'])
  // The second event comes again.
  expect(saved).toEqual([])
})
