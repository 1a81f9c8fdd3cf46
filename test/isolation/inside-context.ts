import { z } from 'zod'
import type { Shop } from '../support/shop.ts'
import { testIssuer } from '../support/callers/identity.ts'
import type { asOwner } from '../support/sql.ts'
import { storeless } from '../platform/db/table-rules.ts'
import { tenantTables } from './snapshot.ts'

type Sql = typeof asOwner

const everyRole = ['owner', 'admin', 'staff', 'viewer']

/** The first statement of a batch, which sets the tenant context to the caller's stores. */
export const enter = (sql: Sql, { owner }: Shop, roles: readonly string[] = everyRole) =>
  sql.query('select app.enter_member($1, $2, null, $3::text[], null, null)', [testIssuer, owner.subject, roles])

export const beginWrite = (sql: Sql, { store }: Shop) =>
  sql.query(`select app.begin_write($1, 'test', $2, '')`, [store.id, crypto.randomUUID()])

const Counted = z.array(z.object({ n: z.int() })).length(1)

/** The count returned by the last statement of a batch. */
export const countOf = (results: readonly unknown[]): number => Counted.parse(results.at(-1))[0]?.n ?? NaN

export const count = (sql: Sql, table: string) => sql.query(`select count(*)::int as n from public.${table}`)

/** Updates all rows without changing them, and counts them. Has no condition on purpose. */
export const touchAll = (sql: Sql, { name, key }: { name: string; key: string }) =>
  sql.query(`with done as (update public.${name} set ${key} = ${key} returning 1) select count(*)::int as n from done`)

export const deleteAll = (sql: Sql, { name }: { name: string }) =>
  sql.query(`with done as (delete from public.${name} returning 1) select count(*)::int as n from done`)

/** Moves all rows that the statement can reach to the shop's store. */
export const giveAllTo = (sql: Sql, { name, key }: { name: string; key: string }, { store }: Shop) =>
  sql.query(`with done as (update public.${name} set ${key} = $1 returning 1) select count(*)::int as n from done`, [
    store.id,
  ])

export type Row = Awaited<ReturnType<typeof oneRowOfEach>>[number]

/** One row of the shop from every table, with its writable columns. */
export async function oneRowOfEach(sql: Sql, { store }: Shop) {
  const tables = await tenantTables(sql)
  return Promise.all(tables.map((table) => oneRow(sql, table, `${table.key} = '${store.id}'`)))
}

/** One row from every table that belongs to no store. Updates set `created_at`, since there is no store_id. */
export const oneRowOfEachStoreless = (sql: Sql) =>
  Promise.all(Object.keys(storeless).map((name) => oneRow(sql, { name, key: 'created_at' }, 'true')))

async function oneRow(sql: Sql, table: { name: string; key: string }, condition: string) {
  const found = await sql.query(
    `select to_jsonb(t)::text as row,
        (select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from public.${table.name} t where ${condition} limit 1`,
    [table.name],
  )
  const [row] = z.array(z.object({ row: z.string(), columns: z.string() })).parse(found)
  if (!row) throw new Error(`${table.name} is empty, so the test has no row to copy`)
  return { ...table, ...row }
}

export const insertCopy = (sql: Sql, { name, row, columns }: Row) =>
  sql.query(
    `insert into public.${name} (${columns}) select ${columns} from jsonb_populate_record(null::public.${name}, $1::jsonb)`,
    [row],
  )

const Failure = z.object({ code: z.string(), message: z.string() })

/** SQLSTATE and message of a statement that must fail. */
export async function failureOf(statement: Promise<unknown>): Promise<string> {
  const error = await statement.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  const known = Failure.safeParse(error)
  if (!known.success) throw error
  return `${known.data.code} ${known.data.message}`
}
