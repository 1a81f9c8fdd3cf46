import { segmentResource } from './get-segment.ts'

/** Deletes a segment, not its customers, and returns it. */
export const deleteSegment = segmentResource.deletion()
