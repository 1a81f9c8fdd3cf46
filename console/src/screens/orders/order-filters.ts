import type { ListOrdersData } from '@merchant-commerce/client'
import { type FiltersOf, named } from '../../parts/list-filter.ts'
import { variantName } from '../../parts/pickers/variant-name.ts'
import type { Row } from './order-columns.tsx'
import { listWords } from '../../words/list.ts'

const state = () => listWords.groups.state
const money = () => listWords.groups.money
const place = () => listWords.groups.place
const origin = () => listWords.groups.origin
const dates = () => listWords.groups.dates

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
  created: { kind: 'dates', group: state, title: () => listWords.orders.created },
  cancel_reason: {
    kind: 'choice',
    group: state,
    title: () => listWords.orders.cancel_reason,
    values: () => ({ refused: listWords.orders.refused, none: listWords.orders.not_refused }),
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
    values: () => ({ true: listWords.orders.something_due, false: listWords.orders.nothing_due }),
  },
  payment_method: { kind: 'text', group: money, title: () => listWords.orders.payment_name },
  customer_id: {
    kind: 'customer',
    group: place,
    title: (words) => words.orders.customer,
    fields: ['customer_id', 'customer_name'],
    nameIn: ({ customer_id, customer_name }, id) => (customer_id === id ? customer_name : undefined),
  },
  variant_id: {
    kind: 'variant',
    group: place,
    title: () => listWords.orders.variant,
    fields: ['items'],
    nameIn({ items = [] }, id) {
      const item = items.find(({ variant_id }) => variant_id === id)
      return item && variantName(item.product_name, item.variant_name)
    },
  },
  city: { kind: 'city', group: place, title: () => listWords.orders.city },
  region: { kind: 'region', group: place, title: () => listWords.orders.region },
  country: { kind: 'country', group: place, title: () => listWords.orders.country },
  platform: { kind: 'platform', group: origin, title: () => listWords.orders.platform },
  tag: { kind: 'tag', group: origin, title: () => listWords.orders.tag },
  external_id: { kind: 'text', group: origin, title: () => listWords.orders.external_id },
  waiting_since: { kind: 'date', group: dates, title: () => listWords.orders.waiting_since },
  confirmed: { kind: 'dates', group: dates, title: () => listWords.orders.confirmed },
  paid: { kind: 'dates', group: dates, title: () => listWords.orders.paid },
  shipped: { kind: 'dates', group: dates, title: () => listWords.orders.shipped },
  delivered: { kind: 'dates', group: dates, title: () => listWords.orders.delivered },
  cancelled: { kind: 'dates', group: dates, title: () => listWords.orders.cancelled },
}

export const orderFilters = named<Row>(filters)
