import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidateStorefront } from './public/public-cache.ts'
import { Note } from './publish-storefront.ts'
import { defaultJson, Storefront, writeStorefront } from './storefront.ts'

/** Makes the content of an earlier version public again, as a new version. The draft does not change. */
export const rollbackStorefront = operation(
  {
    name: 'rollback_storefront',
    scope: 'storefront:write',
    input: z.strictObject({ version: z.int().min(1).max(2_147_483_647), note: Note }),
    output: Storefront,
  },
  async ({ write }, { version, note }) => {
    const id = newId()
    const storefront = await writeStorefront(write, (db) => [
      db.execute(sql`select app.rollback_storefront(${id}, ${defaultJson}, ${version}, ${note ?? null})`),
    ])
    await invalidateStorefront(storefront.slug)
    return storefront
  },
)
