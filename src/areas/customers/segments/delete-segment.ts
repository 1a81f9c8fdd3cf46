import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOfDeleted } from '../../../platform/db/in-stores.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { id } from '../../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { readSegment, Segment, toSegment } from './segment.ts'

/** Deletes a segment, not its customers, and returns it. */
export const deleteSegment = operation(
  {
    name: 'delete_segment',
    scope: 'crm:write',
    input: z.strictObject({ segment_id: id('segment'), expected_version: ExpectedVersion }),
    output: Segment,
  },
  async ({ write }, { segment_id, expected_version }) => {
    const row = await write({
      store: storeOfDeleted(segments, segment_id, 'segment.deleted'),
      statements: (db) => [db.execute(lockVersion(segments, segment_id, expected_version))],
      result: sql`app.delete_segment(${segment_id})`,
      read: readSegment,
    })
    return toSegment(row)
  },
)
