import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { segments } from '../../../platform/db/schema/segments.ts'
import { newId } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { readSegment, Segment, SegmentFields, segmentJson, segmentRefusals, toSegment } from './segment.ts'

export const createSegment = operation(
  {
    name: 'create_segment',
    scope: 'crm:write',
    input: z.strictObject(SegmentFields),
    output: Segment,
    refusals: segmentRefusals,
  },
  async ({ write }, { name, filter }) => {
    const id = newId()
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(
          sql`select app.expect_room('segments', (select count(*) from ${segments} g where g.store_id = app.store()))`,
        ),
        db
          .insert(segments)
          .values({ storeId: sql`app.store()`, id, name, filter: filter.text, conditions: filter.conditions }),
        db.execute(sql`select app.record_event('segment.created', ${id})`),
      ],
      result: segmentJson(id),
      read: readSegment,
    })
    return toSegment(row)
  },
)
