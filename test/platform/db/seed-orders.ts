import type { Scratch } from '../../support/scratch.ts'
import type { Shop } from '../../support/shop.ts'

/**
 * Seeds enough rows for the planner to prefer indexes: 2,000 stores, of which the shop's own and 8 others have hundreds of
 * customers, products, orders, tokens, pages, conversations, members and invitations. The shop has 5,000 orders; 5 of
 * them, one customer and one product contain "zebra".
 */
export async function seedOrders({ sql }: Scratch, { store }: Shop) {
  const mine = store.id
  await sql.transaction([
    sql`create table public.seed_stores as select case n when 0 then ${mine}::uuid else uuidv7() end as id, n
          from generate_series(0, 2000) as n`,
    sql`insert into stores (id, slug, name, currency, currency_exponent, created_by) select id, 'seed-' || n, 'Seed', 'USD', 2, gen_random_uuid()
          from seed_stores where n > 0`,
    sql`insert into store_slugs (store_id, slug) select id, slug from stores on conflict do nothing`,
    sql`insert into store_counters (store_id) select id from seed_stores where n > 0`,
    sql`insert into store_members (store_id, user_id, issuer, subject, role)
          select id, gen_random_uuid(), 'seed', n::text, 'owner' from seed_stores where n > 0`,
    sql`insert into store_members (store_id, user_id, issuer, subject, role, created_at)
          select id, gen_random_uuid(), 'seed', n || '-' || k, 'staff', now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 800) as k where n <= 8`,
    sql`insert into erasures (store_id, id, source, customers) select id, uuidv7(), 'results', '{}' from stores`,
    sql`insert into departed_assignees (store_id, user_id) select id, gen_random_uuid() from stores`,
    sql`insert into job_turns (store_id, job, at) select id, 'cancel_deliveries', now() from stores`,
    sql`insert into former_members (store_id, user_id, name)
      select id, gen_random_uuid(), 'Former' from seed_stores cross join generate_series(1, 20)`,
    sql`insert into store_invitations (store_id, id, email, role, invited_by, created_at, expires_at)
          select id, uuidv7(), n || '-' || k || '@seed.example', 'staff', gen_random_uuid(), now() - k * interval '1 hour',
                 now() + interval '7 days'
            from seed_stores, generate_series(1, case when n <= 8 then 90 else 1 end) as k`,
    sql`insert into idempotency_keys (store_id, caller, operation, key, request_hash, result)
          select id, gen_random_uuid(), 'seed', k::text, '', '{}' from seed_stores, generate_series(1, 300) as k where n <= 8`,
    sql`insert into customers (store_id, id, name, created_at)
          select id, uuidv7(), case when k = 1 then 'Zebra' else 'Guest ' || k end, now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 1000) as k where n <= 8`,
    sql`insert into customer_contacts (store_id, customer_id, kind, value, key)
          select store_id, id, 'email', id || '@seed.test', id || '@seed.test' from customers where name like 'Guest %'`,
    sql`insert into customer_merges (store_id, merged_id, customer_id)
          select store_id, gen_random_uuid(), id from customers where name like 'Guest %'`,
    sql`insert into segments (store_id, id, name, filter, conditions)
          select id, uuidv7(), 'Seed ' || k, 'orders>0', '[]' from seed_stores, generate_series(1, 300) as k where n <= 8`,
    sql`insert into events (store_id, type, subject_id, actor_kind)
          select store_id, 'customer.created', id, 'system' from customers`,
    sql`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, created_at)
          select id, uuidv7(), case when k = 1 then 'Zebra' else 'Scarf ' || k end, 'scarf-' || k,
                 case when k % 50 = 0 then 'draft' else 'active' end, 100, 'USD', 2,
                 now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 1000) as k where n <= 8`,
    sql`insert into product_variants (store_id, id, product_id, title, position) select store_id, uuidv7(), id, '', 1 from products`,
    sql`insert into collections (store_id, id, slug, title, seo, created_at)
          select id, uuidv7(), 'seed-' || k, 'Seed',
                 '{"title": null, "description": null, "image_url": null, "noindex": false}', now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 300) as k where n <= 8`,
    sql`insert into collection_products (store_id, collection_id, product_id, position)
          select p.store_id, c.id, p.id, row_number() over () from products p
            join collections c on c.store_id = p.store_id and c.slug in ('seed-1', 'seed-2')`,
    sql`insert into inventory (store_id, variant_id, on_hand) select store_id, id, 100 from product_variants
          on conflict do nothing`,
    sql`insert into sold_out_variants (store_id, product_id, variant_id) select store_id, product_id, uuidv7() from product_variants`,
    sql`insert into inventory_movements (store_id, variant_id, kind, on_hand_delta, on_hand_after, reserved_after, reason)
          select store_id, id, 'adjusted', 1, 100, 0, 'counted' from product_variants`,
    sql`insert into access_tokens (store_id, id, name, scopes, token_hash, token_prefix, created_by, created_at, expires_at)
          select id, uuidv7(), 'Seed', '{orders:read}', sha256(uuidv7()::text::bytea), 'mcs_mcp_', gen_random_uuid(),
                 now() - k * interval '1 hour', now() + interval '90 days'
            from seed_stores, generate_series(1, 900) as k where n <= 8`,
    sql`insert into oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
          select id, uuidv7(), gen_random_uuid(), 'seed', 'Seed', 'seed.test', '{orders:read}', 'seed', now() + interval '90 days'
            from seed_stores, generate_series(1, 300) as k where n <= 8`,
    // All stores' orders are spread over the same time. One in 50 is cancelled and has an address, and nearly all are gifts.
    sql`insert into orders (store_id, id, number, status, platform, source, currency, currency_exponent, subtotal_minor,
                            total_minor, customer_id, customer_name, notes, address, lines, lines_key, stated, created_at)
          select store_id, uuidv7(), 1000000 + n, case when n % 50 = 0 then 'cancelled' else 'completed' end, 'direct', 'api',
                 'USD', 2, 100, 100, customer_id, name, 'gift',
                 case when n % 50 = 0 then '{"city": "الكويت", "region": "KW-KU", "country": "KW"}'::jsonb end, '[]', '', '{total}', now() - (n * 7919 % 14000) * interval '1 minute'
            from (select c.store_id, c.id as customer_id, c.name, row_number() over () as n
                    from customers c cross join lateral
                         generate_series(1, case when c.store_id = ${mine} then 5 else 1 end) as k) as each`,
    sql`insert into inventory_movements (store_id, variant_id, order_id, kind, reserved_delta, on_hand_after, reserved_after)
          select o.store_id, v.id, o.id, 'reserved', 1, 100, 1 from orders o
            join (select store_id, min(id::text)::uuid as id from product_variants group by 1) as v on v.store_id = o.store_id
           where o.notes = 'gift' and o.store_id = ${mine}`,
    sql`insert into delivery_methods (store_id, id, name, position)
          select id, uuidv7(), 'Seed ' || k, k from seed_stores, generate_series(1, 20) as k where n <= 200`,
    sql`insert into webhooks (store_id, id, url, events, enabled, disabled_reason, secret, managed_by, managed_by_kind)
          select id, uuidv7(), 'https://seed.example/' || k, '{order.*}', false, 'by_hand', '', gen_random_uuid(), 'user'
            from seed_stores, generate_series(1, 20) as k where n between 1 and 200`,
    sql`insert into webhook_deliveries (store_id, webhook_id, id, event_type, status)
          select store_id, id, uuidv7(), 'order.created', 'delivered' from webhooks, generate_series(1, 5)`,
    sql`insert into media (store_id, id, name, sha256, content_type, width, height, bytes, status, unused_since)
          select id, uuidv7(), md5(id || ' ' || k), sha256(convert_to(id || ' ' || k, 'UTF8')), 'image/png', 1, 1, 1, 'ready', null
            from seed_stores, generate_series(1, 20) as k where n <= 200`,
    sql`insert into media_uses (store_id, media_id, kind, subject_id, keeps) select store_id, id, 'order', id, true from media`,
    sql`insert into media_totals (store_id, bytes) select id, 20 from seed_stores on conflict do nothing`,
    sql`insert into price_changes (store_id, id, prices, created_at)
          select id, uuidv7(), '[]', now() - k * interval '1 minute' from seed_stores, generate_series(1, 1000) as k where n <= 8`,
    sql`insert into discounts (store_id, id, name, code, kind, created_at)
          select id, uuidv7(), 'Seed', 'SEED-' || k, 'free_delivery', now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 300) as k where n <= 8`,
    sql`insert into discount_uses (store_id, discount_id, order_id)
          select o.store_id, d.id, o.id from orders o
            join discounts d on d.store_id = o.store_id and d.code = 'SEED-' || 1 + o.number % 300 where o.notes = 'gift'`,
    sql`insert into order_payments (store_id, order_id, kind, amount_minor)
          select store_id, id, 'payment', 100 from orders where notes = 'gift'`,
    sql`insert into shipments (store_id, order_id, items) select store_id, id, '[]' from orders where notes = 'gift'`,
    sql`insert into order_returns (store_id, order_id, kind, items, restock)
          select store_id, id, 'returned', '[]', true from orders where notes = 'gift'`,
    sql`insert into events (store_id, type, subject_id, actor_kind, created_at)
          select store_id, 'order.created', id, 'system', created_at from orders where customer_name like 'Guest%'`,
    sql`select dev.rebuild_sales(id) from seed_stores where n <= 8`,
    sql`insert into product_sales (store_id, minutes, starts_at, product_id, variant_id, orders, product_orders, units, returned_units, refused_units, revenue_minor)
          select store_id, span.minutes, app.bucket(span.minutes, now()) - day * interval '1 day', id, id, 1, 1, 1, 0, 0, 100
            from products, (values (60), (1440)) as span(minutes), generate_series(0, 9) as day where title like 'Scarf %' and slug like '%7'`,
    sql`insert into activity (store_id, minutes, starts_at, confirmed, shipped, delivered, cancelled, refused, returned, paid_minor, refunded_minor)
          select id, 15, app.bucket(15, now()) - k * interval '15 minutes', 1, 1, 1, 0, 0, 0, 100, 0
            from seed_stores, generate_series(1, 1000) as k where n <= 8 on conflict do nothing`,
    sql`insert into discount_sales (store_id, minutes, starts_at, discount_id, orders, discount_minor, gross_minor, refunded_minor, not_collected_minor)
          select d.store_id, span.minutes, app.bucket(span.minutes, now()) - day * interval '1 day', d.id, 1, 100, 1000, 0, 0
            from discounts d, (values (60), (1440)) as span(minutes), generate_series(0, 999) as day
           where d.code in ('SEED-1', 'SEED-2', 'SEED-3') on conflict do nothing`,
    sql`insert into city_sales (store_id, minutes, starts_at, country, city_key, orders, cancelled, gross_minor, refunded_minor, units, shipped, returned, refused, not_collected_minor)
          select id, span.minutes, app.bucket(span.minutes, now()) - day * interval '1 day', 'KW', 'city ' || k, 1, 0, 100, 0, 1, 0, 0, 0, 0
            from seed_stores, (values (60), (1440)) as span(minutes), generate_series(1, 3) as k, generate_series(0, 999) as day
           where n <= 8 on conflict do nothing`,
    sql`insert into storefronts (store_id, draft) select id, '{}' from seed_stores on conflict do nothing`,
    sql`insert into storefront_versions (store_id, id, number, content, created_at)
          select id, uuidv7(), 1000 + k, '{"pages": []}', now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 1000) as k where n <= 8`,
    sql`insert into storefront_pages (store_id, id, slug, title, body, body_html, seo, position, created_at)
          select id, uuidv7(), 'seed-' || k, 'Seed', '', '', '{}', k, now() - k * interval '1 hour'
            from seed_stores, generate_series(1, 1000) as k where n between 1 and 8`,
    sql`insert into storefront_page_revisions (store_id, page_id, revision, body_html)
          select store_id, id, 1, '' from storefront_pages on conflict do nothing`,
    sql`insert into channels (store_id, id, kind, name)
          select id, uuidv7(), 'webhook', 'Channel ' || k from seed_stores, generate_series(1, 90) as k where n <= 8`,
    // One conversation in 20 is not closed; those of one customer say zebra, and one has that name.
    sql`insert into conversations (store_id, id, channel_id, thread_key, status, contact_name, customer_id, unread_count, last_message_at)
          select store_id, uuidv7(), channel_id, n::text, case when n % 20 = 0 then 'open' else 'closed' end, name, customer_id,
                 case when n % 20 = 0 then 1 else 0 end, now() - (n * 7919 % 14000) * interval '1 minute'
            from (select c.store_id, c.id as customer_id, c.name, row_number() over () as n,
                         (select id from channels h where h.store_id = c.store_id limit 1) as channel_id
                    from customers c cross join lateral
                         generate_series(1, case when c.store_id = ${mine} then 3 else 1 end) as k) as each`,
    sql`insert into messages (store_id, id, conversation_id, channel_id, kind, body, sent_at)
          select store_id, uuidv7(), id, channel_id, 'message', case when contact_name = 'Guest 500' then 'A zebra?' else 'Is it there?' end,
                 last_message_at from conversations`,
    sql`insert into message_outbox (store_id, message_id, conversation_id, channel_id, due_at)
          select store_id, id, conversation_id, channel_id, now() + interval '1 day' from messages limit 3000 on conflict do nothing`,
    sql`insert into conversation_contacts (store_id, channel_id, key, conversation_id)
          select store_id, channel_id, 'seed-' || row_number() over (), id from conversations on conflict do nothing`,
    sql`drop table public.seed_stores`,
  ])
  // Else the planner's choices would hang on how far autovacuum has come.
  await sql`vacuum (analyze)`
}
