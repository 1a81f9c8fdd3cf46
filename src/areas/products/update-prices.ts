import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { newId } from '../../platform/values/ids.ts'
import { limits } from '../../platform/values/limits.ts'
import { Identifier, Tag } from '../../platform/values/pasted.ts'
import { SearchTerm } from '../../platform/values/text.ts'
import { amountRefusals, noneNamed, Unknown } from '../../platform/operation/shared-refusals.ts'
import {
  changedPricesResult,
  ChangedPrices,
  priceChange,
  readChangedPrices,
  toChangedPrices,
} from './changed-prices.ts'
import { FindingFilters, findingRefusals } from './product-search.ts'

function named(products: readonly { readonly title: string }[], count: number): string {
  const first = products.slice(0, 3).map(({ title }) => `"${title}"`)
  const more = count - first.length
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export const PriceChange = {
  tag: Tag.optional(),
  search: SearchTerm.optional(),
  collection: FindingFilters.collection,
  products: z
    .array(Identifier(300))
    .min(1)
    .max(100)
    .optional()
    .describe('Ids, SKUs, slugs or exact titles')
    .meta({ tool: 'Ids, SKUs or titles' }),
  percentage: z
    .number()
    .min(-100)
    .max(1000)
    .multipleOf(0.01)
    .optional()
    .describe('-10 takes 10 % off. Rounded half up to the minor unit')
    .meta({ tool: '-10 takes 10 % off' }),
  amount: z
    .number()
    .min(-1e12)
    .max(1e12)
    .optional()
    .describe('Added to each price, may be negative')
    .meta({ tool: 'Added to each price' }),
  set_compare_at: z
    .boolean()
    .optional()
    .describe('true: the price before becomes the compare_at_price. Only for lower prices')
    .meta({ tool: 'Old price as compare_at_price' }),
  dry_run: z.boolean().default(true).describe('true: changes nothing, and returns what would change'),
  expected_changes: z
    .int()
    .min(0)
    .optional()
    .describe('`changes` of the dry run. Required if dry_run is false')
    .meta({ tool: '`changes` of the dry run' }),
}

/** Refuses a change without prices to choose, or without exactly one way to change them. */
export function checkPriceChange(
  input: Partial<z.output<z.ZodObject<typeof PriceChange>>>,
  context: z.RefinementCtx,
): void {
  const { tag, search, collection, products, percentage, amount, set_compare_at, dry_run, expected_changes } = input
  const problem = (field: string, message: string, code = 'required') =>
    context.addIssue({ code: 'custom', path: [field], message, params: { code } })
  if ([tag, search, collection, products].every((filter) => filter === undefined))
    problem('tag', 'or search or collection or products is required, to choose products.')
  if (percentage === undefined && amount === undefined)
    problem('percentage', 'or amount is required, and only one of them.')
  if (percentage !== undefined && amount !== undefined)
    problem('percentage', 'or amount is required, and only one of them.', 'conflicting_fields')
  if (set_compare_at && (percentage ?? amount ?? -1) >= 0)
    problem('set_compare_at', 'is only for lower prices: compare_at_price must be above price.', 'option_unused')
  if (!dry_run && expected_changes === undefined)
    problem('expected_changes', 'is required: send `changes` of a call with dry_run true.')
  if (dry_run && expected_changes !== undefined)
    problem(
      'expected_changes',
      'is only for dry_run false, which changes the prices. Without it, this call only says what would change.',
      'option_unused',
    )
}

/** Changes many prices in one transaction: those of products, and of variants that have prices of their own. */
export const updatePrices = operation(
  {
    name: 'update_prices',
    scope: 'catalog:write',
    input: z.strictObject(PriceChange).superRefine(checkPriceChange),
    output: ChangedPrices.extend({ dry_run: z.boolean() }),
    refusals: {
      ...amountRefusals,
      ...findingRefusals,
      unknown_product: refusal(
        'unknown_product',
        Unknown,
        (facts) => `${noneNamed(facts)} Check its spelling, or leave it out to choose by the other filters.`,
        { members: () => ({}) },
      ),
      too_many_products: refusal(
        'invalid_input',
        {},
        `The search, the collection or all filters together find more than ${limits.bulk.prices} products. Use a narrower search or collection, or choose by tag or products alone.`,
        { pointer: '', problem: 'too_many_products' },
      ),
      too_many_prices: refusal(
        'invalid_input',
        {},
        `The products have more than ${limits.bulk.prices} prices: their own, and those of variants that have one, with set_compare_at also the former prices that variants have of their own. Choose fewer products, and change the prices in several steps.`,
        { pointer: '', problem: 'too_many_prices' },
      ),
      not_all_examined: refusal(
        'invalid_input',
        {},
        'The search or the collection looks only at the newest products of a store as large as this. Search for a word of at least three characters, or choose by tag or products alone.',
        { pointer: '', problem: 'not_all_examined' },
      ),
      price_out_of_range: refusal(
        'invalid_input',
        { product: z.string(), rows: z.int() },
        ({ product, rows }) => `${rows} prices would be negative or too large, such as that of "${product}".`,
        { pointer: '', problem: 'price_out_of_range' },
      ),
      compare_at_price_not_above_price: refusal(
        'invalid_input',
        { count: z.int(), products: z.array(z.object({ id: z.string(), title: z.string() })) },
        ({ count, products }) =>
          `compare_at_price would not be above the price of ${named(products, count)}. Raise it, send null, or leave them out.`,
        { pointer: '', problem: 'compare_at_price_not_above_price' },
      ),
      other_changes: refusal(
        'conflict',
        { changes: z.int() },
        ({ changes }) => `${changes} prices would change now. Nothing was changed. Do the dry run again.`,
        { pointer: '/expected_changes' },
      ),
    },
  },
  async ({ write }, change) => {
    const { result } = await write({
      store: sql`app.only_store()`,
      statements: (db) => [db.execute(priceChange(JSON.stringify({ ...change, id: newId() })))],
      result: changedPricesResult,
      read: readChangedPrices,
    })
    return { dry_run: change.dry_run, ...toChangedPrices(result) }
  },
)
