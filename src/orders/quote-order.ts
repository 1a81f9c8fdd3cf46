import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { query, type ValueOf } from '../db/prepared.ts'
import { selection, typed } from '../db/selection.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Line, maybe } from '../text.ts'
import { discountRefusals } from '../checkout/checkout-refusals.ts'
import { Destination } from '../checkout/destination.ts'
import { QuotedItem } from './new-item.ts'
import { orderRefusals } from './order-refusals.ts'
import { Quote, QuoteJson, toQuote } from '../checkout/quote.ts'

const priced = query(
  selection({ quote: typed('jsonb', sql<z.input<typeof QuoteJson>>`quote`) }),
  (value: ValueOf<{ readonly order: string }>) => sql`from app.quote_order(${value('order')}::jsonb) as quote`,
)

/** What an order would cost if the service computed its amounts. Counts and changes nothing. */
export const quoteOrder = operation(
  {
    name: 'quote_order',
    scope: 'orders:read',
    input: z.strictObject({
      customer_id: maybe(id('customer')),
      items: z.array(QuotedItem).min(1).max(100),
      destination: maybe(Destination),
      delivery_method_id: maybe(id('delivery method')),
      payment_method: maybe(Line(100)),
      discount_code: maybe(Line(100)),
    }),
    output: Quote,
    refusals: orderRefusals,
  },
  async ({ read }, input) => {
    const items = input.items.map((item, index) => ({ ...item, position: index + 1 }))
    const [row] = await read(priced, { order: JSON.stringify({ ...input, items }) })
    return toQuote(QuoteJson.parse(row?.quote), discountRefusals)
  },
)
