import { listEvents } from './generated/sdk.gen.ts'
import type { StoreEvent } from './generated/types.gen.ts'
import type { Client } from './operation.ts'
import { sleep } from './retry.ts'

export type FollowOptions = {
  /** Where to start: a cursor that `saveCursor` got, with the same filters. Default: with the first event. */
  readonly after?: string | undefined
  /** Such as `['order.*', 'customer.created']`. Default: all that you may see. */
  readonly types?: readonly string[]
  readonly subject_id?: string
  /** One of your stores. Default: all. */
  readonly storeId?: string
  /** Called with the cursor after the last event that you have taken. Save it, to continue from there after a restart. */
  readonly saveCursor?: (cursor: string) => Promise<void> | void
  /** The wait at the end of the feed. Default: 5,000. */
  readonly pauseMs?: number
  /** Ends the loop: it throws the reason of the abort. */
  readonly signal?: AbortSignal
  /** Waits. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Every event, oldest first, as in `for await (const event of follow(client, { types: ['order.*'] }))`. At the end it waits and
 * asks again. After a restart, events since the last saved cursor come again: know them by their `id`.
 */
export async function* follow(
  client: Client,
  { after, types, subject_id, storeId, saveCursor, pauseMs = 5000, signal, wait = sleep }: FollowOptions = {},
): AsyncGenerator<StoreEvent, never, undefined> {
  const query = { limit: 100, ...(types && { types: [...types] }), ...(subject_id !== undefined && { subject_id }) }
  for (let cursor = after; ;) {
    const { data, meta } = await listEvents({
      client,
      query: { ...query, ...(cursor !== undefined && { after: cursor }) },
      ...(storeId !== undefined && { headers: { 'X-Store-Id': storeId } }),
      ...(signal && { signal }),
    })
    yield* data
    cursor = meta.next_cursor
    await saveCursor?.(cursor)
    if (!meta.has_more) await wait(pauseMs, signal)
  }
}
