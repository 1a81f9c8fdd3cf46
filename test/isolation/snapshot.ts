import { z } from 'zod'
import { storelessNames } from '../db/table-rules.ts'
import { asOwner } from '../support/sql.ts'

const Tables = z.array(z.object({ name: z.string(), key: z.string() }))
const Fingerprints = z.array(z.tuple([z.object({ name: z.string(), rows: z.int(), hash: z.string().nullable() })]))

/** Every table whose rows belong to a store, with the column that holds the store's id. */
export const tenantTables = async (sql = asOwner) =>
  Tables.parse(
    await sql.query(`select relname as name, case relname when 'stores' then 'id' else 'store_id' end as key from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in (${storelessNames})
      order by relname`),
  )

/** The number of rows and a hash of all rows of a store, for each table. */
export async function snapshot(storeId: string, sql = asOwner) {
  const tables = await tenantTables(sql)
  const found = await sql.transaction(
    tables.map(({ name, key }) =>
      sql.query(
        `select $2::text as name, count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text)) as hash
           from public.${name} t where ${key} = $1`,
        [storeId, name],
      ),
    ),
  )
  return Fingerprints.parse(found).flat()
}
