import type { ListOrdersData } from '@merchant-commerce/client'
import { type FiltersOf, named } from '../../parts/list-filter.ts'
import type { Words } from '../../words/words.tsx'
import type { Row } from './order-columns.tsx'

const state = (words: Words) => words.list.groups.state
const money = (words: Words) => words.list.groups.money
const place = (words: Words) => words.list.groups.place
const origin = (words: Words) => words.list.groups.origin
const dates = (words: Words) => words.list.groups.dates

/** Every filter of `GET /api/orders`, the frequent ones first. */
const filters: FiltersOf<Row, NonNullable<ListOrdersData['query']>> = {
  status: {
    kind: 'choice',
    group: state,
    title: (words) => words.orders.status,
    values: (words) => words.order_status,
  },
  fulfillment_status: {
    kind: 'choice',
    group: state,
    title: (words) => words.orders.delivery,
    values: (words) => words.fulfillment_status,
  },
  hold_reason: {
    kind: 'choice',
    group: state,
    title: (words) => words.orders.hold,
    values: (words) => ({ none: words.not_on_hold, ...words.hold_reason }),
  },
  created: { kind: 'dates', group: state, title: (words) => words.list.orders.created },
  cancel_reason: {
    kind: 'choice',
    group: state,
    title: (words) => words.list.orders.cancel_reason,
    values: ({ list }) => ({ refused: list.orders.refused, none: list.orders.not_refused }),
  },
  payment_status: {
    kind: 'choice',
    group: money,
    title: (words) => words.orders.payment,
    values: (words) => words.payment_status,
  },
  payment_kind: {
    kind: 'choice',
    group: money,
    title: (words) => words.orders.payment_method,
    values: (words) => words.payment_kind,
  },
  total: { kind: 'amounts', group: money, title: (words) => words.orders.total },
  has_due: {
    kind: 'yes_no',
    group: money,
    title: (words) => words.orders.due,
    values: ({ list }) => ({ true: list.orders.something_due, false: list.orders.nothing_due }),
  },
  payment_method: { kind: 'text', group: money, title: (words) => words.list.orders.payment_name },
  customer_id: {
    kind: 'customer',
    group: place,
    title: (words) => words.orders.customer,
    nameIn: ({ customer_name }) => customer_name,
  },
  city: { kind: 'place', group: place, title: (words) => words.list.orders.city },
  region: { kind: 'place', group: place, title: (words) => words.list.orders.region },
  country: { kind: 'country', group: place, title: (words) => words.list.orders.country },
  platform: { kind: 'platform', group: origin, title: (words) => words.list.orders.platform },
  tag: { kind: 'tag', group: origin, title: (words) => words.list.orders.tag },
  external_id: { kind: 'text', group: origin, title: (words) => words.list.orders.external_id },
  waiting_since: { kind: 'date', group: dates, title: (words) => words.list.orders.waiting_since },
  confirmed: { kind: 'dates', group: dates, title: (words) => words.list.orders.confirmed },
  paid: { kind: 'dates', group: dates, title: (words) => words.list.orders.paid },
  shipped: { kind: 'dates', group: dates, title: (words) => words.list.orders.shipped },
  delivered: { kind: 'dates', group: dates, title: (words) => words.list.orders.delivered },
  cancelled: { kind: 'dates', group: dates, title: (words) => words.list.orders.cancelled },
}

export const orderFilters = named<Row>(filters)
