import * as z from 'zod'
import { deliveryKinds, type Zone } from '../../platform/db/schema/delivery-methods.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { amountRefusals } from '../../platform/operation/shared-refusals.ts'
import { Country } from '../../platform/values/country.ts'
import { limits } from '../../platform/values/limits.ts'
import { Amount } from '../../platform/values/money.ts'
import { Line, Text } from '../../platform/values/text.ts'

const ZoneInput = z
  .strictObject({ country: Country, regions: z.array(Line(100)).max(500).optional() })
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
    .meta({ tool: 'By country code; regions by name or code. Empty: everywhere' }),
  price: Amount.optional().describe('Default: 0'),
  free_from: Amount.nullable()
    .optional()
    .describe('Free from this subtotal after discounts')
    .meta({ tool: 'Free from this subtotal' }),
  min_subtotal: Amount.nullable().optional().describe('Offered from this subtotal after discounts'),
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

/** Why the database can refuse a delivery method. */
export const deliveryMethodRefusals = {
  ...amountRefusals,
  limit_reached: refusal(
    'limit_reached',
    { max_delivery_methods: z.int() },
    {
      en: ({ max_delivery_methods }) =>
        `A store can have at most ${max_delivery_methods} delivery methods. Delete one first.`,
      ar: ({ max_delivery_methods }) => `لا يزيد عدد طرق التوصيل في المتجر على ${max_delivery_methods}. احذف طريقة أولًا.`,
    },
  ),
  subtotals_contradict: refusal('invalid_input', {}, 'min_subtotal must be at most max_subtotal.', {
    problem: 'subtotals_contradict',
  }),
  not_a_pickup: refusal('invalid_input', {}, 'pickup_address is only for methods of kind pickup.', {
    problem: 'not_a_pickup',
  }),
} as const satisfies Refusals
