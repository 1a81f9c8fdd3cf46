import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { deliveryKinds, deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { Money, toMajor } from '../../platform/values/money.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'

const EstimatedDays = z.object({ min: z.int(), max: z.int() })

export const DeliveryMethod = z.object({
  id: id('delivery method'),
  store_id: id('store'),
  name: z.string(),
  kind: z.enum(deliveryKinds),
  zones: z
    .array(z.object({ country: z.string(), regions: z.array(z.string()).optional() }))
    .describe('Where it delivers. Empty: everywhere'),
  price: Money,
  free_from: z.number().nullable().describe('Free from this subtotal after discounts'),
  min_subtotal: z.number().nullable(),
  max_subtotal: z.number().nullable(),
  max_weight_g: z.int().nullable(),
  rate_per_kg: z.number().nullable().describe('Added to the price for each kilogram or part of one'),
  estimated_days: EstimatedDays.nullable(),
  payment_methods: z.array(z.string()).describe('Empty: all'),
  cod_fee: z.number().nullable().describe('Added if the order is paid in cash on delivery'),
  pickup_address: z.string().nullable(),
  active: z.boolean(),
  position: z.int().describe('Methods are sorted by this'),
  currency: z.string(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** What a write returns. */
export const SavedDeliveryMethod = DeliveryMethod.extend({
  also_offered: z
    .array(DeliveryMethod.pick({ id: true, name: true, price: true, free_from: true }))
    .optional()
    .describe('Other deliveries that shoppers in the same places can choose, at most 10'),
})

const { id: idColumn, zoneKeys: _zoneKeys, ...otherColumns } = getTableColumns(deliveryMethods)

const storedColumns = { id: idColumn, ...otherColumns }

/** `id` must be first: a null there marks an empty page of the left join. */
export const deliveryMethodColumns = {
  ...storedColumns,
  currency: typed('text', sql<string>`(select s.currency from stores s where s.id = ${deliveryMethods.storeId})`),
  currencyExponent: typed(
    'smallint',
    sql<number>`(select s.currency_exponent from stores s where s.id = ${deliveryMethods.storeId})`,
  ),
}

export type DeliveryMethodRow = WithRowTimes<Omit<typeof deliveryMethods.$inferSelect, 'zoneKeys'>> & {
  readonly currency: string
  readonly currencyExponent: number
}

type AlsoOffered = {
  readonly id: string
  readonly name: string
  readonly price_minor: number
  readonly free_from_minor: number | null
}

type SavedRow = DeliveryMethodRow & { readonly alsoOffered: readonly AlsoOffered[] | null }

export const readDeliveryMethod: Read<SavedRow> = (db, result) =>
  db
    .select({
      ...storedColumns,
      currency: sql<string>`kept ->> 'currency'`,
      currencyExponent: sql`kept ->> 'currency_exponent'`.mapWith(Number),
      alsoOffered: sql<readonly AlsoOffered[] | null>`nullif(kept -> 'also_offered', 'null')`,
    })
    .from(keptRow(deliveryMethods, result))

/** A delivery method of the open store, as the result of a write. */
export const deliveryMethodJson = (methodId: Reference) =>
  sql`(select app.with_currency(to_jsonb(d)) || jsonb_build_object('also_offered', app.also_offered(d)) from ${deliveryMethods} d where d.store_id = app.store() and d.id = ${methodId})`

export function toSavedDeliveryMethod(row: SavedRow): z.output<typeof SavedDeliveryMethod> {
  const { alsoOffered, currencyExponent } = row
  const also_offered = alsoOffered?.map(({ id: otherId, name, price_minor, free_from_minor }) => ({
    id: otherId,
    name,
    price: toMajor(price_minor, currencyExponent),
    free_from: majorOf(free_from_minor, currencyExponent),
  }))
  return { ...toDeliveryMethod(row), ...(also_offered && { also_offered }) }
}

const majorOf = (minor: number | null, exponent: number) => (minor === null ? null : toMajor(minor, exponent))

export function toDeliveryMethod(row: DeliveryMethodRow): z.output<typeof DeliveryMethod> {
  const major = (minor: number | null) => majorOf(minor, row.currencyExponent)
  return {
    id: row.id,
    store_id: row.storeId,
    name: row.name,
    kind: row.kind,
    zones: row.zones.map(({ country, regions }) => ({ country, ...(regions && { regions: [...regions] }) })),
    price: toMajor(row.priceMinor, row.currencyExponent),
    free_from: major(row.freeFromMinor),
    min_subtotal: major(row.minSubtotalMinor),
    max_subtotal: major(row.maxSubtotalMinor),
    max_weight_g: row.maxWeightG,
    rate_per_kg: major(row.ratePerKgMinor),
    estimated_days: row.minDays === null || row.maxDays === null ? null : { min: row.minDays, max: row.maxDays },
    payment_methods: row.paymentMethods,
    cod_fee: major(row.codFeeMinor),
    pickup_address: row.pickupAddress,
    active: row.active,
    position: row.position,
    currency: row.currency,
    version: row.version,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  }
}
