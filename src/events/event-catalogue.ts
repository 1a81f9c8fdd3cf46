import * as z from 'zod'
import * as data from './event-data.ts'

type EventKind = {
  /** What happened, in one sentence. */
  readonly about: string
  /** Its `data` in responses: amounts are in major units there. */
  readonly data: z.ZodType<Readonly<Record<string, unknown>>>
}

/** Every type of event that is recorded. A type never changes its meaning; clients ignore types that they do not know. */
export const eventCatalogue = {
  'order.created': { about: 'The order was created.', data: data.OrderCreated },
  'order.updated': { about: 'Fields of the order were changed.', data: data.OrderUpdated },
  'order.confirmed': { about: 'The order was confirmed, or taken off hold.', data: data.Nothing },
  'order.held': { about: 'The order was put on hold.', data: data.OrderHeld },
  'order.preparing': { about: 'The order is being packed.', data: data.Nothing },
  'order.shipped': { about: 'Items of the order were shipped.', data: data.OrderShipped },
  'order.delivered': { about: 'The order was delivered.', data: data.OrderDelivered },
  'order.paid': { about: 'A payment was recorded.', data: data.OrderPaid },
  'order.refunded': { about: 'A refund was recorded.', data: data.OrderRefunded },
  'order.returned': { about: 'Shipped items came back.', data: data.OrderReturned },
  'order.cancelled': { about: 'The order was cancelled.', data: data.OrderCancelled },
  'order.completed': { about: 'The order was completed.', data: data.Nothing },
  'order.noted': { about: 'A member added a note.', data: data.Noted },
  'order.reservation_released': {
    about: 'The order was not confirmed in time, and its stock was released.',
    data: data.ReservationReleased,
  },

  'product.created': { about: 'The product was created.', data: data.Imported },
  'product.updated': { about: 'Fields of the product were changed.', data: data.Imported },
  'product.archived': { about: 'The product was archived.', data: data.Nothing },
  'variant.created': { about: 'A variant was added to the product.', data: data.OfVariant },
  'variant.updated': { about: 'Fields of a variant of the product were changed.', data: data.OfVariant },
  'variant.archived': { about: 'A variant of the product was archived.', data: data.OfVariant },
  'inventory.adjusted': { about: 'The stock of the variant was adjusted.', data: data.InventoryAdjusted },
  'delivery_method.created': { about: 'The delivery method was created.', data: data.Nothing },
  'delivery_method.updated': { about: 'Fields of the delivery method were changed.', data: data.Changed },
  'delivery_method.deleted': { about: 'The delivery method was deleted.', data: data.Nothing },
  'discount.created': { about: 'The discount was created.', data: data.Nothing },
  'discount.updated': { about: 'Fields of the discount were changed.', data: data.Changed },
  'discount.deleted': { about: 'The discount was deleted.', data: data.Nothing },

  'customer.created': { about: 'The customer was created.', data: data.Imported },
  'customer.updated': { about: 'Fields of the customer were changed.', data: data.CustomerUpdated },
  'customer.blocked': { about: 'The customer was blocked.', data: data.CustomerBlocked },
  'customer.unblocked': { about: 'The customer was unblocked.', data: data.CustomerBlocked },
  'customer.merged': { about: 'Other customers were merged into this one.', data: data.CustomerMerged },
  'customer.anonymized': { about: 'The personal data of the customer was erased.', data: data.Nothing },
  'customer.noted': { about: 'A member added a note.', data: data.Noted },
  'segment.created': { about: 'The segment was created.', data: data.Nothing },
  'segment.updated': { about: 'Fields of the segment were changed.', data: data.Changed },
  'segment.deleted': { about: 'The segment was deleted.', data: data.Nothing },

  'channel.created': { about: 'The inbox channel was created.', data: data.ChannelCreated },
  'channel.updated': { about: 'Fields of the inbox channel were changed.', data: data.Changed },
  'channel.secret_rotated': { about: 'The inbox channel got a new secret.', data: data.Nothing },
  'channel.removed': { about: 'The inbox channel was removed.', data: data.Nothing },
  'conversation.created': { about: 'A customer wrote for the first time.', data: data.ConversationCreated },
  'conversation.message_received': { about: 'A customer wrote.', data: data.MessageReceived },
  'conversation.replied': { about: 'The store replied to the customer.', data: data.Replied },
  'conversation.reply_failed': { about: 'A reply could not be delivered.', data: data.ReplyFailed },
  'conversation.noted': { about: 'A member added an internal note.', data: data.ConversationNoted },
  'conversation.updated': { about: 'Fields of the conversation were changed.', data: data.ConversationUpdated },
  'conversation.woken': { about: 'The conversation is no longer snoozed.', data: data.Nothing },

  'storefront.updated': { about: 'The draft of the storefront was changed.', data: data.Changed },
  'storefront.published': { about: 'A version of the storefront was published.', data: data.StorefrontPublished },
  'page.created': { about: 'The storefront page was created.', data: data.Nothing },
  'page.updated': { about: 'The storefront page was changed.', data: data.Nothing },
  'page.deleted': { about: 'The storefront page was deleted.', data: data.Nothing },

  'store.created': { about: 'The store was created.', data: data.Nothing },
  'store.updated': { about: 'Fields of the store were changed.', data: data.Changed },
  'member.invited': { about: 'A person was invited to the store.', data: data.MemberInvited },
  'member.invitation_changed': { about: 'An invitation got another role.', data: data.RoleChanged },
  'member.invitation_revoked': { about: 'An invitation was revoked.', data: data.OfRole },
  'member.invitation_declined': { about: 'An invited person declined.', data: data.OfRole },
  'member.joined': { about: 'An invited person became a member.', data: data.MemberJoined },
  'member.role_changed': { about: 'A member got another role.', data: data.RoleChanged },
  'member.left': { about: 'A member left the store.', data: data.OfRole },
  'member.removed': { about: 'A member was removed from the store.', data: data.OfRole },
  'mcp_token.minted': { about: 'An access token for assistants was created.', data: data.TokenMinted },
  'mcp_token.revoked': { about: 'An access token for assistants was revoked.', data: data.TokenRevoked },
  'api_key.minted': { about: 'An API key was created.', data: data.KeyMinted },
  'api_key.revoked': { about: 'An API key was revoked.', data: data.TokenRevoked },
  'connection.allowed': { about: 'A member connected an assistant.', data: data.ConnectionAllowed },
  'connection.revoked': { about: 'The connection of an assistant ended.', data: data.ConnectionRevoked },
} as const satisfies Readonly<Record<string, EventKind>>

export type EventType = keyof typeof eventCatalogue

const isType = (type: string): type is EventType => type in eventCatalogue

export const eventTypes: readonly EventType[] = Object.keys(eventCatalogue).filter(isType)

/** One schema for several types of events. Their `type` tells which `data` they have. */
export function eventSchema<Event extends z.ZodObject>(
  types: readonly EventType[],
  toSchema: (type: z.ZodLiteral<EventType>, data: EventKind['data']) => Event,
) {
  const [first, ...others] = types.map((type) => {
    const { about, data } = eventCatalogue[type]
    return toSchema(z.literal(type), data).describe(about)
  })
  if (!first) throw new Error('a schema of no events')
  return z.discriminatedUnion('type', [first, ...others])
}
