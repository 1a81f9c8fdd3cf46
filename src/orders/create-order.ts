import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { selection, typed } from '../db/selection.ts'
import { ExternalId, id, newId } from '../ids.ts'
import { Amount } from '../money.ts'
import { operation } from '../operation.ts'
import { phoneOf } from '../phone.ts'
import { Line, maybe, Tags } from '../text.ts'
import { Destination } from '../checkout/destination.ts'
import { keptOrder, keptOrderRow } from './kept-order.ts'
import { evenIfInvalid, NewItem } from './new-item.ts'
import { Order, type OrderRow, Platform, toOrder } from './order.ts'
import { orderRefusals } from './order-refusals.ts'
import { newOrderTexts } from './order-texts.ts'

const Warning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('total_differs_from_items'), detail: z.string(), expected_total_amount: z.number() }),
  z.object({ code: z.literal('possible_duplicate'), detail: z.string(), order_id: id('order'), number: z.int() }),
  z.object({ code: z.literal('customer_blocked'), detail: z.string() }),
])

type PossibleDuplicate = { order_id: string; number: number }

const created = selection({
  ...keptOrder(sql`done.kept -> 'order'`),
  possibleDuplicate: typed('jsonb', sql<PossibleDuplicate | null>`done.kept -> 'possible_duplicate'`),
  customerBlocked: typed('boolean', sql<boolean>`coalesce((done.kept ->> 'customer_blocked')::boolean, false)`),
})

type Amounts = {
  readonly total_amount?: number | undefined
  readonly delivery_method_id?: string | undefined
  readonly discount_code?: string | undefined
  readonly destination?: object | undefined
}

/** Either the caller states the total, or the service computes it. */
function expectAmounts(order: Amounts, context: z.RefinementCtx) {
  if ((order.delivery_method_id ?? order.discount_code ?? null) !== null) return
  if ((order.total_amount ?? null) === null)
    context.addIssue({ code: 'invalid_type', expected: 'number', path: ['total_amount'], input: undefined })
  if ((order.destination ?? null) !== null)
    context.addIssue({
      code: 'custom',
      path: ['destination'],
      message: 'Set delivery_method_id or discount_code with it, so that the amounts are computed.',
    })
}

export const createOrder = operation(
  {
    name: 'create_order',
    scope: 'orders:write',
    input: z
      .strictObject({
        customer_id: id('customer'),
        external_id: maybe(ExternalId),
        total_amount: maybe(Amount).describe(
          'Order total, in major units, required unless the amounts are computed. If shipping, tax or discount is sent, it must be the exact sum: items plus shipping and tax, minus the discount',
        ),
        shipping_amount: maybe(Amount),
        tax_amount: maybe(Amount),
        discount_amount: maybe(Amount),
        destination: maybe(Destination),
        delivery_method_id: maybe(id('delivery method')).describe(
          'With it or discount_code, the amounts are computed, and those sent must agree',
        ),
        discount_code: maybe(Line(100)),
        items: z.array(NewItem).min(1).max(100),
        platform: Platform.default('direct'),
        ...newOrderTexts,
        customer_phone: maybe(Line(50)).describe("Default: the customer's phone"),
        tags: Tags.default([]),
      })
      .superRefine(expectAmounts, evenIfInvalid),
    output: Order.extend({ warnings: z.array(Warning) }),
    refusals: orderRefusals,
  },
  async ({ caller, write }, input) => {
    const order = {
      ...input,
      id: newId(),
      source: caller.source,
      customer_phone_e164: await phoneOf(input.customer_phone),
      items: input.items.map((item, index) => ({ ...item, position: index + 1 })),
    }
    const done = await write({
      call: (key) => sql`app.create_order(${JSON.stringify(order)}::jsonb, ${key})`,
      selected: created,
    })
    const row = { ...done, ...keptOrderRow(done) }
    return { ...toOrder(row), warnings: warningsOf(row) }
  },
)

function warningsOf(
  row: OrderRow & { possibleDuplicate: PossibleDuplicate | null; customerBlocked: boolean },
): z.output<typeof Warning>[] {
  const warnings: z.output<typeof Warning>[] = []
  if (row.adjustmentMinor !== 0) {
    const expected = (row.totalMinor - row.adjustmentMinor) / 10 ** row.currencyExponent
    warnings.push({
      code: 'total_differs_from_items',
      detail: `The items add up to ${expected}. The order keeps your total, with the difference in adjustment_amount.`,
      expected_total_amount: expected,
    })
  }
  if (row.possibleDuplicate) {
    warnings.push({
      code: 'possible_duplicate',
      detail: `Order #${row.possibleDuplicate.number} was placed in the last 10 minutes with the same customer and items.`,
      ...row.possibleDuplicate,
    })
  }
  if (row.customerBlocked)
    warnings.push({
      code: 'customer_blocked',
      detail: 'This customer is blocked. The order was created anyway; cancel it if you do not want it.',
    })
  return warnings
}
