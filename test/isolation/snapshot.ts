import { z } from 'zod'
import { storelessNames } from '../platform/db/table-rules.ts'
import { asOwner } from '../support/sql.ts'

const Tables = z.array(z.object({ name: z.string(), key: z.string() }))
const Fingerprints = z.array(z.object({ name: z.string(), rows: z.int(), hash: z.string().nullable() }))

/** Every table whose rows belong to a store, with the column that holds the store's id. */
export const tenantTables = async (sql = asOwner) =>
  Tables.parse(
    await sql.query(`select relname as name, case relname when 'stores' then 'id' else 'store_id' end as key from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in (${storelessNames})
      order by relname`),
  )

/** The databases that have `testing.snapshot`. */
const prepared = new Map<typeof asOwner, Promise<void>>()

/** The number of rows and a hash of all rows of a store, for each table. */
export async function snapshot(storeId: string, sql = asOwner) {
  const ready = prepared.get(sql) ?? prepare(sql)
  prepared.set(sql, ready)
  await ready
  // A parallel plan returns the tables in any order.
  return Fingerprints.parse(await sql`select * from testing.snapshot(${storeId}) order by name`)
}

/** A function keeps its plan. Without it, planning takes several times as long as reading the rows of a small store. */
async function prepare(sql: typeof asOwner) {
  const fingerprints = (await tenantTables(sql)).map(
    ({ name, key }) =>
      `select '${name}', count(*)::int, md5(string_agg(t::text, chr(10) order by t::text)) from public.${name} t where ${key} = $1`,
  )
  await sql.transaction([
    // Other workers create it at the same time.
    sql`select pg_advisory_xact_lock(hashtext('testing'))`,
    sql`create schema if not exists testing`,
    sql.query(`create or replace function testing.snapshot(uuid) returns table (name text, rows int, hash text) language plpgsql
      as $$ begin return query ${fingerprints.join(' union all ')}; end $$`),
    sql`revoke all on function testing.snapshot(uuid) from public`,
  ])
}
