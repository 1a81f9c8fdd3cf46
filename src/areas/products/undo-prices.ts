import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readStored } from '../../platform/db/read-stored.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { id } from '../../platform/values/ids.ts'
import { ChangedPrices } from './changed-prices.ts'

const Result = z.object({
  products: z.int().describe('Products of which a price was restored'),
  changes: z.int().describe('Prices restored, of products and of variants'),
  rows: ChangedPrices.shape.rows.describe('The first 20 prices restored'),
  left: z
    .array(
      z.object({
        product_id: id('product'),
        variant_id: id('variant').nullable().describe('Null: the price of the product'),
        title: z.string(),
        sku: z.string().nullable(),
        price: z.number(),
      }),
    )
    .describe(
      'The first 100 prices that stay, because they or their compare_at_price changed since, or a variant got a compare_at_price that the restored price would reach',
    ),
  left_count: z.int().describe('Prices that stay'),
})

/** Takes a change of prices back, with the former prices that it set. Prices that stay can be tried again. */
export const undoPrices = operation(
  {
    name: 'undo_prices',
    scope: 'catalog:write',
    input: z.strictObject({ change_id: id('price_change') }),
    output: Result,
    refusals: {
      price_change_not_found: refusal(
        'not_found',
        {},
        'This store has no change of prices with this id in the last 24 hours. Use change_id of the answer that changed the prices.',
      ),
    },
  },
  async ({ write }, { change_id }) => {
    const { result } = await write({
      store: sql`app.only_store()`,
      statements: () => [],
      result: sql`app.undo_prices(${change_id}::uuid)`,
      read: readStored<z.output<typeof Result>>(),
    })
    return result
  },
)
