import { segments } from '../../../platform/db/schema/segments.ts'
import { selection } from '../../../platform/db/selection.ts'
import { resource } from '../../../platform/operation/resource.ts'
import { id } from '../../../platform/values/ids.ts'
import { Segment, segmentColumns, toSegment } from './segment.ts'

export const segmentResource = resource({
  name: 'segment',
  table: segments,
  scope: { read: 'crm:read', write: 'crm:write' },
  id: { segment_id: id('segment') },
  output: Segment,
  selected: selection(segmentColumns),
  toOutput: toSegment,
})

export const getSegment = segmentResource.get
