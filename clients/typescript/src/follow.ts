import { listEvents } from './generated/sdk.gen.ts'
import type { FeedEvent } from './generated/types.gen.ts'
import type { Client } from './operation.ts'
import { waitOut } from './outage.ts'
import { sleep } from './retry.ts'

export type FollowOptions = {
  /**
   * Where to start: a cursor that `saveCursor` got or the `cursor` of an event, with the same filters; or `'latest'`: with what
   * happens from now on. Default: with the first event.
   */
  readonly after?: string | undefined
  /**
   * For the first time, without `after`: only events at or after this time, or from this day of the store on, such as
   * `2026-11-21`. Cursors keep it.
   */
  readonly from?: string | undefined
  /** `['resource']`: each event has its order, customer or product in `resource`, as it is now. */
  readonly include?: readonly 'resource'[]
  /** Such as `['order.*', 'customer.created']`. Default: all that you may see. */
  readonly types?: readonly string[]
  readonly subject_id?: string
  /** The id or slug of one of your stores. Default: all. */
  readonly storeId?: string
  /** Called with the cursor after the last event that you have taken. Save it, to continue from there after a restart. */
  readonly saveCursor?: (cursor: string) => Promise<void> | void
  /** Called at the end of the feed, after `saveCursor`. It is called again only after there have been more events. */
  readonly onCaughtUp?: (cursor: string) => Promise<void> | void
  /** Called with each error that is waited out, for your logs. */
  readonly onError?: (error: unknown) => void
  /** The wait at the end of the feed. Default: 5,000. */
  readonly pauseMs?: number
  /** `'caught_up'`: ends the loop at the end of the feed, after `saveCursor` and `onCaughtUp`, instead of waiting for more. */
  readonly until?: 'caught_up'
  /** Ends the loop at once, also while it waits: it throws the reason of the abort. */
  readonly signal?: AbortSignal
  /** Waits. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Every event with its cursor, oldest first, as in `for await (const event of follow(client, { types: ['order.*'] }))`. At the
 * end it waits and asks again. It stops when you leave the loop, when `signal` aborts, and with `until: 'caught_up'` at the end of
 * the feed. After a restart, events since the last saved cursor come again: know them by their `id`. Network errors, 429 and 5xx are
 * waited out, for as long as they last. Other errors are thrown.
 */
export async function* follow(client: Client, options: FollowOptions = {}): AsyncGenerator<FeedEvent, void, undefined> {
  const { after, from, types, subject_id, include, storeId, saveCursor, onCaughtUp, onError, pauseMs = 5000 } = options
  const { signal, until, wait = sleep } = options
  const query = {
    limit: 100,
    ...(types && { types }),
    ...(subject_id !== undefined && { subject_id }),
    ...(include && { include }),
  }
  const start = after === undefined && from !== undefined ? { from } : {}
  let isCaughtUp = false
  for (let cursor = after; ;) {
    const request = {
      client,
      query: { ...query, ...(cursor === undefined ? start : { after: cursor }) },
      ...(storeId !== undefined && { headers: { 'X-Store-Id': storeId } }),
      ...(signal && { signal }),
    }
    const { data, meta } = await waitOut(() => listEvents(request), { signal, wait, onError })
    for (const event of data) {
      signal?.throwIfAborted()
      yield event
    }
    cursor = meta.next_cursor
    await saveCursor?.(cursor)
    isCaughtUp &&= !meta.has_more && data.length === 0
    if (meta.has_more) continue
    if (!isCaughtUp) await onCaughtUp?.(cursor)
    if (until === 'caught_up') return
    isCaughtUp = true
    await wait(pauseMs, signal)
  }
}
