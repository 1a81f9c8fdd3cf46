import { sql } from 'drizzle-orm'
import type { VisitorContext } from '../../../platform/operation/context.ts'
import type { Db, Results, Statement } from '../../../platform/db/client.ts'
import { Refusal } from '../../../platform/db/failure.ts'
import { entrance, type Query } from '../../../platform/db/prepared.ts'
import { typed } from '../../../platform/db/selection.ts'
import { Moved, ServiceError } from '../../../platform/errors/errors.ts'
import { reservedSlugs, StoreSlug } from '../../../platform/values/text.ts'

/**
 * The slug is a former slug of a store. Redirects are cached for seconds only: a store can take a former slug back, and
 * cached redirects would then form a loop.
 */
export class StorefrontMoved extends Moved {
  /** The store's current slug. */
  readonly slug: string

  constructor(slug: string) {
    super(
      (path) => path.replace(/^(\/api\/storefront\/)[^/]+/, (_, base: string) => base + slug),
      // The URL of an order contains its id, which only the shopper and the store may know.
      (path) => (/^\/api\/storefront\/[^/]+\/orders\//.test(path) ? null : 30),
    )
    this.slug = slug
  }
}

/** The same error for stores that do not exist, are closed or unpublished, and for resources that are not public. */
export const nothingPublic = () => new ServiceError('not_found', 'Nothing is published at this URL. Check the URL.')

/**
 * Runs statements in one batch, in the tenant context of a public storefront. Also returns its edition, which identifies the
 * store, whatever its slug, and its published version.
 */
export async function visit<const T extends readonly Statement[]>(
  { call }: VisitorContext,
  { slug, writes = false }: { slug: string; writes?: boolean },
  statements: (db: Db) => T,
): Promise<{ edition: string; results: Results<T> }> {
  const name = nameOf(slug)
  try {
    const [entered, ...results] = await call((db) => [
      db.execute<{ edition: string }>(sql`select ${edition} as edition from app.enter_storefront(${name}, ${writes})`),
      ...statements(db),
    ])
    return { edition: entered.rows[0]?.edition ?? '', results }
  } catch (error) {
    throw toVisitorError(error)
  }
}

/** The edition, for a selection that `readPublic` reads. */
export const edition = typed(
  'text',
  sql<string>`(select concat_ws(' ', f.store_id, f.published_version) from storefronts as f
    where f.store_id = (app.stores())[1])`,
)

/** What runs one query like `Context.read`, in the tenant context of a public storefront. */
export const readPublic =
  ({ read }: VisitorContext, slug: string) =>
  async <Row, Values>(query: Query<Row, Values>, values: Values): Promise<Row[]> => {
    const name = nameOf(slug)
    try {
      return await read(inStorefront({ slug: name }), query, values)
    } catch (error) {
      throw toVisitorError(error)
    }
  }

const inStorefront = entrance<{ readonly slug: string }>((value) => [
  sql`app.enter_storefront(${value('slug')}, false)`,
])

function nameOf(slug: string): string {
  const { data } = StoreSlug.safeParse(slug)
  if (data === undefined || reservedSlugs.some((reserved) => reserved === data)) throw nothingPublic()
  return data
}

function toVisitorError(error: unknown): unknown {
  if (error instanceof Refusal && error.code === 'moved') return new StorefrontMoved(error.detail)
  return error instanceof Refusal && error.code === 'not_found' ? nothingPublic() : error
}
