import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { amountRefusals } from '../../platform/operation/shared-refusals.ts'
import type { Read } from '../../platform/operation/context.ts'
import { KnownCountry } from '../../platform/values/country.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { deliveryKinds, deliveryMethods, type Zone } from '../../platform/db/schema/delivery-methods.ts'
import { typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { Amount, Money, toMajor } from '../../platform/values/money.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import { Line, Text } from '../../platform/values/text.ts'
import { limits } from '../../platform/values/limits.ts'

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

const ZoneInput = z
  .strictObject({ country: KnownCountry, regions: z.array(Line(100)).max(500).optional() })
  .transform(({ country, regions = [] }): Zone => ({
    country,
    ...(regions.length > 0 && { regions: [...new Set(regions)] }),
  }))

const days = z.int().min(0).max(365)

export const DeliveryMethodFields = {
  name: Line(100).describe('What shoppers read'),
  kind: z.enum(deliveryKinds).optional().describe('Default: delivery'),
  zones: z
    .array(ZoneInput)
    .max(limits.delivery_method.countries)
    .refine(
      (zones) => zones.reduce((count, { regions = [] }) => count + regions.length, 0) <= limits.delivery_method.regions,
      { message: `may have at most ${limits.delivery_method.regions} regions`, params: { code: 'too_big' } },
    )
    .optional()
    .describe('Countries it delivers to, each with some of its regions or as a whole. Empty: everywhere')
    .meta({ tool: 'By country code. Empty: everywhere' }),
  price: Amount.optional().describe('Default: 0'),
  free_from: Amount.nullable()
    .optional()
    .describe('Free from this subtotal after discounts')
    .meta({ tool: 'Free from this subtotal' }),
  min_subtotal: Amount.nullable()
    .optional()
    .describe('Offered from this subtotal after discounts')
    .meta({ tool: 'From this subtotal' }),
  max_subtotal: Amount.nullable().optional().describe('Offered up to this subtotal after discounts'),
  max_weight_g: z.int().min(1).max(1e9).nullable().optional().meta({ tool: false }),
  rate_per_kg: Amount.nullable()
    .optional()
    .describe('Added to the price for each kilogram or part of one')
    .meta({ tool: false }),
  estimated_days: z
    .strictObject({ min: days, max: days })
    .refine(({ min, max }) => min <= max, {
      error: 'must be at most max',
      path: ['min'],
      params: { code: 'contradiction' },
    })
    .nullable()
    .optional(),
  payment_methods: z
    .array(Line(100))
    .max(20)
    .transform((methods) => [...new Set(methods)])
    .optional()
    .describe('Offered only with these payment methods. Empty: all')
    .meta({ tool: false }),
  cod_fee: Amount.nullable()
    .optional()
    .describe('Added if payment_method is cod')
    .meta({ tool: 'For cash on delivery' }),
  pickup_address: Text(500)
    .nullable()
    .transform((text) => text || null)
    .optional()
    .describe('Only for kind pickup')
    .meta({ tool: false }),
  active: z.boolean().optional().describe('Default: true'),
  position: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Methods are sorted by this. Default: last')
    .meta({ tool: false }),
}

type DeliveryMethodInput = z.output<z.ZodObject<typeof DeliveryMethodFields>>

type Given = { readonly [Name in keyof DeliveryMethodInput]?: DeliveryMethodInput[Name] | undefined }

/** The fields that app.save_delivery_method takes. */
export const methodFieldsJson = ({ estimated_days, ...fields }: Given): string =>
  JSON.stringify({
    ...fields,
    ...(estimated_days !== undefined && {
      min_days: estimated_days?.min ?? null,
      max_days: estimated_days?.max ?? null,
    }),
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

export const readDeliveryMethod: Read<DeliveryMethodRow> = (db, result) =>
  db
    .select({
      ...storedColumns,
      currency: sql<string>`kept ->> 'currency'`,
      currencyExponent: sql`kept ->> 'currency_exponent'`.mapWith(Number),
    })
    .from(keptRow(deliveryMethods, result))

/** A delivery method of the open store, as the result of a write. */
export const deliveryMethodJson = (methodId: string) =>
  sql`(select app.with_currency(to_jsonb(d)) from ${deliveryMethods} d where d.store_id = app.store() and d.id = ${methodId})`

export function toDeliveryMethod(row: DeliveryMethodRow): z.output<typeof DeliveryMethod> {
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, row.currencyExponent))
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

export const deliveryMethodRefusals = {
  ...amountRefusals,
  limit_reached: refusal(
    'limit_reached',
    { max_delivery_methods: z.int() },
    ({ max_delivery_methods }) =>
      `A store can have at most ${max_delivery_methods} delivery methods. Delete one first.`,
  ),
  subtotals_contradict: refusal('invalid_input', {}, 'min_subtotal must be at most max_subtotal.', {
    problem: 'subtotals_contradict',
  }),
  not_a_pickup: refusal('invalid_input', {}, 'pickup_address is only for methods of kind pickup.', {
    problem: 'not_a_pickup',
  }),
} as const satisfies Refusals
