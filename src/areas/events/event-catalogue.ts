import * as z from 'zod'
import type { Scope } from '../../platform/auth/tokens/scopes.ts'
import * as data from './event-data.ts'

/** The areas of the service that events are about, with the scope that is needed to see their events. */
export const eventAreas = {
  orders: 'orders:read',
  catalog: 'catalog:read',
  customers: 'crm:read',
  inbox: 'inbox:read',
  storefront: 'storefront:read',
  store: 'stores:read',
  /** Members, tokens, API keys and connections: only owners and admins, in person. */
  access: 'members:manage',
} as const satisfies Readonly<Record<string, Scope>>

export type EventArea = keyof typeof eventAreas

type EventKind = {
  readonly area: EventArea
  /** What its subject is. */
  readonly subject: string
  /** What happened, in one sentence. */
  readonly about: string
  /** Its `data` in responses: amounts are in major units there. */
  readonly data: z.ZodType<Readonly<Record<string, unknown>>>
}

const about =
  <Area extends EventArea, Subject extends string>(area: Area, subject: Subject) =>
  <Data extends z.ZodObject>(about: string, data: Data) => ({ area, subject, about, data })

const ofOrder = about('orders', 'order')
const ofProduct = about('catalog', 'product')
const ofVariant = about('catalog', 'variant')
const ofCollection = about('catalog', 'collection')
const ofDeliveryMethod = about('catalog', 'delivery_method')
const ofDiscount = about('catalog', 'discount')
const ofCustomer = about('customers', 'customer')
const ofSegment = about('customers', 'segment')
const ofChannel = about('inbox', 'channel')
const ofConversation = about('inbox', 'conversation')
// A store has one storefront: its id is that of the store.
const ofStorefront = about('storefront', 'storefront')
const ofPage = about('storefront', 'page')
const ofStore = about('store', 'store')
const ofInvitation = about('access', 'invitation')
const ofMember = about('access', 'member')
const ofToken = about('access', 'token')
const ofKey = about('access', 'key')
const ofConnection = about('access', 'connection')
const ofWebhook = about('access', 'webhook')

