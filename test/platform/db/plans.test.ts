import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { client, openShop, type Shop } from '../../support/shop.ts'
import { stock } from '../../isolation/goods.ts'
import type { Goods } from '../../isolation/route-facts.ts'
import { planOf } from './plan.ts'
import { seedOrders } from './seed-orders.ts'
import { describeSeqScans } from './seq-scans.ts'

let scratch: Scratch
let shop: Shop
let goods: Goods
let cursor: string

const Cursor = z.object({ meta: z.object({ next_cursor: z.string() }) })

beforeAll(async () => {
  scratch = await openScratch()
  const place = { through: scratch.service(), sql: scratch.sql }
  shop = await openShop(place)
  goods = await stock(shop)
  await scratch.sql`insert into events (store_id, type, subject_id, actor_kind, data)
    select ${shop.store.id}, 'order.noted', ${goods.orderId}, 'system', '{"body": "Rang"}' from generate_series(1, 100)`
  const elsewhere = await openShop(place)
  await seedOrders(scratch, shop)
  await scratch.sql`update inventory set low_stock_threshold = on_hand where (store_id, variant_id) in (
    select store_id, variant_id from inventory where store_id = ${shop.store.id} order by variant_id limit 3)`
  await elsewhere.join(shop.owner.subject, 'viewer')
  cursor = Cursor.parse((await shop.owner.get('/api/orders?page=200&limit=20')).body).meta.next_cursor
})

const plan = (path: () => string) => planOf(scratch, (through) => client(shop.owner.token, through).get(path()))

const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)

type Case = { title: string; path: () => string; table: string; index: string; read: number; sorted?: number }

// A page of 20 reads one more row to find out whether there is a next page. The caller belongs to two stores, whose pages are merged.
const cases: Case[] = [
  {
    title: 'the first page of orders',
    path: () => '/api/orders',
    table: 'orders',
    index: 'orders_created_idx',
    read: 21,
  },
  {
    title: 'a deep page of orders by cursor',
    path: () => `/api/orders?cursor=${cursor}`,
    table: 'orders',
    index: 'orders_created_idx',
    read: 21,
  },
  {
    title: 'the oldest orders first',
    path: () => '/api/orders?sort=created_at',
    table: 'orders',
    index: 'orders_created_idx',
    read: 21,
  },
  {
    title: 'an order by its id',
    path: () => `/api/orders/${goods.orderId}`,
    table: 'orders',
    index: 'orders_pkey',
    read: 1,
  },
  {
    title: 'an order by its number',
    // app.find_order has looked the number up in orders_number_key.
    path: () => '/api/orders/number:1001',
    table: 'orders',
    index: 'orders_pkey',
    read: 1,
  },
  {
    title: 'the newest stock movements',
    path: () => '/api/inventory/movements',
    table: 'inventory_movements',
    index: 'inventory_movements_pkey',
    // All are counted: one for each product and order.
    read: 1000 + 5000 + 100,
  },
  {
    title: 'the stock movements of an order',
    path: () => `/api/inventory/movements?order_id=${goods.orderId}`,
    table: 'inventory_movements',
    index: 'inventory_movements_order_idx',
    read: 1 + 1,
  },
  {
    title: 'the stock movements of a variant',
    path: () => `/api/inventory/movements?variant_id=${goods.variantId}`,
    table: 'inventory_movements',
    index: 'inventory_movements_variant_idx',
    // All are counted: it is the variant of the seeded orders.
    read: 5000 + 100,
  },
  {
    title: 'the stock movements of a product',
    path: () => `/api/inventory/movements?product_id=${goods.productId}`,
    table: 'inventory_movements',
    index: 'inventory_movements_variant_idx',
    read: 5000 + 100,
  },
  {
    title: 'the stock of a product',
    path: () => `/api/inventory?product_id=${goods.productId}`,
    table: 'inventory',
    index: 'inventory_pkey',
    read: 3,
  },
  {
    title: 'the variants whose stock is low',
    path: () => '/api/inventory?low_stock=true',
    table: 'inventory',
    index: 'inventory_low_idx',
    // Three, and whether there are more than are examined.
    read: 3 + 3,
  },
  {
    title: 'an order with its newest events',
    path: () => `/api/orders/${goods.orderId}?include=actions,events`,
    table: 'events',
    index: 'events_subject_idx',
    read: 21,
    sorted: 21,
  },
  // Counting filtered rows reads them again, up to 10,001. If a status has few rows on average, the planner reads and
  // sorts all of them, which are no more than are counted.
  {
    title: 'orders of a status',
    path: () => '/api/orders?status=cancelled',
    table: 'orders',
    index: 'orders_status_idx',
    read: 120 + 120,
    sorted: 120,
  },
  // The store has about 500 orders a day.
  {
    title: 'orders of a day',
    path: () => `/api/orders?created_from=${day}&created_to=${day}`,
    table: 'orders',
    index: 'orders_created_idx',
    read: 21 + 650,
    sorted: 650,
  },
  {
    title: 'orders of a status and a day',
    path: () => `/api/orders?status=completed&created_from=${day}&created_to=${day}&sort=created_at`,
    table: 'orders',
    index: 'orders_status_idx',
    read: 21 + 650,
    sorted: 650,
  },
  // Each status is read in order, and counted.
  {
    title: 'orders of two statuses',
    path: () => '/api/orders?status=completed,cancelled',
    table: 'orders',
    index: 'orders_status_idx',
    read: 21 + 120 + 5000 + 120,
    sorted: 150,
  },
  {
    title: 'pending orders that wait',
    path: () => '/api/orders?waiting_since=2026-01-01T00:00:00Z',
    table: 'orders',
    index: 'orders_status_idx',
    read: 0,
  },
  {
    title: 'orders by number',
    path: () => '/api/orders?sort=-number',
    table: 'orders',
    index: 'orders_number_key',
    read: 2 * 32,
    sorted: 70,
  },
  {
    title: 'orders of a customer',
    path: () => `/api/orders?customer_id=${goods.customerId}`,
    table: 'orders',
    index: 'orders_customer_idx',
    read: 9 + 9,
  },
  ...(['city=Kuwait City', 'region=العاصمة', 'country=KW'] as const).map((filter) => ({
    title: `orders with ${filter}`,
    path: () => `/api/orders?${filter}`,
    table: 'orders',
    index: `orders_${filter.split('=')[0]}_idx`,
    // All are counted. A few others go there.
    read: 25 + 105,
  })),
  {
    title: 'a product',
    path: () => `/api/products/${goods.productId}`,
    table: 'products',
    index: 'products_pkey',
    read: 1,
  },
  {
    title: 'a customer',
    path: () => `/api/customers/${goods.customerId}`,
    table: 'customers',
    index: 'customers_pkey',
    read: 1,
  },
  {
    title: 'the first page of products, each status read in order',
    path: () => '/api/products',
    table: 'products',
    index: 'products_status_idx',
    read: 2 * 21 + 1001,
  },
  {
    title: 'products by title',
    path: () => '/api/products?sort=title',
    table: 'products',
    index: 'products_title_idx',
    read: 2 * 21 + 1001,
  },
  {
    title: 'customers by name',
    path: () => '/api/customers?sort=-name',
    table: 'customers',
    index: 'customers_name_idx',
    read: 21 + 1002,
  },
  {
    title: 'the first page of customers',
    path: () => '/api/customers',
    table: 'customers',
    index: 'customers_created_idx',
    read: 21 + 1002,
  },
  {
    title: 'the first page of tokens',
    path: () => '/api/mcp/tokens',
    table: 'access_tokens',
    index: 'access_tokens_use_idx',
    read: 21 + 1001,
  },
  // A store has at most 1,000 members, and on average so few that the planner reads and sorts all of them.
  {
    title: 'the first page of members',
    path: () => '/api/members',
    table: 'store_members',
    index: 'store_members_pkey',
    read: 2 * 805,
    sorted: 996,
  },
  {
    title: 'a member',
    path: () => `/api/members/${goods.memberId}`,
    table: 'store_members',
    index: 'store_members_user_idx',
    read: 1,
  },
]

