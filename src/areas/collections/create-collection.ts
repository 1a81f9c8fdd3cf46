import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { newSeo } from '../../platform/values/seo.ts'
import { slugOf, uniqueSlug } from '../../platform/values/text.ts'
import { CollectionFields, collectionRefusals } from './collection-fields.ts'
import { productsField } from './collection-products.ts'
import { collectionJson, readCollection, SavedCollection, toSavedCollection } from './collection.ts'

export const createCollection = operation(
  {
    name: 'create_collection',
    scope: 'catalog:write',
    input: z.strictObject(CollectionFields),
    output: SavedCollection,
    refusals: collectionRefusals,
  },
  async ({ caller, write }, { seo, product_ids, ...fields }) => {
    const id = newId()
    const defaultSlug = slugOf(fields.title) || 'collection'
    const json = JSON.stringify({
      ...fields,
      default_slug: defaultSlug,
      free_slug: uniqueSlug(defaultSlug, id),
    })
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(sql`select app.save_collection(${id},
          ${json}::jsonb || jsonb_build_object('seo', ${newSeo(seo)}::jsonb) || ${productsField(product_ids)}, ${caller.deployment.publicUrl})`),
        db.execute(sql`select app.record_event('collection.created', ${id})`),
      ],
      result: collectionJson(id),
      read: readCollection,
    })
    return toSavedCollection(row)
  },
)
