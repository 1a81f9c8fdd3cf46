-- Everything that follows from the orders, in a plausible order.
INSERT INTO store_counters (store_id, last_order_number)
SELECT s.id, 1000 + count(o.n) FROM bench_plan.stores s LEFT JOIN bench_plan.orders o ON o.store = s.n GROUP BY s.id;

INSERT INTO customers (store_id, id, name, phone, phone_e164, address, orders_count, total_spent_minor, last_order_at, created_at)
SELECT c.store_id, c.id, c.name, c.phone, replace(c.phone, ' ', ''), c.address,
       coalesce(o.count, 0), coalesce(o.total, 0), o.last, now() - interval '118 days' + c.n * interval '1 second'
  FROM bench_plan.customers c
  LEFT JOIN (SELECT store_id, customer_id, count(*), sum(total_minor) AS total, max(created_at) AS last FROM orders GROUP BY 1, 2) AS o
    ON o.store_id = c.store_id AND o.customer_id = c.id;

INSERT INTO order_items (store_id, order_id, position, product_id, variant_id, quantity, unit_price_minor, list_price_minor)
SELECT o.store_id, o.id, l.* FROM orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(
  "position" integer, product_id uuid, variant_id uuid, quantity integer, unit_price_minor bigint, list_price_minor bigint);

-- Stock: each variant received a million units, minus what was ordered.
INSERT INTO inventory_movements (store_id, variant_id, kind, on_hand_delta, created_at)
SELECT store_id, id, 'initial', 1000000, now() - interval '117 days' FROM bench_plan.variants;

INSERT INTO inventory_movements (store_id, id, variant_id, order_id, kind, on_hand_delta, reserved_delta, created_at)
SELECT i.store_id, uuidv7(o.created_at - clock_timestamp()), i.variant_id, o.id, m.kind, m.on_hand * i.quantity, m.reserved * i.quantity, o.created_at
  FROM orders o
  JOIN order_items i ON i.store_id = o.store_id AND i.order_id = o.id
  JOIN (VALUES ('reserved', 0, 1), ('shipped', -1, -1), ('released', 0, -1)) AS m(kind, on_hand, reserved)
    ON CASE m.kind WHEN 'shipped' THEN o.fulfillment_status <> 'unfulfilled' WHEN 'released' THEN o.status = 'cancelled' ELSE true END;

INSERT INTO inventory (store_id, variant_id, on_hand, reserved)
SELECT store_id, variant_id, sum(on_hand_delta), sum(reserved_delta) FROM inventory_movements GROUP BY 1, 2;

INSERT INTO events (store_id, id, type, subject_id, actor_kind, data, created_at)
SELECT store_id, uuidv7(created_at - clock_timestamp()), 'order.created', id, 'system',
       jsonb_build_object('number', number, 'total_minor', total_minor, 'source', source), created_at
  FROM orders;

INSERT INTO order_payments (store_id, order_id, kind, amount_minor, method, created_at)
SELECT store_id, id, 'payment', paid_minor, payment_method, created_at FROM orders WHERE paid_minor > 0;

DROP SCHEMA bench_plan CASCADE;
