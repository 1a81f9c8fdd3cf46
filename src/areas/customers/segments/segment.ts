import { getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../../platform/operation/context.ts'
import { keptRow } from '../../../platform/db/as-table.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { id } from '../../../platform/values/ids.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { type WithRowTimes, toIso } from '../../../platform/values/row-time.ts'
import { Line } from '../../../platform/values/text.ts'
import { CustomerFilter } from './customer-filter.ts'

export const Segment = z.object({
  id: id('segment'),
  store_id: id('store'),
  name: z.string(),
  filter: z.string().describe('As sent'),
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

export type SegmentRow = WithRowTimes<Omit<typeof segments.$inferSelect, 'conditions'>>

export const readSegment: Read<SegmentRow> = (db, result) => db.select(segmentColumns).from(keptRow(segments, result))

export const toSegment = (row: SegmentRow): z.output<typeof Segment> => ({
  id: row.id,
  store_id: row.storeId,
  name: row.name,
  filter: row.filter,
  version: row.version,
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
})

export const segmentRefusals = {
  limit_reached: refusal(
    'limit_reached',
    { max_segments: z.int() },
    ({ max_segments }) => `A store can have at most ${max_segments} segments. Delete one first.`,
  ),
  segments_name_key: refusal('duplicate', {}, 'Another segment of this store has this name. Choose another one.', {
    pointer: '/name',
  }),
} as const satisfies Refusals
