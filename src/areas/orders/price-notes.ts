import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { cartDiscountRefusals, DeliveryReason, notDelivered } from '../checkout/checkout-refusals.ts'
import { OfferedMethod, offeredMethod, QuoteJson, RefusedPart, toRefused } from '../checkout/quote.ts'
import { typed } from '../../platform/db/selection.ts'
import { Money, toMajor } from '../../platform/values/money.ts'

// What the answer to a write says about an order's price.

export const PriceWarning = [
  z.object({ code: z.literal('tax_not_charged'), detail: z.string(), expected_tax_amount: Money }),
  z.object({ code: z.literal('delivery_not_chosen'), detail: z.string(), delivery_methods: z.array(OfferedMethod) }),
  z.object({ code: z.literal('not_delivered_there'), detail: z.string(), reason: DeliveryReason }),
] as const

/** What app.price_warnings returns. */
export type PriceWarningJson =
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

export function priceWarningOf(warning: PriceWarningJson, currencyExponent: number, isNew = true) {
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