const conversations = 3 * 1002

cases.push(
  {
    title: 'the first page of conversations',
    path: () => '/api/inbox/conversations',
    table: 'conversations',
    index: 'conversations_newest_idx',
    read: 21 + conversations + 2,
  },
  {
    title: 'conversations of a status',
    path: () => '/api/inbox/conversations?status=open',
    table: 'conversations',
    index: 'conversations_status_idx',
    read: 2 * (conversations / 20 + 10),
    sorted: conversations / 20 + 10,
  },
  {
    title: 'conversations with unread messages',
    path: () => '/api/inbox/conversations?unread=true',
    table: 'conversations',
    index: 'conversations_unread_idx',
    read: 2 * (conversations / 20 + 10),
    sorted: conversations / 20 + 10,
  },
  {
    title: 'conversations that wait for an answer',
    path: () => '/api/inbox/conversations?waiting=true',
    table: 'conversations',
    index: 'conversations_waiting_idx',
    // Those of the shop and of the other store.
    read: 2 * 2,
  },
  {
    title: 'conversations of a kind of channel',
    path: () => '/api/inbox/conversations?channel=webhook',
    table: 'conversations',
    index: 'conversations_channel_idx',
    // All are counted, channel by channel. Those of each channel are in order.
    read: 2 * conversations + 2 * 21,
  },
  {
    title: 'conversations of an agent',
    path: () => '/api/inbox/conversations?assignee=me',
    table: 'conversations',
    index: 'conversations_assignee_idx',
    read: 0,
  },
  {
    title: 'conversations of a customer',
    path: () => `/api/inbox/conversations?customer_id=${goods.customerId}`,
    table: 'conversations',
    index: 'conversations_customer_idx',
    read: 3 + 3,
  },
  {
    title: 'conversations of a channel',
    path: () => `/api/inbox/conversations?channel_id=${goods.channelId}`,
    table: 'conversations',
    index: 'conversations_channel_idx',
    read: 1 + 1,
  },
  {
    title: 'the messages of a conversation',
    path: () => `/api/inbox/conversations/${goods.conversationId}/messages`,
    table: 'messages',
    index: 'messages_conversation_idx',
    read: 3 + 3,
  },
)

describe('in a store with 5,000 orders among other stores', () => {
  test('the store has more than 5,000 orders', async () => {
    const [found] = await scratch.sql`select count(*)::int as n from orders where store_id = ${shop.store.id}`
    expect(found?.['n']).toBeGreaterThan(5000)
  })

  test.for(cases)(
    '$title uses $index and reads no more rows than necessary',
    async ({ path, table, index, read, sorted: maxSorted = 45 }) => {
      const { answer, indexes, seqScans, sorted, text, ...found } = await plan(path)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(indexes, text).toContain(index)
      // A store has few channels.
      expect(
        seqScans.filter((name) => name !== 'channels'),
        text,
      ).toEqual([])
      expect(found.read(table), text).toBeLessThanOrEqual(read)
      expect(sorted, text).toBeLessThanOrEqual(maxSorted)
    },
  )
})

// Last, because it changes the store.
describe('of the same store', () => describeSeqScans(() => ({ scratch, shop, goods })))
