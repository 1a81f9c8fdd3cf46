import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { fingerprintOf } from '../../platform/lists/page.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { Event, toEvent } from './event.ts'
import { EventPatternsInQuery } from './event-filter.ts'
import { caughtUpAt, feedCursorAt, feedPlaceOf, feedStart } from './feed-cursor.ts'
import { readFeed } from './read-feed.ts'
import { hiddenTypeRefusals, requestedAreas } from './visible-types.ts'

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
        .describe('next_cursor of the previous response, with the same filters'),
      types: EventPatternsInQuery.default(['*']).describe(
        'Types of events, such as order.created; order.* for all types that begin with order. Default: all that you may see',
      ),
      subject_id: id('order, product, customer or other resource that the events are about').optional(),
      limit: z.int().min(1).max(100).default(20).describe('Events per response'),
    }),
    output: z.object({
      data: z.array(Event),
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
        'This cursor is of a database that has been restored since. Start again without after.',
        { problem: 'invalid_cursor', pointer: '/after' },
      ),
    },
  },
  async (context, { after, types, subject_id = null, limit }) => {
    const fingerprint = fingerprintOf({ types, subject_id })
    const place = after === undefined ? feedStart : feedPlaceOf(after, fingerprint)
    const found = await readFeed(context, {
      areas: JSON.stringify(requestedAreas(types)),
      after_xact: place.xact,
      after_id: place.id,
      subject_id,
      take: limit + 1,
    })
    const rows = found.flatMap(({ row }) => (row ? [row] : []))
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const [{ horizon, stopXact, stopId } = { horizon: '0', stopXact: null, stopId: null }] = found
    const stop = stopXact !== null && stopId !== null ? { xact: stopXact, id: stopId } : null
    const next = rows.length > limit && last ? last : (stop ?? caughtUpAt(last ?? place, horizon))
    return {
      data: shown.map(toEvent),
      meta: { limit, has_more: rows.length > limit || stop !== null, next_cursor: feedCursorAt(next, fingerprint) },
    }
  },
)
