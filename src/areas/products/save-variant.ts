import * as z from 'zod'
import { type Problem, refused } from '../../platform/errors/errors.ts'
import type { ProblemCode } from '../../platform/errors/problem-codes.ts'
import { operation } from '../../platform/operation/operation.ts'
import { ProductReference, VariantReference } from '../../platform/references/reference.ts'
import { archiveVariant } from './archive-variant.ts'
import { createVariant } from './create-variant.ts'
import { updateVariant } from './update-variant.ts'
import { NewVariant, VariantFields } from './variant.ts'

const unlisted = { tool: false } as const

/** Adds a variant to a product, or changes or archives the variant with this id or SKU. */
export const saveVariant = operation(
  {
    name: 'save_variant',
    scope: 'catalog:write',
    input: z.strictObject({
      product_id: ProductReference.optional().meta({ tool: 'Adds a variant to it. Id, SKU or title' }),
      variant_id: VariantReference.optional().meta({ tool: 'Changes it. Id or SKU' }),
      ...VariantFields,
      title: VariantFields.title.meta(unlisted),
      barcode: VariantFields.barcode.meta(unlisted),
      weight_g: VariantFields.weight_g.meta(unlisted),
      taxable: VariantFields.taxable.meta(unlisted),
      cost: VariantFields.cost.meta(unlisted),
      tracked: VariantFields.tracked.meta(unlisted),
      allow_backorder: VariantFields.allow_backorder.meta(unlisted),
      on_hand: NewVariant.shape.on_hand.unwrap().optional().meta({ tool: 'Stock, of a new one' }),
      archived: z.literal(true).optional().meta({ tool: 'Removes it; orders keep it' }),
    }),
    output: createVariant.output.extend({ archived: z.literal(true).optional() }),
    refusals: { ...updateVariant.refusals, ...archiveVariant.refusals },
  },
  async ({ caller }, { product_id, variant_id, archived, on_hand, ...fields }) => {
    if (variant_id === undefined) {
      if (archived) throw problem('variant_id', 'required', 'is required to archive a variant.')
      if (product_id === undefined)
        throw problem('product_id', 'required', 'is required for a new variant, or variant_id to change one.')
      return createVariant(caller, { ...fields, on_hand: on_hand ?? 0, product_id })
    }
    if (archived) {
      const others = Object.entries({ on_hand, ...fields }).filter(([, value]) => value !== undefined)
      if (others.length > 0)
        throw refused(
          'invalid_input',
          others.map(([name]) => unused(name)),
        )
      return { ...(await archiveVariant(caller, { product_id, variant_id })), archived }
    }
    if (on_hand !== undefined)
      throw problem('on_hand', 'option_unused', 'is only for a new variant. adjust_inventory changes the stock.')
    return updateVariant(caller, { ...fields, product_id, variant_id })
  },
)

const problemOf = (name: string, code: ProblemCode, words: string): Problem => ({
  pointer: `/${name}`,
  code,
  detail: `${name} ${words}`,
})

const problem = (...facts: Parameters<typeof problemOf>) => refused('invalid_input', [problemOf(...facts)])

const unused = (name: string) => problemOf(name, 'option_unused', 'cannot be changed together with archived.')
