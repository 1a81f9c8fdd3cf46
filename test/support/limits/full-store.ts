import { limits } from '../../../src/platform/values/limits.ts'

/** How much the store has of what grows with time, or has no limit. Everything else is at its documented limit. */
export type Sizes = {
  readonly products: number
  /** Products with 250 variants, each with its own price. They are the newest. */
  readonly rich: number
  readonly customers: number
  readonly orders: number
  readonly events: number
  readonly messages: number
  readonly movements: number
  /** Deliveries that wait, of each of 20 webhooks. */
  readonly pending: number
}

/** In the title of every product, for searches that nearly match. */
const longWords = ['incomprehensibleness', 'counterrevolutionary', 'electroencephalogram'] as const

/** Three words with two mistakes each, and eight. */
export const nearMisses: readonly string[] = [
  longWords.map((word) => `${word.slice(0, -2)}xx`).join(' '),
  ['xx', 'yy', 'zz']
    .flatMap((end) => longWords.map((word) => `${word.slice(0, -2)}${end}`))
    .slice(0, 8)
    .join(' '),
]

/** What the option values of the ten newest products end with, so that each variant has a kilobyte of them. */
const longIf = (n: string) => `case when ${n} <= 10 then repeat(' long', 36) else '' end`

/**
 * Fills a store up to its limits. Its first customer has written 2,000 orders, half of the messages and a tenth of the events;
 * its first variant has all stock movements. Run as the owner of the tables, in one session.
 */
