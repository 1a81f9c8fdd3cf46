import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { AddressWarning, addressWarnings } from '../checkout/address.ts'
import type { OrderRow } from './order.ts'
import type { OrderDestination } from '../../platform/db/schema/order-parts.ts'
import { typed } from '../../platform/db/selection.ts'
import { PhoneWarning, phoneWarnings } from '../../platform/values/phone.ts'
import { Money, toMajor } from '../../platform/values/money.ts'
import {
  DiscountRefused,
  discountRefused,
  type PriceNotes,
  priceNotes,
  PriceWarning,
  type PriceWarningJson,
  priceWarningOf,
} from './price-notes.ts'

// What the answer to a change of an order says about it.

const Where = z.object({ country: z.string(), region: z.string().nullable() })

const ChangeWarning = z.discriminatedUnion('code', [
  ...PriceWarning,
  z.object({
    code: z.literal('amounts_kept'),
    detail: z.string(),
    amounts: z.array(z.enum(['total_amount', 'shipping_amount', 'tax_amount'])),
  }),
  AddressWarning,
  PhoneWarning,
  z.object({ code: z.literal('destination_kept'), detail: z.string(), destination: Where }),
  z.object({ code: z.literal('cod_fee_kept'), detail: z.string(), cod_fee: Money, expected_cod_fee: Money }),
  z.object({ code: z.literal('overpaid'), detail: z.string(), overpaid_amount: Money }),
])

/** What app.change_warnings returns. */
type ChangeWarningJson =
  | PriceWarningJson
  | { readonly code: 'amounts_kept'; readonly amounts: readonly ('total' | 'shipping' | 'tax')[] }
  | { readonly code: 'destination_kept'; readonly destination: OrderDestination }
  | { readonly code: 'cod_fee_kept'; readonly cod_fee_minor: number; readonly expected_minor: number }
  | { readonly code: 'overpaid'; readonly overpaid_minor: number }

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
  readonly isPhoneRead: boolean
  readonly ignoredRegion: string | null
}

/** What of a request could not be read, or did not count. */
export const requestNotes = {
  ignoredRegion: typed('text', sql<string | null>`done.kept ->> 'ignored_region'`),
  isPhoneRead: typed('boolean', sql<boolean>`done.kept #>> '{order,customer_phone_e164}' is not null`),
}

/** Where the stored result of app.edit_order has them. */
export const changeNotes = {
  codeProblem: priceNotes.codeProblem,
  ...requestNotes,
  changeWarnings: typed('jsonb', sql<ChangeNotes['changeWarnings']>`nullif(done.kept -> 'price_warnings', 'null')`),
  recalculated: typed('jsonb', sql<AmountChanges | null>`nullif(done.kept -> 'recalculated', 'null')`),
}

type Sent = Parameters<typeof addressWarnings>[0] & { readonly customer_phone?: string | null | undefined }

/** `order`: as it is after the change. */
export const changeNotesOf = async (
  notes: ChangeNotes,
  sent: Sent,
  { currencyExponent, destination }: Pick<OrderRow, 'currencyExponent' | 'destination'>,
) => ({
  ...discountRefused(notes),
  warnings: [
    ...(notes.changeWarnings ?? []).map((warning) => changeWarningOf(warning, currencyExponent)),
    ...(await addressWarnings(sent, destination, notes.ignoredRegion)),
    ...phoneWarnings(sent.customer_phone && !notes.isPhoneRead ? ['/customer_phone'] : []),
  ],
  recalculated: amounts.flatMap((amount) => {
    const [from, to] = notes.recalculated?.[amount] ?? []
    if (from === undefined || to === undefined) return []
    return [{ amount, from: toMajor(from, currencyExponent), to: toMajor(to, currencyExponent) }]
  }),
})
