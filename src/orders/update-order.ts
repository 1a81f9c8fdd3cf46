import { sql } from 'drizzle-orm'
import { selection } from '../db/selection.ts'
import { operation } from '../operation.ts'
import { phoneOf } from '../phone.ts'
import { Line, maybe, Tags } from '../text.ts'
import { orderInput } from './act-on-order.ts'
import { createOrder } from './create-order.ts'
import { linesFixed } from './action-refusals.ts'
import { keptOrder, keptOrderRow } from './kept-order.ts'
import { Order, toOrder } from './order.ts'
import { orderRefusals } from './order-refusals.ts'
import { changedOrderTexts } from './order-texts.ts'

const { items, total_amount, shipping_amount, tax_amount, discount_amount } = createOrder.input.shape

const Input = orderInput({
  ...changedOrderTexts,
  tags: Tags.optional(),
  customer_phone: Line(50).nullable().optional(),
  items: maybe(items).describe('Replaces all items. Only possible before the order is prepared'),
  total_amount: maybe(total_amount).describe(
    'Default when items or amounts change: items plus shipping and tax, minus the discount',
  ),
  shipping_amount,
  tax_amount,
  discount_amount,
})

export const updateOrder = operation(
  {
    name: 'update_order',
    scope: 'orders:write',
    input: Input,
    output: Order,
    refusals: { ...orderRefusals, lines_fixed: linesFixed },
  },
  async ({ write }, input) => {
    const { order_id, expected_version, ...fields } = input
    const changes = {
      ...fields,
      ...(fields.items && { items: fields.items.map((item, index) => ({ ...item, position: index + 1 })) }),
      ...(fields.customer_phone !== undefined && { customer_phone_e164: await phoneOf(fields.customer_phone) }),
    }
    const done = await write({
      call: (key) =>
        sql`app.edit_order(${order_id}, ${JSON.stringify(changes)}::jsonb, ${expected_version ?? null}, ${key})`,
      selected: edited,
    })
    return toOrder(keptOrderRow(done))
  },
)

const edited = selection(keptOrder(sql`done.kept -> 'order'`))
