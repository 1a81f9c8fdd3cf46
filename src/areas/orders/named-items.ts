import type * as z from 'zod'
import { Named } from '../../platform/references/reference.ts'
import type { NewItem } from './new-item.ts'

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
