import { expect, test } from 'vitest'
import { act, createOrder, follow } from '../../clients/typescript/src/index.ts'
import { settle } from '../areas/events/feed.ts'
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
