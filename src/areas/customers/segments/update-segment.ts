import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../../../platform/db/in-stores.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { id } from '../../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../../platform/operation/operation.ts'
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
  async ({ write }, { segment_id, expected_version, ...changes }) => {
    const { name, filter } = changes
    const columns = { name, ...(filter && { filter: filter.text, conditions: filter.conditions }) }
    const row = await write({
      store: storeOf(segments, segment_id),
      statements: (db) => [
        db.execute(lockVersion(segments, segment_id, expected_version)),
        ...(isEmptyChange(changes)
          ? []
          : [
              db
                .update(segments)
                .set({ ...columns, version: sql`${segments.version} + 1`, updatedAt: sql`now()` })
                .where(and(inOpenStore(segments.storeId), eq(segments.id, segment_id))),
              db.execute(sql`select app.record_event('segment.updated', ${segment_id},
          ${JSON.stringify({ changed: changedNames(changes) })})`),
            ]),
      ],
      result: segmentJson(segment_id),
      read: readSegment,
    })
    return toSegment(row)
  },
)
