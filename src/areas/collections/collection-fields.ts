import * as z from 'zod'
import { amountRefusals, imageRefusals } from '../../platform/operation/shared-refusals.ts'
import { matches } from '../../platform/db/schema/collections.ts'
import { Amount } from '../../platform/values/money.ts'
import { NewImage } from '../products/product.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { CollectionProducts, productRefusals } from './collection-products.ts'
import { SeoChange } from '../../platform/values/seo.ts'
import { Tag } from '../../platform/values/pasted.ts'
import { Line, Slug, Text } from '../../platform/values/text.ts'
import { limits } from '../../platform/values/limits.ts'

const Rule = z.union(
  [
    z.strictObject({ tag: Tag }),
    z.strictObject({ in_stock: z.boolean() }),
    z.strictObject({ created_within_days: z.int().min(1).max(3650) }),
    z
      .strictObject({ price_from: Amount.optional(), price_to: Amount.optional() })
      .refine(({ price_from, price_to }) => (price_from ?? price_to) !== undefined, {
        message: 'must have price_from or price_to',
        params: { code: 'required' },
      })
      .refine(({ price_from = 0, price_to = Infinity }) => price_from <= price_to, {
        message: 'price_from must be at most price_to',
        params: { code: 'contradiction' },
      }),
  ],
  'must be an object with tag, in_stock, created_within_days (1 to 3650), or price_from and price_to',
)

export const CollectionFields = {
  title: Line(200),
  slug: Slug.optional().describe('Unique in the store. Default: derived from the title'),
  description: Text(5000).nullable().optional().describe('Plain text'),
  image: NewImage.nullable().optional().meta({ tool: false }),
  seo: SeoChange.meta({ tool: false }),
  published: z
    .boolean()
    .optional()
    .describe('Whether the storefront shows it. Default: true')
    .meta({ tool: 'Default: true' }),
  rules: z
    .array(Rule)
    .min(1)
    .max(limits.collection.rules)
    .optional()
    .describe(
      "Products that meet them are in the collection. Prices are the products' own. Default: a manual collection",
    )
    .meta({ tool: 'Without them, a manual collection' }),
  match: z.enum(matches).optional().describe('Whether a product must meet all rules or any. Default: all'),
  product_ids: CollectionProducts.optional().describe(
    'All products of a manual collection, in their order, each by id, SKU, slug or exact title',
  ),
}

/** Why the database can refuse a collection. */
export const collectionRefusals = {
  ...amountRefusals,
  ...imageRefusals,
  ...productRefusals,
  limit_reached: refusal(
    'limit_reached',
    { max_collections: z.int() },
    ({ max_collections }) => `A store can have at most ${max_collections} collections. Delete one first.`,
  ),
  slug_taken: refusal(
    'duplicate',
    { collection_id: z.string(), name: z.string() },
    ({ name }) => `The collection "${name}" of this store has this slug. Choose a different one.`,
  ),
  collections_slug_key: refusal(
    'duplicate',
    {},
    'Another collection of this store has this slug. Choose a different one.',
    { pointer: '/slug' },
  ),
  collection_is_manual: refusal(
    'invalid_input',
    {},
    'Rules cannot be added to a manual collection. Create another collection with rules.',
    { problem: 'collection_is_manual' },
  ),
  match_unused: refusal('invalid_input', {}, 'match is only for collections with rules.', { problem: 'match_unused' }),
} as const satisfies Refusals
