import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Reads the stored result of a write (a jsonb expression), which is the answer, as it is. */
export const readStored =
  <Result>() =>
  (db: Db, result: SQL) =>
    db.select({ result: sql<Result>`stored.result` }).from(sql`(select ${result} as result) as stored`)
