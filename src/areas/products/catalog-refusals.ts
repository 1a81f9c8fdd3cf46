import * as z from 'zod'
import { amountRefusals, imageRefusals } from '../../platform/operation/shared-refusals.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { limits } from '../../platform/values/limits.ts'

const slugTaken = 'Another product of the store has this slug. Choose a different one.'
/** The other variant's SKU, as written, and its product. Without `product`, it is a variant of the same request. */
const OtherVariant = { sku: z.string().optional(), product: z.string().optional(), variant_id: z.string().optional() }

const skuTakenBy = ({ sku, product }: { sku?: string | undefined; product?: string | undefined }) =>
  `${otherWithSku(sku, product)} Choose a different SKU.`

const skuTaken = refusal('duplicate', OtherVariant, skuTakenBy, { pointer: '/sku' })

const importedSkuTaken = refusal('duplicate', OtherVariant, skuTakenBy, {
  pointer: '/variants/0/sku',
  members: () => ({}),
})

// The unique index does not say which variant has the SKU, which another request added just now.
function otherWithSku(sku: string | undefined, product: string | undefined): string {
  if (sku === undefined) return 'Another variant of the store has this SKU.'
  return product === undefined
    ? `Another variant in this request has the SKU "${sku}".`
    : `"${product}" already has a variant with the SKU "${sku}".`
}

const optionsTaken = 'Two variants of a product cannot have the same options. Change the options of one of them.'

const MaxProducts = { max_products: z.int() }
const tooManyProducts = ({ max_products }: { max_products: number }) =>
  `A store can have at most ${max_products} products that are not archived. Archive some first.`

const variantsWith = (count: number) => (count === 1 ? '1 variant has' : `${count} variants have`)

const shownOption = (option: string, value: string | null) =>
  value === null ? `option "${option}"` : `${option} "${value}"`

/** Why the database can refuse a product or its variants. */
export const catalogRefusals = {
  ...amountRefusals,
  limit_reached: refusal('limit_reached', MaxProducts, tooManyProducts),
  ...imageRefusals,
  products_slug_key: refusal('duplicate', {}, slugTaken, { pointer: '/slug' }),
  products_external_key: refusal('duplicate', {}, 'Another product of the store has this external_id.', {
    pointer: '/external_id',
  }),
  products_compare_at_price: refusal(
    'invalid_input',
    {},
    'compare_at_price must be above price. Raise it, or send null.',
    { pointer: '/compare_at_price', problem: 'compare_at_price_not_above_price' },
  ),
  variant_compare_at_price: refusal(
    'invalid_input',
    { variant: z.string(), compare_at_price: z.number(), price: z.number() },
    ({ variant, compare_at_price, price }) =>
      `The compare_at_price of "${variant}" (${compare_at_price}) must be above its price (${price}). Raise it, or send null.`,
    { problem: 'compare_at_price_not_above_price' },
  ),
  option_value_without_variant: refusal(
    'invalid_input',
    { option: z.string(), value: z.string().nullable() },
    ({ option, value }) => `No variant has ${shownOption(option, value)}. Add a variant with it, or leave it out.`,
    { problem: 'option_value_without_variant' },
  ),
  option_missing: refusal(
    'invalid_input',
    { option: z.string() },
    ({ option }) =>
      `Other variants of the product have the option "${option}". Set it as well: shoppers could not choose this variant.`,
    { problem: 'required', members: () => ({}) },
  ),
  option_value_in_use: refusal(
    'invalid_input',
    {
      option: z.string(),
      value: z.string(),
      variants: z.array(z.object({ id: z.string(), title: z.string(), sku: z.string().nullable() })),
    },
    ({ option, value, variants }) =>
      `${variantsWith(variants.length)} ${shownOption(option, value)}. Change or remove them first, or keep the value.`,
    { problem: 'option_value_in_use' },
  ),
  product_variants_sku_key: skuTaken,
  sku_taken: skuTaken,
  product_variants_options_key: refusal('duplicate', {}, optionsTaken, { pointer: '/options' }),
  image_not_of_product: refusal(
    'media_not_found',
    {},
    "image_id must be the media_id of one of the product's images. Add the image to the product first.",
  ),
  too_many_variants: refusal(
    'invalid_input',
    {},
    `A product can have at most ${limits.product.variants} variants. Remove some first.`,
    { pointer: '', problem: 'too_many_variants' },
  ),
} as const satisfies Refusals

const NamedCollection = { collection: z.string() }

/** Why the database can refuse a row of an import. */
export const productImportRefusals = {
  ...catalogRefusals,
  limit_reached: refusal('limit_reached', MaxProducts, tooManyProducts, { pointer: '', members: () => ({}) }),
  product_variants_sku_key: importedSkuTaken,
  sku_taken: importedSkuTaken,
  product_variants_options_key: refusal('duplicate', {}, optionsTaken, { pointer: '/variants/0/options' }),
  variant_twice: refusal('duplicate', {}, optionsTaken),
  title_required: refusal('invalid_input', {}, 'title is required for a new product.', {
    pointer: '/title',
    problem: 'required',
  }),
  price_required: refusal('invalid_input', {}, 'price is required for a new product.', {
    pointer: '/price',
    problem: 'required',
  }),
  match_required: refusal(
    'duplicate',
    { product: z.string(), product_id: z.string(), by: z.enum(['slug', 'sku']) },
    ({ product, product_id, by }) =>
      `This row would change "${product}" (id ${product_id}), which it matches only by its ${by === 'sku' ? 'SKU' : 'slug'}. If it is the same product, import with match=${by}, or set id. If not, give the row another ${by === 'sku' ? 'SKU' : 'slug'}.`,
    { problem: 'match_required', members: () => ({}) },
  ),
  stock_below_zero: refusal(
    'invalid_input',
    {},
    'on_hand can be below 0 only if allow_backorder is true or tracked is false.',
    { problem: 'too_small' },
  ),
  slug_of_another: takenBy('/slug', 'slug'),
  sku_of_another: takenBy('/variants/0/sku', 'SKU'),
  skus_of_several: refusal(
    'duplicate',
    {},
    'These SKUs belong to different products. Put each product in rows of its own.',
    {
      pointer: '/variants/0/sku',
    },
  ),
  collection_not_found: refusal(
    'collection_not_found',
    NamedCollection,
    ({ collection }) => `This store has no collection with the slug "${collection}".`,
    { members: () => ({}) },
  ),
  collection_has_rules: refusal(
    'invalid_input',
    NamedCollection,
    ({ collection }) =>
      `The collection "${collection}" is rule-based: its rules decide which products it has. Leave it out.`,
    { problem: 'collection_has_rules', members: () => ({}) },
  ),
  collection_full: refusal(
    'limit_reached',
    { ...NamedCollection, max_products: z.int() },
    ({ collection, max_products }) =>
      `The collection "${collection}" has ${max_products} products, which is the limit.`,
    { members: () => ({}) },
  ),
  inventory_enough: refusal(
    'insufficient_stock',
    {},
    'Orders have reserved more units than would be on hand. Cancel orders first, or allow backorders.',
    { pointer: '/variants/0/on_hand' },
  ),
} as const satisfies Refusals

function takenBy(pointer: string, name: string) {
  return refusal(
    'duplicate',
    { external_id: z.string() },
    ({ external_id }) => `The product with external_id "${external_id}" already has this ${name}.`,
    { pointer, members: () => ({}) },
  )
}
