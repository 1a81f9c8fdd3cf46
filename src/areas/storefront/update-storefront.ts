import { eq, sql } from 'drizzle-orm'
import { newVersion } from '../../platform/db/in-stores.ts'
import { storefronts } from '../../platform/db/schema/storefront.ts'
import { ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { DraftChange, toPatch } from './draft.ts'
import { defaultJson, Storefront, writeStorefront } from './storefront.ts'

/** Changes the draft. Visitors see the change once it is published. */
export const updateStorefront = operation(
  {
    name: 'update_storefront',
    scope: 'storefront:write',
    input: DraftChange.extend({ expected_version: ExpectedVersion }),
    output: Storefront,
  },
  async ({ write }, { expected_version, ...change }) =>
    writeStorefront(write, (db) => [
      db.execute(
        sql`select app.expect_version(app.open_storefront(${defaultJson}), ${expected_version ?? null}::integer)`,
      ),
      ...(isEmptyChange(change)
        ? []
        : [
            db
              .update(storefronts)
              .set({
                draft: sql`app.merge_json(${storefronts.draft}, ${JSON.stringify(toPatch(change))}::jsonb)`,
                ...newVersion(storefronts),
              })
              .where(eq(storefronts.storeId, sql`app.store()`)),
            db.execute(sql`select app.record_event('storefront.updated', app.store(),
        ${JSON.stringify({ changed: Object.keys(change) })})`),
          ]),
    ]),
)
