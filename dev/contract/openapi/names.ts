import * as z from 'zod'
import { getCodFunnel } from '../../../src/areas/analytics/get-cod-funnel.ts'
import { getCustomerSales } from '../../../src/areas/analytics/get-customer-sales.ts'
import { getCitySales } from '../../../src/areas/analytics/get-city-sales.ts'
import { getDiscountSales } from '../../../src/areas/analytics/get-discount-sales.ts'
import { getPlatforms } from '../../../src/areas/analytics/get-platforms.ts'
import { getSummary, SummaryWithSeries } from '../../../src/areas/analytics/get-summary.ts'
import { getTopProducts } from '../../../src/areas/analytics/get-top-products.ts'
import { Point } from '../../../src/areas/analytics/series.ts'
import { Address } from '../../../src/areas/customers/address.ts'
import { AddressInParts, AddressRecord } from '../../../src/platform/values/address.ts'
import { addNote } from '../../../src/areas/customers/add-note.ts'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { listDuplicates } from '../../../src/areas/customers/list-duplicates.ts'
import { TimelineEntry } from '../../../src/areas/customers/timeline-kinds.ts'
import { Actor } from '../../../src/platform/db/actor.ts'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Channel, ChannelWithSecret } from '../../../src/areas/inbox/channels/channel.ts'
import { NewChannel } from '../../../src/areas/inbox/channels/channel-fields.ts'
import { Conversation } from '../../../src/areas/inbox/conversations/conversation.ts'
import { getConversation } from '../../../src/areas/inbox/conversations/get-conversation.ts'
import { Message } from '../../../src/areas/inbox/conversations/message.ts'
import { InboundEmail } from '../../../src/areas/inbox/hooks/email.ts'
import { InboundMessage } from '../../../src/areas/inbox/hooks/webhook.ts'
import { Event } from '../../../src/areas/events/event.ts'
import { FeedEvent } from '../../../src/areas/feed/feed-event.ts'
import { Invitation, Joined } from '../../../src/areas/invitations/invitation.ts'
import { ApiKey } from '../../../src/areas/keys/api-key.ts'
import { createKey } from '../../../src/areas/keys/create-key.ts'
import { McpToken } from '../../../src/areas/mcp-tokens/mcp-token.ts'
import { createToken } from '../../../src/areas/mcp-tokens/create-token.ts'
import { Media } from '../../../src/areas/media/media.ts'
import { inviteMember } from '../../../src/areas/members/invite-member.ts'
import { Member } from '../../../src/areas/members/member.ts'
import { changeOrders } from '../../../src/areas/orders/actions/change-orders.ts'
import { createOrder } from '../../../src/areas/orders/create-order.ts'
import { OrderWithIncluded } from '../../../src/areas/orders/included.ts'
import { ReturnedOrder, updateOrderWithIncluded } from '../../../src/areas/orders/operations-with-included.ts'
import { listOrderActions } from '../../../src/areas/orders/actions/list-order-actions.ts'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { listOrderPayments } from '../../../src/areas/orders/list-order-payments.ts'
import { NewItem } from '../../../src/areas/orders/new-item.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { VariantStock } from '../../../src/areas/products/list-inventory.ts'
import { Movement } from '../../../src/areas/products/list-movements.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { updateProduct } from '../../../src/areas/products/update-product.ts'
import { NewVariant, Variant } from '../../../src/areas/products/variant.ts'
import { CustomerFilter } from '../../../src/areas/customers/segments/customer-filter.ts'
import { Segment } from '../../../src/areas/customers/segments/segment.ts'
import { getMe } from '../../../src/areas/stores/get-me.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { Seo } from '../../../src/platform/values/seo.ts'
import { ListedPage } from '../../../src/areas/storefront/list-pages.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { listVersions } from '../../../src/areas/storefront/list-versions.ts'
import { StorefrontPage } from '../../../src/areas/storefront/page.ts'
import { PublicCollection } from '../../../src/areas/storefront/public/public-collection.ts'
import { PlacedOrder, PublicOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { PublicProduct } from '../../../src/areas/storefront/public/public-product.ts'
import { PublicStorefront } from '../../../src/areas/storefront/public/get-public-storefront.ts'
import { PublicPage } from '../../../src/areas/storefront/public/get-public-page.ts'
import { Storefront } from '../../../src/areas/storefront/storefront.ts'
import { ImportReport } from '../../../src/platform/transfer/import-report.ts'
import { WebhookDelivery } from '../../../src/areas/webhooks/webhook-delivery.ts'
import { replayWebhook } from '../../../src/areas/webhooks/replay-webhook.ts'
import { Webhook, WebhookWithSecret } from '../../../src/areas/webhooks/webhook.ts'
import { pageMeta } from './schemas.ts'

const { profile, theme, navigation } = Storefront.shape

/** The components' names. A client generator turns them into types, so they never change. */
export const named: Readonly<Record<'input' | 'output', Readonly<Record<string, z.ZodType>>>> = {
  output: {
    Actor,
    Channel,
    ChannelWithSecret,
    CitySales: getCitySales.output,
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
    McpTokenWithSecret: createToken.output,
    Address: AddressRecord,
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
    PlacedOrder,
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
    ReturnedOrder,
    Segment,
    Shipment: Order.shape.shipments.element,
    Store,
    StoreEvent: Event,
    FeedEvent,
    Storefront,
    StorefrontNavigation: navigation,
    StorefrontPage,
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
    UpdatedProduct: updateProduct.output,
    Variant,
    VariantStock,
    Webhook,
    WebhookDelivery,
    WebhookReplay: replayWebhook.output,
    WebhookWithSecret,
  },
  input: {
    AddressInParts,
    AddressInput: Address,
    CustomerFilter,
    InboundEmail,
    InboundMessage,
    NewChannel,
    NewOrderItem: NewItem,
    NewVariant,
  },
}
