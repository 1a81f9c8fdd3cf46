import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { functionCall, type ValueOf } from '../../../platform/db/prepared.ts'
import { selection, typed } from '../../../platform/db/selection.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { shopperDiscountRefusals } from '../../checkout/checkout-refusals.ts'
import { addressWarnings, forShoppers, fromAddress } from '../../checkout/address.ts'
import { AnsweredQuote, type QuoteJson, toQuote } from '../../checkout/quote.ts'
import { cart, positioned } from './cart.ts'
import { shopperRefusals } from './shopper-refusals.ts'
import { readPublic } from './visit.ts'

const priced = functionCall(
  'app.quote_shop_cart',
  selection({ quote: typed('jsonb', sql<z.input<typeof QuoteJson>>`result`) }),
  (value: ValueOf<{ readonly cart: string }>) => sql`${value('cart')}::jsonb`,
)

/** What a cart would cost now. Counts and changes nothing. */
export const quoteCart = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), ...cart }),
    output: AnsweredQuote,
    refusals: shopperRefusals,
  },
  async (context, { slug, ...given }) => {
    const request = JSON.stringify({ ...given, ...(await fromAddress(given)), items: positioned(given.items) })
    const [row] = await readPublic(context, slug)(priced, { cart: request })
    if (!row) throw new Error('a quote has no row')
    return {
      ...toQuote(row.quote, shopperDiscountRefusals, context.language),
      warnings: await addressWarnings(
        given,
        given.destination,
        row.quote.ignored_region ?? null,
        context.language,
        forShoppers,
      ),
    }
  },
)
