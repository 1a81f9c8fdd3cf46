import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { actorKinds } from './schema/events.ts'

export const Actor = z
  .object({
    kind: z.enum(actorKinds),
    id: z.guid().nullable(),
    name: z.string().nullable().describe('Email address of a member, or name of a token or assistant'),
  })
  .describe('Who did it')

/** The name of an event's actor. `alias` is that of the events table in the query. */
export const actorName = (alias: 'events' | 'entry') => {
  const events = sql.raw(alias)
  return sql<string | null>`coalesce(
    (select m.email from store_members m where m.store_id = ${events}.store_id and m.user_id = ${events}.actor_id),
    (select t.name from mcp_tokens t where t.store_id = ${events}.store_id and t.id = ${events}.actor_id),
    (select g.client_name from oauth_grants g where g.store_id = ${events}.store_id and g.id = ${events}.actor_id))`
}
