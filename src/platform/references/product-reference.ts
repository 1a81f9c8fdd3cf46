import { referenceTo } from './reference.ts'

/** A product by its id, the SKU of a variant, its slug or its title. */
export const ProductReference = referenceTo(
  'product',
  ['id, SKU, slug or exact title', 'Id, SKU, slug or title'],
  (text) => text,
)

/** A variant by its id or SKU. The slug or title of its product will do if that has no other variant. */
export const VariantReference = referenceTo('variant', ['id or SKU', 'Id or SKU'], (text) => text)
