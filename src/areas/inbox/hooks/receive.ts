import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../../platform/values/ids.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import type { Arrival } from './arrival.ts'

/** Stores everything in the request, or nothing. Providers may repeat a request: what is stored already is skipped. */
export const receive = publicOperation(
  {
    input: z.strictObject({ channel_id: id('channel'), arrivals: z.array(z.custom<Arrival>()) }),
    output: z.object({ received: z.int().describe('Number of messages in the request') }),
  },
  async ({ call }, { channel_id, arrivals }) => {
    const [, { rows }] = await call((db) => [
      db.execute(sql`select app.enter_channel(${channel_id})`),
      db.execute(sql`select app.receive_hook(${channel_id}, ${JSON.stringify(arrivals)}::jsonb) as received`),
    ])
    return { received: z.coerce.number().parse(rows[0]?.['received']) }
  },
)
