import type { TokenScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { createPage } from '../../../src/areas/storefront/create-page.ts'

import { expect } from 'vitest'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, inStore, type Shop } from '../../support/shop.ts'

export type Goods = {
  customerId: string
  productId: string
  variantId: string
  discountId: string
  collectionId: string
  deliveryMethodId: string
  orderId: string
  doomedOrderId: string
  /** Of a hundred units, so that many calls can each take one back. */
  shippedOrderId: string
  conversationId: string
  pageId: string
}

export async function stock(shop: Shop): Promise<Goods> {
  const customer = await shop.addCustomer({ phone: '+96550000001', tags: ['vip'] })
  const product = await shop.addProduct({
    title: 'Wool scarf',
    tags: ['winter'],
    description: 'Warm',
    variants: [{ on_hand: 300 }],
  })
  const items = [{ product_id: product.id, quantity: 1, unit_price: 10, variant_colour: 'red' }]
  const order = await shop.addOrder({ customer_id: customer.id, items })
  const doomed = await shop.addOrder({ customer_id: customer.id, items })
  const shipped = await shop.addOrder({
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 100, unit_price: 10 }],
    total_amount: 1000,
  })
  for (const action of ['confirm', 'ship'])
    expect((await shop.owner.post(`/api/orders/${shipped.id}/${action}`, {})).status).toBe(200)
  const inbox = inboxOf(shop)
  await (await inbox.addWebhook()).receive({ body: 'Do you have the scarf in green?' })
  const { id: conversationId } = await inbox.only()
  const variantId = product.variants[0]?.id ?? ''
  const page = await shop.owner.post('/api/storefront/pages', { title: 'About', body: '# About' }, inStore(shop.store))
  const discount = await shop.owner.post(
    '/api/discounts',
    { code: 'TEN', kind: 'percentage', value: 10 },
    inStore(shop.store),
  )
  const collection = await shop.owner.post('/api/collections', { title: 'Winter' }, inStore(shop.store))
  const delivery = await shop.owner.post(
    '/api/delivery-methods',
    { name: 'Post', price: 4, active: false },
    inStore(shop.store),
  )
  const { id: pageId } = expectBody(page, 201, createPage.output)
  return {
    customerId: customer.id,
    productId: product.id,
    variantId,
    discountId: expectBody(discount, 201, Discount).id,
    collectionId: expectBody(collection, 201, Collection).id,
    deliveryMethodId: expectBody(delivery, 201, DeliveryMethod).id,
    orderId: order.id,
    doomedOrderId: doomed.id,
    shippedOrderId: shipped.id,
    conversationId,
    pageId,
  }
}

type Row = {
  readonly scopes: readonly TokenScope[] | 'any'
  readonly sample: (goods: Goods) => Record<string, unknown>
  /** The goods of the store that the sample arguments refer to. Default: none. */
  readonly names?: readonly (keyof Goods)[]
}

const read = (area: 'catalog' | 'orders' | 'storefront'): TokenScope[] => [`${area}:read`, `${area}:write`]

