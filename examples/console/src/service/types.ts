import {
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
  OrderEvent,
  PageMeta,
  SalesPoint,
  Sales,
} from '@merchant-commerce/client'

export const orderStatuses = Object.values(OrderStatus)
export const paymentStatuses = Object.values(PaymentStatus)
export const fulfillmentStatuses = Object.values(FulfillmentStatus)
export const productStatuses = Object.values(ProductStatus)
export const conversationStatuses = Object.values(ConversationStatus)
