import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { actorKinds } from './schema/events.ts'

export const Actor = z
  .object({
    kind: z.enum(actorKinds),
    id: z.guid().nullable(),
    name: z.string().nullable().describe("E-mail address of a colleague, or a token's or assistant's name"),
  })
  .describe('Who did it')

/** The name of who did what the events, aliased so, say. */
export const actorName = (alias: 'events' | 'entry') => {
  const of = sql.raw(alias)
  return sql<string | null>`coalesce(
    (select m.email from store_members m where m.store_id = ${of}.store_id and m.user_id = ${of}.actor_id),
    (select t.name from mcp_tokens t where t.store_id = ${of}.store_id and t.id = ${of}.actor_id),
    (select g.client_name from oauth_grants g where g.store_id = ${of}.store_id and g.id = ${of}.actor_id))`
}
