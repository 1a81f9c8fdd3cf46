import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../../platform/operation/context.ts'
import { type Selection, selection } from '../../platform/db/selection.ts'
import { DeliveryMethodReference } from '../../platform/references/reference.ts'
import { operation } from '../../platform/operation/operation.ts'
import { phoneOf } from '../../platform/values/phone.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { maybe, Tags } from '../../platform/values/text.ts'
import { orderInput } from './actions/act-on-order.ts'
import { createOrder } from './create-order.ts'
import { fromAddress } from '../checkout/address.ts'
import { Destination } from '../checkout/quote.ts'
import { AddressInParts } from '../../platform/values/address.ts'
import { keptOrder, keptOrderRow } from './kept-order.ts'
import { withNamedProducts } from './new-item.ts'
import { editRefusals } from './actions/edit-refusals.ts'
import { Order, toOrder } from './order.ts'
import { namedItemRefusals, orderRefusals } from './order-refusals.ts'
import { changedOrderTexts } from './order-texts.ts'
import { ChangeNotes, changeNotes, changeNotesOf } from './change-notes.ts'

const { items, total_amount, shipping_amount, tax_amount, discount_amount } = createOrder.input.shape

const Input = orderInput({
  ...changedOrderTexts,
  tags: Tags.optional(),
  customer_phone: Identifier(50).nullable().optional(),
  items: maybe(items)
    .describe(
      'Replaces all items. Once the order is being prepared, quantities can only go down, not below what was shipped. Without unit_price, a variant keeps the price that it has in the order; a new one has the catalogue price',
    )
    .meta({ tool: 'Replaces all items; a variant keeps its price. As in create_order' }),
  total_amount: maybe(total_amount).describe(
    'Default when items or amounts change: items plus shipping and tax, minus the discount',
  ),
  shipping_amount,
  tax_amount,
  discount_amount,
  address: AddressInParts.nullable()
    .optional()
    .describe('Replaces the whole address. shipping_address is written from it unless you send that too')
    .meta({ tool: 'As in create_order' }),
  destination: Destination.nullable().optional(),
  delivery_method_id: DeliveryMethodReference.nullable().optional(),
  discount_code: Identifier(100)
    .nullable()
    .optional()
    .describe('Null removes the code. The amounts are calculated again'),
  dry_run: z
    .boolean()
    .optional()
    .describe('Changes nothing, and answers with the order and the amounts as they would be')
    .meta({ tool: 'true: changes nothing, returns it as it would be' }),
})

export const UpdateNotes = {
  ...ChangeNotes,
  dry_run: z.literal(true).optional().describe('Only with dry_run: nothing was changed'),
}

export const updateOrder = operation(
  {
    name: 'update_order',
    scope: 'orders:write',
    input: Input,
    output: Order.extend(UpdateNotes),
    refusals: {
      ...orderRefusals,
      ...namedItemRefusals,
      ...editRefusals,
    },
  },
  async (context, input) => {
    const done = await writeUpdate(context, input, updated)
    const row = keptOrderRow(done)
    return { ...toOrder(row), ...(await changeNotesOf(done, input, row)), ...dryRunOf(input) }
  },
)

export const dryRunOf = ({ dry_run }: { readonly dry_run?: boolean | undefined }) => (dry_run ? { dry_run } : {})

/** Where the stored result of an update has the order. */
export const updatedOrder = sql`done.kept -> 'order'`

const updated = selection({ ...keptOrder(updatedOrder), ...changeNotes })

/** Changes the order, and reads it from what is stored of it. */
export async function writeUpdate<Row extends object>(
  { write }: Pick<Context, 'write'>,
  { order_id, expected_version, dry_run, ...fields }: z.output<typeof Input>,
  selected: Selection<Row>,
): Promise<Row> {
  const changes = {
    ...fields,
    ...(await fromAddress(fields)),
    ...(fields.items && withNamedProducts(fields.items)),
    ...(fields.customer_phone !== undefined && { customer_phone_e164: await phoneOf(fields.customer_phone) }),
  }
  return write({
    call: (key) =>
      sql`${dry_run ? sql`app.try_edit_order` : sql`app.edit_order`}(${order_id}, ${JSON.stringify(changes)}::jsonb, ${expected_version ?? null}, ${key})`,
    selected,
  })
}
