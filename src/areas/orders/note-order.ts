import { Line } from '../../platform/values/text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'

export const noteOrder = orderOperation(
  'note_order',
  'notes',
  orderInput({ body: Line(5000).describe('Internal: the customer does not see it') }),
)
