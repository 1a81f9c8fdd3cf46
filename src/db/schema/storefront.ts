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
import { createdAt, id, storeId, updatedAt, version } from '../columns.ts'
import { stores } from './stores.ts'

/** What the public sees of a store, one immutable row each time it was published. */
export const storefrontVersions = pgTable(
  'storefront_versions',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    /** 1, 2, 3 … in every store. */
    number: integer('number').notNull(),
    /** The draft of that moment, and its pages by id and revision. */
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

/** A store's draft, and which version is public. A store without a row has the default draft, unpublished. */
export const storefronts = pgTable(
  'storefronts',
  {
    storeId: storeId()
      .primaryKey()
      .references(() => stores.id),
    draft: jsonb('draft').notNull(),
    publishedVersion: integer('published_version'),
    lastVersion: integer('last_version').notNull().default(0),
    version: version(),
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

/** The draft of a page. A deleted one stays as an empty row, so that deleting it again finds it. */
export const storefrontPages = pgTable(
  'storefront_pages',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** The body rendered and sanitised when it was written. */
    bodyHtml: text('body_html').notNull(),
    seo: jsonb('seo').$type<PageSeo>().notNull(),
    position: integer('position').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    version: version(),
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

/** A page's text as it was published, once for all the versions that have it. Outlives the page. */
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
 * One row for each order that a shopper has placed in the last hour, with the keyed hash of the network address that it
 * came from: what the store's limit for one address is counted by. Nothing else refers to it.
 */
export const shopperAddresses = pgTable(
  'shopper_addresses',
  {
    storeId: storeId().references(() => stores.id),
    address: text('address').notNull(),
    id: id(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'shopper_addresses_pkey', columns: [t.storeId, t.address, t.id] }),
    index('shopper_addresses_created_idx').on(t.createdAt),
  ],
)
