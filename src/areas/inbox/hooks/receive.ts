import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { limits } from '../../../platform/values/limits.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import type { Arrival } from './arrival.ts'

/** How many are sent to the database at once, and for how long it stores some of them in one transaction. */
const portion = { most: 200, time: '300 ms' }

const Stored = z.tuple([z.object({ processed: z.coerce.number().min(1), received: z.coerce.number() })])

/**
 * Stores everything in the request. Providers repeat a request that failed: what is stored already is skipped. Meta sends up to
 * 1,000 updates in one (Graph API, Webhooks, Getting Started), hence in portions.
 */
export const receive = publicOperation(
  {
    input: z.strictObject({ channel_id: id('channel'), arrivals: z.array(z.custom<Arrival>()) }),
    output: z.object({ received: z.int().describe('Number of messages in the request') }),
  },
  async ({ call }, { channel_id, arrivals }) => {
    if (arrivals.length > limits.hook.events)
      throw new ServiceError('payload_too_large', `The request may have at most ${limits.hook.events} events.`)
    const inTurn = arrivals.some((arrival) => 'other_keys' in arrival)
    const ordered = inTurn ? arrivals : arrivals.toSorted((one, other) => compare(threadOf(one), threadOf(other)))
    let received = 0
    for (let from = 0; from < ordered.length;) {
      const some = JSON.stringify(ordered.slice(from, from + portion.most))
      const [, { rows }] = await call((db) => [
        db.execute(sql`select app.enter_channel(${channel_id})`),
        db.execute(
          sql`select * from app.receive_hook(${channel_id}, ${some}::jsonb, ${inTurn}, ${portion.time}::interval)`,
        ),
      ])
      const [stored] = Stored.parse(rows)
      from += stored.processed
      received += stored.received
    }
    return { received }
  },
)

/** A delivery without one comes after what it may be about. */
const threadOf = (arrival: Arrival): string => arrival.thread_key ?? '\uffff'

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
