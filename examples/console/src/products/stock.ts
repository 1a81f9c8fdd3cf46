import { count, text } from '../language/language.ts'
import type { ProductRow } from '../service/requests.ts'

/** How many units of all the variants can be ordered. */
export function stockOf(variants: ProductRow['variants']): string {
  if (variants.some(({ tracked }) => !tracked)) return text('available_always')
  const available = variants.reduce((sum, variant) => sum + Math.max(0, variant.available), 0)
  return available > 0 ? text('in_stock', { available: count(available) }) : text('out_of_stock')
}
