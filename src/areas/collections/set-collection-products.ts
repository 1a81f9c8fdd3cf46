import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { CollectionProducts, productIdsOf, productRefusals } from './collection-products.ts'
import { SavedCollection, toSavedCollection } from './collection.ts'
import { collectionResource } from './get-collection.ts'

/** Replaces the list of a manual collection with these products, in this order. */
export const setCollectionProducts = operation(
  {
    name: 'set_collection_products',
    scope: 'catalog:write',
    input: z.strictObject({
      collection_id: id('collection'),
      product_ids: CollectionProducts.describe(
        'All products of the collection, in their order, each by id, SKU, slug or exact title',
      ),
      expected_version: ExpectedVersion,
    }),
    output: SavedCollection,
    refusals: productRefusals,
  },
  async (context, { collection_id, product_ids, expected_version }) => {
    const row = await collectionResource.changeOne(context, { id: collection_id, expected_version }, [
      sql`select app.set_collection_products(${collection_id}, ${productIdsOf(product_ids)})`,
    ])
    return toSavedCollection(row)
  },
)
