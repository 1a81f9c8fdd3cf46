import { beforeAll, describe, expect, test, vi } from 'vitest'
import { database, service } from '../../support/service.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner, loadRows } from '../../support/sql.ts'
import { recordsIn } from './files.ts'
import { fillOrders } from './many-orders.ts'
import { Order } from '../../../src/areas/orders/order.ts'

const orders = 3500
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await fillOrders(asOwner, shop, orders)
})

/** An export on its own database connections, not read yet. */
async function open(path = '/api/orders/export?format=jsonl', token = shop.owner.token) {
  const tag = `stream-${crypto.randomUUID()}`
  const response = await service(tag).open(path, { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  if (!response.body) throw new Error('no body')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const linesOf = ({ value }: { value?: Uint8Array | undefined }) =>
    decoder.decode(value, { stream: true }).split('\n').length - 1
  return { tag, reader, linesOf, trips: async () => (await database(tag).seen()).requests }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('an export of several pages', () => {
  test('takes one round trip per page and contains every order once', async () => {
    const tag = `complete-${shop.store.id}`
    const answer = await service(tag).fetch('/api/orders/export?format=jsonl', {
      headers: { Authorization: `Bearer ${shop.owner.token}` },
    })
    const numbers = recordsIn(String(answer.body), Order).map(({ number }) => number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: orders }, (_, at) => 1001 + at))
    expect((await database(tag).seen()).requests).toBe(4)
  })

  test('contains all search results, beyond the limit for counting', async () => {
    const answer = await shop.owner.get('/api/orders/export?format=jsonl&search=twice')
    expect(new Set(recordsIn(String(answer.body), Order).map(({ id }) => id)).size).toBe(orders)
  })

  test('reads the next page only when the client is ready for it', async () => {
    const { reader, trips } = await open()
    await reader.read()
    await pause(300)
    expect(await trips()).toBeLessThanOrEqual(2)
    await reader.read()
    await pause(300)
    expect(await trips()).toBeLessThanOrEqual(3)
    await reader.cancel()
  })

  test('stops when the client disconnects', async () => {
    const info = vi.spyOn(console, 'info')
    const { reader, trips } = await open()
    await reader.read()
    await reader.cancel()
    await pause(300)
    // Of four. The second page may have been on its way.
    expect(await trips()).toBeLessThanOrEqual(2)
    expect(info.mock.calls.map(String).filter((line) => line.includes('"ended":"cancelled"'))).toHaveLength(1)
  })
})

describe('a failed export is aborted, so that nobody mistakes it for a complete file', () => {
  test('if the member is removed from the store', async () => {
    const clerk = await shop.hire('viewer')
    const { reader, linesOf } = await open(undefined, clerk.token)
    let read = linesOf(await reader.read())
    await asOwner`delete from store_members where store_id = ${shop.store.id} and subject = ${clerk.subject}`
    await expect(
      (async () => {
        for (;;) {
          const chunk = await reader.read()
          if (chunk.done) return
          read += linesOf(chunk)
        }
      })(),
    ).rejects.toThrow()
    // Pages that were already on their way.
    expect(read).toBeLessThanOrEqual(2000)
  })

  test('if the database fails', async () => {
    const warn = vi.spyOn(console, 'warn')
    const { reader, tag } = await open()
    await reader.read()
    await database(tag).disturb({ down: true })
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow()
    const line = warn.mock.calls.map(String).find((logged) => logged.includes('"ended":"broken"'))
    expect(line).toContain('"code":"database_unavailable"')
  })

  test('before the first page, the response is an ordinary problem', async () => {
    const tag = `down-${shop.store.id}`
    await database(tag).disturb({ down: true })
    const answer = await service(tag).fetch('/api/orders/export', {
      headers: { Authorization: `Bearer ${shop.owner.token}` },
    })
    expectProblem(answer, 503, 'database_unavailable')
    expect(answer.headers.get('Content-Disposition')).toBeNull()
  })
})

test('a page of large rows has fewer rows, to limit memory', async () => {
  const { store, owner } = await openShop()
  await loadRows(asOwner`insert into customers (store_id, id, name, notes)
    select ${store.id}, uuidv7(), 'Customer ' || n, repeat('شرح ', 1250) from generate_series(1, 300) as n`)
  const tag = `large-rows-${store.id}`
  const response = await service(tag).open('/api/customers/export', {
    headers: { Authorization: `Bearer ${owner.token}` },
  })
  const names = new Set<string>()
  let largest = 0
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    largest = Math.max(largest, chunk.byteLength)
    text += decoder.decode(chunk, { stream: true })
  }
  for (const [name] of text.matchAll(/Customer \d+/g)) names.add(name)
  expect(names.size).toBe(300)
  expect(largest).toBeLessThan(2_000_000)
  expect((await database(tag).seen()).requests).toBeGreaterThan(1)
})
