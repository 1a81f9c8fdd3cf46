import type { Sample } from '../../test/isolation/route-facts.ts'
import { nearMisses } from '../../test/support/limits/full-store.ts'
import type { Full } from './full.ts'

const year = () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return `from=${day(365)}&to=${day(0)}`
}

/** Products with variants, of which none is chosen. */
const items = ({ productIds }: Full) => productIds.map((product_id) => ({ product_id, quantity: 1 }))
const same = (full: Full) => items(full).map((item) => ({ ...item, product_id: full.productId }))
const variants = ({ variantIds, productId }: Full) =>
  variantIds.map((variant_id) => ({ product_id: productId, variant_id, quantity: 1 }))
/** As whoever sends an order to the REST API states them. */
const priced = (rows: readonly object[]) => ({
  total_amount: 10 * rows.length,
  items: rows.map((row) => ({ ...row, unit_price: 10 })),
})

const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')

type Costly = (full: Full) => readonly (string | Sample)[]

const paths = (...queries: readonly string[]) => queries

/** The costliest arguments; a string is a query. Other operations get those of the tests, and lists a page of 100. */
export const costly: Readonly<Record<string, Costly>> = {
  'GET /api/products': ({ ruledCollectionId, manualCollectionId }) =>
    paths(
      ...['', '&include=discounts', '&include=discounts&on_sale=true'].map((more) => `limit=100${more}`),
      'limit=100&fields=id,title',
      'limit=100&on_sale=true',
      'limit=100&on_sale=false&sort=-price',
      'limit=100&search=s',
      'limit=100&search=scarf%20silk',
      'limit=100&q=colour12',
      ...nearMisses.map((words) => `limit=100&q=${encodeURIComponent(words)}`),
      `limit=100&collection=${ruledCollectionId}&sort=price`,
      `limit=100&collection=${manualCollectionId}&in_stock=true`,
      'limit=100&option%5BColour%5D=Colour7&in_stock=false',
    ),
  'GET /api/products/export': () => paths('search=scarf', 'format=jsonl', 'format=csv'),
  'GET /api/inventory': () => paths('limit=100&low_stock=true&threshold=2000000', 'limit=100&sort=available&search=s'),
  'GET /api/inventory/movements': ({ variantId }) => paths('limit=100', `limit=100&variant_id=${variantId}&page=100`),
  'GET /api/collections/:collection_id/products': ({ ruledCollectionId, manualCollectionId }) =>
    [ruledCollectionId, manualCollectionId].map((id) => ({ path: `/api/collections/${id}/products?limit=100` })),
  'GET /api/customers': () =>
    paths(
      'limit=100&search=g',
      'limit=100&search=guest',
      'limit=100&sort=-name',
      `limit=100&filter=${encodeURIComponent('orders>=1 spent>1 tag:tag-3 last_order>=90d')}`,
      'limit=100&no_order_for_days=1',
    ),
  'GET /api/customers/export': () => paths('format=jsonl'),
  'GET /api/customers/:customer_id': ({ busyCustomerId }) => [{ path: `/api/customers/${busyCustomerId}` }],
  'GET /api/customers/:customer_id/orders': ({ busyCustomerId }) => [
    { path: `/api/customers/${busyCustomerId}/orders?limit=100` },
  ],
  'GET /api/customers/:customer_id/timeline': ({ busyCustomerId }) => [
    { path: `/api/customers/${busyCustomerId}/timeline?limit=100` },
    { path: `/api/customers/${busyCustomerId}/timeline?limit=100&page=50` },
  ],
  'GET /api/orders': () =>
    paths(
      'limit=100&search=g',
      'limit=100&search=gift',
      'limit=100&status=pending,completed&sort=-total_amount',
      'limit=100&tag=gift&total_from=1&page=90',
    ),
  'GET /api/search': () => paths('q=g', 'q=gift', 'q=blamket blue scarf'),
  'GET /api/orders/export': () => paths('format=csv', 'search=gift&format=jsonl'),
  'GET /api/orders/:order_id': ({ busyOrderId }) => [{ path: `/api/orders/${busyOrderId}?include=actions,events` }],
  'GET /api/orders/:order_id/events': ({ busyOrderId }) => [{ path: `/api/orders/${busyOrderId}/events?limit=100` }],
  'GET /api/orders/:order_id/payments': ({ busyOrderId }) => [
    { path: `/api/orders/${busyOrderId}/payments?limit=100` },
  ],
  'GET /api/analytics/summary': () => paths(year()),
  'GET /api/analytics/sales': () => paths(`${year()}&interval=hour`, `${year()}&interval=day`),
  'GET /api/analytics/top-products': () => paths(`${year()}&limit=50`),
  'GET /api/analytics/platforms': () => paths(year()),
  'GET /api/analytics/customers': () => paths(year()),
  'GET /api/analytics/cod': () => paths(year()),
  'GET /api/analytics/discounts': () => paths(`${year()}&limit=50`),
  'GET /api/analytics/cities': () => paths(`${year()}&limit=50`),
  'GET /api/inbox/conversations': ({ busyMemberId, busyCustomerId }) =>
    paths(
      'limit=100&search=is',
      'limit=100&search=blue&status=open',
      `limit=100&assignee=${busyMemberId}`,
      `limit=100&customer_id=${busyCustomerId}&unread=true&page=100`,
    ),
  'GET /api/inbox/conversations/:conversation_id': ({ busyConversationId }) => [
    { path: `/api/inbox/conversations/${busyConversationId}?limit=100` },
  ],
  'GET /api/inbox/conversations/:conversation_id/messages': ({ busyConversationId }) => [
    { path: `/api/inbox/conversations/${busyConversationId}/messages?limit=100&page=100` },
  ],
  'GET /api/events': () =>
    paths(
      'limit=100&types=order.noted',
      'limit=100',
      'limit=100&include=resource',
      'limit=100&types=product.updated&include=resource',
    ),
  'GET /api/audit': ({ busyMemberId }) =>
    paths('limit=100&actor_kind=system&page=50', `limit=100&actor_id=${busyMemberId}`, 'limit=100&types=order.held'),
  'GET /api/audit/export': () => paths('format=csv'),
  'POST /api/orders': (full) => [
    { path: '/api/orders', body: { customer_id: full.busyCustomerId, ...priced(items(full)) } },
    {
      path: '/api/orders',
      body: { customer_id: full.customerId, ...priced(variants(full)) },
    },
  ],
  'POST /api/orders/quote': (full) =>
    [items(full), variants(full), same(full)].map((each) => ({
      path: '/api/orders/quote',
      body: { customer_id: full.busyCustomerId, items: each, destination: { country: 'KW', region: 'Region 499' } },
    })),
  'POST /api/orders/import': (full) => [
    {
      path: '/api/orders/import?dry_run=true',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines(
        Array.from({ length: 250 }, (_, n) => ({
          external_id: `I-${n}`,
          customer_id: full.customerId,
          items: [0, 1, 2].map((k) => ({ product_id: full.productIds[(n + k) % 100], quantity: 1, unit_price: 10 })),
        })),
      ),
    },
    ...['?dry_run=true', ''].map((query) => ({
      path: `/api/orders/import${query}`,
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines(
        Array.from({ length: 250 }, (_, n) => ({
          external_id: `V-${n}`,
          customer_id: full.customerId,
          items: Array.from({ length: 8 }, (_item, k) => ({
            variant_id: full.variantIds[(n + k) % 100],
            quantity: 1,
            unit_price: 10,
          })),
        })),
      ),
    })),
  ],
  'POST /api/products/import': (full) =>
    ['?dry_run=true', ''].map((query) => ({
      path: `/api/products/import${query}`,
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines(
        full.productSlugs.map((slug, n) => ({
          slug,
          title: `Scarf ${n}`,
          tags: [`tag-${n}`],
          price: 10,
          variants: n < 20 ? [{ title: 'Dearer', price: 11 }] : [],
        })),
      ),
    })),
  'POST /api/customers/import': () => [
    {
      path: '/api/customers/import',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines(Array.from({ length: 500 }, (_, n) => ({ name: `New ${n}`, email: `new${n}@seed.test` }))),
    },
  ],
  'POST /api/products/prices': ({ productIds }) => [
    { path: '/api/products/prices', body: { products: productIds, percentage: 5 } },
    ...[{}, { dry_run: false, expected_changes: 753 }, { percentage: -5, set_compare_at: true }].map((fields) => ({
      path: '/api/products/prices',
      body: { products: productIds.slice(0, 3), percentage: 5, ...fields },
    })),
    { path: '/api/products/prices', body: { tag: 'tag-3', percentage: 5 } },
    { path: '/api/products/prices', body: { search: 'scarf', percentage: 5 } },
  ],
  'PUT /api/collections/:collection_id/products': (full) => [
    { path: `/api/collections/${full.manualCollectionId}/products`, body: { product_ids: full.productIds } },
  ],
  'DELETE /api/collections/:collection_id': (full) => [{ path: `/api/collections/${full.manualCollectionId}` }],
  'DELETE /api/products/:product_id': (full) => [{ path: `/api/products/${full.productId}` }],
  'GET /api/webhooks/:webhook_id/deliveries': (full) =>
    ['pending', 'failed'].map((status) => ({
      path: `/api/webhooks/${full.webhookId}/deliveries?limit=100&status=${status}`,
    })),
  'POST /api/customers/:customer_id/anonymize': (full) => [
    { path: `/api/customers/${full.busyCustomerId}/anonymize`, body: {} },
  ],
  'POST /api/customers/merge': (full) => [
    {
      path: '/api/customers/merge',
      body: { keep_id: full.customerId, merge_ids: [full.busyCustomerId] },
    },
  ],
  'PATCH /api/members/:member_id': (full) => [{ path: `/api/members/${full.busyMemberId}`, body: { role: 'staff' } }],
  'DELETE /api/members/:member_id': (full) => [{ path: `/api/members/${full.busyMemberId}` }],
}
