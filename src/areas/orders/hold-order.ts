import * as z from 'zod'
import { holdReasons } from '../../platform/db/schema/orders.ts'
import { maybe, Text } from '../../platform/values/text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'

export const holdOrder = orderOperation(
  'hold_order',
  'hold',
  orderInput({
    reason: z.enum(holdReasons),
    note: maybe(Text(1000)).describe('Shown in the timeline'),
  }),
)
