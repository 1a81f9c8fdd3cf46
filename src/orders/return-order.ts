import * as z from 'zod'
import { maybe, Text } from '../text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'
import { MovedItems } from './moved-item.ts'

export const returnOrder = orderOperation(
  'return_order',
  'return',
  orderInput({
    items: maybe(MovedItems).describe('Default: everything that was shipped'),
    restock: z.boolean().default(true).describe('Whether the items can be sold again'),
    reason: maybe(Text(1000)),
  }),
)
