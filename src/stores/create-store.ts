import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Read, sessionOf } from '../context.ts'
import { violated } from '../db/failure.ts'
import { keptRow } from '../db/in-place-of.ts'
import { type Role, stores } from '../db/schema/stores.ts'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { Currency, currencyExponent } from '../money.ts'
import { operation } from '../operation.ts'
import { asciiSlug, Line, StoreSlug } from '../text.ts'
import { Store, storeColumns, type StoreRow, toStore } from './store.ts'

/** Intl lists one name of each zone only (Asia/Calcutta, not Asia/Kolkata) but knows them all. An offset is no zone. */
function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format()
    return /^[a-z]/i.test(zone)
  } catch {
    return false
  }
}

// First segments of public storefront paths that are no store.
const reserved = new Set(['pages', 'publish', 'rollback', 'versions'])

export const createStore = operation(
  {
    name: 'create_store',
    scope: 'stores:read',
    input: z.strictObject({
      name: Line(200),
      slug: StoreSlug.refine((slug) => !reserved.has(slug), 'This name is taken')
        .optional()
        .describe('Default: made from the name'),
      currency: Currency,
      timezone: z.string().max(64).refine(isTimezone, 'Give an IANA time zone, such as Asia/Kuwait').default('UTC'),
      locale: z
        .string()
        .max(35)
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Give a BCP 47 language tag, such as ar-KW')
        .default('en'),
    }),
    output: Store,
  },
  async ({ caller, write }, input) => {
    const id = newId()
    // Slugs are unique across stores; one made from a name gets the end of the id, so that names need not be.
    const slug = input.slug ?? `${asciiSlug(input.name) || 'store'}-${id.slice(-6)}`
    const store = { ...input, id, slug, currency_exponent: currencyExponent(input.currency) }
    const { issuer, subject, email } = sessionOf(caller)
    try {
      const row = await write({
        call: (key) => sql`app.create_store(${issuer}, ${subject}, ${email}, ${JSON.stringify(store)}::jsonb, ${key})`,
        read,
      })
      return toStore(row)
    } catch (error) {
      if (violated(error) !== 'stores_slug_key') throw error
      throw refused('duplicate', [
        { pointer: '/slug', code: 'duplicate', detail: 'This slug is taken by another store. Choose another one.' },
      ])
    }
  },
)

const { role: _role, ...columns } = storeColumns

// The store's creator is its owner.
const read: Read<StoreRow> = (db, result) =>
  db.select({ ...columns, role: sql<Role>`'owner'` }).from(keptRow(stores, result))
