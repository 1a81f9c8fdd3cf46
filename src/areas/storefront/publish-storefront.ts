import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../platform/values/ids.ts'
import type { Context } from '../../platform/operation/context.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { Line, maybe } from '../../platform/values/text.ts'
import { invalidateStorefront } from './public/public-cache.ts'
import { defaultJson, Storefront, writeStorefront } from './storefront.ts'

export const Note = maybe(Line(200)).describe('What changed. Shown in the list of versions')

/** Makes the draft and its pages public as the next version. Does nothing if nothing has changed. */
export const publishStorefront = operation(
  {
    name: 'publish_storefront',
    scope: 'storefront:write',
    input: z.strictObject({ note: Note, expected_version: ExpectedVersion }),
    output: Storefront,
  },
  ({ write }, { note, expected_version }) =>
    publish(
      write,
      sql`app.publish_storefront(${newId()}, ${expected_version ?? null}, ${note ?? null}, ${defaultJson})`,
    ),
)

/** Calls this function of the database, which makes a version public, and empties the cache. */
export async function publish(write: Context['write'], version: SQL) {
  const storefront = await writeStorefront(write, () => [], version)
  await invalidateStorefront(storefront.slug)
  return storefront
}
