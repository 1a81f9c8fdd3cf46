import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore } from '../../../platform/db/in-stores.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { id } from '../../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { segmentResource } from './get-segment.ts'
import { readSegment, Segment, SegmentFields, segmentJson, segmentRefusals, toSegment } from './segment.ts'

export const updateSegment = operation(
  {
    name: 'update_segment',
    scope: 'crm:write',
    input: z.strictObject({
      name: SegmentFields.name.optional(),
      filter: SegmentFields.filter.optional(),
      segment_id: id('segment'),
      expected_version: ExpectedVersion,
    }),
    output: Segment,
    refusals: segmentRefusals,
  },
  async (context, { segment_id, expected_version, ...changes }) => {
    const { name, filter } = changes
    const columns = { name, ...(filter && { filter: filter.text, conditions: filter.conditions }) }
    const row = await segmentResource.change(context, segment_id, expected_version, changes, {
      save: (db) =>
        db
          .update(segments)
          .set({ ...columns, version: sql`${segments.version} + 1`, updatedAt: sql`now()` })
          .where(and(inOpenStore(segments.storeId), eq(segments.id, segment_id))),
      result: segmentJson(segment_id),
      read: readSegment,
    })
    return toSegment(row)
  },
)
