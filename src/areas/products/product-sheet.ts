import * as z from 'zod'
import { choices, code, flag, images, list, number, pairs, text } from '../../platform/transfer/cell-types.ts'
import { column, exportOnly, once, ofParts, type Sheet } from '../../platform/transfer/sheet.ts'
import { productColumnsElsewhere } from './product-columns-elsewhere.ts'
import { Product } from './product.ts'
import type { Variant } from './variant.ts'

/** What an export has in addition to the product. */
export const ExportedProduct = Product.extend({
  collections: z.array(z.string()).describe('Slugs of the manual collections that it is in'),
})

/** One line for each variant. The product's own columns are repeated, except those that can be large. */
export const productSheet: Sheet<z.output<typeof ExportedProduct>, z.output<typeof Variant>> = {
  columns: [
    column('external_id', code, (product) => product.external_id),
    column('id', code, (product) => product.id),
    exportOnly('store_id', text, (product) => product.store_id),
    column('slug', text, (product) => product.slug),
    column('title', text, (product) => product.title),
    once(column('description', text, (product) => product.description)),
    column('status', text, (product) => product.status),
    once(column('tags', list, (product) => product.tags)),
    // An address of this service says which file it is.
    once(column('images', images, (product) => product.images.map(({ url, alt }) => ({ url, alt })))),
    column('price', number, (product) => product.price),
    column('compare_at_price', number, (product) => product.compare_at_price),
    column('currency', text, (product) => product.currency),
    once(column('options', choices, (product) => product.options)),
    exportOnly('created_at', text, (product) => product.created_at),
    exportOnly('updated_at', text, (product) => product.updated_at),
    column('weight_g', number, (product) => product.weight_g),
    column('taxable', flag, (product) => product.taxable),
    column('cost', number, (product) => product.cost),
    ...ofParts<z.output<typeof Variant>>(
      column('variant_id', code, (variant) => variant.id, 'id'),
      column('sku', code, (variant) => variant.sku),
      column('barcode', code, (variant) => variant.barcode),
      column('variant_title', text, (variant) => variant.title, 'title'),
      column('variant_options', pairs, (variant) => variant.options, 'options'),
      column('variant_price', number, (variant) => variant.price, 'price'),
      column('on_hand', number, (variant) => variant.on_hand),
      exportOnly('reserved', number, (variant) => variant.reserved),
      exportOnly('available', number, (variant) => variant.available),
      column('tracked', flag, (variant) => variant.tracked),
      column('allow_backorder', flag, (variant) => variant.allow_backorder),
      column('variant_weight_g', number, (variant) => variant.weight_g, 'weight_g'),
      column('variant_taxable', flag, (variant) => variant.taxable, 'taxable'),
      column('variant_cost', number, (variant) => variant.cost, 'cost'),
      column('low_stock_threshold', number, (variant) => variant.low_stock_threshold),
      column('variant_image_id', code, (variant) => variant.image_id, 'image_id'),
    ),
    once(column('collections', list, (product) => product.collections)),
    ...ofParts<z.output<typeof Variant>>(
      column('variant_compare_at_price', number, (variant) => variant.compare_at_price, 'compare_at_price'),
    ),
  ],
  ignoredFields: ['store_id', 'version', 'created_at', 'updated_at'],
  parts: {
    field: 'variants',
    of: (product) => product.variants,
    ignoredFields: ['position', 'reserved', 'available'],
  },
  identity: ['external_id', 'id', 'slug', 'title'],
  neededToCreate: 'title',
  elsewhere: productColumnsElsewhere,
}