/** The tools, with the scopes that may call them and a valid call of each. */
export const toolTable: Readonly<Record<string, Row>> = {
  get_store: { scopes: 'any', sample: () => ({}) },
  list_products: { scopes: read('catalog'), sample: () => ({ search: 'scarf' }) },
  get_product: {
    scopes: read('catalog'),
    sample: ({ productId }) => ({ product_id: productId }),
    names: ['productId'],
  },
  create_product: {
    scopes: ['catalog:write'],
    sample: () => ({
      title: 'Cap',
      price: 5,
      weight_g: 90,
      cost: 2,
      variants: [{ options: { size: 'M' }, on_hand: 3, taxable: false }],
    }),
  },
  update_product: {
    scopes: ['catalog:write'],
    sample: ({ productId }) => ({ product_id: productId, price: 12, compare_at_price: null }),
    names: ['productId'],
  },
  save_variant: {
    scopes: ['catalog:write'],
    sample: ({ variantId }) => ({ variant_id: variantId, price: 11 }),
    names: ['variantId'],
  },
  update_prices: {
    scopes: ['catalog:write'],
    sample: () => ({ tag: 'nothing', percentage: -10, dry_run: false, expected_changes: 0 }),
  },
  adjust_inventory: {
    scopes: ['catalog:write'],
    sample: ({ variantId }) => ({ variant_id: variantId, delta: 2, reason: 'received' }),
    names: ['variantId'],
  },
  list_low_stock: { scopes: read('catalog'), sample: () => ({ threshold: 5 }) },
  list_discounts: { scopes: read('catalog'), sample: () => ({ state: 'running' }) },
  save_discount: {
    scopes: ['catalog:write'],
    sample: ({ discountId }) => ({ discount_id: discountId, value: 15 }),
    names: ['discountId'],
  },
  list_collections: { scopes: read('catalog'), sample: () => ({ limit: 5 }) },
  save_collection: {
    scopes: ['catalog:write'],
    sample: ({ collectionId, productId }) => ({ collection_id: collectionId, product_ids: [productId] }),
    names: ['collectionId', 'productId'],
  },
  list_delivery_methods: { scopes: read('catalog'), sample: () => ({ limit: 5 }) },
  save_delivery_method: {
    scopes: ['catalog:write'],
    sample: ({ deliveryMethodId }) => ({ delivery_method_id: deliveryMethodId, price: 5 }),
    names: ['deliveryMethodId'],
  },
  list_orders: { scopes: read('orders'), sample: () => ({ status: 'pending', limit: 5 }) },
  get_order: { scopes: read('orders'), sample: ({ orderId }) => ({ order_id: orderId }), names: ['orderId'] },
  get_order_timeline: {
    scopes: read('orders'),
    sample: ({ orderId }) => ({ order_id: orderId, limit: 5 }),
    names: ['orderId'],
  },
  create_order: {
    scopes: ['orders:write'],
    sample: ({ customerId, productId }) => ({
      customer_id: customerId,
      total_amount: 10,
      items: [{ product_id: productId, quantity: 1, unit_price: 10 }],
    }),
    names: ['customerId', 'productId'],
  },
  quote_order: {
    scopes: read('orders'),
    sample: ({ customerId, productId }) => ({
      customer_id: customerId,
      items: [{ product_id: productId, quantity: 1 }],
    }),
    names: ['customerId', 'productId'],
  },
  update_order: {
    scopes: ['orders:write'],
    sample: ({ orderId }) => ({ order_id: orderId, notes: 'Ring twice', tags: ['vip'] }),
    names: ['orderId'],
  },
  add_note: {
    scopes: ['orders:write'],
    sample: ({ orderId }) => ({ order_id: orderId, body: 'Prefers the evening' }),
    names: ['orderId'],
  },
  advance_order: {
    scopes: ['orders:write'],
    sample: ({ orderId }) => ({ order_id: orderId, action: 'hold', reason: 'no_answer' }),
    names: ['orderId'],
  },
  record_payment: {
    scopes: ['orders:write'],
    sample: ({ orderId }) => ({ order_id: orderId, amount: 1, method: 'cash' }),
    names: ['orderId'],
  },
  return_items: {
    scopes: ['orders:write'],
    sample: ({ shippedOrderId }) => ({
      order_id: shippedOrderId,
      items: [{ position: 1, quantity: 1 }],
      restock: false,
      refused: true,
    }),
    names: ['shippedOrderId'],
  },
  cancel_order: {
    scopes: ['orders:write'],
    sample: ({ doomedOrderId }) => ({ order_id: doomedOrderId, reason: 'Changed their mind' }),
    names: ['doomedOrderId'],
  },
  list_customers: {
    scopes: ['crm:read'],
    sample: () => ({ search: '50000001', filter: 'tag:vip orders>=1 blocked:false' }),
  },
  get_customer: {
    scopes: ['crm:read'],
    sample: ({ customerId }) => ({ customer_id: customerId }),
    names: ['customerId'],
  },
  get_sales_summary: { scopes: ['analytics:read'], sample: () => ({ interval: 'day' }) },
  get_top_products: { scopes: ['analytics:read'], sample: () => ({ by: 'units', limit: 5 }) },
  get_sales_breakdown: { scopes: ['analytics:read'], sample: () => ({ by: 'cash_on_delivery' }) },
  list_conversations: { scopes: ['inbox:read'], sample: () => ({ search: 'green', status: 'open' }) },
  get_conversation: {
    scopes: ['inbox:read'],
    sample: ({ conversationId }) => ({ conversation_id: conversationId }),
    names: ['conversationId'],
  },
  get_storefront: { scopes: read('storefront'), sample: () => ({}) },
  list_pages: { scopes: read('storefront'), sample: () => ({ slug: 'about' }) },
  update_storefront: {
    scopes: ['storefront:write'],
    sample: () => ({
      profile: { tagline: 'Warm', social: { instagram: null } },
      theme: { colors: { primary: '#0b57d0' } },
      navigation: [{ label: 'About', to: { type: 'page', slug: 'about' } }],
    }),
  },
  save_page: {
    scopes: ['storefront:write'],
    sample: ({ pageId }) => ({ page_id: pageId, body: '# About us' }),
    names: ['pageId'],
  },
  add_to_navigation: {
    scopes: ['storefront:write'],
    sample: () => ({ label: 'About us', page: 'about' }),
  },
  publish_storefront: { scopes: ['storefront:write'], sample: () => ({ note: 'Spring' }) },
}

export const toolNames = Object.keys(toolTable)

export const isWrite = (name: string) =>
  /^(create|update|adjust|advance|record|return|cancel|save|add|publish)_/.test(name)
