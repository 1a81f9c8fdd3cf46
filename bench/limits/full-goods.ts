import pg from 'pg'
import { z } from 'zod'
import { noGoods } from '../../test/isolation/route-facts.ts'
import type { Full } from './full.ts'

const Text = z.string()
const Texts = z.array(z.string())
/** Rows of the full store that requests name (test/support/limits/full-store.ts). */
const query = `
  select to_jsonb(g) as full from (select s.id as "storeId", s.slug,
    (select array_agg(id) from (select id from product_variants where store_id = s.id and product_id = rich.id order by position limit 100) as v) as "variantIds",
    (select array_agg(id) from (select id from products where store_id = s.id order by created_at desc limit 100) as p) as "productIds",
    (select array_agg(slug) from (select slug from products where store_id = s.id order by created_at desc limit 100) as p) as "productSlugs",
    (select array_agg(slug) from (select slug from products where store_id = s.id order by created_at limit 50) as p) as "simpleSlugs",
    (select id from customers where store_id = s.id and name = 'Amal Busy') as "busyCustomerId",
    (select id from conversations where store_id = s.id and thread_key = '1') as "busyConversationId",
    (select user_id from store_members where store_id = s.id and issuer = 'full' and subject = '1') as "busyMemberId",
    (select id from orders where store_id = s.id and number > 1000000 order by number desc limit 1) as "busyOrderId",
    (select id from collections where store_id = s.id and slug = 'full-1') as "manualCollectionId",
    (select id from collections where store_id = s.id and slug = 'full-2') as "ruledCollectionId",
    (select id from customers where store_id = s.id and name = 'Guest 7') as "customerId",
    (select id from customers where store_id = s.id and name = 'Guest 8') as "duplicateId",
    (select id from segments where store_id = s.id limit 1) as "segmentId",
    rich.id as "productId",
    (select id from product_variants where store_id = s.id and product_id = rich.id order by position limit 1) as "variantId",
    (select id from price_changes where store_id = s.id limit 1) as "priceChangeId",
    (select id from media where store_id = s.id limit 1) as "mediaId",
    (select id from collections where store_id = s.id and slug = 'full-4') as "collectionId",
    (select id from delivery_methods where store_id = s.id limit 1) as "deliveryMethodId",
    (select id from discounts where store_id = s.id and code is null limit 1) as "discountId",
    (select id from access_tokens where store_id = s.id and use = 'mcp' limit 1) as "tokenId",
    (select id from access_tokens where store_id = s.id and use = 'api' limit 1) as "keyId",
    (select id from webhooks where store_id = s.id limit 1) as "webhookId",
    (select id from webhook_deliveries where store_id = s.id limit 1) as "deliveryId",
    (select id from channels where store_id = s.id order by id limit 1) as "channelId",
    (select id from conversations where store_id = s.id and thread_key = '1') as "conversationId",
    (select id from messages where store_id = s.id limit 1) as "messageId",
    (select id from storefront_pages where store_id = s.id limit 1) as "pageId",
    (select user_id from store_members where store_id = s.id and issuer = 'full' and subject = '2') as "memberId"
   from stores s, lateral (select id from products where store_id = s.id order by created_at desc limit 1) as rich where s.slug = $1) as g`

const Found = z.object({
  storeId: Text,
  customerId: Text,
  duplicateId: Text,
  segmentId: Text,
  productId: Text,
  variantId: Text,
  mediaId: Text,
  priceChangeId: Text,
  collectionId: Text,
  deliveryMethodId: Text,
  discountId: Text,
  tokenId: Text,
  keyId: Text,
  webhookId: Text,
  deliveryId: Text,
  channelId: Text,
  conversationId: Text,
  messageId: Text,
  pageId: Text,
  memberId: Text,
  slug: Text,
  variantIds: Texts,
  productIds: Texts,
  productSlugs: Texts,
  simpleSlugs: Texts,
  busyCustomerId: Text,
  busyConversationId: Text,
  busyMemberId: Text,
  busyOrderId: Text,
  manualCollectionId: Text,
  ruledCollectionId: Text,
})

const Ids = z.tuple([z.object({ id: Text })])
const Shipped = z.object({ shipments: Ids })
const Payments = z.object({ data: Ids })

/** Reads what requests name, and lets orders be confirmed, shipped and delivered. `send` is the owner's. */
export async function fullGoods(
  client: pg.Client,
  slug: string,
  send: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<Full> {
  const { rows } = await client.query<{ full: unknown }>(query, [slug])
  const full = Found.parse(rows[0]?.full)
  const addOrder = async (...actions: readonly string[]) => {
    const items = [{ product_id: full.productId, variant_id: full.variantId, quantity: 2, unit_price: 10 }]
    const { id } = z
      .object({ id: Text })
      .parse(await send('POST', '/api/orders', { customer_id: full.customerId, total_amount: 20, items }))
    for (const action of actions) await send('POST', `/api/orders/${id}/${action}`, bodies[action] ?? {})
    return id
  }
  const { id: invitationId } = z
    .object({ id: Text })
    .parse(await send('POST', '/api/members', { email: 'invited@full.test', role: 'staff' }))
  const secret = crypto.randomUUID()
  const account = '100200300400500'
  const { id: hookId } = z.object({ id: Text }).parse(
    await send('POST', '/api/inbox/channels', {
      kind: 'whatsapp',
      name: 'WhatsApp',
      account_id: account,
      access_token: secret,
      app_secret: secret,
      verify_token: secret,
    }),
  )
  const shippedOrderId = await addOrder('confirm', 'payments', 'ship')
  const deliveredOrderId = await addOrder('confirm', 'payments', 'ship', 'deliver', 'return')
  const { shipments } = Shipped.parse(await send('GET', `/api/orders/${shippedOrderId}`))
  const { data: payments } = Payments.parse(await send('GET', `/api/orders/${deliveredOrderId}/payments`))
  return {
    ...noGoods,
    ...full,
    hook: { id: hookId, account, secret },
    invitationId,
    orderId: await addOrder(),
    confirmedOrderId: await addOrder('confirm'),
    shippedOrderId,
    deliveredOrderId,
    shipmentId: shipments[0].id,
    paymentId: payments[0].id,
  }
}

const bodies: Readonly<Record<string, unknown>> = {
  payments: { amount: 4 },
  return: { items: [{ position: 1, quantity: 1 }] },
}
