import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { CollectionReference } from '../../platform/references/reference.ts'
import { ExpectedVersion } from '../../platform/operation/operation.ts'
import { seoPatch } from '../../platform/values/seo.ts'
import { CollectionFields, collectionRefusals } from './collection-fields.ts'
import { productsField } from './collection-products.ts'
import { collectionResource } from './get-collection.ts'

export const updateCollection = collectionResource.change({
  input: z.strictObject({
    ...CollectionFields,
    title: CollectionFields.title.optional(),
    collection_id: CollectionReference,
    expected_version: ExpectedVersion,
  }),
  refusals: collectionRefusals,
  save: ({ seo, product_ids, ...fields }, of) => [
    sql`select app.save_collection(${of.id},
      ${JSON.stringify(fields)}::jsonb || jsonb_build_object('seo', ${seo === undefined ? '{}' : seoPatch(seo)}::jsonb)
        || ${productsField(product_ids)}, ${of.caller.deployment.publicUrl})`,
  ],
  told: (changed) => ({ changed: changed.map((name) => (name === 'product_ids' ? 'products' : name)) }),
})
