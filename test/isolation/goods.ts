import { Collection } from '../../src/areas/collections/collection.ts'
import { DeliveryMethod } from '../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../src/areas/discounts/discount.ts'
import { Media } from '../../src/areas/media/media.ts'
import { uniquePng } from '../areas/media/samples.ts'
import { Member } from '../../src/areas/members/member.ts'
import { createToken } from '../../src/areas/mcp-tokens/create-token.ts'
import { listOrderPayments } from '../../src/areas/orders/list-order-payments.ts'
import { Order } from '../../src/areas/orders/order.ts'
import { Segment } from '../../src/areas/customers/segments/segment.ts'
import { createPage } from '../../src/areas/storefront/create-page.ts'
import { listPages } from '../../src/areas/storefront/list-pages.ts'
import { publishStorefront } from '../../src/areas/storefront/publish-storefront.ts'
import type { Answer } from '../support/service.ts'
import { createKeyOf } from '../support/callers/keys.ts'
import { inboxOf } from '../support/inbox.ts'
import { type Client, expectBody, inStore, type Shop, userId } from '../support/shop.ts'
import { type Goods, type GoodsName, goodsNames, isGoodsName, noGoods, type Sample } from './route-facts.ts'
import { methodOf } from './route-table.ts'

/**
 * Creates what sample requests need: a product with two variants, a change of prices, a customer with merged duplicates and another duplicate,
 * orders, figures of a city, a collection with the product, a delivery method, a discount and its use, a segment, a token, an
 * API key, a webhook, a conversation, a published page, a member and an invitation.
 */
export async function stock(shop: Shop, word = 'Wool', customer?: Record<string, unknown>): Promise<Goods> {
  const goods = { ...noGoods, ...(await stockOnly(goodsNames, shop, word, customer)) }
  await useDiscount(shop, goods)
  await countCity(shop, word)
  await fillCollection(shop, goods)
  await useFile(shop, goods)
  return goods
}

/** Creates only what the given request needs, which takes a fraction of the time. The other ids are those of `others`. */
export async function stockFor(request: (goods: Goods) => unknown, shop: Shop, others = noGoods): Promise<Goods> {
  const read = new Set<GoodsName>()
  const recorder = new Proxy(noGoods, {
    get(goods, name) {
      if (typeof name === 'string' && isGoodsName(name)) read.add(name)
      return Reflect.get(goods, name)
    },
  })
  // Requests about a storefront need a published page without naming it.
  if (JSON.stringify(request(recorder)).includes('/api/storefront')) read.add('pageId')
  return { ...others, ...(await stockOnly([...read], shop)) }
}

async function stockOnly(
  names: readonly GoodsName[],
  shop: Shop,
  word = 'Wool',
  customer: Record<string, unknown> = {},
): Promise<Partial<Goods>> {
  const needs = (...candidates: readonly GoodsName[]) => candidates.some((name) => names.includes(name))
  const needsOrder = needs(
    'orderId',
    'confirmedOrderId',
    'shippedOrderId',
    'deliveredOrderId',
    'paymentId',
    'shipmentId',
  )
  return {
    storeId: shop.store.id,
    ...((needsOrder || needs('productId', 'variantId', 'customerId', 'duplicateId')) &&
      (await addOrders(shop, word, customer, needs))),
    ...(needs('priceChangeId') && { priceChangeId: await addPriceChange(shop) }),
    ...(needs('mediaId') && { mediaId: await upload(shop) }),
    ...(needs('collectionId') && { collectionId: await addCollection(shop, word) }),
    ...(needs('deliveryMethodId') && { deliveryMethodId: await addDeliveryMethod(shop, word) }),
    ...(needs('discountId') && { discountId: await addDiscount(shop, word) }),
    ...(needs('segmentId') && { segmentId: await addSegment(shop, word) }),
    ...(needs('tokenId') && { tokenId: await addToken(shop, word) }),
    ...(needs('keyId') && { keyId: (await createKeyOf(shop, { name: `Key ${word}` })).id }),
    ...(needs('webhookId', 'deliveryId') && (await addWebhook(shop, word))),
    ...(needs('pageId') && { pageId: await publishPage(shop, word) }),
    ...(needs('channelId', 'conversationId', 'messageId') && (await addConversation(shop, word))),
    ...(needs('memberId') && { memberId: await hireAndDismiss(shop, word) }),
    ...(needs('invitationId') && { invitationId: await invite(shop, word) }),
    ...(needs('receivedInvitationId') && { receivedInvitationId: await inviteElsewhere(shop) }),
  }
}

