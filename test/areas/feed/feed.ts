import type { z } from 'zod'
import { listEvents } from '../../../src/areas/feed/list-events.ts'
import { type Client, expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

export type FeedPage = z.output<typeof listEvents.output>

/**
 * Waits until every transaction that is running now has ended: the feed ends before the oldest, and tests of other files
 * share the server.
 */
export async function settle(): Promise<void> {
  const [now] = await asOwner`select pg_current_xact_id()::text as xact`
  for (let isSettled = false; !isSettled;) {
    const [found] = await asOwner`select pg_snapshot_xmin(pg_current_snapshot()) > ${now?.['xact']}::xid8 as settled`
    isSettled = found?.['settled'] === true
  }
}

/** One response of the feed. */
export async function readFeed(
  { get }: Pick<Client, 'get'>,
  query: Readonly<Record<string, string>> = {},
): Promise<FeedPage> {
  return expectBody(await get(`/api/events?${new URLSearchParams(query).toString()}`), 200, listEvents.output)
}

/** Everything that happened until now, and where the feed goes on. */
export async function readToEnd(
  reader: Pick<Client, 'get'>,
  query: Readonly<Record<string, string>> = {},
): ReturnType<typeof readWhileOthersWrite> {
  await settle()
  return readWhileOthersWrite(reader, query)
}

/** Everything that the feed has now, and where it goes on. */
export async function readWhileOthersWrite(
  reader: Pick<Client, 'get'>,
  query: Readonly<Record<string, string>> = {},
): Promise<{ events: FeedPage['data']; cursor: string; requests: number }> {
  const events: FeedPage['data'] = []
  const { from, ...filters } = query
  for (let after = query['after'], requests = 1; ; requests++) {
    const page = await readFeed(reader, {
      limit: '100',
      ...filters,
      ...(after !== undefined ? { after } : from !== undefined && { from }),
    })
    events.push(...page.data)
    if (!page.meta.has_more) return { events, cursor: page.meta.next_cursor, requests }
    after = page.meta.next_cursor
  }
}
