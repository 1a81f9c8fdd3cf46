import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { refusal } from '../../platform/operation/refusals.ts'
import { collectionResource } from './get-collection.ts'

const Discount = z.object({ id: z.string(), name: z.string() })

/** Deletes a collection and returns it. Its products stay. */
export const deleteCollection = collectionResource.deletion({
  before: (id) => sql`select app.expect_unused_collection(${id})`,
  refusals: {
    collection_in_use: refusal(
      'collection_in_use',
      { discounts: z.array(Discount) },
      ({ discounts }) =>
        `Discounts name this collection: ${discounts.map(({ name }) => `"${name}"`).join(', ')}. Change or delete them first.`,
    ),
  },
})
