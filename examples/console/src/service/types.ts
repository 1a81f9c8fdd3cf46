import type { ListOrdersData, ListProductsData, ListConversationsData } from '@merchant-commerce/client'

export type {
  ConversationWithMessages as Conversation,
  CreateOrderRequest as NewOrder,
  Me,
  Message,
  Order,
  OrderEvent,
  PageMeta,
  SalesPoint,
  Sales,
} from '@merchant-commerce/client'

type Filter<Data extends { query?: object }, Name extends keyof NonNullable<Data['query']>> = NonNullable<
  NonNullable<Data['query']>[Name]
>

/** Every value of a union, in the order of the record's keys. The compiler notices when the contract has others. */
const valuesOf = <Value extends string>(all: Readonly<Record<Value, true>>): readonly Value[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal
  Object.keys(all) as Value[]

export const orderStatuses = valuesOf<Filter<ListOrdersData, 'status'>>({
  pending: true,
  confirmed: true,
  completed: true,
  cancelled: true,
})
export const paymentStatuses = valuesOf<Filter<ListOrdersData, 'payment_status'>>({
  unpaid: true,
  partially_paid: true,
  paid: true,
  partially_refunded: true,
  refunded: true,
})
export const fulfillmentStatuses = valuesOf<Filter<ListOrdersData, 'fulfillment_status'>>({
  unfulfilled: true,
  preparing: true,
  partially_shipped: true,
  shipped: true,
  delivered: true,
  partially_returned: true,
  returned: true,
})
export const productStatuses = valuesOf<Filter<ListProductsData, 'status'>>({
  draft: true,
  active: true,
  archived: true,
})
export const conversationStatuses = valuesOf<Filter<ListConversationsData, 'status'>>({
  open: true,
  pending: true,
  snoozed: true,
  closed: true,
})
