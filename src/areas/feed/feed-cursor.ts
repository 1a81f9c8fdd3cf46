import { refused } from '../../platform/errors/errors.ts'
import { base64Url, decodedBase64 } from '../../platform/lists/cursor.ts'
import { isId } from '../../platform/values/ids.ts'
import { DayOrMoment } from '../../platform/values/text.ts'

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

/**
 * Cursors of a response. `fingerprint`: of the filters that they belong to. `from`: the day or time that the feed started from. A day
 * stays a day, because it begins at another time in each store. Every event has a cursor, so only what they share is encoded.
 */
export function feedCursors(fingerprint: string, from: string | undefined): (place: FeedPlace) => string {
  const shared = from === undefined ? fingerprint : `${fingerprint}.${base64Url(from)}`
  return ({ xact, id }) => `${xact}.${id}.${shared}`
}

/** The position, and the day or time that the feed started from. */
export function feedPlaceOf(cursor: string, fingerprint: string): FeedPlace & { readonly from: string | undefined } {
  const [xact = '', id = '', cursorFingerprint, encoded] = cursor.split('.')
  const from = DayOrMoment.optional().safeParse(encoded && decodedBase64(encoded))
  const isPlace = /^\d{1,20}$/.test(xact) && BigInt(xact) <= maxXact && isId(id)
  if (!isPlace || cursorFingerprint === undefined || !from.success)
    throw badCursor('Invalid cursor. Use next_cursor of the previous response.')
  if (cursorFingerprint !== fingerprint)
    throw badCursor('This cursor belongs to other filters. Repeat the filters of the first request.')
  return { xact, id, from: from.data }
}

const badCursor = (detail: string) => refused('invalid_input', [{ pointer: '/after', code: 'invalid_cursor', detail }])
