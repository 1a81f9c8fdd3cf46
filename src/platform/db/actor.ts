import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Person, personName } from './person.ts'
import { actorKinds } from './schema/events.ts'

export const Actor = z
  .object({
    kind: z
      .enum(actorKinds)
      .describe(
        'user: a member. token: an access token or an assistant. key: an API key. system: the service, or a customer of the storefront',
      ),
    id: z.guid().nullable(),
    name: z
      .string()
      .nullable()
      .describe('Of the member, the access token, the assistant or the API key. Null for the system'),
    acts_for: Person.nullable().describe('The member who created the token or API key, or allowed the assistant'),
  })
  .describe('Who did it')

export type ActorFacts = { name: string | null; acts_for?: z.output<typeof Person> } | null

/** SQL: what a store knows about an actor of each kind besides its id. */
export function factsOf(storeId: SQL, actorId: SQL): Readonly<Record<'user' | 'key' | 'token', SQL<ActorFacts>>> {
  const key = sql<ActorFacts>`(select jsonb_build_object('name', t.name, 'acts_for',
      jsonb_build_object('id', t.created_by, 'name', ${personName(sql`t.store_id`, sql`t.created_by`)}))
     from access_tokens t where t.store_id = ${storeId} and t.id = ${actorId})`
  return {
    user: sql`jsonb_build_object('name', ${personName(storeId, actorId)})`,
    key,
    token: sql`coalesce(
      ${key},
      (select jsonb_build_object('name', g.client_name, 'acts_for',
          jsonb_build_object('id', g.user_id, 'name', ${personName(sql`g.store_id`, sql`g.user_id`)}))
         from oauth_grants g where g.store_id = ${storeId} and g.id = ${actorId}))`,
  }
}

/** What is known about an event's actor besides kind and id. `alias` is that of the events table in the query. */
export const actorFacts = (alias: 'events' | 'entry' | 'order_payments') => {
  const events = sql.raw(alias)
  const { user, key, token } = factsOf(sql`${events}.store_id`, sql`${events}.actor_id`)
  return sql<ActorFacts>`case ${events}.actor_kind when 'user' then ${user} when 'key' then ${key} when 'token' then ${token} end`
}

export type ActorRow = {
  readonly actorKind: (typeof actorKinds)[number] | null
  readonly actorId: string | null
  readonly actorFacts: ActorFacts
}

export const toActor = ({ actorKind, actorId, actorFacts }: ActorRow): z.output<typeof Actor> => ({
  kind: actorKind ?? 'system',
  id: actorId,
  name: actorFacts?.name ?? null,
  acts_for: actorFacts?.acts_for ?? null,
})
