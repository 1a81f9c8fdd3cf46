import * as z from 'zod'
import { refused } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { DayOrMoment, isDay, severalOf } from '../../platform/values/text.ts'
import { operation } from '../../platform/operation/operation.ts'
import { fingerprintOf } from '../../platform/lists/page.ts'
import { isCut } from '../../platform/lists/sized.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { toEvent } from '../events/event.ts'
import { EventPatternsInQuery } from '../events/event-filter.ts'
import { hiddenTypeRefusals, requestedAreas } from '../events/visible-types.ts'
import { caughtUpAt, feedCursors, feedPlaceOf, type FeedPlace, feedStart } from './feed-cursor.ts'
import { FeedEvent } from './feed-event.ts'
import { readFeed } from './read-feed.ts'
import { partQueries, readSnapshot } from './snapshots.ts'

/** The feed: every event of the caller's stores, oldest first. Following it misses none. */
export const listEvents = operation(
  {
    name: 'list_events',
    scope: 'events:read',
    input: z.strictObject({
      after: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'next_cursor of the previous response, or the cursor of an event, with the same filters. latest: no events yet, only the cursor after the newest',
        ),
      from: DayOrMoment.optional().describe(
        "Instead of after: only events at or after this time, or from this date on (a day in the store's time zone). The cursors of the response keep it",
      ),
      types: EventPatternsInQuery.default(['*']).describe(
        'Types of events, such as order.created; order.* for all types that begin with order. Default: all that you may see',
      ),
      subject_id: id('order, product, customer or other resource that the events are about').optional(),
      include: severalOf(['resource'])
        .optional()
        .describe('resource: each event has what it is about, such as the order, as it is now'),
      limit: z.int().min(1).max(100).default(20).describe('Events per response'),
    }),
    output: z.object({
      data: z.array(FeedEvent),
      meta: z.object({
        limit: z.int(),
        has_more: z.boolean().describe('There are more events now. If not, wait before the next request'),
        next_cursor: z.string().describe('Where the next request continues. Never null'),
      }),
    }),
    refusals: {
      ...hiddenTypeRefusals,
      cursor_of_other_database: refusal(
        'invalid_input',
        {},
        {
          en: 'This cursor is of a database that has been restored since. Start again without after.',
          ar: 'استُعيدت البيانات من نسخة سابقة منذ ذلك الحين. ابدأ من جديد.',
        },
        { problem: 'invalid_cursor', pointer: '/after' },
      ),
    },
  },
  async (context, { after, from, types, subject_id = null, include = [], limit }) => {
    if (after !== undefined && from !== undefined)
      throw refused('invalid_input', [
        { pointer: '/from', code: 'conflicting_fields', detail: 'Send after or from, not both.' },
      ])
    const fingerprint = fingerprintOf({ types, subject_id })
    const isLatest = after === 'latest'
    const isStart = after === undefined || isLatest
    const place = isStart ? { ...feedStart, from } : feedPlaceOf(after, fingerprint)
    const cursorAt = feedCursors(fingerprint, place.from)
    const since = isLatest ? 'infinity' : (place.from ?? null)
    const isFromDay = since !== null && isDay(since)
    const hasResource = include.includes('resource')
    const found = await readFeed(context, isStart && since !== null ? 'fromTime' : 'afterPlace', {
      areas: JSON.stringify(requestedAreas(types)),
      after_xact: place.xact,
      after_id: place.id,
      from_day: isFromDay ? since : null,
      from_time: isFromDay ? null : since,
      queries: hasResource ? partQueries : null,
      subject_id,
      take: limit + 1,
    })
    const rows = found.flatMap(({ row }) => (row ? [row] : []))
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const [first] = found
    const newest = placeOf(first?.newestXact, first?.newestId)
    // Nothing after the newest event is left to examine.
    const stop = isLatest ? null : placeOf(first?.stopXact, first?.stopId)
    const caughtUp = () => caughtUpAt(newest ?? last ?? place, first?.horizon ?? '0')
    const isMore = rows.length > limit || isCut(found)
    const next = isMore && last ? last : (stop ?? caughtUp())
    return {
      data: shown.map((row) => ({
        ...toEvent(row),
        cursor: cursorAt(row),
        ...(hasResource && { resource: readSnapshot(row.type, row.resource ?? undefined)?.resource ?? null }),
      })),
      meta: { limit, has_more: isMore || stop !== null, next_cursor: cursorAt(next) },
    }
  },
)

const placeOf = (xact: string | null | undefined, eventId: string | null | undefined): FeedPlace | null =>
  xact && eventId ? { xact, id: eventId } : null
