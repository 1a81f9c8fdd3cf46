import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { inventory } from '../../platform/db/schema/inventory.ts'
import { products, productVariants } from '../../platform/db/schema/products.ts'

/** A request examines at most this many of a store's newest variants, or of those whose stock is low. */
const maxExamined = sql.raw('app.examined(10000)')

/** A search finds the variants of at most this many products, the newest that match. */
const maxFound = 1000

type Filters = {
  readonly low_stock?: boolean | undefined
  readonly threshold?: number | undefined
  readonly product_id?: string | undefined
  readonly search?: string | undefined
}

/** What of a variant's stock matches, and whether nothing else can. */
export function stockSource(filters: Filters): { matched: SQL; isComplete: SQL } {
  const { rows, isLow, isComplete } = rowsOf(filters)
  return {
    isComplete,
    // OFFSET 0 keeps the planner from reading the variants and products of all stores at once.
    matched: sql`select i.store_id, i.variant_id as id, i.on_hand, i.reserved, i.on_hand - i.reserved as available, i.tracked,
        i.allow_backorder, i.low_stock_threshold, i.updated_at, v.title, v.sku, p.id as product_id,
        p.title as product_title, p.status as product_status
      from ${rows}
      cross join lateral (select * from ${productVariants} as v
        where v.store_id = i.store_id and v.id = i.variant_id and v.archived_at is null offset 0) as v
      cross join lateral (select * from ${products} as p
        where p.store_id = v.store_id and p.id = v.product_id and p.status <> 'archived' offset 0) as p
      where ${isLow}`,
  }
}

/** Counts what the list has with low_stock=true, up to `cap`. */
export const selectLowStock = (db: Db, cap: number) => {
  const { matched, isComplete } = stockSource({ low_stock: true })
  return db
    .select({ count: sql`count(*)`.mapWith(Number), isComplete: sql<boolean>`${isComplete}` })
    .from(sql`(${matched} limit ${cap}) as low`)
}

/** The rows of inventory as `i`, and whether no others can match. */
function rowsOf({ low_stock, threshold, product_id, search }: Filters): { rows: SQL; isLow: SQL; isComplete: SQL } {
  const limit = threshold === undefined ? sql`coalesce(i.low_stock_threshold, 0)` : sql`${threshold}::int`
  const low = sql`(i.tracked and i.on_hand - i.reserved <= ${limit})`
  const isLow = low_stock === undefined ? sql`true` : low_stock ? low : sql`not ${low}`
  if (product_id !== undefined || search !== undefined)
    return {
      rows: sql`${productsOf({ product_id, search })} as f(store_id, id)
        join product_variants as k on k.store_id = f.store_id and k.product_id = f.id
        cross join lateral (select * from ${inventory} where store_id = k.store_id and variant_id = k.id limit 1) as i`,
      isLow: product_id === undefined ? isLow : sql`${isLow} and f.id = ${product_id}`,
      isComplete: sql`true`,
    }
  // An index has those that are low by their own thresholds.
  const indexed = low_stock === true && threshold === undefined ? sql`is_low` : sql`true`
  return {
    rows: sql`unnest(app.stores()) as s(id) cross join lateral (select * from ${inventory}
      where store_id = s.id and ${indexed} order by variant_id desc limit ${maxExamined}) as i`,
    isLow,
    isComplete: sql`not exists (select from unnest(app.stores()) as s(id) cross join lateral (select from ${inventory}
      where store_id = s.id and ${indexed} order by variant_id offset ${maxExamined} limit 1) as more)`,
  }
}

const notArchived = JSON.stringify([{ column: 'status', is: 'one_of', values: ['active', 'draft'] }])

/** Stores and ids of products. */
const productsOf = ({ product_id, search }: Pick<Filters, 'product_id' | 'search'>) =>
  search === undefined
    ? sql`(select store_id, id from ${products} where store_id = any(app.stores()) and id = ${product_id})`
    : sql`app.search_page('products', ${search}, ${notArchived}, false, null, null, ${maxFound}, 0) as found
        cross join unnest(found.store_ids, found.ids)`
