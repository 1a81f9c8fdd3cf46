import * as z from 'zod'
import { Line, maybe } from '../../platform/values/text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'
import { MovedItems } from './moved-item.ts'

export const Shipping = {
  items: maybe(MovedItems).describe('Default: everything that has not been shipped'),
  carrier: maybe(Line(100)),
  tracking_number: maybe(Line(200)),
  tracking_url: maybe(z.url({ protocol: /^https?$/ }).max(2000)),
}

export const shipOrder = orderOperation('ship_order', 'ship', orderInput(Shipping))
