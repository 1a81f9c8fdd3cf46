import { expect } from 'vitest'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { type Client, expectBody } from '../../support/shop.ts'

type Query = Record<string, string | number>

export const pathOf = (query: Query) => {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `/api/orders?${new URLSearchParams(parameters).toString()}`
}

/** One page of the list, with the numbers of its orders. */
export async function list(client: Client, query: Query = {}, headers?: Record<string, string>) {
  const { data, meta } = expectBody(await client.get(pathOf(query), headers), 200, listOrders.output)
  return { meta, data, numbers: data.map(({ number }) => number) }
}

export const numbersOf = async (client: Client, query: Query) => (await list(client, query)).numbers

/** The ids of the whole list, read with cursors. Calls `between` between two pages. */
export async function walk(client: Client, query: Query, between: (page: number) => Promise<unknown> = async () => {}) {
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 1; page === 1 || cursor !== null; page++) {
    const { data, meta } = await list(client, { ...query, ...(cursor !== null && { cursor }) })
    expect(meta.has_more).toBe(meta.next_cursor !== null)
    expect(meta.page).toBe(cursor === null ? 1 : null)
    seen.push(...data.map(({ id }) => id))
    cursor = meta.next_cursor
    if (cursor !== null) await between(page)
  }
  return seen
}

/** Counts down or up, both ends included. */
export const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + index * Math.sign(to - from))
