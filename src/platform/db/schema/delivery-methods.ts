import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, minor, oneOf, storeId, texts, updatedAt, versionColumn } from '../columns.ts'
import { stores } from './stores.ts'

export const deliveryKinds = ['delivery', 'pickup'] as const

/** A country by its ISO 3166-1 code, and some of its regions. Without regions: the whole country. */
export type Zone = { readonly country: string; readonly regions?: readonly string[] }

/** A way to get an order to the shopper, and its price. A store has at most 50, so lists sort them all. */
export const deliveryMethods = pgTable(
  'delivery_methods',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    name: text('name').notNull(),
    kind: text('kind', { enum: deliveryKinds }).notNull().default('delivery'),
    /** Empty: everywhere. */
    zones: jsonb('zones').$type<Zone[]>().notNull().default([]),
    /** For finding the methods of a destination. */
    zoneKeys: text('zone_keys')
      .array()
      .generatedAlwaysAs(sql`app.zone_keys(zones)`),
    priceMinor: minor('price_minor').notNull().default(0),
    /** Free from this subtotal, after discounts. */
    freeFromMinor: minor('free_from_minor'),
    minSubtotalMinor: minor('min_subtotal_minor'),
    maxSubtotalMinor: minor('max_subtotal_minor'),
    maxWeightG: integer('max_weight_g'),
    /** Added to the price for each kilogram or part of one. */
    ratePerKgMinor: minor('rate_per_kg_minor'),
    minDays: integer('min_days'),
    maxDays: integer('max_days'),
    /** Empty: all. */
    paymentMethods: texts('payment_methods'),
    /** Added to the price of an order that is paid in cash on delivery. */
    codFeeMinor: minor('cod_fee_minor'),
    pickupAddress: text('pickup_address'),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull(),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'delivery_methods_pkey', columns: [t.storeId, t.id] }),
    check('delivery_methods_kind', oneOf('kind', deliveryKinds)),
    check(
      'delivery_methods_amounts',
      sql`least(${t.priceMinor}, ${t.freeFromMinor}, ${t.minSubtotalMinor}, ${t.maxSubtotalMinor}, ${t.maxWeightG}, ${t.ratePerKgMinor}, ${t.codFeeMinor}) >= 0`,
    ),
    check('delivery_methods_days', sql`${t.minDays} between 0 and ${t.maxDays}`),
  ],
)
