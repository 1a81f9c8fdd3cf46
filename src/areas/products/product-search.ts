import * as z from 'zod'
import { placeValues } from '../../platform/lists/keyset.ts'
import { refused } from '../../platform/errors/errors.ts'
import type { ProblemCode } from '../../platform/errors/problem-codes.ts'
import { Amount } from '../../platform/values/money.ts'
import type { SortType } from '../../platform/lists/cursor.ts'
import { openPage, type ListPage, type PageQuery } from '../../platform/lists/page.ts'
import type { Refusals } from '../../platform/operation/refusals.ts'
import { unknownFilter } from '../../platform/operation/shared-refusals.ts'
import { Identifier, Tag } from '../../platform/values/pasted.ts'
import { Line, SearchTerm } from '../../platform/values/text.ts'

const maxNames = 5
const maxValues = 40

/** One or several texts, of which one must match. In a query, they are separated by commas, or the parameter is repeated. */
const textsOf = (text: z.ZodString) =>
  z.preprocess(
    (given) =>
      [given].flat().flatMap((each: unknown): unknown[] =>
        typeof each === 'string' && each.includes(',')
          ? // A text may itself have a comma.
            [...each.split(','), ...(text.safeParse(each).success ? [each] : [])]
          : [each],
      ),
    z
      .array(text)
      .min(1)
      .max(maxValues)
      // The same filter whatever the order, so that it has the same cursors.
      .transform((given) => [...new Set(given)].toSorted()),
  )

const OptionValues = z
  .record(z.string().trim().min(1).max(100), textsOf(Line(200)))
  .refine((given) => Object.keys(given).length <= maxNames, {
    message: `must have at most ${maxNames} names`,
    params: { code: 'too_big' },
  })

/** Filters of lists of products, for merchants and shoppers. */
export const FindingFilters = {
  q: SearchTerm.optional().describe(
    'Searches titles, then tags and variants, then descriptions, and words with one typo if nothing else matches. Cannot be combined with search',
  ),
  collection: Identifier(100).optional().describe('Products of the collection with this id or slug'),
  tag: textsOf(Tag).optional().describe('One or several tags; a product must have at least one of them'),
  option: OptionValues.optional().describe(
    'Values of options, such as option.size=M. Several values of one option are alternatives; several options must match one variant',
  ),
  price_from: Amount.optional().describe("At least this price of a variant, in major units of the store's currency"),
  price_to: Amount.optional().describe("At most this price of a variant, in major units of the store's currency"),
  in_stock: z.boolean().optional().describe('Whether a variant has available units, or does not count its stock'),
  on_sale: z
    .boolean()
    .optional()
    .describe('Whether compare_at_price is above the price, or an automatic discount applies'),
}

/** Refusals of app.find_products. */
export const findingRefusals = {
  unknown_collection: unknownFilter('unknown_collection', 'collection', 'Send its id or slug'),
} as const satisfies Refusals

type Finding = z.output<z.ZodObject<typeof FindingFilters>>

/** The orders of app.find_products, and the values that their cursors have. */
const orders = {
  newest: 'time',
  oldest: 'time',
  updated_at: 'time',
  '-updated_at': 'time',
  title: 'text',
  '-title': 'text',
  price: 'number',
  '-price': 'number',
  best_selling: 'number',
  position: 'number',
  relevance: 'number',
} as const satisfies Record<string, SortType>

export type ProductSort = keyof typeof orders

/** What a list of products asks the database for. */
export type ProductSearch = Finding & {
  readonly search?: string | undefined
  readonly external_id?: string | undefined
  readonly not_sold_since?: string | undefined
  readonly statuses: readonly string[]
  readonly isPublic: boolean
  readonly facets: boolean
}

const ascending: readonly ProductSort[] = ['oldest', 'updated_at', 'title', 'price', 'position']

/** The order of a list. Default: the best matches first, or else the newest. */
export function orderOf(
  { q, search, collection }: Pick<ProductSearch, 'q' | 'search' | 'collection'>,
  asked: ProductSort | undefined,
): ProductSort {
  const problem = (pointer: string, code: ProblemCode, detail: string) =>
    refused('invalid_input', [{ pointer, code, detail }])
  if (q !== undefined && search !== undefined)
    throw problem('/q', 'conflicting_fields', 'q and search may not be used together.')
  if (asked === 'relevance' && q === undefined) throw problem('/sort', 'option_unused', 'sort=relevance needs q.')
  if (asked === 'position' && collection === undefined)
    throw problem('/sort', 'option_unused', 'sort=position needs collection.')
  return asked ?? (q === undefined ? 'newest' : 'relevance')
}

/** Opens a page in this order. All fields of the query besides those of the page are filters. */
export const openFoundPage = (query: PageQuery & Record<string, unknown>, order: ProductSort): ListPage =>
  openPage(query, ascending.includes(order), orders[order])

/** The argument of app.find_products. */
export function findingOf(
  { tag, option, price_from, price_to, isPublic, ...others }: ProductSearch,
  page: ListPage,
  order: ProductSort,
): string {
  return JSON.stringify({
    ...others,
    ...placeValues(page),
    tags: tag ?? [],
    options: Object.entries(option ?? {}).map(([name, values]) => ({ name, values })),
    price_from: price_from ?? null,
    price_to: price_to ?? null,
    public: isPublic,
    sort: order,
    limit: page.limit + 1,
    offset: page.offset,
  })
}
