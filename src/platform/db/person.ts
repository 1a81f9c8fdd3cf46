import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Role } from './schema/stores.ts'

/** A member of a store, or somebody who was one. */
export const Person = z.object({
  id: z.string(),
  /** From their identity provider, or else the part of their email address before the @. */
  name: z.string().nullable().describe('Null if unknown'),
})

/** The name of a row that has a name and an email address: a member, or an invitation. */
export const shownName = (row: SQL) =>
  sql<string | null>`coalesce(${row}.name, nullif(split_part(${row}.email, '@', 1), ''))`

/** What a store knows about a person. Of a former member, only the name. */
export type KnownPerson = { name: string | null; email: string | null; role: Role | null } | null

/** `storeId` and `userId` are written with their table, because the tables here have the same columns. */
export const knownPerson = (storeId: SQL, userId: SQL) => sql<KnownPerson>`coalesce(
  (select jsonb_build_object('name', ${shownName(sql`m`)}, 'email', m.email, 'role', m.role)
     from store_members m where m.store_id = ${storeId} and m.user_id = ${userId}),
  (select jsonb_build_object('name', f.name) from former_members f where f.store_id = ${storeId} and f.user_id = ${userId}))`

export const personName = (storeId: SQL, userId: SQL) => sql<string | null>`${knownPerson(storeId, userId)} ->> 'name'`

/** Null without an id. */
export const toPerson = (id: string | null, name: string | null): z.output<typeof Person> | null =>
  id === null ? null : { id, name }
