import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { cartDiscountRefusals, DeliveryReason, notDelivered } from '../checkout/checkout-refusals.ts'
import { AddressWarning, addressWarnings } from '../checkout/address.ts'
import type { AddressText } from '../../platform/values/address.ts'
import { OfferedMethod, offeredMethod, QuoteJson, RefusedPart, toRefused } from '../checkout/quote.ts'
import type { OrderDestination } from '../../platform/db/schema/order-parts.ts'
import { typed } from '../../platform/db/selection.ts'
import { Money, toMajor } from '../../platform/values/money.ts'

// What the answer to a write says about an order's price.

export const PriceWarning = [
  z.object({ code: z.literal('tax_not_charged'), detail: z.string(), expected_tax_amount: Money }),
  z.object({ code: z.literal('delivery_not_chosen'), detail: z.string(), delivery_methods: z.array(OfferedMethod) }),
  z.object({ code: z.literal('not_delivered_there'), detail: z.string(), reason: DeliveryReason }),
] as const

const Where = z.object({ country: z.string(), region: z.string().nullable() })

export const ChangeWarning = z.discriminatedUnion('code', [
  ...PriceWarning,
  z.object({
    code: z.literal('amounts_kept'),
    detail: z.string(),
    amounts: z.array(z.enum(['total_amount', 'shipping_amount', 'tax_amount'])),
  }),
  AddressWarning,
  z.object({ code: z.literal('destination_kept'), detail: z.string(), destination: Where }),
  z.object({ code: z.literal('cod_fee_kept'), detail: z.string(), cod_fee: Money, expected_cod_fee: Money }),
  z.object({ code: z.literal('overpaid'), detail: z.string(), overpaid_amount: Money }),
])

/** What app.price_warnings returns. */
type PriceWarningJson =
  | {
      readonly code: 'tax_not_charged'
      readonly tax_minor: number
      /** Whether the store's prices include the tax. */
      readonly included: boolean
    }
  | {
      readonly code: 'delivery_not_chosen'
      readonly methods: z.output<typeof QuoteJson>['methods']
      /** Whether the order's amounts are computed. */
      readonly computed: boolean
    }
  | { readonly code: 'not_delivered_there'; readonly reason: z.output<typeof DeliveryReason> }

/** What app.change_warnings returns. */
type ChangeWarningJson =
  | PriceWarningJson
  | { readonly code: 'amounts_kept'; readonly amounts: readonly ('total' | 'shipping' | 'tax')[] }
  | { readonly code: 'destination_kept'; readonly destination: OrderDestination }
  | { readonly code: 'cod_fee_kept'; readonly cod_fee_minor: number; readonly expected_minor: number }
  | { readonly code: 'overpaid'; readonly overpaid_minor: number }

export type PriceNotes = {
  readonly priceWarnings: readonly PriceWarningJson[] | null
  readonly codeProblem: { readonly code: string } | null
}

/** Where the stored result of app.create_order has them. */
export const priceNotes = {
  priceWarnings: typed('jsonb', sql<PriceNotes['priceWarnings']>`nullif(done.kept -> 'price_warnings', 'null')`),
  codeProblem: typed('jsonb', sql<PriceNotes['codeProblem']>`nullif(done.kept -> 'code_problem', 'null')`),
}

export const DiscountRefused = {
  discount_refused: RefusedPart.nullable().describe(
    'Why the discount code does not apply, although the request succeeded',
  ),
}

export const discountRefused = ({ codeProblem }: Pick<PriceNotes, 'codeProblem'>) => ({
  discount_refused: codeProblem && toRefused(codeProblem, cartDiscountRefusals),
})

export const priceWarningsOf = ({
  priceWarnings,
  currencyExponent,
}: Pick<PriceNotes, 'priceWarnings'> & { readonly currencyExponent: number }) =>
  (priceWarnings ?? []).map((warning) => priceWarningOf(warning, currencyExponent))

