import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  boundedRoles,
  type Role,
  roles,
  type ShopperLimit,
  shopperLimits,
  stores,
} from '../../platform/db/schema/stores.ts'
import { Country } from '../../platform/values/country.ts'
import { id } from '../../platform/values/ids.ts'
import { Identifier, withoutMarks } from '../../platform/values/pasted.ts'
import { Email, Line, reservedSlugs, StoreSlug, Text } from '../../platform/values/text.ts'
import { StoreTax, StoreTaxInput, toStoreTax } from './store-tax.ts'

const limit = (name: ShopperLimit) => z.int().min(1).max(shopperLimits[name].max)

/** Limits on unconfirmed shopper orders (docs/storefront.md). */
const limits = {
  reservation_hours: limit('reservation_hours').describe(
    "Hours that stock stays reserved for a shopper's unconfirmed order",
  ),
  max_orders_per_phone: limit('max_orders_per_phone').describe('Unconfirmed orders per phone number'),
  max_units_per_line: limit('max_units_per_line').describe("Units per line of a shopper's order"),
  max_units_per_order: limit('max_units_per_order').describe("Units per shopper's order"),
  max_hourly_orders_per_address: limit('max_hourly_orders_per_address').describe(
    'Shopper orders per hour and network address',
  ),
  max_reserved_percent: limit('max_reserved_percent').describe(
    "Percentage of a variant's available stock that unconfirmed shopper orders may reserve together; at least one unit",
  ),
}

export { boundedRoles, type ShopperLimit, shopperLimits }

const Percent = z.number().min(0).max(100).optional()

export const Store = z.object({
  id: id('store'),
  slug: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_exponent: z.int().describe('Number of decimals of the currency'),
  timezone: z.string(),
  locale: z.string(),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2. Null: phone numbers need their country code'),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  contact_address: z.string().nullable(),
  tax: StoreTax.nullable().describe('Null: no tax'),
  status: z.enum(['active', 'closed']),
  reservation_hours: z.int(),
  max_orders_per_phone: z.int(),
  max_units_per_line: z.int(),
  max_units_per_order: z.int(),
  max_hourly_orders_per_address: z.int(),
  max_reserved_percent: z.int(),
  max_adjustment_percent: z
    .object({ admin: z.number().nullable(), staff: z.number().nullable() })
    .describe(
      'How much the total of an order that a role writes may differ from the total at catalogue prices, in percent. Null: no limit',
    ),
  role: z
    .enum(roles)
    .describe("The caller's role. An API key that may write orders counts as staff, any other as a viewer"),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** Intl.supportedValuesOf lists only one name per zone (Asia/Calcutta, not Asia/Kolkata). Offsets are not allowed. */
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
  slug: StoreSlug.refine(
    (slug) => !reservedSlugs.some((reserved) => reserved === slug),
    'This slug is reserved. Choose another one.',
  ),
  timezone: z
    .string()
    .overwrite(withoutMarks)
    .max(64)
    .refine(isTimezone, 'must be an IANA time zone, such as Asia/Kuwait'),
  locale: z
    .string()
    .overwrite(withoutMarks)
    .max(35)
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language tag, such as ar-KW'),
  country: Country.nullable().describe(
    'ISO 3166-1 alpha-2. Phone numbers without a country code are of this country. Changing it does not change numbers that are stored',
  ),
  contact_email: Email.nullable().describe('Address that customers can write to'),
  contact_phone: Identifier(50).nullable().describe('Kept as written'),
  contact_address: Text(2000)
    .nullable()
    .transform((text) => text || null),
  tax: StoreTaxInput.nullable().describe('Replaced as a whole. Null: the store charges no tax'),
  ...limits,
  max_adjustment_percent: z
    .strictObject({ admin: Percent.nullable(), staff: Percent.nullable() })
    .nullable()
    .transform((bounds) => {
      const given = boundedRoles.flatMap((role) => {
        const percent = bounds?.[role] ?? null
        return percent === null ? [] : [[role, percent] as const]
      })
      return given.length === 0 ? null : Object.fromEntries(given)
    })
    .describe(
      'How much each role may let the total of an order differ from the total at catalogue prices, in percent, such as { "staff": 10 }. Null: no limit. Only an owner can change it',
    ),
}

/** The columns of a store, and the caller's role in it. */
export const storeColumns = {
  ...getTableColumns(stores),
  // Table names are written out because Drizzle omits them when selecting from a single table.
  role: sql<Role>`coalesce(
    (select m.role from store_members m where m.store_id = stores.id and m.user_id = app.caller()), app.role(stores.id))`,
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
  country: row.country,
  contact_email: row.contactEmail,
  contact_phone: row.contactPhone,
  contact_address: row.contactAddress,
  tax: row.tax && toStoreTax(row.tax),
  status: row.status,
  reservation_hours: row.reservationHours,
  max_orders_per_phone: row.maxOrdersPerPhone,
  max_units_per_line: row.maxUnitsPerLine,
  max_units_per_order: row.maxUnitsPerOrder,
  max_hourly_orders_per_address: row.maxHourlyOrdersPerAddress,
  max_reserved_percent: row.maxReservedPercent,
  max_adjustment_percent: {
    admin: row.maxAdjustmentPercent?.admin ?? null,
    staff: row.maxAdjustmentPercent?.staff ?? null,
  },
  role: row.role,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
