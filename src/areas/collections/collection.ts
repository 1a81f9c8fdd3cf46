import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { collections, matches } from '../../platform/db/schema/collections.ts'
import { id } from '../../platform/values/ids.ts'
import { ShownImage, toImage } from '../products/product.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import { Seo } from '../../platform/values/seo.ts'

const Rule = z.union([
  z.object({ tag: z.string() }),
  z.object({ in_stock: z.boolean() }),
  z.object({ created_within_days: z.int() }),
  z.object({ price_from: z.number().optional(), price_to: z.number().optional() }),
])

export const Collection = z.object({
  id: id('collection'),
  store_id: id('store'),
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  image: ShownImage.nullable(),
  seo: Seo,
  published: z.boolean().describe('Whether the storefront shows it'),
  rules: z.array(Rule).nullable().describe('Null: a manual collection'),
  match: z.enum(matches).nullable().describe('Whether a product must meet all rules or any. Null: a manual collection'),
  products_count: z
    .int()
    .nullable()
    .describe('For a manual collection: the products in its list, including those that are not on sale'),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** What a write returns. */
export const SavedCollection = Collection.extend({
  hidden: z.array(z.string()).optional().describe('Drafts and archived products in its list, at most 10 titles'),
})

const { id: idColumn, conditions: _conditions, ...otherColumns } = getTableColumns(collections)

/** `id` must be first: a null there marks an empty page of the left join. */
export const collectionColumns = { id: idColumn, ...otherColumns }

export type CollectionRow = WithRowTimes<Omit<typeof collections.$inferSelect, 'conditions'>>

type SavedRow = CollectionRow & { readonly hidden: string[] | null }

export const readCollection: Read<SavedRow> = (db, result) =>
  db
    .select({ ...collectionColumns, hidden: sql<string[] | null>`nullif(kept -> 'hidden', 'null')` })
    .from(keptRow(collections, result))

/** A collection of the open store, as the result of a write. */
export const collectionJson = (collectionId: Reference) =>
  sql`(select to_jsonb(c) || jsonb_build_object('hidden', app.hidden_products(c.id)) from ${collections} c where c.store_id = app.store() and c.id = ${collectionId})`

export const toCollection = (row: CollectionRow): z.output<typeof Collection> => ({
  id: row.id,
  store_id: row.storeId,
  slug: row.slug,
  title: row.title,
  description: row.description,
  image: row.image && toImage(row.image),
  seo: row.seo,
  published: row.published,
  rules: row.rules,
  match: row.match,
  products_count: row.rules ? null : row.productsCount,
  version: row.version,
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
})

export const toSavedCollection = (row: SavedRow): z.output<typeof SavedCollection> => ({
  ...toCollection(row),
  ...(row.hidden && { hidden: row.hidden }),
})
