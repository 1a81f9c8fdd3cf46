import * as z from 'zod'
import { id } from '../ids.ts'
import { Amount } from '../money.ts'
import { Line, maybe, Text } from '../text.ts'

const variantFields = ['variant_id', 'variant_sku', 'variant_name', 'variant_options', 'variant_attributes']

const Attribute = z.union([Text(256), z.number(), z.boolean(), z.null()], 'Give a text, a number, true, false or null')

const maxAttributes = 16
const maxNameLength = 100

const fields = {
  quantity: z.int().min(1).max(1_000_000),
  unit_price: Amount.describe("Price of one; may differ from the catalogue's"),
  variant_id: maybe(id('variant')),
  variant_sku: maybe(Line(100)),
  variant_name: maybe(Line(200)),
  variant_options: maybe(z.record(Line(100), Line(200))).describe('Option name to value'),
  variant_attributes: z.record(z.string().min(1).max(maxNameLength), Attribute).optional(),
}

/** What became of a line elsewhere. */
const pastFields = {
  position: maybe(z.int()).describe('Its place among the lines'),
  shipped_quantity: maybe(z.int().min(0).max(1_000_000)),
  returned_quantity: maybe(z.int().min(0).max(1_000_000)).describe('Of those shipped'),
}

const refuseUnknown = (known: object) => (item: Record<string, unknown>, context: z.RefinementCtx) => {
  const names = Object.keys(item)
  const unknown = names.filter((name) => !name.startsWith('variant_') && name !== 'product_id' && !(name in known))
  if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: item })
  for (const name of names.filter((name) => name.startsWith('variant_') && name.length > maxNameLength))
    context.addIssue({ code: 'custom', path: [name], message: `A name has at most ${maxNameLength} characters` })
  if (Object.keys(attributesOf(item)).length > maxAttributes)
    context.addIssue({ code: 'custom', message: `At most ${maxAttributes} further variant_ fields are kept` })
}

// Also where a field is wrong: all problems are told at once.
const always: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

type Fields = { [Name in keyof typeof fields]?: z.output<(typeof fields)[Name]> }
type Given<Product> = Fields & Required<Pick<Fields, 'quantity' | 'unit_price'>> & { product_id: Product }

const withAttributes = <Product>({
  product_id,
  quantity,
  unit_price,
  variant_id,
  variant_sku,
  variant_name,
  variant_options,
  ...rest
}: Given<Product>) => ({
  product_id,
  quantity,
  unit_price,
  variant_id,
  variant_sku,
  variant_name,
  variant_options,
  variant_attributes: attributesOf(rest),
})

/**
 * A line item as sent. Of fields that begin with `variant_`, four say which variant; any other scalar is kept in
 * `variant_attributes`. Any other field is refused, so that a misspelt one is never silently lost.
 */
export const NewItem = z
  .object({ product_id: id('product'), ...fields })
  .catchall(Attribute)
  .superRefine(refuseUnknown(fields), always)
  .transform((item) => withAttributes(item))

/** A line item of an order that was made elsewhere, which may name the product by its SKU alone. */
export const ImportedItem = z
  .object({
    product_id: maybe(Line(200)).describe('Id of the product, or its external_id. Default: that of the SKU'),
    ...fields,
    ...pastFields,
  })
  .catchall(Attribute)
  .superRefine(refuseUnknown({ ...fields, ...pastFields }), always)
  .transform(({ product_id, position, shipped_quantity, returned_quantity, ...item }) => ({
    ...withAttributes({ ...item, product_id }),
    position,
    shipped_quantity,
    returned_quantity,
  }))

function attributesOf({ variant_attributes, ...item }: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(item).filter(([name]) => name.startsWith('variant_') && !variantFields.includes(name))
  return { ...Object(variant_attributes), ...Object.fromEntries(named) }
}
