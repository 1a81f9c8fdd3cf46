import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../db/in-stores.ts'
import { events } from '../db/schema/events.ts'
import { segments } from '../db/schema/segments.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
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
      // For a deleted segment, the store it was in, so that a retry finds the stored result.
      store: sql`coalesce(${storeOf(segments, segment_id)}, (select e.store_id from ${events} as e
        where e.store_id = any(app.stores()) and e.subject_id = ${segment_id} and e.type = 'segment.deleted' limit 1))`,
      statements: (db) => [db.execute(lockVersion(segments, segment_id, expected_version))],
      result: sql`app.delete_segment(${segment_id})`,
      read: readSegment,
    })
    return toSegment(row)
  },
)