/** A webhook with a delivery. Its URL is one that the service refuses to call, so nothing is ever sent. */
async function addWebhook({ sql, store }: Shop, word: string) {
  const [row] = await sql`
    with hook as (
      insert into webhooks (store_id, id, url, description, events, scopes, secret, managed_by, managed_by_kind)
      select id, uuidv7(), 'http://127.0.0.1:9/events', ${word}, '{webhook.test}', '{stores:read}', '', created_by, 'user'
        from stores where id = ${store.id}
      returning store_id, id
    ), event as (
      insert into events (store_id, type, subject_id, actor_kind) select store_id, 'webhook.test', id, 'system' from hook
      returning store_id, id
    )
    insert into webhook_deliveries (store_id, webhook_id, id, event_type, status, attempts, error, body)
    select hook.store_id, hook.id, event.id, 'webhook.test', 'failed', 1, 'rejected', ${word} from hook, event
    returning webhook_id, id`
  return { webhookId: String(row?.['webhook_id']), deliveryId: String(row?.['id']) }
}

/** Adds a product, a customer and the orders that are needed. */
async function addOrders(
  shop: Shop,
  word: string,
  customer: Record<string, unknown>,
  needs: (...candidates: readonly GoodsName[]) => boolean,
) {
  const product = await shop.addProduct({
    title: `Scarf ${word}`,
    tags: [word],
    variants: [
      { on_hand: 100, options: { colour: 'red' }, barcode: `${word}-r` },
      { on_hand: 100, options: { colour: 'blue' }, barcode: `${word}-b` },
    ],
  })
  const [variant] = product.variants
  if (!variant) throw new Error('a product has a variant')
  const { id: customerId } = await shop.addCustomer({ name: `Amal ${word}`, notes: word, ...customer })
  const ids = { productId: product.id, variantId: variant.id, customerId }
  if (needs('duplicateId')) Object.assign(ids, { duplicateId: await addDuplicates(shop, word, customerId) })

  const items = [{ product_id: product.id, variant_id: variant.id, quantity: 1, unit_price: 10, variant_note: word }]
  const order = { customer_id: customerId, items, notes: word, tags: [word] }
  if (needs('orderId')) Object.assign(ids, { orderId: (await shop.addOrder(order)).id })

  const addOrderAfter = async (quantity: number, ...actions: readonly string[]) => {
    const { id } = await shop.addOrder({ ...order, items: items.map((item) => ({ ...item, quantity })) })
    for (const action of actions) {
      const body = { payments: { amount: 4, method: word }, return: { items: [{ position: 1, quantity: 1 }] } }
      expectBody(await shop.owner.post(`/api/orders/${id}/${action}`, Object(body)[action] ?? {}), 200, Order)
    }
    return id
  }
  const optionalOrders: readonly (readonly [GoodsName, () => Promise<string>])[] = [
    ['confirmedOrderId', () => addOrderAfter(1, 'confirm')],
    ['shippedOrderId', () => addOrderAfter(1, 'confirm', 'payments', 'ship')],
    ['deliveredOrderId', () => addOrderAfter(2, 'confirm', 'payments', 'ship', 'deliver', 'return')],
  ]
  const needed = optionalOrders.filter(([name]) => needs(name))
  const orderIds = await Promise.all(needed.map(async ([name, add]) => [name, await add()] as const))
  const paid = orderIds.find(([name]) => name === 'deliveredOrderId')
  if (paid && needs('paymentId')) Object.assign(ids, { paymentId: await paymentOf(shop, paid[1]) })
  const shipped = orderIds.find(([name]) => name === 'shippedOrderId')
  if (shipped && needs('shipmentId')) Object.assign(ids, { shipmentId: await shipmentOf(shop, shipped[1]) })
  return { ...ids, ...Object.fromEntries(orderIds) }
}

const shipmentOf = async ({ owner }: Shop, orderId: string): Promise<string> =>
  expectBody(await owner.get(`/api/orders/${orderId}`), 200, Order).shipments[0]?.id ?? ''

async function paymentOf({ owner }: Shop, orderId: string): Promise<string> {
  const { data } = expectBody(await owner.get(`/api/orders/${orderId}/payments`), 200, listOrderPayments.output)
  return data[0]?.id ?? ''
}

