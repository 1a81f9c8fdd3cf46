import * as z from 'zod'
import { amountRefusals } from '../amount-refusals.ts'
import { refusal, type Refusals } from '../refusals.ts'

const slugTaken = 'Another product of this store has this slug. Choose another one.'
const skuTaken = 'Another variant of this store has this SKU, or two of these variants share it.'
const optionsTaken = 'Two variants of a product cannot have the same options. Change the options of one.'

/** What the database refuses of a product and its variants. */
export const catalogRefusals = {
  ...amountRefusals,
  products_slug_key: refusal('duplicate', {}, slugTaken, { pointer: '/slug' }),
  products_external_key: refusal('duplicate', {}, 'Another product of this store has this external_id.', {
    pointer: '/external_id',
  }),
  product_variants_sku_key: refusal('duplicate', {}, skuTaken, { pointer: '/sku' }),
  product_variants_options_key: refusal('duplicate', {}, optionsTaken, { pointer: '/options' }),
  too_many_variants: refusal('invalid_input', {}, 'A product can have at most 250 variants. Remove some first.', {
    pointer: '',
  }),
} as const satisfies Refusals

/** The same for a row of an import, which can also contradict other products. */
export const importRefusals = {
  ...catalogRefusals,
  product_variants_sku_key: refusal('duplicate', {}, skuTaken, { pointer: '/variants/0/sku' }),
  product_variants_options_key: refusal('duplicate', {}, optionsTaken, { pointer: '/variants/0/options' }),
  sku_taken: refusal('duplicate', {}, skuTaken),
  variant_twice: refusal('duplicate', {}, optionsTaken),
  title_required: refusal('invalid_input', {}, 'title is required for a new product.', {
    pointer: '/title',
    problem: 'required',
  }),
  price_required: refusal('invalid_input', {}, 'price is required for a new product.', {
    pointer: '/price',
    problem: 'required',
  }),
  slug_of_another: belongsTo('/slug', 'slug'),
  sku_of_another: belongsTo('/variants/0/sku', 'SKU'),
  skus_of_several: refusal('duplicate', {}, 'These SKUs belong to several products of the store.', {
    pointer: '/variants/0/sku',
  }),
  inventory_enough: refusal(
    'insufficient_stock',
    {},
    'More units are reserved by orders than would be on hand. Cancel orders first, or allow backorders.',
    { pointer: '/variants/0/on_hand' },
  ),
} as const satisfies Refusals

function belongsTo(pointer: string, what: string) {
  return refusal(
    'duplicate',
    { external_id: z.string() },
    ({ external_id }) => `The product with external_id "${external_id}" already has this ${what}.`,
    { pointer, members: () => ({}) },
  )
}
