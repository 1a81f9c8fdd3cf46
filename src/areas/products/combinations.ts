import * as z from 'zod'
import type { VariantOptions } from '../../platform/db/schema/products.ts'
import { limits } from '../../platform/values/limits.ts'
import type { ProductFields } from './product.ts'
import { NewVariant } from './variant.ts'

type Options = z.output<typeof ProductFields.options>

/** The options of a variant for each combination of values: the first option varies slowest. */
export const combinationsOf = (options: Options = []): { readonly options: VariantOptions }[] =>
  options
    .reduce<VariantOptions[]>(
      (combinations, { name, values }) =>
        combinations.flatMap((each) => [...new Set(values)].map((value) => ({ ...each, [name]: value }))),
      [{}],
    )
    .map((each) => ({ options: each }))

type Sent = {
  readonly options?: Options
  readonly variants?: unknown
  readonly generate_variants?: boolean | undefined
}

/** Refuses options of a new product without variants to go with them, and variants that cannot be generated. */
export function expectVariants({ options = [], variants, generate_variants }: Sent, context: z.RefinementCtx) {
  const problem = (path: PropertyKey[], message: string, params?: { readonly code: string }) =>
    context.addIssue({ code: 'custom', path, message, params })
  if (!generate_variants) {
    if (options.length > 0 && variants === undefined)
      problem(
        ['variants'],
        'A product with options needs variants. Send variants, or generate_variants: true for every combination.',
        { code: 'variants_required' },
      )
    return
  }
  if (variants !== undefined) return problem(['generate_variants'], 'cannot be true if you send variants.')
  if (options.length === 0) return problem(['options'], 'must not be empty if generate_variants is true.')
  for (const [at, { values }] of options.entries())
    if (values.length === 0) problem(['options', at, 'values'], 'must not be empty if generate_variants is true.')
  const count = options.reduce((product, { values }) => product * new Set(values).size, 1)
  if (count > limits.product.new_variants)
    return problem(
      ['options'],
      `These options have ${count} combinations. A new product can have at most ${limits.product.new_variants} variants: send fewer values, or the variants that you sell.`,
    )
  const tooLong = combinationsOf(options).find((each) => !NewVariant.safeParse(each).success)
  if (tooLong) problem(['options'], 'must be at most 2,000 bytes as JSON for each variant. Shorten names or values.')
}
