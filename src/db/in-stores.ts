import { type Column, eq, type SQL, sql, type Table } from 'drizzle-orm'

// Row-level security says the same; whichever of the two were missing, the other would still keep stores apart.

/** Rows of the stores that the door let the caller see. */
export const inVisibleStores = (storeId: Column): SQL => sql`${storeId} = any(app.stores())`

/** Rows of the store being written to. */
export const inOpenStore = (storeId: Column): SQL => eq(storeId, sql`app.store()`)

type Resource = Table & { readonly id: Column; readonly storeId: Column }

/** The store of a resource that the caller can see, or NULL. `and` narrows which resources count. */
export const storeOf = (table: Resource, id: string, and: SQL = sql`true`): SQL =>
  sql`(select store_id from ${table} where ${inVisibleStores(table.storeId)} and ${table.id} = ${id} and ${and})`

/** Locks a resource of the open store; refuses where it has moved on from the version that the caller read. */
export const lockVersion = (
  table: Resource & { readonly version: Column },
  id: string,
  expected: number | undefined,
): SQL =>
  sql`select app.expect_version(
    (select ${table.version} from ${table} where ${inOpenStore(table.storeId)} and ${table.id} = ${id} for update),
    ${expected ?? null})`
