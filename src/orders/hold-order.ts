import * as z from 'zod'
import { holdReasons } from '../db/schema/orders.ts'
import { maybe, Text } from '../text.ts'
import { ofOrder, orderOperation } from './act-on-order.ts'

export const holdOrder = orderOperation(
  'hold_order',
  'hold',
  ofOrder({
    reason: z.enum(holdReasons),
    note: maybe(Text(1000)).describe('For the timeline'),
  }),
)
