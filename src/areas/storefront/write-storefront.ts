import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Context } from '../../platform/operation/context.ts'
import type { Db, Statement } from '../../platform/db/client.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { readStorefront, type Storefront, storefrontOf, toStorefront } from './storefront.ts'

/** Runs statements on the storefront of the caller's store, and returns the storefront afterwards. */
export async function writeStorefront(
  write: Context['write'],
  statements: (db: Db) => readonly Statement[],
): Promise<z.output<typeof Storefront>> {
  const { storefront } = await write({
    store: sql`app.only_store()`,
    statements,
    result: storefrontOf(sql`app.store()`),
    read: readStorefront,
  })
  if (!storefront) throw notFound('store')
  return toStorefront(storefront)
}
