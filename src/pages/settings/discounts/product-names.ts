import { findCollections } from '../../../areas/collections/find-collections.ts'
import type { Caller } from '../../../platform/operation/context.ts'
import { findProducts } from '../../../areas/products/find-products.ts'
import type { Language } from '../../../platform/values/language.ts'
import { withoutMarks } from '../../../platform/values/pasted.ts'
import { wordsIn } from '../words/words.ts'
import type { SavedDiscount } from './discount-draft.ts'

/** The products that a person named by slug, SKU or id, and what is wrong with the first name of none. */
export async function productIdsOf(
  caller: Caller,
  written: readonly string[],
  language: Language,
): Promise<{ ids: string[]; error: string | undefined }> {
  const words = wordsIn(language).discounts
  const names = written.map(withoutMarks)
  const tooLong = names.find((name) => name.length > 100)
  if (tooLong !== undefined || names.length > 500) return { ids: [], error: words.tooManyProducts }
  const { found } = await findProducts(caller, { names })
  const unknown = names.find((name) => !found.some((product) => product.name === name))
  const error = unknown === undefined ? undefined : words.unknownProduct(unknown)
  return { ids: [...new Set(found.map(({ product_id }) => product_id))], error }
}

/** The same for collections, by slug or id. */
export async function collectionIdsOf(
  caller: Caller,
  written: readonly string[],
  language: Language,
): Promise<{ ids: string[]; error: string | undefined }> {
  const words = wordsIn(language).discounts
  const names = written.map(withoutMarks)
  if (names.length > 20 || names.some((name) => name.length > 100)) return { ids: [], error: words.tooManyCollections }
  const { found } = await findCollections(caller, { names })
  const unknown = names.find((name) => !found.some((collection) => collection.name === name))
  const error = unknown === undefined ? undefined : words.unknownCollection(unknown)
  return { ids: [...new Set(found.map(({ collection_id }) => collection_id))], error }
}

/** The slugs of the products or collections that a discount applies to, by their ids. */
export async function slugsOf(caller: Caller, { applies_to: goods }: SavedDiscount): Promise<Map<string, string>> {
  if ('collection_ids' in goods) {
    const { found } = await findCollections(caller, { names: goods.collection_ids })
    return new Map(found.map(({ collection_id, slug }) => [collection_id, slug]))
  }
  const names = 'product_ids' in goods ? goods.product_ids : []
  const { found } = await findProducts(caller, { names })
  return new Map(found.map(({ product_id, slug }) => [product_id, slug]))
}
