import * as z from 'zod'
import { deliveryKinds } from '../../platform/db/schema/delivery-methods.ts'
import { discountKinds } from '../../platform/db/schema/discounts.ts'
import { problemsBy, type Refusals } from '../../platform/operation/refusals.ts'
import { Country } from '../../platform/values/country.ts'
import { id } from '../../platform/values/ids.ts'
import type { Language } from '../../platform/values/language.ts'
import { Money, toMajor } from '../../platform/values/money.ts'
import { Line, maybe } from '../../platform/values/text.ts'
import { AddressWarning } from './address.ts'
import { EstimatedDays, orderPrice, publicPrice, toOrderPrice, toPublicPrice } from './order-price.ts'

const QuoteLine = z.object({
  position: z.int(),
  product_id: id('product'),
  product_name: z.string(),
  variant_id: id('variant'),
  variant_name: z.string().nullable(),
  options: z.record(z.string(), z.string()),
  quantity: z.int(),
  unit_price: Money,
  line_total: Money,
  discount_amount: Money.describe("The line's share of the discounts"),
  tax_amount: Money,
})

export const OfferedMethod = z.object({
  id: id('delivery method'),
  name: z.string(),
  kind: z.enum(deliveryKinds),
  amount: Money,
  cod_fee: Money.describe('Added if the order is paid in cash on delivery'),
  estimated_days: EstimatedDays.nullable(),
  pickup_address: z.string().nullable(),
})

/** Why a discount code does not apply. */
export const RefusedPart = z.looseObject({ code: z.string(), detail: z.string() })

/** What an order would cost now. */
export const Quote = z.object({
  currency: z.string(),
  lines: z.array(QuoteLine),
  subtotal_amount: Money,
  discount_amount: Money,
  shipping_amount: Money.describe('Delivery and cod_fee'),
  tax_amount: Money,
  total_amount: Money,
  tax: publicPrice.tax,
  delivery: orderPrice.delivery.describe('By the requested method, or for a shopper by the first one on offer'),
  delivery_methods: z.array(OfferedMethod).describe('The methods on offer for this cart'),
  discounts: publicPrice.discounts,
  discount: publicPrice.discounts.element
    .nullable()
    .describe('The last of `discounts`: the one with the code, if it applies. `discounts` has all of them'),
  discount_refused: RefusedPart.nullable().describe('Why discount_code does not apply'),
})

/** The answer to a request for a quote. */
export const AnsweredQuote = Quote.extend({ warnings: z.array(AddressWarning) })

const Minor = z.number()

const DeliveryJson = z.object({
  method_id: z.string(),
  name: z.string(),
  kind: z.enum(deliveryKinds),
  amount_minor: Minor,
  cod_fee_minor: Minor,
  estimated_days: EstimatedDays.nullable(),
  pickup_address: z.string().nullable(),
})

/** What app.quote_order and app.quote_shop_cart return: the parts of `priced` of app.price_cart that a quote shows. */
export const QuoteJson = z.object({
  currency: z.string(),
  currency_exponent: z.int(),
  lines: z.array(
    z.object({
      position: z.int(),
      product_id: z.string(),
      product_name: z.string(),
      variant_id: z.string(),
      variant_name: z.string().nullable(),
      variant_options: z.record(z.string(), z.string()),
      quantity: z.int(),
      unit_price_minor: Minor,
    }),
  ),
  goods: z.array(Minor),
  taxes: z.array(Minor).nullable(),
  subtotal: Minor,
  discount: Minor,
  shipping: Minor,
  tax: Minor,
  total: Minor,
  tax_rate: z.number().nullable(),
  tax_label: z.string().nullable(),
  tax_included: z.boolean(),
  delivery: DeliveryJson.extend({
    tax_minor: Minor,
    destination: z.object({ country: z.string(), region: z.string().nullable() }).nullable(),
  }).nullable(),
  methods: z.array(DeliveryJson),
  discounts: z.array(
    z.object({
      discount_id: z.string(),
      code: z.string().nullable(),
      name: z.string(),
      kind: z.enum(discountKinds),
      amount_minor: Minor,
    }),
  ),
  code_problem: z.looseObject({ code: z.string() }).nullable(),
  ignored_region: z.string().nullish(),
})

/** `refusals`: the words for a code that does not apply. */
export function toQuote(
  json: z.output<typeof QuoteJson>,
  refusals: Refusals,
  language: Language = 'en',
): z.output<typeof Quote> {
  const major = (minor: number) => toMajor(minor, json.currency_exponent)
  const price = {
    delivery: json.delivery,
    discounts: json.discounts,
    taxRate: json.tax_rate,
    taxLabel: json.tax_label,
    taxIncluded: json.tax_included,
    taxMinor: json.tax,
  }
  const { discounts, tax } = toPublicPrice(price, major)
  return {
    currency: json.currency,
    lines: json.lines.map((line, index) => ({
      position: line.position,
      product_id: line.product_id,
      product_name: line.product_name,
      variant_id: line.variant_id,
      variant_name: line.variant_name,
      options: line.variant_options,
      quantity: line.quantity,
      unit_price: major(line.unit_price_minor),
      line_total: major(line.unit_price_minor * line.quantity),
      discount_amount: major(line.unit_price_minor * line.quantity - (json.goods[index] ?? 0)),
      tax_amount: major(json.taxes?.[index] ?? 0),
    })),
    subtotal_amount: major(json.subtotal),
    discount_amount: major(json.discount),
    shipping_amount: major(json.shipping),
    tax_amount: major(json.tax),
    total_amount: major(json.total),
    tax,
    delivery: toOrderPrice(price, major).delivery,
    delivery_methods: json.methods.map((method) => offeredMethod(method, json.currency_exponent)),
    discounts,
    discount: discounts.at(-1) ?? null,
    discount_refused: json.code_problem && toRefused(json.code_problem, refusals, language),
  }
}

export const offeredMethod = (method: z.output<typeof DeliveryJson>, currencyExponent: number) => ({
  id: method.method_id,
  name: method.name,
  kind: method.kind,
  amount: toMajor(method.amount_minor, currencyExponent),
  cod_fee: toMajor(method.cod_fee_minor, currencyExponent),
  estimated_days: method.estimated_days,
  pickup_address: method.pickup_address,
})

export function toRefused(problem: { readonly code: string }, refusals: Refusals, language: Language = 'en') {
  const [known] = problemsBy([problem], refusals, language)
  if (!known) throw new Error(`no words for a discount that is refused as ${problem.code}`)
  const { pointer: _pointer, ...refused } = known
  return refused
}

/** Where an order goes, which decides about delivery methods and tax. */
export const Destination = z.strictObject({ country: Country, region: maybe(Line(100)) })
