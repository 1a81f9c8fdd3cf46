import { orders } from '../../platform/db/schema/orders.ts'
import { type OrderTextColumn, orderTextNames } from './order-texts.ts'

/** What writes to a row of `orders`: a new order, its fields, an action, or the erasure of a person. */
type Writer = 'create' | 'edit' | 'act' | 'erase'

const edited = ['create', 'edit'] as const
const personal = ['create', 'edit', 'erase'] as const
const acted = ['act'] as const

/** The columns that are not computed from others. Those of texts (order-texts.ts) are written by all but actions. */
const writers = {
  storeId: ['create'],
  id: ['create'],
  number: ['create'],
  externalId: ['create'],
  status: ['edit', 'act'],
  paymentStatus: ['create', 'edit', 'act'],
  fulfillmentStatus: ['edit', 'act'],
  holdReason: ['create', 'act'],
  contactAttempts: acted,
  platform: ['create'],
  source: ['create'],
  currency: ['create'],
  currencyExponent: ['create'],
  subtotalMinor: edited,
  shippingMinor: edited,
  taxMinor: edited,
  discountMinor: edited,
  stated: edited,
  delivery: personal,
  destination: personal,
  discounts: personal,
  taxRate: edited,
  taxLabel: edited,
  taxIncluded: edited,
  adjustmentMinor: edited,
  totalMinor: edited,
  paidMinor: acted,
  refundedMinor: acted,
  dueAgainMinor: acted,
  cameBackMinor: ['edit', 'act'],
  customerId: ['create'],
  customerName: ['create', 'erase'],
  customerPhone: personal,
  customerPhoneE164: personal,
  address: personal,
  tags: personal,
  lines: ['create', 'edit', 'act', 'erase'],
  shipments: ['act', 'erase'],
  confirmedAt: acted,
  paidAt: ['create', 'edit', 'act'],
  shippedAt: acted,
  deliveredAt: acted,
  cancelledAt: ['edit', 'act'],
  cancelReason: ['edit', 'act'],
  linesKey: edited,
  movesStock: ['create', 'act'],
  reservedUntil: ['create', 'act'],
  releasedAt: ['create', 'act'],
  firstOfCustomer: ['create'],
  version: ['edit', 'act', 'erase'],
  createdAt: ['create'],
  updatedAt: ['create', 'edit', 'act', 'erase'],
} as const satisfies Record<Exclude<keyof typeof orders.$inferInsert, OrderTextColumn>, readonly Writer[]>

const isColumn = (name: string): name is keyof typeof writers => name in writers

/** The columns that each writer stores. The SQL of orders gets its lists from here (npm run db:generate). */
export const writtenColumns = (writer: Writer): readonly string[] => [
  ...Object.keys(writers)
    .filter(isColumn)
    .filter((name) => writers[name].some((each) => each === writer))
    .map((name) => orders[name].name),
  ...(writer === 'act' ? [] : orderTextNames),
]
