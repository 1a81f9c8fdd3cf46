import * as z from 'zod'
import { amountRefusals } from '../amount-refusals.ts'
import { refusal, type Refusals } from '../refusals.ts'

const slugTaken = 'Another product of the store has this slug. Choose a different one.'
const skuTaken = 'Another variant in the store or in this request has this SKU. Choose a different one.'
const optionsTaken = 'Two variants of a product cannot have the same options. Change the options of one of them.'

/** Why the database can refuse a product or its variants. */
export const catalogRefusals = {
  ...amountRefusals,
  products_slug_key: refusal('duplicate', {}, slugTaken, { pointer: '/slug' }),
  products_external_key: refusal('duplicate', {}, 'Another product of the store has this external_id.', {
    pointer: '/external_id',
  }),
  product_variants_sku_key: refusal('duplicate', {}, skuTaken, { pointer: '/sku' }),
  product_variants_options_key: refusal('duplicate', {}, optionsTaken, { pointer: '/options' }),
  too_many_variants: refusal('invalid_input', {}, 'A product can have at most 250 variants. Remove some first.', {
    pointer: '',
  }),
} as const satisfies Refusals

/** Why the database can refuse a row of an import. */
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
