import { type Column, type SQL, sql } from 'drizzle-orm'

/** Rows as one JSON array. `where`: only those. */
export const jsonRows = (columns: Readonly<Record<string, SQL | Column>>, order: SQL, where: SQL = sql`true`): SQL =>
  sql`coalesce(jsonb_agg(jsonb_build_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )}) order by ${order}) filter (where ${where}), '[]')`
