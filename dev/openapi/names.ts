import * as z from 'zod'
import { getCodFunnel } from '../../src/analytics/get-cod-funnel.ts'
import { getCustomerSales } from '../../src/analytics/get-customer-sales.ts'
import { getDiscountSales } from '../../src/analytics/get-discount-sales.ts'
import { getPlatforms } from '../../src/analytics/get-platforms.ts'
import { getSummary, SummaryWithSeries } from '../../src/analytics/get-summary.ts'
import { getTopProducts } from '../../src/analytics/get-top-products.ts'
import { Point } from '../../src/analytics/series.ts'
import { Address } from '../../src/customers/address.ts'
import { addNote } from '../../src/customers/add-note.ts'
import { Customer } from '../../src/customers/customer.ts'
import { listDuplicates } from '../../src/customers/list-duplicates.ts'
import { TimelineEntry } from '../../src/customers/timeline-kinds.ts'
import { Actor } from '../../src/db/actor.ts'
import { Collection } from '../../src/collections/collection.ts'
import { DeliveryMethod } from '../../src/delivery-methods/delivery-method.ts'
import { Discount } from '../../src/discounts/discount.ts'
import { Channel, ChannelWithSecret } from '../../src/inbox/channels/channel.ts'
import { NewChannel } from '../../src/inbox/channels/channel-fields.ts'
import { Conversation } from '../../src/inbox/conversations/conversation.ts'
import { getConversation } from '../../src/inbox/conversations/get-conversation.ts'
import { Message } from '../../src/inbox/conversations/message.ts'
import { InboundEmail } from '../../src/inbox/hooks/email.ts'
import { InboundMessage } from '../../src/inbox/hooks/webhook.ts'
import { Event } from '../../src/events/event.ts'
import { Invitation, Joined } from '../../src/invitations/invitation.ts'
import { ApiKey } from '../../src/keys/api-key.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { McpToken } from '../../src/mcp-tokens/mcp-token.ts'
import { mintToken } from '../../src/mcp-tokens/mint-token.ts'
import { Media } from '../../src/media/media.ts'
import { inviteMember } from '../../src/members/invite-member.ts'
import { Member } from '../../src/members/member.ts'
import { changeOrders } from '../../src/orders/change-orders.ts'
import { createOrder } from '../../src/orders/create-order.ts'
import { OrderWithIncluded } from '../../src/orders/included.ts'
import { returnOrderWithIncluded, updateOrderWithIncluded } from '../../src/orders/operations-with-included.ts'
import { listOrderActions } from '../../src/orders/list-order-actions.ts'
import { listOrderEvents } from '../../src/orders/list-order-events.ts'
import { listOrderPayments } from '../../src/orders/list-order-payments.ts'
import { NewItem } from '../../src/orders/new-item.ts'
import { Quote } from '../../src/checkout/quote.ts'
import { Order } from '../../src/orders/order.ts'
import { VariantStock } from '../../src/products/list-inventory.ts'
import { Movement } from '../../src/products/list-movements.ts'
import { Product } from '../../src/products/product.ts'
import { NewVariant, Variant } from '../../src/products/variant.ts'
import { CustomerFilter } from '../../src/segments/customer-filter.ts'
import { Segment } from '../../src/segments/segment.ts'
import { getMe } from '../../src/stores/get-me.ts'
import { Store } from '../../src/stores/store.ts'
import { Seo } from '../../src/storefront/seo.ts'
import { ListedPage } from '../../src/storefront/list-pages.ts'
import { PublicProducts } from '../../src/storefront/public/list-public-products.ts'
import { listVersions } from '../../src/storefront/list-versions.ts'
import { Page } from '../../src/storefront/page.ts'
import { PublicCollection } from '../../src/storefront/public/public-collection.ts'
import { PublicOrder } from '../../src/storefront/public/public-order.ts'
import { PublicProduct } from '../../src/storefront/public/public-product.ts'
import { PublicStorefront } from '../../src/storefront/public/get-public-storefront.ts'
import { PublicPage } from '../../src/storefront/public/get-public-page.ts'
import { Storefront } from '../../src/storefront/storefront.ts'
import { ImportReport } from '../../src/transfer/import-rows.ts'
import { Delivery } from '../../src/webhooks/delivery.ts'
import { replayWebhook } from '../../src/webhooks/replay-webhook.ts'
import { Webhook, WebhookWithSecret } from '../../src/webhooks/webhook.ts'
import { pageMeta } from './schemas.ts'

const { profile, theme, navigation } = Storefront.shape

/** The components' names. A client generator turns them into types, so they never change. */
export const named: Readonly<Record<'input' | 'output', Readonly<Record<string, z.ZodType>>>> = {
  output: {
    Actor,
    Channel,
    ChannelWithSecret,
    CodFunnel: getCodFunnel.output,
    Collection,
    Conversation,
    ConversationWithMessages: getConversation.output,
    CreatedOrder: createOrder.output,
    Customer,
    CustomerNote: addNote.output,
    CustomerSales: getCustomerSales.output,
    DeliveryMethod,
    Discount,
    DiscountSales: getDiscountSales.output,
    DuplicateCustomer: listDuplicates.output.shape.data.element,
    ImportReport,
    Invitation,
    InventoryMovement: Movement,
    InvitedMember: inviteMember.output,
    JoinedStore: Joined,
    ApiKey,
    ApiKeyWithSecret: createKey.output,
    MediaFile: Media,
    McpToken,
    McpTokenWithSecret: mintToken.output,
    Me: getMe.output,
    Member,
    Message,
    Order,
    Quote,
    OrderAction: listOrderActions.output.shape.actions.element,
    OrderActions: listOrderActions.output,
    OrderEvent: listOrderEvents.output.shape.data.element,
    OrderPayment: listOrderPayments.output.shape.data.element,
    OrderItem: Order.shape.items.element,
    OrderWithIncluded,
    OrdersChanged: changeOrders.output,
    PageMeta: pageMeta,
    PlatformSales: getPlatforms.output,
    Product,
    PublicCollection,
    PublicOrder,
    PublicPage,
    PublicProduct,
    PublicStorefront,
    Sales: SummaryWithSeries,
    SalesPoint: Point,
    SalesSummary: getSummary.output,
    ReturnedOrder: returnOrderWithIncluded.output,
    Segment,
    Shipment: Order.shape.shipments.element,
    Store,
    StoreEvent: Event,
    Storefront,
    StorefrontNavigation: navigation,
    StorefrontPage: Page,
    PublicProductList: PublicProducts,
    PublicProductPageMeta: PublicProducts.shape.meta,
    StorefrontPageSummary: ListedPage,
    StorefrontProfile: profile,
    StorefrontSeo: Seo,
    StorefrontTheme: theme,
    StorefrontVersion: listVersions.output.shape.data.element,
    TimelineEntry,
    TopProducts: getTopProducts.output,
    UpdatedOrder: updateOrderWithIncluded.output,
    Variant,
    VariantStock,
    Webhook,
    WebhookDelivery: Delivery,
    WebhookReplay: replayWebhook.output,
    WebhookWithSecret,
  },
  input: {
    AddressInput: Address,
    CustomerFilter,
    InboundEmail,
    InboundMessage,
    NewChannel,
    NewOrderItem: NewItem,
    NewVariant,
  },
}
