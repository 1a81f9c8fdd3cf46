import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { storeOf } from '../../platform/db/in-stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { EventPatterns, typesMatching } from '../events/event-filter.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { DayOrMoment } from '../../platform/values/text.ts'
import { isManageable } from './webhook.ts'
import { disabledRefusals, maxPending, pendingRefusals } from './webhook-fields.ts'

/** Sends past events again, of those that the webhook subscribes to. */
export const replayWebhook = operation(
  {
    name: 'replay_webhook',
    scope: 'webhooks:manage',
    input: z.strictObject({
      webhook_id: id('webhook'),
      since: DayOrMoment.describe("Events since this time, or since this date began in the store's time zone"),
      types: EventPatterns.optional().describe('Default: all events of the webhook'),
    }),
    output: z.object({
      queued: z.int().describe(`At most ${maxPending}`),
      next_since: z.iso
        .datetime()
        .nullable()
        .describe('There may be more: continue with this as since. Null: these were all'),
    }),
    refusals: { ...disabledRefusals, ...pendingRefusals },
  },
  async ({ write }, { webhook_id, since, types = ['*'] }) => {
    const wanted = sql`${sql.param([...typesMatching(types)])}::text[]`
    const { queued, nextSince } = await write({
      store: storeOf(webhooks, webhook_id, isManageable),
      statements: () => [],
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
