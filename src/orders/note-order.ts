import { Line } from '../text.ts'
import { ofOrder, orderOperation } from './act-on-order.ts'

export const noteOrder = orderOperation('note_order', 'notes', ofOrder({ body: Line(5000).describe('For colleagues') }))
