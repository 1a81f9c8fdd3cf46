import { routes } from '../../../platform/http/routes/routes.ts'
import { createSegment } from './create-segment.ts'
import { deleteSegment } from './delete-segment.ts'
import { getSegment } from './get-segment.ts'
import { listSegmentCustomers } from './list-customers.ts'
import { listSegments } from './list-segments.ts'
import { updateSegment } from './update-segment.ts'

export const segmentsRoutes = routes('/api/segments', [
  { get: '/', operation: listSegments },
  { post: '/', operation: createSegment },
  { get: '/:segment_id', operation: getSegment, versionTells: () => true },
  { patch: '/:segment_id', operation: updateSegment },
  { delete: '/:segment_id', operation: deleteSegment },
  { get: '/:segment_id/customers', operation: listSegmentCustomers },
])
