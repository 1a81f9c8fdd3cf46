import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { segments } from '../../../platform/db/schema/segments.ts'
import { segmentResource } from './get-segment.ts'
import { SegmentFields, segmentRefusals } from './segment.ts'

export const createSegment = segmentResource.creation({
  input: z.strictObject(SegmentFields),
  refusals: segmentRefusals,
  save: ({ name, filter: { text, conditions } }, { id }) => [
    sql`select app.expect_room('segments', (select count(*) from ${segments} g where g.store_id = app.store()))`,
    (db) => db.insert(segments).values({ storeId: sql`app.store()`, id, name, filter: text, conditions }),
  ],
})
