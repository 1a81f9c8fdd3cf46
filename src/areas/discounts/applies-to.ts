import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { CollectionReference, idsOf, ProductReference, type Reference } from '../../platform/references/reference.ts'
import { limits } from '../../platform/values/limits.ts'
import { Tags } from '../../platform/values/text.ts'

const products = z.array(ProductReference).min(1).max(limits.discount.products)
const collections = z.array(CollectionReference).min(1).max(limits.discount.collections)
const tags = Tags.refine((given) => given.length > 0, 'must not be empty')

const Except = z
  .strictObject({
    product_ids: products.optional(),
    collection_ids: collections.optional(),
    tags: tags.optional(),
  })
  .refine(
    (except) => Object.values(except).some((goods) => goods !== undefined),
    'must have product_ids, collection_ids or tags',
  )

/** Within a union, whose members otherwise refuse their value as a whole: each problem keeps its place. */
const except = z
  .preprocess((given, context) => {
    for (const issue of Except.safeParse(given).error?.issues ?? []) context.addIssue({ ...issue, continue: true })
    return given
  }, Except)
  .optional()
  .describe('The goods among these that it does not apply to: those in any of the three')

/** What tools/list says of all members together takes less space than each of them. */
const unlisted = { tool: '' }

/** The goods that a discount applies to, as a request has them. */
export const AppliesTo = z
  .union(
    [
      z.strictObject({ all: z.literal(true), except }).meta(unlisted),
      z.strictObject({ product_ids: products, except }).meta(unlisted),
      z.strictObject({ collection_ids: collections, except }).meta(unlisted),
      z.strictObject({ tags, except }).meta(unlisted),
    ],
    'must be { "all": true }, or an object with product_ids, collection_ids or tags',
  )
  .describe('The goods that it applies to. Default: all')
  .meta({ tool: 'all: true, product_ids, collection_ids or tags; except?: { of these }' })

type Goods = {
  readonly all?: true
  readonly product_ids?: readonly Reference[] | undefined
  readonly collection_ids?: readonly Reference[] | undefined
  readonly tags?: readonly string[] | undefined
}

/** The columns of a discount for its goods. Without exceptions, it has none any more. */
export function goodsJson({ except: excepted = {}, ...goods }: z.output<typeof AppliesTo>): SQL {
  return sql`(${columnsOf('', goods, '/applies_to')} || ${columnsOf('except_', excepted, '/applies_to/except')})`
}

const columnsOf = (prefix: '' | 'except_', { product_ids, collection_ids, tags: named }: Goods, pointer: string) =>
  sql`jsonb_build_object(
    ${sql.raw(`'${prefix}product_ids'`)}, ${product_ids ? idsOf('product', product_ids, `${pointer}/product_ids`) : sql`null`},
    ${sql.raw(`'${prefix}collection_ids'`)}, ${collection_ids ? idsOf('collection', collection_ids, `${pointer}/collection_ids`) : sql`null`},
    ${sql.raw(`'${prefix}tags'`)}, ${named ? sql`${JSON.stringify(named)}::jsonb` : sql`null`})`
