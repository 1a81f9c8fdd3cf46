import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { media } from '../../platform/db/schema/media.ts'
import { typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'

export const Media = z.object({
  id: id('file'),
  store_id: id('store'),
  url: z.string().describe('Permanent public URL. For a smaller picture, add ?w=<pixels>'),
  content_type: z.string(),
  width: z.int().describe('In pixels, as the picture is shown'),
  height: z.int(),
  bytes: z.int().describe('Size without the removed metadata'),
  unused_since: z.iso.datetime().nullable().describe('Null: in use. A file that nothing uses for 24 hours is deleted'),
  created_at: z.iso.datetime(),
})

const { id: idColumn, sha256: _sha256, name: _name, ...otherColumns } = getTableColumns(media)
const storedColumns = { id: idColumn, ...otherColumns }

/** `id` must be first: a null there marks an empty page of the left join. */
export const mediaColumns = {
  ...storedColumns,
  path: typed('text', sql<string>`app.media_path(${media})`),
}

export type MediaRow = WithRowTimes<Omit<typeof media.$inferSelect, 'sha256' | 'name'>> & { readonly path: string }

export const readMedia: Read<MediaRow> = (db, result) =>
  db.select({ ...storedColumns, path: sql<string>`kept ->> 'path'` }).from(keptRow(media, result))

export const toMedia = (row: MediaRow, publicUrl: string): z.output<typeof Media> => ({
  id: row.id,
  store_id: row.storeId,
  url: publicUrl + row.path,
  content_type: row.contentType,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  unused_since: row.unusedSince && toIso(row.unusedSince),
  created_at: toIso(row.createdAt),
})

/** Why the database can refuse an upload. */
export const uploadRefusals = {
  media_quota: refusal(
    'limit_reached',
    { max_bytes: z.int(), used_bytes: z.int(), bytes: z.int() },
    ({ max_bytes, used_bytes, bytes }) =>
      `Files of a store may have ${max_bytes} bytes together. They have ${used_bytes}, and this one ${bytes}. Delete some first.`,
  ),
  media_gone: refusal('conflict', {}, 'The file was deleted while it was being uploaded. Send it again.'),
} as const satisfies Refusals