export function fullStore(store: string, sizes: Sizes): readonly string[] {
  const s = `'${store}'::uuid`
  const lines = `(select jsonb_agg(jsonb_build_object('position', n, 'product_id', v.product_id, 'product_name', 'Scarf', 'variant_id', v.id,
      'variant_name', v.title, 'variant_sku', v.sku, 'variant_options', v.options, 'variant_attributes', '{}'::jsonb, 'quantity', 1,
      'unit_price_minor', 100, 'list_price_minor', 100) order by n)
      from (select *, row_number() over (order by position) as n from product_variants where store_id = ${s} and product_id = f.rich) as v
     where n <= ${limits.order.items})`
  return [
    // What these triggers write is written below, or is not needed.
    `alter table events disable trigger events_webhooks`,
    `create temporary table full_rows as select n, uuidv7(n * interval '-1 minute') as id, now() - n * interval '1 minute' as at
       from generate_series(1, ${Math.max(sizes.products, sizes.customers, sizes.orders, sizes.messages)}) as n`,
    `alter table full_rows add primary key (n)`,
    `analyze full_rows`,
    `insert into store_members (store_id, user_id, issuer, subject, role, created_at)
       select ${s}, uuidv7(), 'full', n::text, case when n = 1 then 'admin' else 'staff' end, at from full_rows where n < ${limits.team.members} - 10`,
    // The first member has as many as one person can have.
    `insert into access_tokens (store_id, id, use, name, scopes, token_hash, token_prefix, created_by, created_at, expires_at)
       select ${s}, uuidv7(), use, 'Seed', '{orders:read}', sha256(uuidv7()::text::bytea), 'mcs_', m.user_id, at, now() + interval '90 days'
         from full_rows cross join unnest('{mcp,api}'::text[]) as use
         join store_members m on m.store_id = ${s} and m.issuer = 'full' and m.subject = (1 + n / ${limits.access.of_one_person})::text
        where n < ${limits.access.valid} - 5`,
    `insert into oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
       select ${s}, uuidv7(), m.user_id, 'full-' || n, 'Full', 'full.test', '{orders:read}', 'full', now() + interval '90 days'
         from full_rows join store_members m on m.store_id = ${s} and m.issuer = 'full' and m.subject = (1 + n / ${limits.access.of_one_person})::text
        where n < ${limits.access.valid} - 5`,
    `insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, tags, images, options, description, created_at, updated_at, variant_terms, public_terms)
       select ${s}, id, 'Scarf ' || n || case when n % 2 = 0 then ' Silk' else ' Wool' end || ' ${longWords.join(' ')}', 'scarf-' || n, 'active', 500 + n % 900, 'USD', 2,
              (select array_agg('tag-' || (n + k) % 200) from generate_series(1, ${limits.tags.each}) as k),
              case when n <= ${sizes.rich} then (select jsonb_agg(jsonb_build_object('url', 'https://pictures.example/' || n || '/' || k || '.png', 'alt', null)) from generate_series(1, ${limits.product.pictures}) as k) else '[]' end,
              case when n <= ${sizes.rich} then (select jsonb_agg(jsonb_build_object('name', name, 'values', (select jsonb_agg(name || v || ${longIf('n')}) from generate_series(1, 250) as v))) from unnest('{Colour,Size,Cloth,Cut,Print}'::text[]) as name) else '[]' end,
              repeat('Soft and warm. ', 200), at, at, '', ''
         from full_rows where n <= ${sizes.products}`,
    `insert into product_variants (store_id, id, product_id, title, sku, options, price_minor, cost_minor, position, created_at)
       select ${s}, uuidv7(), r.id, 'Variant ' || k, 'SKU-' || r.n || '-' || k,
              case when r.n <= ${sizes.rich} then (select jsonb_object_agg(name, name || k || ${longIf('r.n')}) from unnest('{Colour,Size,Cloth,Cut,Print}'::text[]) as name) else '{}' end,
              case when r.n <= ${sizes.rich} then 400 + k * 7 end, 100, k - 1, r.at
         from full_rows as r, generate_series(1, case when r.n <= ${sizes.rich} then ${limits.product.variants} else 1 end) as k where r.n <= ${sizes.products}`,
    `update products p set variant_terms = v.terms, public_terms = v.public_terms
       from (select product_id, string_agg(concat_ws(' ', title, sku), ' ' order by position) as terms,
                    string_agg(concat_ws(' ', title, (select string_agg(value, ' ') from jsonb_each_text(options))), ' ' order by position) as public_terms
               from product_variants where store_id = ${s} group by 1) as v
      where p.store_id = ${s} and p.id = v.product_id and p.options <> '[]'`,
    `insert into price_changes (store_id, id, prices)
       select ${s}, uuidv7(), jsonb_agg(jsonb_build_object('product', v.product_id, 'variant', v.id, 'before', v.price_minor + 1, 'after', v.price_minor, 'former_before', null, 'former_after', null))
         from ((select id as product_id, null::uuid as id, price_minor from products where store_id = ${s} limit ${limits.bulk.prices / 2})
               union all (select product_id, id, price_minor from product_variants where store_id = ${s} and price_minor is not null limit ${limits.bulk.prices / 2})) as v`,
    `insert into inventory (store_id, variant_id, on_hand) select store_id, id, 1000000 from product_variants where store_id = ${s} on conflict do nothing`,
    // Half of the collections have rules: any of 20, of all kinds. Half of these have products, and the others have none.
    `insert into collections (store_id, id, slug, title, seo, created_at, match, rules, conditions)
       select ${s}, uuidv7(), 'full-' || n, 'Full ' || n, '{"title": null, "description": null, "image_url": null, "noindex": false}', at, case when r.rules is not null then 'any' end, r.rules, r.conditions
         from full_rows, lateral (select jsonb_agg(rule) as rules, jsonb_agg('{"tags": [], "price_from": null, "price_to": null, "in_stock": null, "days": null}'::jsonb || condition) as conditions
           from generate_series(1, ${limits.collection.rules}) as k, lateral (select
             case k % 5 when 0 then jsonb_build_object('price_from', n * 3 + k, 'price_to', n * 3 + k + 5) when 1 then jsonb_build_object('created_within_days', k) else jsonb_build_object('tag', 'tag-' || (n * 7 + k) % 400) end,
             case when n % 4 = 0 then jsonb_build_object('tags', array['tag-' || (n * 7 + k) % 200]) || case k % 5
                 when 0 then jsonb_build_object('price_from', 500 + n, 'price_to', 600 + n) when 1 then jsonb_build_object('days', k)
                 when 2 then '{"in_stock": true}' when 3 then jsonb_build_object('tags', array['tag-' || (n * 7 + k) % 200, 'tag-' || (n * 7 + k + 20) % 200]) else '{}' end
               else case k % 5 when 0 then jsonb_build_object('price_from', n * 300 + k, 'price_to', n * 300 + k + 5) when 1 then jsonb_build_object('days', k, 'tags', array['none-' || n]) else jsonb_build_object('tags', array['tag-' || 200 + (n * 7 + k) % 400]) end end) as one(rule, condition)
          where n % 2 = 0) as r where n <= ${limits.store.collections} - 5`,
    `insert into collection_products (store_id, collection_id, product_id, position)
       select c.store_id, c.id, r.id, r.n from collections c, full_rows as r
        where c.store_id = ${s} and c.rules is null and r.n <= least(${limits.collection.products}, ${sizes.products}) and c.slug in (select 'full-' || n from generate_series(1, 50) as n)`,
    `update collections c set products_count = n.count from (select collection_id, count(*) as count from collection_products where store_id = ${s} group by 1) as n
       where c.store_id = ${s} and c.id = n.collection_id`,
    `insert into discounts (store_id, id, name, code, kind, percentage, collection_ids, product_ids, except_collection_ids, except_product_ids, created_at, max_amount_minor)
       select ${s}, uuidv7(), 'Sale ' || n, case when n > ${limits.store.active_automatic_discounts} then 'SALE-' || n end, 'percentage', 1 + n % 50,
              (select array_agg(c.id) from (select c.id from collections c where c.store_id = ${s} and c.rules is not null and (ltrim(c.slug, 'full-')::integer % 4 = 0) = (n % 2 = 0) order by md5(c.slug || n) limit ${limits.discount.collections}) as c),
              '{}',
              case when n % 3 = 0 then (select array_agg(c.id) from (select c.id from collections c where c.store_id = ${s} and c.rules is not null order by md5(n || c.slug) limit ${limits.discount.collections}) as c) end,
              case when n % 3 = 0 then '{}'::uuid[] end, at, 10000
         from full_rows where n <= ${limits.store.discounts} - 5`,
    `insert into delivery_methods (store_id, id, name, zones, price_minor, position)
       select ${s}, uuidv7(), 'Method ' || n, (select jsonb_agg(jsonb_build_object('country', c, 'regions', (select jsonb_agg('Region ' || r || case when n = 7 then repeat(' far away', 10) else '' end) from generate_series(1, 500) as r))) from unnest('{KW,SA}'::text[]) as c), 100 + n, n
         from full_rows where n <= ${limits.store.delivery_methods} - 5`,
    `insert into segments (store_id, id, name, filter, conditions) select ${s}, uuidv7(), 'Segment ' || n, 'orders>=1', '[{"field": "orders", "op": ">=", "value": "1"}]' from full_rows where n <= ${limits.store.segments} - 5`,
    `insert into customers (store_id, id, name, phone, phone_e164, email, address, notes, tags, created_at, updated_at)
       select ${s}, id, case when n = 1 then 'Amal Busy' else 'Guest ' || n end, '+9655' || lpad(n::text, 7, '0'), '+9655' || lpad(n::text, 7, '0'), 'guest' || n || '@seed.test', 'Block ' || n, repeat('Calls before noon. ', case when n <= 100 then 50 else 5 end),
              (select array_agg('tag-' || (n + k) % 200) from generate_series(1, 20) as k), at, at
         from full_rows where n <= ${sizes.customers}`,
    `insert into customer_contacts (store_id, customer_id, kind, value, key) select store_id, id, 'email', email, email from customers where store_id = ${s} and email like 'guest%@seed.test'
     union all select store_id, id, 'phone', phone_e164, phone_e164 from customers where store_id = ${s} and email like 'guest%@seed.test'`,
    `analyze customers`,
    `insert into orders (store_id, id, number, status, payment_status, fulfillment_status, platform, source, currency, currency_exponent, subtotal_minor, total_minor, paid_minor, customer_id, customer_name, customer_phone_e164, notes, tags, lines, lines_key, stated, created_at, updated_at, moves_stock)
       select ${s}, r.id, 1000000 + r.n, case when r.n % 50 = 0 then 'cancelled' when r.n % 3 = 0 then 'pending' else 'completed' end, 'unpaid', 'unfulfilled', 'direct', 'api', 'USD', 2, 10000, 10000, 0,
              c.id, c.name, c.phone_e164, 'gift ' || r.n, '{gift}', case when r.n <= 100 then l.lines else l.lines -> 0 -> 'none' end, '', '{total}', r.at, r.at, false
         from full_rows as r
         join full_rows as w on w.n = case when r.n <= ${limits.merge.orders} then 1 else 2 + r.n % ${sizes.customers - 1} end
         join customers c on c.store_id = ${s} and c.id = w.id
        cross join (select ${lines} as lines from (select id as rich from full_rows where n = 1) as f offset 0) as l
        where r.n <= ${sizes.orders}`.replace("l.lines -> 0 -> 'none'", 'jsonb_build_array(l.lines -> 0)'),
    `update customers c set orders_count = n.count, total_spent_minor = n.count * 10000, last_order_at = n.last
       from (select customer_id, count(*) as count, max(created_at) as last from orders where store_id = ${s} group by 1) as n where c.store_id = ${s} and c.id = n.customer_id`,
    `update store_counters set last_order_number = 1000000 + ${sizes.orders} where store_id = ${s}`,
    `insert into events (store_id, type, subject_id, actor_kind, data, created_at)
       select ${s}, (array['order.noted', 'order.created', 'customer.updated', 'inventory.adjusted', 'conversation.woken'])[1 + n % 5],
              case when n % 10 = 0 then c.id when n % 10 = 1 then o.id when n % 10 = 2 then v.id else uuidv7() end, 'system',
              case when n % 5 = 3 then '{"delta": 1, "on_hand": 1, "reason": "Counted"}' when n % 5 = 2 then '{"changed": ["notes"]}' else '{"body": "Called, nobody answered"}' end::jsonb,
              now() - n * interval '1 second'
         from generate_series(1, ${sizes.events}) as n, (select id from full_rows where n = 1) as c,
              (select id from orders where store_id = ${s} order by number desc limit 1) as o,
              (select v.id from product_variants v join full_rows as r on r.id = v.product_id and r.n = 1 where v.store_id = ${s} order by v.position limit 1) as v`,
    `insert into events (store_id, type, subject_id, actor_kind, data, created_at)
       select ${s}, 'product.updated', id, 'system', '{"changed": ["title"]}', now() from full_rows, generate_series(1, 10) where n <= ${sizes.rich}`,
    `insert into inventory_movements (store_id, variant_id, kind, on_hand_delta, on_hand_after, reserved_after, reason)
       select ${s}, v.id, 'adjusted', 1, n, 0, 'Counted ' || n from generate_series(1, ${sizes.movements}) as n,
              (select v.id from product_variants v join full_rows as r on r.id = v.product_id and r.n = 1 where v.store_id = ${s} order by v.position limit 1) as v`,
    `insert into channels (store_id, id, kind, name) select ${s}, uuidv7(), 'webhook', 'Channel ' || n from full_rows where n <= ${limits.store.channels} - 5`,
    `analyze orders, events, product_variants`,
    `insert into conversations (store_id, id, channel_id, thread_key, status, assignee_id, contact_name, contact_phone_e164, customer_id, unread_count, last_message_at, last_message_kind, last_message_type, last_message_preview)
       select ${s}, r.id, h.id, r.n::text, case when r.n % 2 = 0 then 'open' else 'closed' end, m.user_id, 'Guest ' || r.n, '+9655' || lpad(r.n::text, 7, '0'), c.id, 1, r.at, 'message', 'text', 'Is it there?'
         from full_rows as r, (select id from channels where store_id = ${s} order by id limit 1) as h,
              (select user_id from store_members where store_id = ${s} and issuer = 'full' and subject = '1') as m, (select id from full_rows where n = 1) as c
        where r.n <= ${sizes.messages} / 2`,
    `insert into messages (store_id, id, conversation_id, channel_id, kind, body, sent_at)
       select c.store_id, uuidv7(), case when k = 1 then c.id else first.id end, c.channel_id, 'message', 'Is it there in red, or in blue?', c.last_message_at - k * interval '1 second'
         from conversations c, generate_series(1, 2) as k, (select id from full_rows where n = 1) as first where c.store_id = ${s}`,
    `insert into webhooks (store_id, id, url, events, scopes, secret, managed_by, managed_by_kind)
       select ${s}, uuidv7(), 'https://full.example/' || n, '{*}', '{orders:read}', '', m.user_id, 'user'
         from full_rows, (select user_id from store_members where store_id = ${s} and issuer = 'full' and subject = '1') as m where n <= ${limits.store.webhooks} - 2`,
    `insert into webhook_deliveries (store_id, webhook_id, id, event_type, due_at)
       select w.store_id, w.id, e.id, e.type, now() + interval '1 day' from webhooks w,
              (select id, type from events where store_id = ${s} order by created_at desc limit ${sizes.pending}) as e where w.store_id = ${s} on conflict do nothing`,
    `insert into idempotency_keys (store_id, caller, operation, key, request_hash, result)
       select ${s}, uuidv7(), 'create_order', 'key-' || n, '', jsonb_build_object('id', uuidv7(), 'customer_name', 'Guest') from generate_series(1, least(${sizes.messages}, 100000)) as n`,
    `insert into media (store_id, id, name, sha256, content_type, width, height, bytes, status, unused_since)
       select ${s}, uuidv7(), md5(n::text || ${s}), sha256(n::text::bytea), 'image/png', 1, 1, 100000, 'ready', null from full_rows where n <= 20000`,
    `insert into media_uses (store_id, media_id, kind, subject_id, keeps) select store_id, id, 'order', id, true from media where store_id = ${s}`,
    `insert into storefront_pages (store_id, id, slug, title, body, body_html, seo, position, created_at)
       select ${s}, uuidv7(), 'page-' || n, 'Page', repeat('Text of a page. ', 6000), repeat('<p>Text of a page.</p>', 4500), '{"title": null, "description": null, "image_url": null, "noindex": false}', n, at
         from full_rows where n <= ${limits.store.pages} - 3`,
    `insert into storefront_page_revisions (store_id, page_id, revision, body_html) select store_id, id, 1, body_html from storefront_pages where store_id = ${s} on conflict do nothing`,
    `select dev.rebuild_sales(${s})`,
    `alter table events enable trigger events_webhooks`,
    `drop table full_rows`,
  ]
}
