import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Read, sessionOf } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { type Role, stores } from '../../platform/db/schema/stores.ts'
import { newId } from '../../platform/values/ids.ts'
import { Currency, currencyExponent } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { asciiSlug } from '../../platform/values/text.ts'
import { Store, storeColumns, StoreFields, type StoreRow, toStore } from './store.ts'
import { storeWriteRefusals } from './store-refusals.ts'

export const createStore = operation(
  {
    name: 'create_store',
    scope: 'account',
    input: z.strictObject({
      name: StoreFields.name,
      slug: StoreFields.slug.optional().describe('Default: derived from the name'),
      currency: Currency,
      timezone: StoreFields.timezone.default('UTC'),
      locale: StoreFields.locale.default('en'),
    }),
    output: Store,
    refusals: storeWriteRefusals,
  },
  async ({ caller, write }, input) => {
    const id = newId()
    // Slugs are unique across all stores, names are not: a slug derived from a name ends with a part of the id.
    const slug = input.slug ?? `${asciiSlug(input.name) || 'store'}-${id.slice(-8)}`
    const creation = caller.deployment.storeCreation
    const store = { ...input, creation, id, slug, currency_exponent: currencyExponent(input.currency) }
    const { issuer, subject, email } = sessionOf(caller)
    const row = await write({
      call: (key) => sql`app.create_store(${issuer}, ${subject}, ${email}, ${JSON.stringify(store)}::jsonb, ${key})`,
      read,
    })
    return toStore(row)
  },
)

const { role: _role, ...columns } = storeColumns

// The store's creator is its owner.
const read: Read<StoreRow> = (db, result) =>
  db.select({ ...columns, role: sql<Role>`'owner'` }).from(keptRow(stores, result))
