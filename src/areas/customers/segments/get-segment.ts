import { segments } from '../../../platform/db/schema/segments.ts'
import { selection } from '../../../platform/db/selection.ts'
import { resource } from '../../../platform/operation/resource.ts'
import { id } from '../../../platform/values/ids.ts'
import { readSegment, Segment, segmentColumns, toSegment } from './segment.ts'

export const segmentResource = resource({
  name: 'segment',
  table: segments,
  scope: { read: 'crm:read', write: 'crm:write' },
  key: 'segment_id',
  id: { segment_id: id('segment') },
  output: Segment,
  selected: selection(segmentColumns),
  toOutput: toSegment,
  saved: { output: Segment, read: readSegment, toOutput: toSegment },
})

export const getSegment = segmentResource.get
