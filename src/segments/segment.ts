import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../context.ts'
import { violated } from '../db/failure.ts'
import { keptRow } from '../db/as-table.ts'
import { segments } from '../db/schema/segments.ts'
import { refused } from '../errors.ts'
import { id } from '../ids.ts'
import { Line } from '../text.ts'
import { CustomerFilter } from './customer-filter.ts'

export const Segment = z.object({
  id: id('segment'),
  store_id: id('store'),
  name: z.string(),
  filter: z.string().describe('As it was written'),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const SegmentFields = {
  name: Line(100).describe('Unique in the store'),
  filter: CustomerFilter,
}

const { id: idColumn, conditions: _conditions, ...otherColumns } = getTableColumns(segments)

export const segmentColumns = { id: idColumn, ...otherColumns }

export type SegmentRow = Omit<typeof segments.$inferSelect, 'conditions'>

export const readSegment: Read<SegmentRow> = (db, result) => db.select(segmentColumns).from(keptRow(segments, result))

/** A segment as a write's result. */
export const segmentJson = (segmentId: string) =>
  sql`(select to_jsonb(g) from ${segments} g where g.store_id = app.store() and g.id = ${segmentId})`

export const toSegment = (row: SegmentRow): z.output<typeof Segment> => ({
  id: row.id,
  store_id: row.storeId,
  name: row.name,
  filter: row.filter,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** What a failed write of a segment is to be told as. */
export const segmentRefused = (error: unknown): unknown =>
  violated(error) === 'segments_name_key'
    ? refused('duplicate', [
        { pointer: '/name', code: 'duplicate', detail: 'A segment of this store has this name. Choose another one.' },
      ])
    : error
