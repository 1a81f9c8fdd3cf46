import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { limits } from '../../../platform/values/limits.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import type { Arrival } from './arrival.ts'

/** How many are stored in one transaction, which takes about a tenth of a second. */
const portion = 200

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
    let received = 0
    for (let from = 0; from < arrivals.length; from += portion) {
      const some = JSON.stringify(arrivals.slice(from, from + portion))
      const [, { rows }] = await call((db) => [
        db.execute(sql`select app.enter_channel(${channel_id})`),
        db.execute(sql`select app.receive_hook(${channel_id}, ${some}::jsonb) as received`),
      ])
      received += z.coerce.number().parse(rows[0]?.['received'])
    }
    return { received }
  },
)
