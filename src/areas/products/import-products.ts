import * as z from 'zod'
import { ExternalId, newId, uuidOf } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Line, maybe, severalOf, Slug, Text, uniqueSlug } from '../../platform/values/text.ts'
import { ImportReport } from '../../platform/transfer/import-report.ts'
import { ImportInput, importRows } from '../../platform/transfer/import-rows.ts'
import { searchTermsOf } from './insert-variants.ts'
import { productImportRefusals } from './catalog-refusals.ts'
import { defaultSlug, Option, ProductFields } from './product.ts'
import { productSheet } from './product-sheet.ts'
import { titleOf, VariantFields } from './variant.ts'
import { limits } from '../../platform/values/limits.ts'

const VariantRow = z
  .strictObject({
    ...VariantFields,
    id: maybe(Identifier(200)),
    title: maybe(Text(4000)),
    options: maybe(VariantFields.options.unwrap()),
    taxable: maybe(z.boolean()),
    tracked: maybe(z.boolean()),
    allow_backorder: maybe(z.boolean()),
    // Below zero: more was sold than there was.
    on_hand: maybe(z.int().min(-1e9).max(1e9)),
  })
  // A default title can be longer than one that is given.
  .refine(({ title = '', options }) => title.length <= 200 || title.length === titleOf(options).length, {
    message: 'must have at most 200 characters',
    path: ['title'],
    params: { code: 'too_big' },
  })

const ProductRow = z.strictObject({
  ...ProductFields,
  external_id: maybe(ExternalId),
  id: maybe(Identifier(200)),
  title: maybe(ProductFields.title),
  slug: maybe(ProductFields.slug.unwrap()),
  // An export lists the options of the variants too, so an import accepts more than create_product.
  options: maybe(z.array(Option.extend({ values: z.array(Line(200)).max(1000).default([]) })).max(1000)),
  status: maybe(ProductFields.status.unwrap()),
  price: maybe(ProductFields.price),
  taxable: maybe(z.boolean()),
  collections: maybe(
    z
      .array(Slug)
      .max(100)
      .transform((slugs) => [...new Set(slugs)]),
  ),
  currency: maybe(Identifier(3).toUpperCase()),
  variants: maybe(z.array(VariantRow).max(limits.product.new_variants)),
})

type ProductRow = z.output<typeof ProductRow>
type VariantRow = z.output<typeof VariantRow>

/** Finds each product by external id, id, slug or SKU and updates the fields in the file, or creates it. */
export const importProducts = operation(
  {
    name: 'import_products',
    scope: 'catalog:write',
    input: ImportInput.extend({
      update_stock: z.boolean().describe('Also sets the stock on hand of existing variants'),
      match: severalOf(['slug', 'sku'])
        .optional()
        .describe(
          'A row that would change a product, and matches it only by the slug (or by a title with that slug) or only by a SKU, is refused unless this allows it. external_id and id always match',
        ),
    }),
    output: ImportReport,
  },
  (context, { dry_run, file, update_stock, match = [] }) =>
    importRows(context, {
      kind: 'products',
      dry_run,
      file,
      sheet: productSheet,
      schema: ProductRow,
      batchSize: 20,
      keyOf: ({ external_id, id, slug }) => external_id ?? id ?? slug,
      toRow,
      options: { update_stock, match, public_url: context.caller.deployment.publicUrl },
      refusals: productImportRefusals,
    }),
)

function toRow({
  external_id,
  id: givenId,
  slug,
  price,
  compare_at_price,
  cost,
  currency,
  collections,
  variants,
  ...set
}: ProductRow) {
  const id = newId()
  const preferredSlug = slug ?? (set.title === undefined ? undefined : defaultSlug(set.title))
  const rows = variants?.map(toVariantRow) ?? []
  const newVariants = rows.length > 0 ? rows : [toVariantRow({})]
  const terms = searchTermsOf(newVariants)
  return {
    id,
    key: external_id ?? givenId,
    external_id,
    own_id: uuidOf(givenId),
    slug,
    default_slug: preferredSlug,
    free_slug: preferredSlug === undefined ? undefined : uniqueSlug(preferredSlug, id),
    currency,
    price,
    compare_at_price,
    cost,
    collections,
    set,
    variants: rows,
    new_variants: newVariants,
    variant_terms: terms.variantTerms,
    public_terms: terms.publicTerms,
  }
}

// Exports show `Default` as the title of a variant without title and options.
const isUntitled = ({ title, options }: VariantRow) => title === 'Default' && Object.keys(options ?? {}).length === 0

const toVariantRow = ({ id, ...variant }: VariantRow) => ({
  ...variant,
  id: newId(),
  own_id: uuidOf(id),
  title: isUntitled(variant) ? '' : variant.title,
  default_title: titleOf(variant.options),
})
