import { type Column, eq, type SQL, sql, type SQLWrapper, type Table } from 'drizzle-orm'
import { events } from './schema/events.ts'

// These conditions repeat the row-level policies. If one of the two were missing, the other would still separate stores.

/** Rows of the stores that the caller may see. */
export const inVisibleStores = (storeId: Column): SQL => sql`${storeId} = any(app.stores())`

/** Rows of the store that is open for writing. */
export const inOpenStore = (storeId: Column): SQL => eq(storeId, sql`app.store()`)

type Resource = Table & { readonly id: Column; readonly storeId: Column }

/** The store of a resource that the caller may see, or NULL. `and` adds a condition. */
export const storeOf = (table: Resource, id: string | SQLWrapper, and: SQL = sql`true`): SQL =>
  sql`(select store_id from ${table} where ${inVisibleStores(table.storeId)} and ${table.id} = ${id} and ${and})`

/** The same for a resource that is deleted: then the store it was in, so that a retry finds the stored result. */
export const storeOfDeleted = (table: Resource, id: string | SQLWrapper, deleted: string): SQL =>
  sql`coalesce(${storeOf(table, id)}, (select e.store_id from ${events} as e
    where e.store_id = any(app.stores()) and e.subject_id = ${id} and e.type = ${deleted} limit 1))`

/**
 * Locks a resource of the open store. Refuses if it no longer has the version that the caller read, or if `and` is not true of
 * it.
 */
export const lockVersion = (
  table: Resource & { readonly version: Column },
  id: string | SQLWrapper,
  expected: number | undefined,
  and: SQL = sql`true`,
): SQL =>
  sql`select app.expect_version((select ${table.version} from ${table}
    where ${inOpenStore(table.storeId)} and ${table.id} = ${id} and ${and} for update), ${expected ?? null})`

/** Sets what every change of a resource sets. */
export const newVersion = ({ version }: { readonly version: Column }) => ({
  version: sql`${version} + 1`,
  updatedAt: sql`now()`,
})
