import * as z from 'zod'
import { newVersion } from '../../../platform/db/in-stores.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { id } from '../../../platform/values/ids.ts'
import { ExpectedVersion } from '../../../platform/operation/operation.ts'
import { segmentResource } from './get-segment.ts'
import { SegmentFields, segmentRefusals } from './segment.ts'

export const updateSegment = segmentResource.change({
  input: z.strictObject({
    name: SegmentFields.name.optional(),
    filter: SegmentFields.filter.optional(),
    segment_id: id('segment'),
    expected_version: ExpectedVersion,
  }),
  refusals: segmentRefusals,
  save: ({ name, filter }, { isOne }) => [
    (db) =>
      db
        .update(segments)
        .set({ name, ...(filter && { filter: filter.text, conditions: filter.conditions }), ...newVersion(segments) })
        .where(isOne),
  ],
})
