import * as z from 'zod'
import { maybe, Text } from '../text.ts'
import { ofOrder, orderOperation } from './act-on-order.ts'
import { MovedItems } from './moved-item.ts'

export const returnOrder = orderOperation(
  'return_order',
  'return',
  ofOrder({
    items: maybe(MovedItems).describe('Default: all that was shipped'),
    restock: z.boolean().default(true).describe('Whether the items can be sold again'),
    reason: maybe(Text(1000)),
  }),
)
