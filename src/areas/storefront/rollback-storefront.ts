import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { refusal } from '../../platform/operation/refusals.ts'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Note, publish } from './publish-storefront.ts'
import { defaultJson, Storefront } from './storefront.ts'

export const VersionNumber = z.int().min(1).max(2_147_483_647)

/** Makes the content of an earlier version public again, as a new version. The draft does not change. */
export const rollbackStorefront = operation(
  {
    name: 'rollback_storefront',
    scope: 'storefront:write',
    input: z.strictObject({ version: VersionNumber, note: Note }),
    output: Storefront,
    refusals: {
      no_such_version: refusal('not_found', { newest_version: z.int().nullable() }, ({ newest_version }) =>
        newest_version === null
          ? 'Nothing was ever published, so there is no version to restore.'
          : `There is no such version. The newest is ${newest_version}.`,
      ),
    },
  },
  ({ write }, { version, note }) =>
    publish(write, sql`app.rollback_storefront(${newId()}, ${version}, ${note ?? null}, ${defaultJson})`),
)
