import * as z from 'zod'
import { keyScopes, tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { channelKinds, conversationStatuses } from '../../platform/db/schema/inbox.ts'
import { messageTypes } from '../../platform/db/schema/message-kinds.ts'
import { fulfillmentStatuses, holdReasons } from '../../platform/db/schema/order-states.ts'
import { connectionEndings } from '../../platform/db/schema/oauth.ts'
import { roles } from '../../platform/db/schema/stores.ts'
import { id } from '../../platform/values/ids.ts'
import { Money } from '../../platform/values/money.ts'

// What events have besides their type, subject and actor. Fields that only some events of a type have are optional. Anonymizing a
// customer replaces texts about them, and sets notes to null.

const ofImport = z.literal('import').optional().describe('Only if an import did it')
const Note = z.string().nullable().describe('Null after the customer was anonymized')
const Names = z.array(z.string()).describe('Names of the fields')

export const Nothing = z.strictObject({})
export const Imported = z.strictObject({ source: ofImport })
export const Changed = z.strictObject({ changed: Names })
export const ProductUpdated = z.strictObject({ changed: Names.optional().describe('Not of imports'), source: ofImport })
export const Noted = z.strictObject({ body: Note })
export const OfVariant = z.strictObject({ variant_id: id('variant') })

const Items = z.array(
  z.object({ position: z.int(), variant_id: id('variant'), quantity: z.int() }).describe('Items of the order'),
)
const At = z.iso.datetime({ offset: true })

export const OrderCreated = z.strictObject({
  number: z.int(),
  total_amount: Money,
  source: z.enum(['api', 'mcp', 'storefront', 'import']),
})
export const OrderUpdated = z.strictObject({
  changed: Names,
  total_amount: Money.optional().describe('The new total, in major units, if it changed'),
  previous_notes: Note.optional().describe('What notes were, if they were replaced'),
  fulfillment_status: z
    .enum(fulfillmentStatuses)
    .optional()
    .describe('The status, if all that was not shipped was left out'),
  status: z.literal('cancelled').optional().describe('If nothing is left of an order that was refused at the door'),
})
export const OrderHeld = z.strictObject({
  reason: z.enum(holdReasons),
  note: Note.optional(),
  duplicate_of: z.int().optional().describe('Number of the order that it may repeat'),
})
export const OrderShipped = z.strictObject({
  shipment_id: z.guid(),
  items: Items,
  at: At.optional().describe('When, if it was not when this was recorded'),
  carrier: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.string().nullable().optional().describe('Null after the customer was anonymized'),
})
export const OrderDelivered = z.strictObject({
  at: At.optional().describe('When, if it was not when this was recorded'),
})
export const OrderPaid = z.strictObject({
  amount: Money,
  method: z.string().optional(),
  reference: z.string().optional(),
})
export const PaymentVoided = z.strictObject({
  payment_id: z.guid(),
  amount: Money,
  reason: z.string(),
  reopened: z
    .literal(true)
    .optional()
    .describe('The order was completed because nothing was due, and is confirmed again'),
})
export const OrderCompleted = z.strictObject({
  paid: z.literal(true).optional().describe('It was completed because it was delivered and nothing was due'),
})
export const OrderRefunded = z.strictObject({
  amount: Money,
  due_again: z.boolean().optional().describe('The customer will pay it another way'),
  reason: z.string().optional(),
})
export const OrderReturned = z.strictObject({
  items: Items,
  restock: z.boolean().describe('The items are back in stock'),
  reason: z.string().optional(),
})
export const OrderUndone = z.strictObject({
  action: z
    .enum(['prepare', 'ship', 'deliver', 'complete', 'return', 'refuse'])
    .describe('The action that was taken back'),
  event_id: z.guid().describe('The event that it had recorded'),
  reason: z.string().optional(),
  reopened: z
    .literal(true)
    .optional()
    .describe('The order was completed because it was delivered and nothing was due, and is confirmed again'),
})
export const ShipmentUpdated = z.strictObject({ shipment_id: z.guid(), changed: Names })
export const OrderCancelled = z.strictObject({ reason: z.string().optional() })
export const ReservationReleased = z.strictObject({ reserved_until: At })

export const CustomerUpdated = z.strictObject({
  source: ofImport,
  changed: Names,
  previous_notes: Note.optional().describe('What notes were, if they were replaced'),
})
export const CustomerBlocked = z.strictObject({ blocked_reason: Note.optional() })
export const CustomerMerged = z.strictObject({
  merged: z
    .array(z.strictObject({ id: id('customer'), name: z.string(), external_id: z.string().optional() }))
    .describe('The customers that are now part of this one'),
})

export const InventoryAdjusted = z.strictObject({
  delta: z.int(),
  on_hand: z.int().describe('After the adjustment'),
  reason: z.string(),
})

export const InventoryLow = z.strictObject({
  variant_id: id('variant'),
  available: z.int().describe('Units on hand that no order has reserved'),
  threshold: z.int().describe("The variant's low_stock_threshold"),
})

export const MemberInvited = z.strictObject({
  role: z.enum(roles),
  again: z.boolean().describe('The person had been invited before'),
})
export const RoleChanged = z.strictObject({ from: z.enum(roles), to: z.enum(roles) })
export const OfRole = z.strictObject({ role: z.enum(roles) })
export const MemberJoined = z.strictObject({ role: z.enum(roles), invitation_id: z.guid() })

export const TokenMinted = z.strictObject({ scopes: z.array(z.enum(tokenScopes)) })
export const KeyMinted = z.strictObject({ scopes: z.array(z.enum(keyScopes)) })
export const TokenRevoked = z.strictObject({
  reason: z.literal('role_lost').optional().describe('Absent if a member revoked it'),
})
export const ConnectionAllowed = z.strictObject({ client_id: z.string(), scopes: z.array(z.enum(tokenScopes)) })
export const ConnectionRevoked = z.strictObject({
  reason: z.enum(connectionEndings),
})

export const WebhookDisabled = z.strictObject({
  reason: z
    .enum(['gone', 'failing', 'access_ended'])
    .describe(
      'gone: the receiver responded with 410. failing: every attempt of five days failed. access_ended: its manager lost the right to manage webhooks',
    ),
})

export const StorefrontPublished = z.strictObject({
  version: z.int(),
  restored_from: z.int().nullable().describe('The earlier version that was published again'),
})

export const ChannelCreated = z.strictObject({ kind: z.enum(channelKinds) })
export const ConversationCreated = z.strictObject({ channel_id: id('channel') })
export const ConversationUpdated = z.strictObject({
  changed: Names,
  status: z.enum(conversationStatuses).optional(),
  joined: z.array(z.guid()).optional().describe('Conversations with the same person that became part of this one'),
})
export const MessageReceived = z.strictObject({
  message_id: z.guid(),
  channel_id: id('channel'),
  type: z.enum(messageTypes),
})
export const Replied = z.strictObject({
  message_id: z.guid(),
  channel_id: id('channel'),
  type: z.enum(messageTypes).optional().describe('Only if the reply was written outside this service'),
})
export const ConversationNoted = z.strictObject({ message_id: z.guid(), channel_id: id('channel') })
export const ReplyFailed = z.strictObject({ message_id: z.guid(), code: z.string() })
