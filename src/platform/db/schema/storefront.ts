import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, storeId, updatedAt, versionColumn } from '../columns.ts'
import { stores } from './stores.ts'

/** One immutable row for each time a storefront was published. */
export const storefrontVersions = pgTable(
  'storefront_versions',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    /** 1, 2, 3 … in every store. */
    number: integer('number').notNull(),
    /** The draft at that moment, and its pages by id and revision. */
    content: jsonb('content').notNull(),
    note: text('note'),
    restoredFrom: integer('restored_from'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'storefront_versions_pkey', columns: [t.storeId, t.id] }),
    unique('storefront_versions_number_key').on(t.storeId, t.number),
    index('storefront_versions_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)

/** A store's draft, and the number of its public version. A store without a row has the default draft, unpublished. */
export const storefronts = pgTable(
  'storefronts',
  {
    storeId: storeId()
      .primaryKey()
      .references(() => stores.id),
    draft: jsonb('draft').notNull(),
    publishedVersion: integer('published_version'),
    lastVersion: integer('last_version').notNull().default(0),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'storefronts_published_fkey',
      columns: [t.storeId, t.publishedVersion],
      foreignColumns: [storefrontVersions.storeId, storefrontVersions.number],
    }),
  ],
)

export type PageSeo = {
  title: string | null
  description: string | null
  image_url: string | null
  noindex: boolean
}

/** The draft of a page. A deleted page stays as an empty row, so that a repeated deletion finds it. */
export const storefrontPages = pgTable(
  'storefront_pages',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** The body, rendered and sanitized when it was written. */
    bodyHtml: text('body_html').notNull(),
    seo: jsonb('seo').$type<PageSeo>().notNull(),
    position: integer('position').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'storefront_pages_pkey', columns: [t.storeId, t.id] }),
    uniqueIndex('storefront_pages_slug_key')
      .on(t.storeId, t.slug)
      .where(sql`not deleted`),
    index('storefront_pages_created_idx').on(
      t.storeId,
      t.deleted,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    check('storefront_pages_body', sql`octet_length(${t.body}) <= 102400`),
  ],
)

/** The published text of a page, shared by all versions that contain it. It stays when the page is deleted. */
export const storefrontPageRevisions = pgTable(
  'storefront_page_revisions',
  {
    storeId: storeId().references(() => stores.id),
    pageId: uuid('page_id').notNull(),
    revision: integer('revision').notNull(),
    bodyHtml: text('body_html').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'storefront_page_revisions_pkey', columns: [t.storeId, t.pageId, t.revision] })],
)

/**
 * One row for each order that a shopper placed in the last hour, with the keyed hash of its network address. Only the
 * store's limit of orders per address uses it.
 */
export const shopperAddresses = pgTable(
  'shopper_addresses',
  {
    storeId: storeId().references(() => stores.id),
    address: text('address').notNull(),
    id: idColumn(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'shopper_addresses_pkey', columns: [t.storeId, t.address, t.id] }),
    index('shopper_addresses_created_idx').on(t.createdAt),
  ],
)
