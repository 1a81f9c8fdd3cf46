import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { segments } from '../db/schema/segments.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Segment, segmentColumns, toSegment } from './segment.ts'

export const getSegment = operation(
  {
    name: 'get_segment',
    scope: 'crm:read',
    input: z.strictObject({ segment_id: id('segment') }),
    output: Segment,
  },
  async ({ run }, { segment_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(segmentColumns)
        .from(segments)
        .where(and(inVisibleStores(segments.storeId), eq(segments.id, segment_id))),
    ])
    if (!row) throw notFound('segment')
    return toSegment(row)
  },
)
