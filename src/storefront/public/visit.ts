import { sql } from 'drizzle-orm'
import type { VisitorContext } from '../../context.ts'
import type { Db, Results, Statement } from '../../db/client.ts'
import { Refusal } from '../../db/failure.ts'
import { ServiceError } from '../../errors.ts'
import { StoreSlug } from '../../text.ts'

/** The same for a store that there is not, that is closed or that has published nothing, and for what it has not. */
export const nothingThere = () =>
  new ServiceError('not_found', 'There is nothing public at this address. Check the address.')

// Paths of the merchant's own.
const reserved = ['pages', 'publish', 'rollback', 'versions']

/** Sends statements in one batch behind the door of a public storefront, and gives its published version with them. */
export async function visit<const T extends readonly Statement[]>(
  { call }: VisitorContext,
  { slug, writes = false }: { slug: string; writes?: boolean },
  statements: (db: Db) => T,
): Promise<{ version: number; results: Results<T> }> {
  if (!StoreSlug.safeParse(slug).success || reserved.includes(slug)) throw nothingThere()
  try {
    const [entered, ...results] = await call((db) => [
      db.execute<{ version: number }>(sql`select app.enter_storefront(${slug}, ${writes}) as version`),
      ...statements(db),
    ])
    return { version: Number(entered.rows[0]?.version), results }
  } catch (error) {
    throw error instanceof Refusal && error.code === 'not_found' ? nothingThere() : error
  }
}
