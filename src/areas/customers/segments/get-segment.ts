import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../../platform/db/in-stores.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
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
