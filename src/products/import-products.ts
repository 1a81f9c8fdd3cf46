import * as z from 'zod'
import { ExternalId, newId, uuidOf } from '../ids.ts'
import { operation } from '../operation.ts'
import { Line, maybe, Text } from '../text.ts'
import { ImportInput, ImportReport, importRows } from '../transfer/import-rows.ts'
import { termsOf } from './insert-variants.ts'
import { importRefusals } from './catalog-refusals.ts'
import { Option, ProductFields } from './product.ts'
import { productSheet } from './product-sheet.ts'
import { defaultSlug, uniqueSlug } from './slugs.ts'
import { titleOf, VariantFields } from './variant.ts'

const VariantRow = z.strictObject({
  ...VariantFields,
  id: maybe(Line(200)),
  title: maybe(Text(200)),
  options: maybe(VariantFields.options.unwrap()),
  tracked: maybe(z.boolean()),
  allow_backorder: maybe(z.boolean()),
  on_hand: maybe(z.int().min(0).max(1e9)),
})

const ProductRow = z.strictObject({
  ...ProductFields,
  external_id: maybe(ExternalId),
  id: maybe(Line(200)),
  title: maybe(ProductFields.title),
  slug: maybe(ProductFields.slug.unwrap()),
  // As they are shown, completed by what the variants have: that can be more than a product can be given.
  options: maybe(z.array(Option.extend({ values: z.array(Line(200)).max(1000).default([]) })).max(1000)),
  status: maybe(ProductFields.status.unwrap()),
  price: maybe(ProductFields.price),
  currency: maybe(Line(3).toUpperCase()),
  variants: maybe(z.array(VariantRow).max(100)),
})

type ProductRow = z.output<typeof ProductRow>
type VariantRow = z.output<typeof VariantRow>

/** Finds each product by external id, id, slug or SKU, and changes what the file says; makes what is not there. */
export const importProducts = operation(
  {
    name: 'import_products',
    scope: 'catalog:write',
    input: ImportInput.extend({
      update_stock: z
        .boolean()
        .describe('Set the stock on hand of variants that are there already to what the file says'),
    }),
    output: ImportReport,
  },
  (context, { dry_run, file, update_stock }) =>
    importRows(context, {
      kind: 'products',
      dry_run,
      file,
      sheet: productSheet,
      schema: ProductRow,
      keyOf: ({ external_id, id, slug }) => external_id ?? id ?? slug,
      toRow,
      options: { update_stock },
      refusals: importRefusals,
    }),
)

function toRow({ external_id, id: given, slug, price, compare_at_price, currency, variants, ...set }: ProductRow) {
  const id = newId()
  const wanted = slug ?? (set.title === undefined ? undefined : defaultSlug(set.title))
  const rows = variants?.map(toVariantRow) ?? []
  const newVariants = rows.length > 0 ? rows : [toVariantRow({})]
  const terms = termsOf(newVariants)
  return {
    id,
    key: external_id ?? given,
    external_id,
    own_id: uuidOf(given),
    slug,
    default_slug: wanted,
    free_slug: wanted === undefined ? undefined : uniqueSlug(wanted, id),
    currency,
    price,
    compare_at_price,
    set,
    variants: rows,
    new_variants: newVariants,
    variant_terms: terms.variantTerms,
    public_terms: terms.publicTerms,
  }
}

// Of a variant without a name of its own, this is shown in place of one.
const unnamed = ({ title, options }: VariantRow) => title === 'Default' && Object.keys(options ?? {}).length === 0

const toVariantRow = ({ id, ...variant }: VariantRow) => ({
  ...variant,
  id: newId(),
  own_id: uuidOf(id),
  title: unnamed(variant) ? '' : variant.title,
  default_title: titleOf(variant.options),
})