function priceWarningOf(warning: PriceWarningJson, currencyExponent: number, isNew = true) {
  if (warning.code === 'delivery_not_chosen') {
    const costsFee = warning.methods.some(({ cod_fee_minor }) => cod_fee_minor > 0)
    return {
      code: warning.code,
      detail: `Nothing is charged for delivery${costsFee ? ', nor the fee for cash on delivery' : ''}. ${
        warning.computed
          ? 'Set delivery_method_id to one listed in delivery_methods, or shipping_amount.'
          : 'Send shipping_amount with your other amounts, 0 if delivery is free. A delivery_method_id has all amounts computed.'
      }`,
      delivery_methods: warning.methods.map((method) => offeredMethod(method, currencyExponent)),
    }
  }
  if (warning.code === 'not_delivered_there')
    return {
      code: warning.code,
      detail: `${notDelivered.en[warning.reason]} Nothing is charged for delivery; to charge for it, send shipping_amount.`,
      reason: warning.reason,
    }
  const expected = toMajor(warning.tax_minor, currencyExponent)
  const fact = warning.included
    ? `The order has no tax, although the store's prices include ${expected} of it.`
    : `The total has no tax; the store's rules would charge ${expected}. To add it, send it as tax_amount.`
  return {
    code: warning.code,
    detail: `${fact} ${
      isNew
        ? 'To have it computed, make the order with customer, delivery_method_id or discount_code, and without total_amount.'
        : 'To have all amounts computed, send delivery_method_id or discount_code.'
    }`,
    expected_tax_amount: expected,
  }
}

const placeOf = ({ country, region }: OrderDestination) => [region, country].filter(Boolean).join(', ')

function changeWarningOf(warning: ChangeWarningJson, currencyExponent: number): z.output<typeof ChangeWarning> {
  if (warning.code === 'amounts_kept') {
    const kept = warning.amounts.map((amount) => `${amount}_amount` as const)
    return {
      code: warning.code,
      detail: `The order goes elsewhere now, and keeps the amounts that were stated for it: ${kept.join(', ')}. Check them, and send those that should change.`,
      amounts: kept,
    }
  }
  if (warning.code === 'destination_kept')
    return {
      code: warning.code,
      detail: `The destination of the order is still ${placeOf(warning.destination)}. If the new address is elsewhere, send destination as well.`,
      destination: warning.destination,
    }
  if (warning.code === 'cod_fee_kept') {
    const fee = toMajor(warning.cod_fee_minor, currencyExponent)
    const expected = toMajor(warning.expected_minor, currencyExponent)
    return {
      code: warning.code,
      detail: `The amounts of the order are fixed by now: its fee for cash on delivery stays ${fee}, although it is ${expected} for this payment method. Agree with the customer on what is paid.`,
      cod_fee: fee,
      expected_cod_fee: expected,
    }
  }
  if (warning.code === 'overpaid') {
    const overpaid = toMajor(warning.overpaid_minor, currencyExponent)
    return {
      code: warning.code,
      detail: `${overpaid} more was paid than the order costs now. Refund it, or agree on something else with the customer.`,
      overpaid_amount: overpaid,
    }
  }
  return priceWarningOf(warning, currencyExponent, false)
}

const amounts = ['subtotal_amount', 'discount_amount', 'shipping_amount', 'tax_amount', 'total_amount'] as const

/** What the answer to a change of an order has besides the order. */
export const ChangeNotes = {
  ...DiscountRefused,
  warnings: z.array(ChangeWarning),
  recalculated: z
    .array(z.object({ amount: z.enum(amounts), from: Money, to: Money }))
    .describe('The amounts that this change has changed. Those that you did not state are calculated again'),
}

/** What app.recalculated returns: amounts in minor units before and after. */
type AmountChanges = Readonly<Partial<Record<(typeof amounts)[number], readonly [number, number]>>>

export type ChangeNotes = Pick<PriceNotes, 'codeProblem'> & {
  readonly changeWarnings: readonly ChangeWarningJson[] | null
  readonly recalculated: AmountChanges | null
}

/** Where the stored result of app.edit_order has them. */
export const changeNotes = {
  codeProblem: priceNotes.codeProblem,
  changeWarnings: typed('jsonb', sql<ChangeNotes['changeWarnings']>`nullif(done.kept -> 'price_warnings', 'null')`),
  recalculated: typed('jsonb', sql<AmountChanges | null>`nullif(done.kept -> 'recalculated', 'null')`),
}

/** `missing`: what the address lacks, if it was changed. */
export const changeNotesOf = (notes: ChangeNotes, currencyExponent: number, missing: AddressText[]) => ({
  ...discountRefused(notes),
  warnings: [
    ...(notes.changeWarnings ?? []).map((warning) => changeWarningOf(warning, currencyExponent)),
    ...addressWarnings(missing),
  ],
  recalculated: amounts.flatMap((amount) => {
    const [from, to] = notes.recalculated?.[amount] ?? []
    if (from === undefined || to === undefined) return []
    return [{ amount, from: toMajor(from, currencyExponent), to: toMajor(to, currencyExponent) }]
  }),
})
