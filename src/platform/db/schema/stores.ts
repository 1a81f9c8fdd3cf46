import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, oneOf, storeId, time, updatedAt, versionColumn } from '../columns.ts'

export const roles = ['owner', 'admin', 'staff', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Limits for shoppers' unconfirmed orders, with the default and maximum of each setting. */
export const shopperLimits = {
  reservation_hours: { default: 24, max: 168 },
  max_orders_per_phone: { default: 3, max: 100 },
  max_units_per_line: { default: 10, max: 100 },
  max_units_per_order: { default: 50, max: 10_000 },
  max_hourly_orders_per_address: { default: 10, max: 10_000 },
  max_reserved_percent: { default: 50, max: 100 },
} as const

export type ShopperLimit = keyof typeof shopperLimits

const limitColumn = (name: ShopperLimit) => integer(name).notNull().default(shopperLimits[name].default)

const withinBounds = sql.raw(
  Object.entries(shopperLimits)
    .map(([name, { max }]) => `${name} between 1 and ${max}`)
    .join(' and '),
)

/** How a store charges tax. Rates are percentages with at most 4 decimals. */
export type StoredTax = {
  readonly rate: number
  /** What shoppers read, such as VAT. */
  readonly label: string
  readonly prices_include_tax: boolean
  readonly tax_delivery: boolean
  readonly registration_number: string | null
  /** Rates for destinations, by ISO 3166-1 country code. */
  readonly country_rates: readonly { readonly country: string; readonly rate: number }[]
}

/** The roles whose adjustments an owner can limit. */
export const boundedRoles = ['admin', 'staff'] as const
export type MaxAdjustmentPercent = { readonly [Role in (typeof boundedRoles)[number]]?: number | undefined }

export const stores = pgTable(
  'stores',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique('stores_slug_key'),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    currencyExponent: smallint('currency_exponent').notNull(),
    timezone: text('timezone').notNull().default('UTC'),
    locale: text('locale').notNull().default('en'),
    /** ISO 3166-1 alpha-2. Null: phone numbers need their country code. */
    country: text('country'),
    contactEmail: text('contact_email'),
    contactPhone: text('contact_phone'),
    contactAddress: text('contact_address'),
    status: text('status', { enum: ['active', 'closed'] })
      .notNull()
      .default('active'),
    /** Null: the store charges no tax. */
    tax: jsonb('tax').$type<StoredTax>(),
    /** For limiting how many stores one person may create per day. */
    createdBy: uuid('created_by').notNull(),
    reservationHours: limitColumn('reservation_hours'),
    maxOrdersPerPhone: limitColumn('max_orders_per_phone'),
    maxUnitsPerLine: limitColumn('max_units_per_line'),
    maxUnitsPerOrder: limitColumn('max_units_per_order'),
    maxHourlyOrdersPerAddress: limitColumn('max_hourly_orders_per_address'),
    maxReservedPercent: limitColumn('max_reserved_percent'),
    /** How much the total of an order by this role may differ from the total at catalogue prices, in percent. Null: no limit. */
    maxAdjustmentPercent: jsonb('max_adjustment_percent').$type<MaxAdjustmentPercent>(),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('stores_created_by_idx').on(t.createdBy, t.createdAt),
    check('stores_currency_exponent', sql`${t.currencyExponent} between 0 and 3`),
    check('stores_status', sql`${t.status} in ('active', 'closed')`),
    check('stores_shopper_limits', withinBounds),
  ],
)

/** Every slug that a store has or had. A slug belongs to its store forever, so that old links never lead to another store. */
export const storeSlugs = pgTable(
  'store_slugs',
  {
    storeId: storeId().references(() => stores.id),
    slug: text('slug').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'store_slugs_pkey', columns: [t.storeId, t.slug] }),
    unique('store_slugs_slug_key').on(t.slug),
  ],
)

/** `user_id` is app.user_id(issuer, subject): one id for one person at one identity provider, in every store. */
export const storeMembers = pgTable(
  'store_members',
  {
    storeId: storeId().references(() => stores.id),
    /** The id of the accepted invitation, if any. With created_at, the position in a list over several stores. */
    membershipId: uuid('membership_id')
      .notNull()
      .default(sql`uuidv7()`),
    userId: uuid('user_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: text('email'),
    /** As the identity provider last stated it (app.enter_member). */
    name: text('name'),
    role: text('role', { enum: roles }).notNull(),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // A store has so few members (app.invite_member) that lists sort them all.
    primaryKey({ name: 'store_members_pkey', columns: [t.storeId, t.userId] }),
    // For app.enter_member, which reads all stores of a person.
    index('store_members_user_idx').on(t.userId),
    check('store_members_role', oneOf('role', roles)),
  ],
)

/** Gap-free order numbers: one row per store, locked last in a transaction. Orders are never deleted, so it also counts them. */
export const storeCounters = pgTable('store_counters', {
  storeId: storeId()
    .primaryKey()
    .references(() => stores.id),
  lastOrderNumber: bigint('last_order_number', { mode: 'number' }).notNull().default(1000),
})

/** The names of people who left a store or were removed, for their past actions and messages. */
export const formerMembers = pgTable(
  'former_members',
  {
    storeId: storeId().references(() => stores.id),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    leftAt: time('left_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'former_members_pkey', columns: [t.storeId, t.userId] })],
)
