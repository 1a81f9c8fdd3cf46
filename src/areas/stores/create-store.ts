import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Read, sessionOf } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { type Role, stores } from '../../platform/db/schema/stores.ts'
import { newId } from '../../platform/values/ids.ts'
import { Currency, currencyExponent } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Country, regionOf } from '../../platform/values/country.ts'
import { asciiSlug, maybe, uniqueSlug } from '../../platform/values/text.ts'
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
      country: maybe(Country).describe('ISO 3166-1 alpha-2. Default: that of the locale, else of the time zone'),
    }),
    output: Store,
    refusals: storeWriteRefusals,
  },
  async ({ caller, write }, input) => {
    const id = newId()
    const store = {
      ...input,
      ...(input.slug === undefined && defaultSlugs(input.name, id)),
      country: input.country ?? (await countryOf(input)),
      creation: caller.deployment.storeCreation,
      id,
      currency_exponent: currencyExponent(input.currency),
    }
    const { issuer, subject, email } = sessionOf(caller)
    const row = await write({
      call: (key) => sql`app.create_store(${issuer}, ${subject}, ${email}, ${JSON.stringify(store)}::jsonb, ${key})`,
      read,
    })
    return toStore(row)
  },
)

/** The second one is for a name whose slug another store has. */
function defaultSlugs(name: string, id: string) {
  const slug = asciiSlug(name)
  const isAllowed = StoreFields.slug.safeParse(slug).success
  return { slug: isAllowed ? slug : uniqueSlug(slug || 'store', id), slug_if_taken: uniqueSlug(slug || 'store', id) }
}

async function countryOf({ locale, timezone }: { readonly locale: string; readonly timezone: string }) {
  const { countryOfZone } = await import('../../platform/values/zone-countries.ts')
  return regionOf(locale) ?? countryOfZone(timezone) ?? null
}

const { role: _role, ...columns } = storeColumns

// The store's creator is its owner.
const read: Read<StoreRow> = (db, result) =>
  db.select({ ...columns, role: sql<Role>`'owner'` }).from(keptRow(stores, result))
