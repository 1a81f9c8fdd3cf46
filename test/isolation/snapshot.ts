import { z } from 'zod'
import { storelessNames } from '../db/table-rules.ts'
import { asOwner } from '../support/sql.ts'

const Tables = z.array(z.object({ name: z.string(), key: z.string() }))
const Prints = z.array(z.tuple([z.object({ name: z.string(), rows: z.int(), hash: z.string().nullable() })]))

/** Every table, save those that belong to no store, with the column that says whose a row is. */
export const tenantTables = async (sql = asOwner) =>
  Tables.parse(
    await sql.query(`select relname as name, case relname when 'stores' then 'id' else 'store_id' end as key from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in (${storelessNames})
      order by relname`),
  )

/** All that a store has, byte for byte: rows and hash, table by table. */
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
  return Prints.parse(found).flat()
}
