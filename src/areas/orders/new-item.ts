import * as z from 'zod'
import { Named, ProductReference, type Reference, VariantReference } from '../../platform/references/reference.ts'
import { id } from '../../platform/values/ids.ts'
import { Amount } from '../../platform/values/money.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Line, maybe, Text } from '../../platform/values/text.ts'

const variantFields = ['variant_id', 'variant_sku', 'variant_name', 'variant_options', 'variant_attributes']

const Attribute = z.union(
  [Text(256), z.number(), z.boolean(), z.null()],
  'must be a string, a number, true, false or null',
)

const maxAttributes = 16
const maxNameLength = 100

const fields = {
  quantity: z.int().min(1).max(1_000_000),
  unit_price: Amount.describe('Price of one unit; may differ from the catalogue price'),
  variant_id: maybe(id('variant')),
  variant_sku: maybe(Identifier(100)).meta({ tool: false }),
  variant_name: maybe(Line(200)).meta({ tool: false }),
  variant_options: maybe(z.record(Line(100), Line(200))).describe('Option name to value'),
  variant_attributes: z.record(z.string().min(1).max(maxNameLength), Attribute).optional().meta({ tool: false }),
}

/** Fields of an item that was already processed in another system. */
const pastFields = {
  position: maybe(z.int()).describe('Position of the item in the order'),
  shipped_quantity: maybe(z.int().min(0).max(1_000_000)),
  returned_quantity: maybe(z.int().min(0).max(1_000_000)).describe('How many of the shipped units were returned'),
  refused_quantity: maybe(z.int().min(0).max(1_000_000)).describe('How many of the shipped units came back refused'),
  discount_amount: maybe(Amount).describe("The item's share of discount_amount of the order"),
  tax_amount: maybe(Amount).describe("The item's share of tax_amount of the order"),
}

const checkFieldNames = (known: object) => (item: Record<string, unknown>, context: z.RefinementCtx) => {
  const names = Object.keys(item)
  const unknown = names.filter(
    (name) => !name.startsWith('variant_') && name !== 'product_id' && !Object.hasOwn(known, name),
  )
  if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: item })
  for (const name of names.filter((name) => name.startsWith('variant_') && name.length > maxNameLength))
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `A field name may have at most ${maxNameLength} characters.`,
      params: { code: 'too_big' },
    })
  if (Object.keys(attributesOf(item)).length > maxAttributes)
    context.addIssue({
      code: 'custom',
      message: `An item may have at most ${maxAttributes} additional variant_ fields.`,
      params: { code: 'too_big' },
    })
}

// Runs even if a field is invalid, so that all problems are reported at once.
export const evenIfInvalid: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

type ItemFields = { [Name in keyof typeof fields]?: z.output<(typeof fields)[Name]> }
type Item<Product, Price> = Omit<ItemFields, 'unit_price' | 'variant_id'> &
  Required<Pick<ItemFields, 'quantity'>> & {
    product_id: Product
    unit_price: Price
    variant_id?: Reference | undefined
  }

const withAttributes = <Product, Price>({
  product_id,
  quantity,
  unit_price,
  variant_id,
  variant_sku,
  variant_name,
  variant_options,
  ...rest
}: Item<Product, Price>) => ({
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
 * An item of an order or a quote. It may name its product. Unknown fields that start with `variant_` are stored in
 * `variant_attributes`. Any other unknown field is an error, so that a misspelt one is not silently lost.
 */
export const NewItem = z
  .object({
    product_id: ProductReference,
    ...fields,
    variant_id: maybe(VariantReference),
    unit_price: maybe(Amount).describe('Price of one unit. Default: the catalogue price'),
  })
  .catchall(Attribute)
  .superRefine(checkFieldNames(fields), evenIfInvalid)
  .transform(({ unit_price, ...item }) => withAttributes({ ...item, unit_price }))

/** An item of an imported order. It may name its product by SKU alone. */
export const ImportedItem = z
  .object({
    product_id: maybe(Identifier(200)).describe(
      'Id of the product, or its external_id. Default: the product of the SKU',
    ),
    ...fields,
    ...pastFields,
  })
  .catchall(Attribute)
  .superRefine(checkFieldNames({ ...fields, ...pastFields }), evenIfInvalid)
  .transform(
    ({
      product_id,
      position,
      shipped_quantity,
      returned_quantity,
      refused_quantity,
      discount_amount,
      tax_amount,
      ...item
    }) => ({
      ...withAttributes({ ...item, product_id }),
      position,
      shipped_quantity,
      returned_quantity,
      refused_quantity,
      discount_amount,
      tax_amount,
    }),
  )

function attributesOf({ variant_attributes, ...item }: Record<string, unknown>): Record<string, unknown> {
  const additional = Object.entries(item).filter(
    ([name]) => name.startsWith('variant_') && !variantFields.includes(name),
  )
  return { ...Object(variant_attributes), ...Object.fromEntries(additional) }
}

/** The items as app.with_named_items takes them, with their positions. */
export function withNamedProducts(items: readonly z.output<typeof NewItem>[]) {
  const named = items.map(({ product_id, variant_id, ...item }, index) => ({
    ...item,
    position: index + 1,
    ...(product_id instanceof Named ? { product: product_id.name } : { product_id }),
    ...(variant_id instanceof Named ? { variant_sku: variant_id.name } : { variant_id }),
  }))
  return { items: named, ...(named.some((item) => 'product' in item) && { names_products: true }) }
}
