import {
  type Me,
  ConversationStatus,
  FulfillmentStatus,
  OrderStatus,
  PaymentStatus,
  ProductStatus,
} from '@merchant-commerce/client'

export type {
  ConversationWithMessages as Conversation,
  CreateOrderRequest as NewOrder,
  Me,
  Message,
  Order,
  OrderAction,
  OrderEvent,
  PageMeta,
  SalesPoint,
  Sales,
} from '@merchant-commerce/client'

/** A store of the person who is signed in. */
export type Store = Me['stores'][number]

export const orderStatuses = Object.values(OrderStatus)
export const paymentStatuses = Object.values(PaymentStatus)
export const fulfillmentStatuses = Object.values(FulfillmentStatus)
export const productStatuses = Object.values(ProductStatus)
export const conversationStatuses = Object.values(ConversationStatus)
