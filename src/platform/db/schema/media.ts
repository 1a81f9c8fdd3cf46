import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { count, createdAt, digest, idColumn, oneOf, storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/**
 * `pending`: being uploaded. `deleting`: no longer the store's; the file may still be there. The hourly job deletes the files
 * and rows of both, so nothing is left of an interrupted upload or deletion.
 */
const mediaStatuses = ['pending', 'ready', 'deleting'] as const

/** Uploaded pictures. The file is in the bucket MEDIA, under `app.media_path`. */
export const media = pgTable(
  'media',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    /** The file's name in its address: 128 random bits, as hex. A file that is uploaded again after a deletion gets another. */
    name: text('name').notNull(),
    /** SHA-256 of the file, as hex. */
    sha256: digest('sha256').notNull(),
    contentType: text('content_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    status: text('status', { enum: mediaStatuses }).notNull().default('pending'),
    /** Since when nothing uses it; null: something does. The hourly cron deletes what is unused for a day. */
    unusedSince: time('unused_since').defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'media_pkey', columns: [t.storeId, t.id] }),
    unique('media_name_key').on(t.storeId, t.name),
    uniqueIndex('media_content_key')
      .on(t.storeId, t.sha256)
      .where(sql`status <> 'deleting'`),
    index('media_status_idx').on(t.storeId, t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // For the job that deletes unused files, which goes from store to store.
    index('media_unused_files_idx')
      .on(t.storeId, t.unusedSince)
      .where(sql`unused_since is not null`)
      .concurrently(),
    check('media_status', oneOf('status', mediaStatuses)),
    check('media_name', sql`${t.name} ~ '^[0-9a-f]{32}$'`),
    check('media_size', sql`least(${t.width}, ${t.height}, ${t.bytes}) > 0`),
  ],
)

const useKinds = ['product', 'order', 'draft', 'page', 'version', 'revision', 'collection'] as const

/**
 * What uses a file. `order`: the subject is a product that no longer shows the file, but was ordered while it may have done
 * so. `draft`: the subject is the store. Written by triggers (drizzle/sql/areas/media/media-uses.sql).
 */
export const mediaUses = pgTable(
  'media_uses',
  {
    storeId: storeId(),
    mediaId: uuid('media_id').notNull(),
    kind: text('kind', { enum: useKinds }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Whether the file stays because of it. False: an archived product that was never ordered. */
    keeps: boolean('keeps').notNull(),
  },
  (t) => [
    primaryKey({ name: 'media_uses_pkey', columns: [t.storeId, t.mediaId, t.kind, t.subjectId] }),
    index('media_uses_subject_idx').on(t.storeId, t.kind, t.subjectId),
    foreignKey({
      name: 'media_uses_media_fkey',
      columns: [t.storeId, t.mediaId],
      foreignColumns: [media.storeId, media.id],
    }),
    check('media_uses_kind', oneOf('kind', useKinds)),
  ],
)

/** How much a store has uploaded. */
export const mediaTotals = pgTable(
  'media_totals',
  {
    storeId: storeId().references(() => stores.id),
    bytes: count('bytes').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'media_totals_pkey', columns: [t.storeId] }),
    check('media_totals_bytes', sql`${t.bytes} >= 0`),
  ],
)