/** Adds a duplicate, and merges two other customers into the given one. */
async function addDuplicates(shop: Shop, word: string, customerId: string): Promise<string> {
  const duplicate = await shop.addCustomer({ name: 'Noor', email: 'noor@mail.test' })
  const merged = await shop.addCustomer({ name: `Huda ${word}`, phone: '2200 1100', email: `huda.${word}@mail.test` })
  const second = await shop.addCustomer({ name: `Sara ${word}`, phone: '2200 1101', email: `sara.${word}@mail.test` })
  const merge = { keep_id: customerId, merge_ids: [merged.id, second.id] }
  await shop.owner.post('/api/customers/merge', merge, inStore(shop.store))
  return duplicate.id
}

/** A change of prices of which nothing is left to undo. */
async function addPriceChange({ sql, store }: Shop): Promise<string> {
  const [row] =
    await sql`insert into price_changes (store_id, id, prices) values (${store.id}, uuidv7(), '[]') returning id`
  return String(row?.['id'])
}

async function upload(shop: Shop): Promise<string> {
  const file = uniquePng(crypto.randomUUID())
  const uploaded = await shop.owner.post('/api/media', file, {
    ...inStore(shop.store),
    'Content-Type': 'image/png',
  })
  return expectBody(uploaded, 201, Media).id
}

async function addCollection(shop: Shop, word: string): Promise<string> {
  const collection = { title: `Collection ${word}`, slug: `c-${crypto.randomUUID()}`, description: word }
  const added = await shop.owner.post('/api/collections', collection, inStore(shop.store))
  return expectBody(added, 201, Collection).id
}

async function fillCollection({ owner, store }: Shop, { collectionId, productId }: Goods) {
  const path = `/api/collections/${collectionId}/products`
  expectBody(await owner.put(path, { product_ids: [productId] }, inStore(store)), 200, Collection)
}

async function addDeliveryMethod(shop: Shop, word: string): Promise<string> {
  const method = { name: `Standard ${word}`, price: 4, zones: [{ country: 'KW', regions: [word] }, { country: 'BH' }] }
  const added = await shop.owner.post('/api/delivery-methods', method, inStore(shop.store))
  return expectBody(added, 201, DeliveryMethod).id
}

async function addDiscount(shop: Shop, word: string): Promise<string> {
  const discount = {
    name: `Amal's sale ${word}`,
    code: `${word} ${crypto.randomUUID()}`,
    kind: 'percentage',
    value: 10,
  }
  const added = await shop.owner.post('/api/discounts', discount, inStore(shop.store))
  return expectBody(added, 201, Discount).id
}

const useDiscount = ({ sql, store }: Shop, { discountId, orderId }: Goods) =>
  sql`with used as (
      update discounts set uses = uses + 1 where store_id = ${store.id} and id = ${discountId} returning store_id, id
    ), counted as (
      insert into discount_sales (store_id, minutes, starts_at, discount_id, orders, discount_minor, gross_minor, refunded_minor, not_collected_minor)
      select store_id, 60, date_trunc('hour', now()), id, 1, 0, 0, 0, 0 from used
    )
    insert into discount_uses (store_id, discount_id, order_id) select store_id, id, ${orderId} from used`

const countCity = ({ sql, store }: Shop, word: string) =>
  sql`insert into city_sales (store_id, minutes, starts_at, country, city_key, orders, cancelled, gross_minor, refunded_minor, units, shipped, returned, refused, not_collected_minor)
    select ${store.id}, minutes, app.bucket(minutes, now()), 'KW', ${word}, 1, 0, 0, 0, 1, 0, 0, 0, 0
      from (values (60), (1440)) as span(minutes) on conflict do nothing`

/** A use that does not keep the file from being deleted. */
const useFile = ({ sql, store }: Shop, { mediaId, productId }: Goods) =>
  sql`insert into media_uses (store_id, media_id, kind, subject_id, keeps) values (${store.id}, ${mediaId}, 'order', ${productId}, true)`

async function addSegment(shop: Shop, word: string): Promise<string> {
  const segment = { name: `${word} ${crypto.randomUUID()}`, filter: 'orders>=1' }
  const added = await shop.owner.post('/api/segments', segment, inStore(shop.store))
  return expectBody(added, 201, Segment).id
}

async function addToken(shop: Shop, word: string): Promise<string> {
  const token = { name: `Assistant ${word}`, scopes: ['orders:read'], store_id: shop.store.id }
  return expectBody(await shop.owner.post('/api/mcp/tokens', token), 201, createToken.output).id
}

