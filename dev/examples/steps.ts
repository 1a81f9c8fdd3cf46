import { z } from 'zod'
import { dayAgo, firstOf, idOf, type Perform, type Recorder } from './recorder.ts'
import { recordCollections } from './collection-steps.ts'
import { recordCheckout } from './checkout-steps.ts'
import { recordEvents, recordInbox, recordMembers, recordStorefront, type Tokens } from './steps-beside-orders.ts'
import { recordMedia } from './media-steps.ts'
import { recordWebhooks } from './webhook-steps.ts'

/** Every operation once, with the seeded store acme, in an order in which each finds what it needs. */
export async function recordAll({ call, recorded }: Recorder, { invited, declining }: Tokens): Promise<void> {
  await call('get_health', { token: null })
  await call('get_readiness', { token: null })
  await call('get_me')
  const store_id = idOf(firstOf(await call('list_stores')))
  await call('get_store_by_id', { path: { store_id } })
  await call('update_store', { path: { store_id }, body: { contact_email: 'hello@acme.test' } })
  const { product, variant } = await recordCatalog(call)
  await recordCheckout(call)
  await recordMedia(call)
  const customer_id = await recordCustomers(call)
  await recordOrders(call, { customer_id, product, variant })
  await call('get_home')
  await call('count_orders')
  await call('search_store', { query: { q: 'candle' } })
  for (const id of ['get_sales_summary', 'get_platforms', 'get_customer_sales', 'get_cod_funnel', 'get_discount_sales'])
    await call(id, { query: { from: dayAgo(21), to: dayAgo(1) } })
  await call('get_sales', { query: { from: dayAgo(2), to: dayAgo(1), interval: 'day' } })
  await call('get_city_sales', { query: { from: dayAgo(21), to: dayAgo(1), by: 'refused', limit: 2 } })
  await call('get_top_products', { query: { from: dayAgo(21), to: dayAgo(1), limit: 2 } })
  await recordInbox(call)
  await recordStorefront(call)
  await recordCollections(call, product)
  await recordMembers(call, { invited, declining })
  await recordEvents(call)
  await recordWebhooks(call)
  const key = await call('create_api_key', {
    body: { name: 'Warehouse system', scopes: ['catalog:read', 'orders:write'], expires_in_days: 365 },
  })
  await call('list_api_keys', { query: { limit: 1 } })
  await call('get_api_key', { path: { key_id: idOf(key) } })
  await call('revoke_api_key', { path: { key_id: idOf(key) } })
  const token = await call('mint_token', {
    body: { name: 'Shop assistant', scopes: ['orders:read', 'catalog:read'], expires_in_days: 30 },
  })
  await call('list_tokens', { query: { limit: 1 } })
  for (const id of ['call_mcp', 'call_mcp_alias'])
    await call(id, {
      token: String(token['token']),
      headers: { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
      body: { jsonrpc: '2.0', id: 1, method: 'ping', params: {} },
    })
  await call('revoke_token', { path: { token_id: idOf(token) } })
  await call('register_client', {
    token: null,
    body: { client_name: 'Shop assistant', redirect_uris: ['https://assistant.example/callback'] },
  })
  await call('get_authorization_server', { token: null })
  await call('get_protected_resource', { token: null })
  await call('create_store', {
    body: { name: 'Acme Outlet', slug: 'acme-outlet', currency: 'USD', timezone: 'America/New_York' },
  })
  recorded.delete('get_openapi')
}

const Shipped = z.object({ shipments: z.array(z.object({ id: z.string() })) })

const ChangedPrices = z.object({ change_id: z.string() })

async function recordCatalog(call: Perform) {
  const scarf = { title: 'Wool Scarf', description: 'Warm and soft.', price: 35, tags: ['winter'] }
  const product = await call('create_product', { body: scarf })
  const path = { product_id: idOf(product) }
  await call('list_products', { query: { search: 'scarf', limit: 1 } })
  await call('get_product', { path })
  await call('update_product', { path, body: { compare_at_price: 45, tags: ['winter', 'gift'] } })
  const sale = { products: [path.product_id], percentage: -20, set_compare_at: true }
  const changed = await call('update_prices', { body: { ...sale, dry_run: false, expected_changes: 1 } })
  await call('undo_prices', { path: ChangedPrices.parse(changed) })
  await call('update_prices', { body: { tag: 'winter', percentage: -10 } })
  const variant = await call('create_variant', {
    path,
    body: { options: { Colour: 'Green' }, sku: 'SCARF-GREEN', price: 36, on_hand: 12, low_stock_threshold: 5 },
  })
  const variantPath = { ...path, variant_id: idOf(variant) }
  await call('update_variant', { path: variantPath, body: { barcode: '5901234123457' } })
  await call('list_inventory', { query: { product_id: idOf(product), limit: 1 } })
  await call('adjust_inventory', { body: { variant_id: idOf(variant), delta: 20, reason: 'received' } })
  await call('list_inventory_movements', { query: { variant_id: idOf(variant), limit: 1 } })
  const spare = await call('create_product', { body: scarf })
  await call('archive_product', { path: { product_id: idOf(spare) } })
  const other = await call('create_variant', {
    path,
    body: { options: { Colour: 'Blue' }, sku: 'SCARF-BLUE', price: 36, on_hand: 5 },
  })
  await call('archive_variant', { path: { ...path, variant_id: idOf(other) } })
  await call('export_products', { query: { format: 'csv' } })
  return { product: idOf(product), variant: idOf(variant) }
}

async function recordCustomers(call: Perform): Promise<string> {
  const amal = await call('create_customer', {
    body: { name: 'Amal Al-Sabah', phone: '+965 5012 3456', email: 'amal@example.com', tags: ['vip'] },
  })
  const customer_id = idOf(amal)
  const path = { customer_id }
  await call('list_customers', { query: { search: 'amal', limit: 1 } })
  await call('get_customer', { path })
  await call('update_customer', { path, body: { notes: 'Prefers evening deliveries' } })
  await call('add_customer_note', { path, body: { body: 'Asked about gift wrapping' } })
  await call('get_customer_timeline', { path, query: { limit: 2 } })
  await call('list_duplicate_customers', { query: { limit: 1 } })
  const double = await call('create_customer', { body: { name: 'Amal Sabah', phone: '+965 5012 9999' } })
  await call('merge_customers', { body: { keep_id: customer_id, merge_ids: [idOf(double)] } })
  const leaving = await call('create_customer', {
    body: { name: 'Amal Al-Sabah', phone: '+965 5099 3456', email: 'amal@example.com', tags: ['vip'] },
  })
  await call('anonymize_customer', { path: { customer_id: idOf(leaving) } })
  await call('export_customers', { query: { format: 'csv' } })
  const regulars = await call('create_segment', { body: { name: 'Regulars', filter: 'orders > 3' } })
  const segment = { segment_id: idOf(regulars) }
  await call('list_segments', { query: { limit: 1 } })
  await call('get_segment', { path: segment })
  await call('update_segment', { path: segment, body: { filter: 'orders > 4' } })
  await call('list_segment_customers', { path: segment, query: { limit: 1 } })
  await call('delete_segment', { path: segment })
  return customer_id
}

type Goods = { readonly customer_id: string; readonly product: string; readonly variant: string }

async function recordOrders(call: Perform, { customer_id, product, variant }: Goods): Promise<void> {
  const place = async () => {
    const items = [{ product_id: product, variant_id: variant, quantity: 2, unit_price: 36 }]
    const body = { customer_id, total_amount: 77, shipping_amount: 5, items, platform: 'whatsapp' }
    return { order_id: idOf(await call('create_order', { body })) }
  }
  await call('quote_order', {
    body: {
      customer_id,
      items: [{ product_id: product, variant_id: variant, quantity: 2 }],
      discount_code: 'WELCOME10',
    },
  })
  const other = await place()
  await call('hold_order', { path: other, body: { reason: 'no_answer', note: 'Called twice' } })
  await call('cancel_order', { path: other, body: { reason: 'Ordered by mistake' } })
  const bulk = await place()
  await call('change_orders', { body: { action: 'confirm', order_ids: [bulk.order_id] } })
  await call('pay_order', { path: bulk, body: { method: 'cash' } })
  const mistaken = { ...bulk, payment_id: idOf(firstOf(await call('list_order_payments', { path: bulk }))) }
  await call('void_payment', { path: mistaken, body: { reason: 'Entered for the wrong order' } })
  await call('ship_order', { path: bulk })
  await call('undo_action', { path: bulk, body: { reason: 'Another order was shipped' } })
  const { shipments } = Shipped.parse(await call('ship_order', { path: bulk }))
  const shipment_id = shipments[0]?.id ?? ''
  await call('update_shipment', { path: { shipment_id }, body: { carrier: 'Aramex', tracking_number: 'AX123455' } })
  await call('refuse_order', { path: bulk, body: { reason: 'Nobody opened' } })
  const path = await place()
  await call('list_orders', { query: { status: 'pending', limit: 1 } })
  await call('list_customer_orders', { path: { customer_id }, query: { limit: 1 } })
  await call('update_order', { path, body: { notes: 'Gift wrap', tags: ['gift'] } })
  await call('note_order', { path, body: { body: 'Customer asked for delivery after 6 pm' } })
  await call('confirm_order', { path })
  await call('prepare_order', { path })
  await call('list_order_actions', { path })
  await call('get_order', { path, query: { include: ['actions', 'events'] } })
  await call('ship_order', { path, body: { carrier: 'Aramex', tracking_number: 'AX123456' } })
  await call('deliver_order', { path })
  await call('pay_order', { path, body: { method: 'cash', reference: 'R-20' } })
  await call('return_order', { path, body: { items: [{ position: 1, quantity: 1 }], reason: 'Wrong colour' } })
  await call('refund_order', { path, body: { amount: 36, reason: 'One scarf returned' } })
  await call('complete_order', { path })
  await call('list_order_events', { path, query: { limit: 2 } })
  await call('list_order_payments', { path })
  await call('export_orders', { query: { format: 'csv', status: 'pending' } })
}
