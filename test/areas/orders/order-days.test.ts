import { expect, test } from 'vitest'
import { z } from 'zod'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { connect, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { list, numbersOf, pathOf, walk } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

type ScarfShop = Awaited<ReturnType<typeof openScarfShop>>

/** A store in the time zone, with an order at each of the times, numbered from 1001. */
async function openIn(timezone: string, times: readonly string[]) {
  const shop = await openScarfShop()
  expect(await shop.owner.patch(`/api/stores/${shop.store.id}`, { timezone })).toMatchObject({ status: 200 })
  for (const time of times) {
    const { id } = await shop.bought()
    await asOwner`update orders set created_at = ${time} where store_id = ${shop.store.id} and id = ${id}`
  }
  return shop
}

const Numbered = z.object({ number: z.int() })

/** The orders of a day, which listing, searching, counting and exporting must agree on. */
async function onDay({ owner }: ScarfShop, from: string, to = from) {
  const query = { created_from: from, created_to: to, sort: 'created_at' }
  const found = await list(owner, query)
  expect(found.meta.total).toBe(found.numbers.length)
  for (const search of ['scarf', 'sc'])
    expect(await list(owner, { ...query, search })).toMatchObject({
      numbers: found.numbers,
      meta: { total: found.meta.total },
    })
  expect(await numbersOf(owner, { ...query, status: 'pending', platform: 'direct' })).toEqual(found.numbers)
  expect(await walk(owner, { ...query, limit: 1 })).toHaveLength(found.numbers.length)
  const file = await owner.get(pathOf({ ...query, format: 'jsonl' }).replace('?', '/export?'))
  expect(file.status).toBe(200)
  const lines = String(file.body)
    .split('\n')
    .filter((line) => line !== '')
  expect(lines.map((line) => Numbered.parse(JSON.parse(line)).number)).toEqual(found.numbers)
  return found.numbers
}

test("a date means the whole day in the store's time zone", async () => {
  const kuwait = await openIn('Asia/Kuwait', [
    '2026-05-02T20:59:59.999Z',
    '2026-05-02T21:00:00Z',
    '2026-05-03T20:59:59.999Z',
    '2026-05-03T21:00:00Z',
  ])
  expect(await onDay(kuwait, '2026-05-02')).toEqual([1001])
  expect(await onDay(kuwait, '2026-05-03')).toEqual([1002, 1003])
  expect(await onDay(kuwait, '2026-05-03', '2026-05-04')).toEqual([1002, 1003, 1004])
  expect(await onDay(kuwait, '2026-05-05')).toEqual([])
  // A time does not depend on the store's time zone.
  expect(await numbersOf(kuwait.owner, { created_from: '2026-05-03T00:00:00Z', sort: 'created_at' })).toEqual([
    1003, 1004,
  ])
  expect(await numbersOf(kuwait.owner, { created_from: '2026-05-03', created_to: '2026-05-03T12:00:00Z' })).toEqual([
    1002,
  ])
})

test('a day on which the clocks change has 23 or 25 hours', async () => {
  const newYork = await openIn('America/New_York', [
    '2026-03-08T05:00:00Z',
    '2026-03-09T03:59:59.999Z',
    '2026-03-09T04:00:00Z',
    '2026-11-01T04:00:00Z',
    '2026-11-02T04:59:59.999Z',
    '2026-11-02T05:00:00Z',
  ])
  expect(await onDay(newYork, '2026-03-08')).toEqual([1001, 1002])
  expect(await onDay(newYork, '2026-03-09')).toEqual([1003])
  expect(await onDay(newYork, '2026-11-01')).toEqual([1004, 1005])
  expect(await onDay(newYork, '2026-11-02')).toEqual([1006])
  // In Beirut the clocks go forward at midnight, so that day starts at one o'clock.
  const beirut = await openIn('Asia/Beirut', ['2026-03-28T21:59:59.999Z', '2026-03-28T22:00:00Z'])
  expect(await onDay(beirut, '2026-03-29')).toEqual([1002])
})

test("across several stores, a date means the day in each store's time zone", async () => {
  const noon = '2026-05-03T12:00:00Z'
  const late = '2026-05-03T22:00:00Z'
  const kuwait = await openIn('Asia/Kuwait', [noon, late])
  const honolulu = await openIn('Pacific/Honolulu', [noon, late])
  const both = await kuwait.hire('viewer')
  await honolulu.join(both.subject, 'viewer')
  for (const search of [{}, { search: 'scarf' }]) {
    const found = async (day: string) => {
      const { data, meta } = await list(both, { created_from: day, created_to: day, sort: 'created_at', ...search })
      expect(meta.total).toBe(data.length)
      return data.map(({ store_id, number }) => `${store_id === kuwait.store.id ? 'Kuwait' : 'Honolulu'} ${number}`)
    }
    expect((await found('2026-05-03')).toSorted()).toEqual(['Honolulu 1001', 'Honolulu 1002', 'Kuwait 1001'])
    expect(await found('2026-05-04')).toEqual(['Kuwait 1002'])
    expect(await found('2026-05-02')).toEqual([])
  }
})

test('dates from an assistant are days of the store too', async () => {
  const shop = await openIn('Asia/Kuwait', ['2026-05-02T21:00:00Z', '2026-05-03T21:00:00Z'])
  const client = await connect((await tokenFor(shop)).token, 'modern')
  const day = { created_from: '2026-05-03', created_to: '2026-05-03' }
  const { structuredContent } = await client.callTool({ name: 'list_orders', arguments: day })
  expect(structuredContent).toMatchObject({ data: [{ number: 1001 }] })
})

test('customer filters use days of the store, in segments and across several stores', async () => {
  const [kuwait, honolulu] = await Promise.all([openIn('Asia/Kuwait', []), openIn('Pacific/Honolulu', [])])
  for (const { store } of [kuwait, honolulu])
    await asOwner`update customers set created_at = '2026-05-03T22:00:00Z', last_order_at = '2026-05-03T22:00:00Z'
      where store_id = ${store.id}`
  const both = await kuwait.hire('viewer')
  await honolulu.join(both.subject, 'viewer')
  const found = async (path: string) =>
    expectBody(await both.get(path), 200, listCustomers.output).data.map(({ store_id }) => store_id)
  for (const field of ['created', 'last_order']) {
    const filtered = (filter: string) => found(`/api/customers?filter=${encodeURIComponent(filter)}`)
    expect(await filtered(`${field}=2026-05-03`)).toEqual([honolulu.store.id])
    expect(await filtered(`${field}=2026-05-04`)).toEqual([kuwait.store.id])
    expect(await filtered(`${field}>2026-05-03`)).toEqual([kuwait.store.id])
    expect(await filtered(`${field}<=2026-05-03`)).toEqual([honolulu.store.id])
    const name = `On that day by ${field}`
    const segment = await kuwait.owner.post('/api/segments', { name, filter: `${field}=2026-05-04` })
    const { id } = expectBody(segment, 201, z.object({ id: z.uuid() }))
    expect(await found(`/api/segments/${id}/customers`)).toEqual([kuwait.store.id])
  }
})
