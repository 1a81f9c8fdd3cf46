import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { amountRange, inPlace, type NamedConditions, orNone, timeRange } from '../../platform/lists/conditions.ts'
import {
  fulfillmentStatuses,
  holdReasons,
  orderStatuses,
  paymentKinds,
  paymentStatuses,
} from '../../platform/db/schema/order-states.ts'
import { refused } from '../../platform/errors/errors.ts'
import { CustomerFilter, filteredBy } from '../../platform/references/filter.ts'
import { Country } from '../../platform/values/country.ts'
import { ExternalId, id } from '../../platform/values/ids.ts'
import { Amount, toMajor } from '../../platform/values/money.ts'
import { Tag } from '../../platform/values/pasted.ts'
import { DayOrMoment, isDay, Line, SearchTerm, severalOf } from '../../platform/values/text.ts'
import type { Sorts } from '../../platform/lists/sorted-page.ts'
import type { OrderRow } from './order.ts'
import { orderTextsWhere } from './order-texts.ts'
import { knownPlatforms, Platform } from './platform-name.ts'

const from = (done: string) =>
  DayOrMoment.optional().describe(
    `Orders ${done} at or after this time, or from this date on (a day in the store's time zone)`,
  )

const to = (done: string) =>
  DayOrMoment.optional().describe(
    `Orders ${done} before this time, or up to and including this date (a day in the store's time zone)`,
  )

/** What both the list and the export filter by. */
export const OrderFilters = {
  search: SearchTerm.optional()
    .describe(
      `Searches order number (1001 or #1001), customer name, phone in any format, address, product name, SKU, tracking number, tags, ${orderTextsWhere(({ isSearched }) => isSearched).join(', ')}`,
    )
    .meta({ tool: 'Number, name, phone, address, product, SKU, tracking, note or tag' }),
  status: severalOf(orderStatuses).optional(),
  payment_status: severalOf(paymentStatuses).optional(),
  fulfillment_status: severalOf(fulfillmentStatuses).optional(),
  hold_reason: severalOf([...holdReasons, 'none'])
    .optional()
    .describe('none: orders that are not on hold')
    .meta({ tool: 'none: not on hold' }),
  cancel_reason: severalOf(['refused', 'none'])
    .optional()
    .describe('refused: orders that came back undelivered. none: all others, cancelled or not'),
  platform: filteredBy('platform', Platform.optional(), (name) => knownPlatforms.includes(name)),
  payment_method: Line(100).optional().describe('Exactly as on the order'),
  payment_kind: severalOf(paymentKinds).optional().describe('What the payment method means, whatever it is called'),
  tag: Tag.optional().describe('Orders with this tag'),
  city: Line(100)
    .optional()
    .describe('Of the address, in Arabic or English. Spellings of a known city are one')
    .meta({ tool: 'City or area of the delivery address' }),
  region: Line(100).optional().describe('Region, governorate, state or emirate; also its ISO code'),
  country: Country.optional().describe('Of the destination: ISO 3166-1 alpha-2'),
  customer_id: CustomerFilter,
  variant_id: filteredBy('variant', id('variant').optional().describe('Orders with this variant')),
  external_id: ExternalId.optional(),
  has_due: z.boolean().optional().describe('Orders of which something is due, or nothing'),
  total_from: Amount.optional().describe("Orders of at least this total, in major units of the store's currency"),
  total_to: Amount.optional().describe("Orders of at most this total, in major units of the store's currency"),
  waiting_since: DayOrMoment.optional()
    .describe(
      "Orders that are still pending and were created before this time, or up to and including this date (a day in the store's time zone)",
    )
    .meta({ tool: 'Pending since before this time' }),
  created_from: from('created'),
  created_to: to('created'),
  confirmed_from: from('confirmed'),
  confirmed_to: to('confirmed'),
  paid_from: from('paid'),
  paid_to: to('paid'),
  shipped_from: from('shipped'),
  shipped_to: to('shipped'),
  delivered_from: from('delivered'),
  delivered_to: to('delivered'),
  cancelled_from: from('cancelled'),
  cancelled_to: to('cancelled'),
}

/** Refuses `waiting_since` together with other statuses, of which no order is waiting. */
export function expectWaitingStatus({
  waiting_since,
  status,
}: {
  readonly waiting_since?: string | undefined
  readonly status?: readonly string[] | undefined
}): void {
  if (waiting_since !== undefined && status && !status.includes('pending'))
    throw refused('invalid_input', [
      {
        pointer: '/status',
        code: 'options_contradict',
        detail: 'Only pending orders are waiting. Leave out status, or leave out waiting_since.',
      },
    ])
}

/** The filters that compare something other than the column of their name. */
export const orderConditions: NamedConditions = {
  // No column has the keys: it would cost every order, and no index finds orders by tag anyway.
  tag: (tag) => [{ column: 'tags', is: 'tagged_as_written', values: [tag] }],
  variant_id: (variant) => [{ column: 'variant_ids', is: 'has', values: [variant] }],
  waiting_since: (time) => [
    { column: 'status', is: 'one_of', values: ['pending'] },
    { column: 'created_at', is: isDay(time) ? 'to_day' : 'before', values: [time] },
  ],
  hold_reason: orNone('hold_reason'),
  cancel_reason: orNone('cancel_reason'),
  has_due: (value) => [{ column: 'due_minor', is: value === 'true' ? 'positive' : 'zero' }],
  city: inPlace('city_key'),
  region: inPlace('region_key'),
  ...timeRange('confirmed'),
  ...timeRange('paid'),
  ...timeRange('shipped'),
  ...timeRange('delivered'),
  ...timeRange('cancelled'),
  ...amountRange('total', 'total_minor'),
}

// Indexes by total and updated_at would have to change with every action on an order, which costs more than they gain.
export const orderSorts = {
  number: { type: 'number', value: sql`number`, index: [], sortValue: ({ number }) => String(number) },
  total_amount: {
    type: 'number',
    value: sql`total_minor / power(10::numeric, currency_exponent)`,
    sortValue: ({ totalMinor, currencyExponent }) => String(toMajor(totalMinor, currencyExponent)),
  },
  updated_at: { type: 'time', value: sql`updated_at`, sortValue: ({ updatedAt }) => updatedAt },
} as const satisfies Sorts<OrderRow>
