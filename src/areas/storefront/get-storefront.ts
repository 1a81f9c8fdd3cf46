import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { severalOf } from '../../platform/values/text.ts'
import { readStorefront, Storefront, storefrontOf, toStorefront } from './storefront.ts'
import { changesOf, selectContents, StorefrontChanges } from './storefront-changes.ts'

/** The draft, and which version is public. */
export const getStorefront = operation(
  {
    name: 'get_storefront',
    scope: 'storefront:read',
    input: z.strictObject({
      include: severalOf(['changes']).optional().describe('changes: what publishing now would change'),
    }),
    output: Storefront.extend({
      changes: StorefrontChanges.optional().describe('With include=changes: what publishing now would change'),
    }),
  },
  async ({ run }, { include = [] }) => {
    const [[row], compared] = await run((db) => [
      readStorefront(db, storefrontOf(sql`app.only_store()`)),
      ...(include.includes('changes') ? [selectContents(db)] : []),
    ])
    if (!row?.result) throw notFound('store')
    const contents = compared?.[0]
    return { ...toStorefront(row.result), ...(contents && { changes: changesOf(contents) }) }
  },
)
