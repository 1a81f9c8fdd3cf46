-- Everything else that follows from the orders, in a plausible order.
INSERT INTO store_counters (store_id, last_order_number)
SELECT s.id, 1000 + count(o.n) FROM bench_plan.stores s LEFT JOIN bench_plan.orders o ON o.store = s.n GROUP BY s.id;

INSERT INTO customers (store_id, id, name, phone, phone_e164, address, orders_count, total_spent_minor, total_paid_minor, last_order_at, created_at)
SELECT c.store_id, c.id, c.name, c.phone, replace(c.phone, ' ', ''), c.address,
       coalesce(o.count, 0), coalesce(o.total, 0), coalesce(o.paid, 0), o.last, now() - interval '118 days' + c.n * interval '1 second'
  FROM bench_plan.customers c
  LEFT JOIN (
    SELECT o.store, o.customer, count(*) FILTER (WHERE o.status <> 'cancelled'),
           sum(b.subtotal + 150) FILTER (WHERE o.status <> 'cancelled') AS total,
           sum(b.subtotal + 150) FILTER (WHERE o.status = 'completed') AS paid,
           max(o.created_at) FILTER (WHERE o.status <> 'cancelled') AS last
      FROM bench_plan.orders o
      JOIN bench_plan.baskets b ON b.store = o.store AND b.variant = o.variant AND b.kind = o.n % 3
     GROUP BY 1, 2
  ) AS o ON o.store = c.store AND o.customer = c.n;

INSERT INTO events (store_id, id, type, subject_id, actor_kind, data, created_at)
SELECT store_id, uuidv7(created_at - clock_timestamp()), 'order.created', id, 'system',
       jsonb_build_object('number', number, 'total_minor', total_minor, 'source', source), created_at
  FROM orders;

INSERT INTO order_payments (store_id, order_id, kind, amount_minor, method, created_at)
SELECT store_id, id, 'payment', paid_minor, payment_method, created_at FROM orders WHERE paid_minor > 0;
