import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { EventPatterns, typesMatching } from '../events/event-filter.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { DayOrMoment } from '../../platform/values/text.ts'
import { isManageable } from './webhook.ts'
import { disabledRefusals, maxPending, pendingRefusals } from './webhook-fields.ts'

const typeRefusals = {
  types_not_subscribed: refusal(
    'invalid_input',
    { types: z.array(z.string()) },
    ({ types }) =>
      `The webhook does not subscribe to ${types.join(', ')}. Add them to its events first, or leave them out.`,
    { pointer: '/types', problem: 'types_not_subscribed' },
  ),
} as const satisfies Refusals

/** Refuses patterns of which the webhook gets no event. `wanted`: the types that any of the patterns matches. */
const expectSubscribed = (webhookId: string, patterns: readonly string[], wanted: SQL) => {
  const matching = sql`array['*', t.type, split_part(t.type, '.', 1) || '.*']`
  return sql`select app.refuse(422, 'types_not_subscribed', jsonb_build_object('types', jsonb_agg(p.pattern order by p.pattern)))
    from ${webhooks} w cross join unnest(${sql.param([...patterns])}::text[]) as p(pattern)
   where w.store_id = app.store() and w.id = ${webhookId} and p.pattern <> '*' and not exists (
     select from unnest(${wanted}) as t(type) where p.pattern = any(${matching}) and w.events && ${matching})
  having count(*) > 0`
}

/** Sends past events again, of those that the webhook subscribes to. */
export const replayWebhook = operation(
  {
    name: 'replay_webhook',
    scope: 'webhooks:manage',
    input: z.strictObject({
      webhook_id: id('webhook'),
      since: DayOrMoment.describe("Events since this time, or since this date began in the store's time zone"),
      types: EventPatterns.optional().describe('Default: all events of the webhook. It must subscribe to them'),
    }),
    output: z.object({
      queued: z.int().describe(`At most ${maxPending}`),
      next_since: z.iso
        .datetime()
        .nullable()
        .describe('There may be more: continue with this as since. Null: these were all'),
    }),
    refusals: { ...disabledRefusals, ...pendingRefusals, ...typeRefusals },
  },
  async ({ write }, { webhook_id, since, types = ['*'] }) => {
    const wanted = sql`${sql.param([...typesMatching(types)])}::text[]`
    const { queued, nextSince } = await write({
      store: storeOf(webhooks, webhook_id, isManageable),
      statements: (db) => [db.execute(expectSubscribed(webhook_id, types, wanted))],
      result: sql`app.replay_webhook(${webhook_id}, app.moment_of(app.store(), ${since}), ${wanted}, ${maxPending})`,
      read: (db, result) =>
        db
          .select({
            queued: sql`(kept ->> 'queued')::int`.mapWith(Number),
            nextSince: sql<string | null>`kept ->> 'next_since'`,
          })
          .from(sql`(select ${result} as kept offset 0) as done`),
    })
    return { queued, next_since: nextSince && new Date(nextSince).toISOString() }
  },
)
