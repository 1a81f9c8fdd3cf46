import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { functionCall, type ValueOf } from '../../platform/db/prepared.ts'
import { CustomerReference, DeliveryMethodReference, OrderReference } from '../../platform/references/reference.ts'
import { selection, typed } from '../../platform/db/selection.ts'
import { Amount } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { noneNamed, Unknown } from '../../platform/operation/shared-refusals.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Line, maybe } from '../../platform/values/text.ts'
import { cartDiscountRefusals } from '../checkout/checkout-refusals.ts'
import { addressWarnings, fromAddress, OrderAddress } from '../checkout/address.ts'
import { AnsweredQuote, Destination, type QuoteJson, toQuote } from '../checkout/quote.ts'
import { NewItem, withNamedProducts } from './new-item.ts'
import { newOrderRefusals } from './order-refusals.ts'
import { limits } from '../../platform/values/limits.ts'

const priced = functionCall(
  'app.quote_order',
  selection({ quote: typed('jsonb', sql<z.input<typeof QuoteJson>>`result`) }),
  (value: ValueOf<{ readonly order: string }>) => sql`${value('order')}::jsonb`,
)

const quotedOrderRefusals = {
  order_name_not_found: refusal('unknown_order', Unknown, noneNamed, { pointer: '/order_id', members: () => ({}) }),
  order_not_found: refusal('unknown_order', {}, 'None of your stores has an order with this id. Check the id.'),
} as const satisfies Refusals

/** What an order would cost, with the service computing the amounts that are not sent. Counts and changes nothing. */
export const quoteOrder = operation(
  {
    name: 'quote_order',
    scope: 'orders:read',
    input: z.strictObject({
      order_id: maybe(OrderReference)
        .describe(
          'An order whose items these would replace: what it has reserved and used counts as free, and its customer, destination, delivery method, payment method and code apply unless you send others',
        )
        .meta({ tool: 'To change it' }),
      customer_id: maybe(CustomerReference),
      items: z.array(NewItem).min(1).max(limits.order.items),
      address: OrderAddress.meta({ tool: false }),
      destination: maybe(Destination),
      delivery_method_id: maybe(DeliveryMethodReference),
      payment_method: maybe(Line(100)),
      discount_code: maybe(Identifier(100)),
      shipping_amount: maybe(Amount).meta({ tool: false }),
      tax_amount: maybe(Amount).meta({ tool: false }),
      discount_amount: maybe(Amount),
    }),
    output: AnsweredQuote,
    refusals: { ...newOrderRefusals, ...quotedOrderRefusals },
  },
  async ({ read }, input) => {
    const [row] = await read(priced, {
      order: JSON.stringify({ ...input, ...(await fromAddress(input)), ...withNamedProducts(input.items) }),
    })
    if (!row) throw new Error('a quote has no row')
    return {
      ...toQuote(row.quote, cartDiscountRefusals),
      warnings: await addressWarnings(input, input.destination, row.quote.ignored_region ?? null),
    }
  },
)