async function addConversation(shop: Shop, word: string) {
  const inbox = inboxOf(shop)
  const { id: channelId, receive } = await inbox.addWebhook({ name: `Channel ${word}` })
  await receive({ from: { name: `Amal ${word}`, phone: '+965 5000 0003' }, subject: word, body: `Hello ${word}` })
  const [conversation] = await inbox.conversations(`?channel_id=${channelId}`)
  const { id: conversationId, messages } = await inbox.get(conversation?.id ?? '')
  await queueReply(shop, conversationId)
  return { channelId, conversationId, messageId: messages[0]?.id ?? '' }
}

/** Hires two colleagues, removes one of them, and returns the id of the other. */
async function hireAndDismiss({ owner, store, hire }: Shop, word: string): Promise<string> {
  const [kept, former] = [await hire('viewer', `hired-${word}`), await hire('viewer', `former-${word}`)]
  const removed = await owner.delete(`/api/members/${await userId(former)}`, inStore(store))
  if (removed.status !== 204) throw new Error(JSON.stringify(removed.body))
  return userId(kept)
}

/** Invites the same address every time, since the number of invitations per store is limited. */
async function invite(shop: Shop, word: string): Promise<string> {
  const invitation = { email: `invited-${word}@test.example`, role: 'staff' }
  const invited = await shop.owner.post('/api/members', invitation, inStore(shop.store))
  return expectBody(invited, 201, Member).id
}

/** Invites the shop's owner to a store of another merchant. */
async function inviteElsewhere({ sql, owner }: Shop): Promise<string> {
  const rows = await sql`
    with store as (
      insert into stores (id, slug, name, currency, currency_exponent, created_by)
      select id, 'elsewhere-' || id, 'Elsewhere', 'USD', 2, gen_random_uuid() from gen_random_uuid() as id returning id
    ), inviter as (
      insert into store_members (store_id, user_id, issuer, subject, role)
      select id, gen_random_uuid(), 'x', 'x', 'owner' from store returning store_id, user_id
    )
    insert into store_invitations (store_id, id, email, role, invited_by, expires_at)
    select store_id, uuidv7(), ${owner.email}, 'staff', user_id, now() + interval '7 days' from inviter returning id`
  return String(rows[0]?.['id'])
}

/** Queues a reply to be sent in a year. */
const queueReply = ({ sql }: Shop, conversationId: string) =>
  sql`with reply as (
      insert into messages (store_id, id, conversation_id, channel_id, kind, body, delivery_status, sent_at)
      select store_id, uuidv7(), id, channel_id, 'reply', 'Soon', 'queued', '2020-01-01' from conversations where id = ${conversationId}
      returning *
    ), known as (
      insert into conversation_contacts (store_id, channel_id, key, conversation_id)
      select store_id, channel_id, 'KW.1', id from conversations where id = ${conversationId}
    )
    insert into message_outbox (store_id, message_id, conversation_id, channel_id, due_at)
    select store_id, id, conversation_id, channel_id, now() + interval '1 year' from reply`

/** Publishes the storefront with a page for this word, which is created only once because the number of pages is limited. */
async function publishPage({ owner, store }: Shop, word: string): Promise<string> {
  const here = inStore(store)
  const slug = `about-${word.toLowerCase()}`
  const found = await owner.get(`/api/storefront/pages?slug=${slug}`, here)
  const [known] = found.status === 422 ? [] : expectBody(found, 200, listPages.output).data
  if (known) return known.id
  const page = { title: `About ${word}`, slug, body: `# ${word}` }
  const { id } = expectBody(await owner.post('/api/storefront/pages', page, here), 201, createPage.output)
  const published = await owner.post('/api/storefront/publish', { note: word }, here)
  expectBody(published, 200, publishStorefront.output)
  return id
}

export function call(
  client: Client,
  route: string,
  { path, body, headers: own }: Sample,
  extraHeaders?: Record<string, string>,
): Promise<Answer> {
  const headers = { ...own, ...extraHeaders }
  switch (methodOf(route)) {
    case 'POST':
      return client.post(path, body, headers)
    case 'PUT':
      return client.put(path, body, headers)
    case 'PATCH':
      return client.patch(path, body, headers)
    case 'DELETE':
      return client.delete(path, headers)
    default:
      return client.get(path, headers)
  }
}

/** The response as text, without the request id and the requested ids, which differ between requests. */
export function textOf({ status, body }: Answer, requestedIds: readonly string[] = []): string {
  const text = JSON.stringify({ status, body }, (key, value: unknown) => (key === 'request_id' ? undefined : value))
  return requestedIds.reduce((result, id) => result.replaceAll(id, '<id>'), text)
}
