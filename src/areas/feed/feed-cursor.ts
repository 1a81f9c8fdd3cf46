import { refused } from '../../platform/errors/errors.ts'
import { base64Url, decodedBase64 } from '../../platform/lists/cursor.ts'
import { isId } from '../../platform/values/ids.ts'

/** A position in the feed: the transaction that recorded an event, and the event's id. */
export type FeedPlace = { readonly xact: string; readonly id: string }

/** Before the first event of a transaction. */
export const beginningOf = (xact: string): FeedPlace => ({ xact, id: '00000000-0000-0000-0000-000000000000' })

export const feedStart = beginningOf('0')

/**
 * A crash of PostgreSQL can undo the ids of the last transactions if all of them were rolled back, and later transactions then
 * have these ids. The write-ahead log is flushed several times a second, so there are never that many.
 */
const maxUndone = 1000n

/**
 * The place of a reader who has read everything before the horizon. Not the horizon itself: only the id of a transaction whose
 * events were read is safe from being used again.
 */
export function caughtUpAt(lastRead: FeedPlace, horizon: string): FeedPlace {
  const safe = BigInt(horizon) - maxUndone
  return BigInt(lastRead.xact) < safe ? beginningOf(String(safe)) : lastRead
}

const maxXact = 2n ** 64n - 1n

/** `fingerprint`: of the filters that the cursor belongs to. */
export const feedCursorAt = ({ xact, id }: FeedPlace, fingerprint: string): string =>
  base64Url(`${xact}.${id}.${fingerprint}`)

export function feedPlaceOf(cursor: string, fingerprint: string): FeedPlace {
  const [xact = '', id = '', cursorFingerprint] = (decodedBase64(cursor) ?? '').split('.')
  if (!/^\d{1,20}$/.test(xact) || BigInt(xact) > maxXact || !isId(id) || cursorFingerprint === undefined)
    throw badCursor('Invalid cursor. Use meta.next_cursor of the previous response.')
  if (cursorFingerprint !== fingerprint)
    throw badCursor('This cursor belongs to other filters. Repeat the filters of the first request.')
  return { xact, id }
}

const badCursor = (detail: string) => refused('invalid_input', [{ pointer: '/after', code: 'invalid_cursor', detail }])
