import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal, violated } from '../db/failure.ts'
import { type Role, roles, type ShopperLimit, shopperLimits, stores } from '../db/schema/stores.ts'
import { refused, ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { Email, Line, reservedSlugs, StoreSlug, Text } from '../text.ts'

const limit = (name: ShopperLimit) => z.int().min(1).max(shopperLimits[name].max)

/** What the store allows shoppers before it confirms their orders (docs/storefront.md). */
const limits = {
  reservation_hours: limit('reservation_hours').describe(
    "Hours that a shopper's order keeps its stock reserved while nobody confirms it",
  ),
  max_orders_per_phone: limit('max_orders_per_phone').describe('Unconfirmed orders of one phone number'),
  max_units_per_line: limit('max_units_per_line').describe('Units in one line of a shopper’s order'),
  max_units_per_order: limit('max_units_per_order').describe('Units in one order of a shopper'),
  max_hourly_orders_per_address: limit('max_hourly_orders_per_address').describe(
    'Shopper orders in an hour from one network address',
  ),
  max_reserved_percent: limit('max_reserved_percent').describe(
    "Percentage of a variant's available stock that unconfirmed shopper orders may hold together; at least one unit",
  ),
}

export { type ShopperLimit, shopperLimits }

export const Store = z.object({
  id: id('store'),
  slug: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_exponent: z.int().describe('Decimals of the currency'),
  timezone: z.string(),
  locale: z.string(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  contact_address: z.string().nullable(),
  status: z.enum(['active', 'closed']),
  reservation_hours: z.int(),
  max_orders_per_phone: z.int(),
  max_units_per_line: z.int(),
  max_units_per_order: z.int(),
  max_hourly_orders_per_address: z.int(),
  max_reserved_percent: z.int(),
  role: z.enum(roles).describe("The caller's role"),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** Intl lists one name of each zone only (Asia/Calcutta, not Asia/Kolkata) but knows them all. An offset is no zone. */
function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format()
    return /^[a-z]/i.test(zone)
  } catch {
    return false
  }
}

export const StoreFields = {
  name: Line(200),
  slug: StoreSlug.refine((slug) => !reservedSlugs.some((reserved) => reserved === slug), 'This name is taken'),
  timezone: z.string().max(64).refine(isTimezone, 'Give an IANA time zone, such as Asia/Kuwait'),
  locale: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Give a BCP 47 language tag, such as ar-KW'),
  contact_email: Email.nullable().describe('Where customers can write to'),
  contact_phone: Line(50).nullable().describe('Kept as given'),
  contact_address: Text(2000)
    .nullable()
    .transform((text) => text || null),
  ...limits,
}

/** Beside the columns of a store, the caller's role in it. */
export const storeColumns = {
  ...getTableColumns(stores),
  // Written out: Drizzle leaves the table's name away where it selects from one.
  role: sql<Role>`(select m.role from store_members m where m.store_id = stores.id and m.user_id = app.caller())`,
}

export type StoreRow = typeof stores.$inferSelect & { role: Role }

export const toStore = (row: StoreRow): z.output<typeof Store> => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  currency: row.currency,
  currency_exponent: row.currencyExponent,
  timezone: row.timezone,
  locale: row.locale,
  contact_email: row.contactEmail,
  contact_phone: row.contactPhone,
  contact_address: row.contactAddress,
  status: row.status,
  reservation_hours: row.reservationHours,
  max_orders_per_phone: row.maxOrdersPerPhone,
  max_units_per_line: row.maxUnitsPerLine,
  max_units_per_order: row.maxUnitsPerOrder,
  max_hourly_orders_per_address: row.maxHourlyOrdersPerAddress,
  max_reserved_percent: row.maxReservedPercent,
  role: row.role,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** What a failed write of a store means to the caller. */
export function storeFailure(error: unknown): unknown {
  if (violated(error) === 'stores_slug_key') return slugTaken()
  if (!(error instanceof Refusal)) return error
  switch (error.code) {
    case 'slug_taken':
      return slugTaken()
    case 'limit_reached':
      return new ServiceError(
        'limit_reached',
        `A store can have had at most ${error.detail} slugs. Choose one that it had before.`,
      )
    case 'too_many_stores':
      return new ServiceError(
        'rate_limited',
        'You can create at most 20 stores in 24 hours. Wait as long as Retry-After says.',
        { retryAfter: Number(error.detail) },
      )
    default:
      return error
  }
}

const slugTaken = () =>
  refused('duplicate', [
    {
      pointer: '/slug',
      code: 'duplicate',
      detail: 'Another store has this slug or had it before. Choose another one.',
    },
  ])
