import { sql } from 'drizzle-orm'
import type { VisitorContext } from '../../context.ts'
import type { Db, Results, Statement } from '../../db/client.ts'
import { Refusal } from '../../db/failure.ts'
import { Moved, ServiceError } from '../../errors.ts'
import { reservedSlugs, StoreSlug } from '../../text.ts'

/**
 * The address is a former slug of a store. Its redirects are kept for seconds only: a store may take a former slug back,
 * and kept redirects would then lead in a circle.
 */
export class StorefrontMoved extends Moved {
  /** The store's present slug. */
  readonly slug: string

  constructor(slug: string) {
    super(
      (path) => path.replace(/^(\/api\/storefront\/)[^/]+/, (_, base: string) => base + slug),
      // An order's address is between the shopper and the store.
      (path) => (/^\/api\/storefront\/[^/]+\/orders\//.test(path) ? null : 30),
    )
    this.slug = slug
  }
}

/** The same for a store that there is not, that is closed or that has published nothing, and for what it has not. */
export const nothingThere = () =>
  new ServiceError('not_found', 'There is nothing public at this address. Check the address.')

/**
 * Sends statements in one batch behind the door of a public storefront. With their results comes its edition: what
 * stands for the store, whatever it is called, and its published version.
 */
export async function visit<const T extends readonly Statement[]>(
  { call }: VisitorContext,
  { slug, writes = false }: { slug: string; writes?: boolean },
  statements: (db: Db) => T,
): Promise<{ edition: string; results: Results<T> }> {
  if (!StoreSlug.safeParse(slug).success || reservedSlugs.some((reserved) => reserved === slug)) throw nothingThere()
  try {
    const [entered, ...results] = await call((db) => [
      db.execute<{ edition: string }>(
        sql`select concat_ws(' ', (app.stores())[1], entered.version) as edition
          from app.enter_storefront(${slug}, ${writes}) as entered(version)`,
      ),
      ...statements(db),
    ])
    return { edition: entered.rows[0]?.edition ?? '', results }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'moved') throw new StorefrontMoved(error.detail)
    throw error instanceof Refusal && error.code === 'not_found' ? nothingThere() : error
  }
}
