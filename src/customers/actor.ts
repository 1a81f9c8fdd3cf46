import { sql } from 'drizzle-orm'
import * as z from 'zod'

export const Actor = z
  .object({
    kind: z.enum(['user', 'token', 'system']),
    id: z.guid().nullable(),
    email: z.string().nullable().describe('Of a member of the store'),
  })
  .describe('Who did it')

/** The e-mail address of who did what the events (aliased so) say. */
export const actorEmail = (events: 'events' | 'entry') =>
  sql<string | null>`(select m.email from store_members m where m.store_id = ${sql.raw(events)}.store_id
    and m.user_id = ${sql.raw(events)}.actor_id)`
