import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newSeo } from '../../platform/values/seo.ts'
import { slugOf, uniqueSlug } from '../../platform/values/text.ts'
import { CollectionFields, collectionRefusals } from './collection-fields.ts'
import { productsField } from './collection-products.ts'
import { collectionResource } from './get-collection.ts'

export const createCollection = collectionResource.creation({
  input: z.strictObject(CollectionFields),
  refusals: collectionRefusals,
  save: ({ seo, product_ids, ...fields }, { id, caller }) => {
    const default_slug = slugOf(fields.title) || 'collection'
    const json = JSON.stringify({ ...fields, default_slug, free_slug: uniqueSlug(default_slug, id) })
    return [
      sql`select app.save_collection(${id},
        ${json}::jsonb || jsonb_build_object('seo', ${newSeo(seo)}::jsonb) || ${productsField(product_ids)},
        ${caller.deployment.publicUrl})`,
    ]
  },
})
