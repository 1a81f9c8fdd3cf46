import type { Caller } from '../../context.ts'
import { findProducts } from '../../products/find-products.ts'
import type { Discount } from './discount-draft.ts'

/** The products that a person named by slug, SKU or id, and what is wrong with the first name of none. */
export async function productIdsOf(
  caller: Caller,
  names: readonly string[],
): Promise<{ ids: string[]; error: string | undefined }> {
  const tooLong = names.find((name) => name.length > 100)
  if (tooLong !== undefined || names.length > 500)
    return { ids: [], error: 'Enter at most 500 products, each with its slug or SKU on a line of its own.' }
  const { found } = await findProducts(caller, { names: [...names] })
  const unknown = names.find((name) => !found.some((product) => product.name === name))
  const error =
    unknown === undefined ? undefined : `No product has the slug or SKU “${unknown}”. Correct or remove this line.`
  return { ids: [...new Set(found.map(({ product_id }) => product_id))], error }
}

/** The slugs of the products that a discount is for, by their ids. */
export async function slugsOf(caller: Caller, { applies_to: goods }: Discount): Promise<Map<string, string>> {
  const names = 'product_ids' in goods ? goods.product_ids : []
  const { found } = await findProducts(caller, { names })
  return new Map(found.map(({ product_id, slug }) => [product_id, slug]))
}