/** Every type of event that is recorded. A type never changes its meaning; clients ignore types that they do not know. */
export const eventCatalogue = {
  'order.created': ofOrder('The order was created.', data.OrderCreated),
  'order.updated': ofOrder('Fields of the order were changed.', data.OrderUpdated),
  'order.confirmed': ofOrder('The order was confirmed, or taken off hold.', data.Nothing),
  'order.held': ofOrder('The order was put on hold.', data.OrderHeld),
  'order.preparing': ofOrder('The order is being packed.', data.Nothing),
  'order.shipped': ofOrder('Items of the order were shipped.', data.OrderShipped),
  'order.delivered': ofOrder('The order was delivered.', data.OrderDelivered),
  'order.paid': ofOrder('A payment was recorded.', data.OrderPaid),
  'order.payment_voided': ofOrder('A payment that was recorded by mistake was taken back.', data.PaymentVoided),
  'order.refunded': ofOrder('A refund was recorded.', data.OrderRefunded),
  'order.returned': ofOrder('Shipped items came back.', data.OrderReturned),
  'order.refused': ofOrder(
    'Shipped items came back undelivered, because the customer refused them.',
    data.OrderReturned,
  ),
  'order.undone': ofOrder('An action that was taken by mistake was taken back.', data.OrderUndone),
  'order.shipment_updated': ofOrder('The carrier or tracking of a shipment was changed.', data.ShipmentUpdated),
  'order.cancelled': ofOrder('The order was cancelled.', data.OrderCancelled),
  'order.completed': ofOrder('The order was completed.', data.OrderCompleted),
  'order.noted': ofOrder('A member added a note.', data.Noted),
  'order.reservation_released': ofOrder(
    'The order was not confirmed in time, and its stock was released.',
    data.ReservationReleased,
  ),

  'product.created': ofProduct('The product was created.', data.Imported),
  'product.updated': ofProduct('Fields of the product were changed.', data.ProductUpdated),
  'product.archived': ofProduct('The product was archived.', data.Nothing),
  'variant.created': ofProduct('A variant was added to the product.', data.OfVariant),
  'variant.updated': ofProduct('Fields of a variant of the product were changed.', data.OfVariant),
  'variant.archived': ofProduct('A variant of the product was archived.', data.OfVariant),
  'inventory.adjusted': ofVariant('The stock of the variant was adjusted.', data.InventoryAdjusted),
  'inventory.low': ofVariant('The stock of the variant fell to its threshold or below.', data.InventoryLow),
  'media.created': about('catalog', 'media')('A picture was uploaded.', data.Nothing),
  'media.deleted': about('catalog', 'media')('A member deleted a picture.', data.Nothing),
  'collection.created': ofCollection('The collection was created.', data.Nothing),
  'collection.updated': ofCollection('Fields or the products of the collection were changed.', data.Changed),
  'collection.deleted': ofCollection('The collection was deleted.', data.Nothing),
  'delivery_method.created': ofDeliveryMethod('The delivery method was created.', data.Nothing),
  'delivery_method.updated': ofDeliveryMethod('Fields of the delivery method were changed.', data.Changed),
  'delivery_method.deleted': ofDeliveryMethod('The delivery method was deleted.', data.Nothing),
  'discount.created': ofDiscount('The discount was created.', data.Nothing),
  'discount.updated': ofDiscount('Fields of the discount were changed.', data.Changed),
  'discount.deleted': ofDiscount('The discount was deleted.', data.Nothing),

  'customer.created': ofCustomer('The customer was created.', data.Imported),
  'customer.updated': ofCustomer('Fields of the customer were changed.', data.CustomerUpdated),
  'customer.blocked': ofCustomer('The customer was blocked.', data.CustomerBlocked),
  'customer.unblocked': ofCustomer('The customer was unblocked.', data.CustomerBlocked),
  'customer.merged': ofCustomer('Other customers were merged into this one.', data.CustomerMerged),
  'customer.anonymized': ofCustomer('The personal data of the customer was erased.', data.Nothing),
  'customer.noted': ofCustomer('A member added a note.', data.Noted),
  'segment.created': ofSegment('The segment was created.', data.Nothing),
  'segment.updated': ofSegment('Fields of the segment were changed.', data.Changed),
  'segment.deleted': ofSegment('The segment was deleted.', data.Nothing),

  'channel.created': ofChannel('The inbox channel was created.', data.ChannelCreated),
  'channel.updated': ofChannel('Fields of the inbox channel were changed.', data.Changed),
  'channel.secret_rotated': ofChannel('The inbox channel got a new secret.', data.Nothing),
  'channel.removed': ofChannel('The inbox channel was removed.', data.Nothing),
  'conversation.created': ofConversation('A customer wrote for the first time.', data.ConversationCreated),
  'conversation.message_received': ofConversation('A customer wrote.', data.MessageReceived),
  'conversation.replied': ofConversation('The store replied to the customer.', data.Replied),
  'conversation.reply_failed': ofConversation('A reply could not be delivered.', data.ReplyFailed),
  'conversation.noted': ofConversation('A member added an internal note.', data.ConversationNoted),
  'conversation.updated': ofConversation('Fields of the conversation were changed.', data.ConversationUpdated),
  'conversation.woken': ofConversation('The conversation is no longer snoozed.', data.Nothing),

  'storefront.updated': ofStorefront('The draft of the storefront was changed.', data.Changed),
  'storefront.published': ofStorefront('A version of the storefront was published.', data.StorefrontPublished),
  'page.created': ofPage('The storefront page was created.', data.Nothing),
  'page.updated': ofPage('The storefront page was changed.', data.Nothing),
  'page.deleted': ofPage('The storefront page was deleted.', data.Nothing),

  'store.created': ofStore('The store was created.', data.Nothing),
  'store.updated': ofStore('Fields of the store were changed.', data.Changed),
  'member.invited': ofInvitation('A person was invited to the store.', data.MemberInvited),
  'member.invitation_changed': ofInvitation('An invitation got another role.', data.RoleChanged),
  'member.invitation_revoked': ofInvitation('An invitation was revoked.', data.OfRole),
  'member.invitation_declined': ofInvitation('An invited person declined.', data.OfRole),
  'member.joined': ofMember('An invited person became a member.', data.MemberJoined),
  'member.role_changed': ofMember('A member got another role.', data.RoleChanged),
  'member.left': ofMember('A member left the store.', data.OfRole),
  'member.removed': ofMember('A member was removed from the store.', data.OfRole),
  'mcp_token.minted': ofToken('An access token for assistants was created.', data.TokenMinted),
  'mcp_token.revoked': ofToken('An access token for assistants was revoked.', data.TokenRevoked),
  'api_key.minted': ofKey('An API key was created.', data.KeyMinted),
  'api_key.revoked': ofKey('An API key was revoked.', data.TokenRevoked),
  'connection.allowed': ofConnection('A member connected an assistant.', data.ConnectionAllowed),
  'connection.revoked': ofConnection('The connection of an assistant ended.', data.ConnectionRevoked),
  'webhook.created': ofWebhook('A webhook was created.', data.Nothing),
  'webhook.updated': ofWebhook('Fields of the webhook were changed.', data.Changed),
  'webhook.secret_rotated': ofWebhook('The webhook got a new secret.', data.Nothing),
  'webhook.disabled': ofWebhook('The service disabled the webhook.', data.WebhookDisabled),
  'webhook.deleted': ofWebhook('The webhook was deleted.', data.Nothing),
  'webhook.test': about('store', 'webhook')('Sent to one webhook, to try it.', data.Nothing),
} as const satisfies Readonly<Record<string, EventKind>>

export type EventType = keyof typeof eventCatalogue

export const isEventType = (type: string): type is EventType => Object.hasOwn(eventCatalogue, type)

export const eventTypes: readonly EventType[] = Object.keys(eventCatalogue).filter(isEventType)

/** One schema for several types of events. Their `type` determines their `data`. */
export function eventSchema<Event extends z.ZodObject>(
  types: readonly EventType[],
  toSchema: (type: z.ZodLiteral<EventType>, data: EventKind['data'], subject: EventKind['subject']) => Event,
) {
  const [first, ...others] = types.map((type) => {
    const { about, data, subject } = eventCatalogue[type]
    return toSchema(z.literal(type), data, subject).describe(about)
  })
  if (!first) throw new Error('a schema of no events')
  return z.discriminatedUnion('type', [first, ...others])
}
