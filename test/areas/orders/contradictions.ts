import { z } from 'zod'
import { asOwner } from '../../support/sql.ts'

const Counts = z.record(z.string(), z.coerce.number())

/**
 * Counts the contradictions in a store's data, by kind; empty if everything is consistent. What an order's columns should
 * contain is computed here from the records alone: payments, shipments, returns, stock movements and events.
 */
export async function contradictionsOf(storeId: string, sql = asOwner): Promise<Record<string, number>> {
  const [row] = await sql`
    with o as (select * from orders where store_id = ${storeId}),
    i as (select * from inventory where store_id = ${storeId}),
    m as (select * from inventory_movements where store_id = ${storeId}),
    every as (select *, xmin::text as tx from events where store_id = ${storeId} and type like 'order.%'),
    undone as (
      select u.subject_id, u.id, d.id as of, d.type, u.data ? 'reopened' as reopens from every u join every d on d.id = (u.data ->> 'event_id')::uuid
       where u.type = 'order.undone'
    ),
    -- What was undone did not happen, and neither did the completion of an order that was reopened by that.
    e as (
      select * from every where id not in (select of from undone) and type not in ('order.undone', 'order.shipment_updated')
        and not (type = 'order.completed' and data ? 'paid' and exists (
          select from undone u where u.reopens and u.subject_id = every.subject_id
             and every.id between u.of and u.id))
    ),
    kept as (
      select o.id as order_id, l.* from o cross join lateral jsonb_to_recordset(o.lines) as l(
        "position" integer, product_id uuid, variant_id uuid, quantity integer, unit_price_minor bigint,
        list_price_minor bigint, shipped bigint, returned bigint, refused bigint)
    ),
    -- An import creates an order together with its past shipments, which moved no stock here.
    made as (select subject_id as order_id, tx from e where type = 'order.created'),
    sent as (
      select s.order_id, p."position", sum(p.quantity) as quantity,
             coalesce(sum(p.quantity) filter (where s.xmin::text <> made.tx), 0) as here
        from shipments s join made using (order_id)
       cross join lateral jsonb_to_recordset(s.items) as p("position" integer, quantity bigint)
       where s.store_id = ${storeId} and s.undone_at is null group by 1, 2
    ),
    back as (
      select r.order_id, p."position", sum(p.quantity) as quantity, sum(p.quantity) filter (where r.kind = 'refused') as refused,
             sum(p.quantity) filter (where r.restock) as restocked
        from order_returns r cross join lateral jsonb_to_recordset(r.items) as p("position" integer, quantity bigint)
       where r.store_id = ${storeId} and r.undone_at is null group by 1, 2
    ),
    lines as (
      select l.order_id, l."position", l.variant_id, l.quantity::bigint as quantity, coalesce(sent.quantity, 0) as sent, o.moves_stock,
             case when o.moves_stock then coalesce(sent.here, 0) else 0 end as taken,
             case when o.moves_stock then l.quantity - coalesce(sent.quantity, 0) else 0 end as open,
             coalesce(back.quantity, 0) as back, coalesce(back.restocked, 0) as restocked, coalesce(back.refused, 0) as refused
        from kept l join o on o.id = l.order_id
        left join sent using (order_id, "position") left join back using (order_id, "position")
    ),
    whole as (
      select order_id, sum(quantity) as quantity, sum(sent) as sent, sum(back) as back, sum(refused) as refused from lines group by 1
    ),
    money as (
      select order_id, coalesce(sum(amount_minor) filter (where kind = 'payment' and voided_at is null), 0) as paid,
             coalesce(sum(amount_minor) filter (where kind = 'refund'), 0) as refunded
        from order_payments where store_id = ${storeId} group by 1
    ),
    past as (
      select subject_id as order_id, count(*) filter (where type = 'order.created') as created,
             count(*) filter (where type = 'order.confirmed') as confirmed,
             count(*) filter (where type = 'order.preparing') as preparing,
             count(*) filter (where type = 'order.delivered') as delivered,
             count(*) filter (where type = 'order.cancelled') as cancelled,
             count(*) filter (where type = 'order.completed') - count(*) filter (where data ? 'reopened') as completed,
             count(*) filter (where type = 'order.held' and data ->> 'reason' in ('no_answer', 'call_later', 'wrong_number')) as attempts,
             count(*) filter (where type = 'order.reservation_released') as released,
             count(*) filter (where type = 'order.shipped') as shipped,
             count(*) filter (where type in ('order.returned', 'order.refused')) as returned,
             coalesce(sum((data ->> 'amount_minor')::bigint) filter (where type = 'order.paid'), 0)
               - coalesce(sum((data ->> 'amount_minor')::bigint) filter (where type = 'order.payment_voided'), 0) as paid,
             coalesce(sum((data ->> 'amount_minor')::bigint) filter (where type = 'order.refunded'), 0) as refunded_minor,
             coalesce(sum((data ->> 'amount_minor')::bigint) filter (where type = 'order.refunded' and data ? 'due_again'), 0) as due_again_minor,
             count(*) filter (where type = 'order.refused') as refused
        from e group by 1
    ),
    changed as (
      select subject_id as order_id,
             count(distinct tx) filter (where type not in ('order.created', 'order.noted')
               and not (type = 'order.held' and actor_kind = 'system')) as changes,
             max(created_at) filter (where type <> 'order.noted') as changed_at
        from every group by 1
    ),
    truth as (
      select o.id,
        case when past.cancelled > 0 or past.delivered = 0 and whole.back = whole.quantity and (select e.type from e
          where e.subject_id = o.id and e.type in ('order.returned', 'order.refused') order by e.id desc limit 1) = 'order.refused' then 'cancelled' when past.completed > 0 then 'completed'
             when past.confirmed > 0 then 'confirmed' else 'pending' end as status,
        case when whole.back > 0 and whole.back = whole.quantity then 'returned'
             when whole.back > 0 then 'partially_returned'
             when past.delivered > 0 then 'delivered'
             when whole.sent = whole.quantity then 'shipped'
             when whole.sent > 0 then 'partially_shipped'
             when past.preparing > 0 then 'preparing'
             else 'unfulfilled' end as fulfillment_status,
        coalesce(money.paid, 0) as paid_minor, coalesce(money.refunded, 0) as refunded_minor,
        past.due_again_minor,
        case when whole.back = 0 then 0 when whole.back = whole.quantity then o.total_minor else o.came_back_minor end as came_back_minor,
        case when counted.refunded > 0 and counted.refunded >= counted.paid then 'refunded'
             when counted.refunded > greatest(0, counted.paid - o.total_minor) then 'partially_refunded'
             when o.status = 'cancelled' and counted.paid > 0 and counted.paid >= o.total_minor then 'paid'
             when o.status <> 'cancelled' and counted.paid + o.came_back_minor >= o.total_minor and (counted.paid > 0 or o.total_minor = 0) then 'paid'
             when counted.paid > 0 then 'partially_paid'
             else 'unpaid' end as payment_status,
        (select case when last.type = 'order.held' then last.data ->> 'reason' end from e as last
          where last.subject_id = o.id and last.type in ('order.held', 'order.confirmed', 'order.cancelled')
          order by last.id desc limit 1) as hold_reason,
        past.attempts as contact_attempts, past.delivered > 0 as delivered, past.confirmed > 0 as was_confirmed, 1 + changed.changes as version
        from o join past on past.order_id = o.id join changed on changed.order_id = o.id join whole on whole.order_id = o.id
        left join money on money.order_id = o.id
       -- What was refunded and is due again counts as if it had not come, until the order is cancelled.
       cross join lateral (select case o.status when 'cancelled' then 0 else past.due_again_minor end as again) as a
       cross join lateral (
         select coalesce(money.paid, 0) - a.again as paid, coalesce(money.refunded, 0) - a.again as refunded) as counted
    ),
    books as (
      select
        (select count(*) from o where o.discount_minor <> (select coalesce(sum((l ->> 'discount_minor')::bigint), 0)
          from jsonb_array_elements(o.lines) as l) and o.discounts <> '[]') as discounts_of_lines,
        (select count(*) from o where o.discounts <> '[]' and o.discount_minor <> (
          select sum((d ->> 'amount_minor')::bigint) from jsonb_array_elements(o.discounts) as d)) as discounts_of_order,
        -- An import file may state amounts of the order without the shares of its lines, but no larger shares.
        (select count(*) from o where o.source = 'import' and (
          o.discount_minor < (select coalesce(sum((l ->> 'discount_minor')::bigint), 0) from jsonb_array_elements(o.lines) as l)
          or o.tax_minor < coalesce((o.delivery ->> 'tax_minor')::bigint, 0)
            + (select coalesce(sum((l ->> 'tax_minor')::bigint), 0) from jsonb_array_elements(o.lines) as l))) as imported_shares,
        -- Delivery without a method may have a stated price, whose tax is only in the tax of the order.
        (select count(*) from o where o.source <> 'import' and o.tax_rate is not null and o.tax_minor
          - (select coalesce(sum((l ->> 'tax_minor')::bigint), 0) from jsonb_array_elements(o.lines) as l)
          not in (coalesce((o.delivery ->> 'tax_minor')::bigint, 0), case when o.delivery is null and 'shipping' = any (o.stated)
            then floor(o.shipping_minor * o.tax_rate / (100 + case when o.tax_included then o.tax_rate else 0 end) + 0.5) else 0 end)) as taxes,
        (select count(*) from o where o.shipping_minor <>
          (o.delivery ->> 'amount_minor')::bigint + (o.delivery ->> 'cod_fee_minor')::bigint) as shipping,
        (select count(*) from discounts d where d.store_id = ${storeId} and d.uses <> (
          select count(*) from discount_uses u where u.store_id = ${storeId} and u.discount_id = d.id)) as discount_uses,
        (select count(*) from discounts d where d.store_id = ${storeId} and d.uses > d.usage_limit) as discount_limits,
        (select count(*) from (
          select o.id, (d ->> 'discount_id')::uuid as discount_id
            from o cross join lateral jsonb_array_elements(o.discounts) as d
            join discounts k on k.store_id = ${storeId} and k.id = (d ->> 'discount_id')::uuid
           where o.status <> 'cancelled') as shown
          full join (select order_id, discount_id from discount_uses where store_id = ${storeId}) as u
            on u.order_id = shown.id and u.discount_id = shown.discount_id
         where u.order_id is null or shown.id is null) as uses_unlike_orders,
        (select count(*) from o full join truth t using (id) where o.status is distinct from t.status) as status,
        (select count(*) from o join truth t using (id)
          where o.fulfillment_status <> t.fulfillment_status) as fulfillment_status,
        (select count(*) from o join truth t using (id) where o.payment_status <> t.payment_status) as payment_status,
        (select count(*) from o join truth t using (id)
          where (o.paid_minor, o.refunded_minor, o.due_again_minor, o.came_back_minor)
            <> (t.paid_minor, t.refunded_minor, t.due_again_minor, t.came_back_minor)) as ledger,
        (select count(*) from o join truth t using (id)
          where (o.hold_reason, o.contact_attempts) is distinct from (t.hold_reason, t.contact_attempts)) as holds,
        (select count(*) from o join truth t using (id) where (o.delivered_at is not null) <> t.delivered) as delivered_at,
        (select count(*) from o join truth t using (id) where o.version < t.version or o.version > t.version and not exists (
          -- Merging or anonymizing a customer changes their orders, but writes an event of the customer.
          select from events c where c.store_id = ${storeId} and c.subject_id = o.customer_id
             and c.type in ('customer.merged', 'customer.anonymized'))) as versions_unlike_events,
        (select count(*) from past where (created, delivered <= 1, cancelled <= 1, completed <= 1, preparing <= 1)
          <> (1, true, true, true, true)) as events_twice,
        (select count(*) from (
          select from every where type not in ('order.created', 'order.noted') and tx not in (select tx from made)
           group by subject_id, tx
          having count(*) > 1 and array_agg(type order by type) not in
            (array['order.completed', 'order.delivered'], array['order.completed', 'order.paid'])
        ) as several) as changes_with_several_events,
        (select count(*) from past join truth t on t.id = past.order_id
          where (past.paid, past.refunded_minor) <> (t.paid_minor, t.refunded_minor)) as events_unlike_ledger,
        (select count(*) from (
          select created_at < lag(created_at) over (partition by subject_id order by id) as late from every) as timeline
          where late) as timeline_out_of_order,
        (select count(*) from o join changed on changed.order_id = o.id
          where changed.changed_at > o.updated_at or o.updated_at < o.created_at) as updated_before_changed,
        (select count(*) from o join past on past.order_id = o.id where (past.shipped, past.returned) <>
          ((select count(*) from shipments s where s.store_id = ${storeId} and s.order_id = o.id and s.undone_at is null),
           (select count(*) from order_returns r where r.store_id = ${storeId} and r.order_id = o.id and r.undone_at is null))
        ) as moves_unlike_events,
        (select count(*) from o where shipments <> (
          select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'items', s.items, 'carrier', s.carrier,
                   'tracking_number', s.tracking_number, 'tracking_url', s.tracking_url,
                   'created_at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.id), '[]')
            from shipments s where s.store_id = ${storeId} and s.order_id = o.id and s.undone_at is null)) as shipments_unlike_snapshot,
        (select count(*) from o where variant_ids
          is distinct from array(select distinct l.variant_id from kept l where l.order_id = o.id order by 1)) as variants_unlike_lines,
        (select count(*) from kept k full join lines l using (order_id, "position")
          where (coalesce(k.shipped, 0), coalesce(k.returned, 0), coalesce(k.refused, 0)) is distinct from (l.sent, l.back - l.refused, l.refused)) as lines_unlike_moves,
        (select count(*) from lines where back > sent or sent > quantity) as moved_too_much,
        (select count(*) from o where
          (subtotal_minor, total_minor) is distinct from (
            (select sum(l.quantity * l.unit_price_minor)::bigint from kept l where l.order_id = o.id),
            subtotal_minor + shipping_minor + case when tax_included then 0 else tax_minor end - discount_minor + adjustment_minor)) as amounts,
        (select count(*) from i where (on_hand, reserved) is distinct from
          (select (coalesce(sum(on_hand_delta), 0)::bigint, coalesce(sum(reserved_delta), 0)::bigint)
             from m where m.variant_id = i.variant_id)) as stock_unlike_movements,
        (select count(*) from (
          select on_hand_after, reserved_after, sum(on_hand_delta) over so_far as on_hand, sum(reserved_delta) over so_far as reserved
            from m window so_far as (partition by variant_id order by id)) as one
          where (on_hand_after, reserved_after) is distinct from (on_hand, reserved)) as stock_after_unlike_movements,
        (select count(*) from i where reserved <> (
          select coalesce(sum(l.open), 0) from lines l join truth t on t.id = l.order_id
           where l.variant_id = i.variant_id and t.status <> 'cancelled')) as reserved_unlike_open_lines,
        (select count(*) from i where tracked and not allow_backorder and reserved > on_hand) as oversold,
        (select count(*) from o where (released_at is not null and (status = 'confirmed' or moves_stock))
          or (reserved_until is not null and (status <> 'pending' or source <> 'storefront'))) as reservations,
        (select count(*) from i where (unconfirmed, unconfirmed_blocked) is distinct from (
          select (coalesce(sum(k.quantity), 0)::bigint, coalesce(sum(k.quantity) filter (where not o.moves_stock), 0)::bigint)
            from kept k join o on o.id = k.order_id where o.reserved_until is not null and k.variant_id = i.variant_id)
        ) as unconfirmed_unlike_orders,
        (select count(*) from o join past on past.order_id = o.id where past.released > 1) as released_twice,
        (select count(*) from (
          select l.order_id, l.variant_id, sum(case when t.status = 'cancelled' then 0 else l.open end) as open,
                 sum(l.restocked - l.taken) as on_hand, case when not bool_or(l.moves_stock) then 0 end as none
            from lines l join truth t on t.id = l.order_id group by 1, 2
        ) as due full join (
          select order_id, variant_id, sum(reserved_delta) as open, sum(on_hand_delta) as on_hand
            from m where order_id is not null group by 1, 2
          having sum(reserved_delta) <> 0 or sum(on_hand_delta) <> 0
              or exists (select from kept l where l.order_id = m.order_id and l.variant_id = m.variant_id)
        ) as done using (order_id, variant_id)
          where (due.open, due.on_hand) is distinct from (coalesce(done.open, none), coalesce(done.on_hand, none))
        ) as orders_unlike_movements,
        (select count(*) from (
          select what, minutes, slot, sum(n) as n from (
            select 'confirmed' as what, confirmed_at as at, 1 as n from o
            union all select 'shipped', shipped_at, 1 from o union all select 'delivered', delivered_at, 1 from o
            union all select 'cancelled', cancelled_at, 1 from o where cancel_reason is null
            union all select kind, created_at, 1 from order_returns where store_id = ${storeId} and undone_at is null
            union all select case kind when 'payment' then 'paid' else 'refunded' end, created_at, amount_minor
              from order_payments where store_id = ${storeId} and voided_at is null
          ) as facts cross join lateral (
            select minutes, date_bin(make_interval(mins => minutes), facts.at, '2000-01-01 00:00Z') as slot from unnest('{15, 1440}'::int[]) as minutes) as b
           where facts.at is not null group by 1, 2, 3
        ) as happened(what, minutes, at, n) full join (
          select w.what, a.minutes, a.starts_at as at, w.n from activity a cross join lateral (values ('confirmed', a.confirmed),
            ('shipped', a.shipped), ('delivered', a.delivered), ('cancelled', a.cancelled), ('refused', a.refused),
            ('returned', a.returned), ('paid', a.paid_minor), ('refunded', a.refunded_minor)) as w(what, n)
           where a.store_id = ${storeId} and w.n <> 0
        ) as shown using (what, minutes, at) where happened.n is distinct from shown.n) as activity_unlike_orders,
        (select count(*) from (
          select minutes, slot, coalesce(o.country, '') as country, o.city_key,
                 count(*) filter (where o.status <> 'cancelled') as orders,
                 count(*) filter (where o.status = 'cancelled' and o.cancel_reason is null) as cancelled,
                 coalesce(sum(o.total_minor) filter (where o.status <> 'cancelled'), 0) as gross,
                 coalesce(sum(greatest(0, o.refunded_minor - o.due_again_minor
                   - greatest(0, o.paid_minor - o.due_again_minor - o.total_minor)))
                   filter (where o.status <> 'cancelled'), 0) as refunded,
                 coalesce(sum(greatest(0, o.total_minor - o.paid_minor + o.due_again_minor - o.due_minor))
                   filter (where o.status <> 'cancelled'), 0) as not_collected,
                 coalesce(sum(whole.quantity) filter (where o.status <> 'cancelled'), 0) as units,
                 count(*) filter (where whole.sent > 0) as shipped, count(*) filter (where whole.back > whole.refused) as returned,
                 count(*) filter (where whole.refused > 0) as refused
            from o join whole on whole.order_id = o.id cross join lateral (
              select minutes, date_bin(make_interval(mins => minutes), o.created_at, '2000-01-01 00:00Z') as slot from unnest('{60, 1440}'::int[]) as minutes) as b
           where o.city_key is not null group by 1, 2, 3, 4
        ) as due full join (
          select minutes::int as minutes, starts_at as slot, country, city_key, orders, cancelled, gross_minor, refunded_minor, not_collected_minor,
                 c.units, c.shipped, c.returned, c.refused from city_sales c
           where store_id = ${storeId} and (orders, cancelled, gross_minor, refunded_minor, not_collected_minor, c.units, c.shipped, c.returned, c.refused) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
        ) as shown using (minutes, slot, country, city_key)
          where (due.orders, due.cancelled, due.gross, due.refunded, due.not_collected, due.units, due.shipped, due.returned, due.refused) is distinct from
            (shown.orders, shown.cancelled, shown.gross_minor, shown.refunded_minor, shown.not_collected_minor, shown.units, shown.shipped, shown.returned, shown.refused)
        ) as cities_unlike_orders,
        (select count(*) from o join truth t using (id) where
          (o.confirmed_at is not null, o.paid_at is not null, o.shipped_at is not null, o.cancelled_at is not null) is distinct from
          (t.was_confirmed, o.due_minor = 0 and t.payment_status <> 'unpaid', o.shipments <> '[]', t.status = 'cancelled')) as times,
        (select count(*) from o join whole on whole.order_id = o.id join past on past.order_id = o.id
          where (o.cancel_reason is not null) <> (o.status = 'cancelled' and past.cancelled = 0)) as cancel_reasons,
        (select count(*) from customers c where c.store_id = ${storeId}
          and (orders_count, total_paid_minor, total_spent_minor, last_order_at) is distinct from
          (select (count(*) filter (where t.status <> 'cancelled')::int, coalesce(sum(t.paid_minor - t.refunded_minor), 0)::numeric, coalesce(sum(o.total_minor - greatest(0, t.refunded_minor - t.due_again_minor
                    - greatest(0, t.paid_minor - t.due_again_minor - o.total_minor))
                    - greatest(0, o.total_minor - t.paid_minor + t.due_again_minor - o.due_minor)) filter (where t.status <> 'cancelled'), 0)::numeric,
                   max(o.created_at) filter (where t.status <> 'cancelled'))
             from o join truth t using (id) where o.customer_id = c.id)) as customers_unlike_orders
    )
    select to_jsonb(books) as counts from books`
  const counts = Counts.parse(row?.['counts'])
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
