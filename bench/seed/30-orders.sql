-- Runs for each range of orders: bench.from < n <= bench.to.
INSERT INTO orders (
  store_id, id, number, status, payment_status, fulfillment_status, platform, source, currency, currency_exponent,
  subtotal_minor, shipping_minor, total_minor, paid_minor, customer_id, customer_name, customer_phone,
  customer_phone_e164, shipping_address, payment_method, notes, tags, lines, lines_key, delivered_at, created_at, updated_at,
  first_of_customer)
SELECT s.id, uuidv7(o.created_at - clock_timestamp()), o.number, o.status,
       CASE WHEN o.status = 'completed' THEN 'paid' ELSE 'unpaid' END,
       CASE WHEN o.status = 'completed' THEN 'delivered' WHEN o.status = 'confirmed' AND o.n % 2 = 0 THEN 'shipped' ELSE 'unfulfilled' END,
       (ARRAY['website', 'instagram', 'whatsapp', 'direct', 'tiktok'])[1 + o.n % 5], 'api', s.currency, s.exponent,
       l.subtotal, 150, l.subtotal + 150, CASE WHEN o.status = 'completed' THEN l.subtotal + 150 ELSE 0 END,
       c.id, c.name, c.phone, replace(c.phone, ' ', ''), c.address, 'cash_on_delivery',
       -- Found by exactly one order: the bench's rare term.
       CASE WHEN o.n % 25 = 0 THEN 'Courier reference ' || substr(md5(o.n::text), 1, 10) END,
       CASE WHEN o.n % 9 = 0 THEN ARRAY['gift'] ELSE '{}' END,
       CASE WHEN o.status = 'completed' OR (o.status = 'confirmed' AND o.n % 2 = 0) THEN l.shipped ELSE l.lines END, l.key,
       CASE WHEN o.status = 'completed' THEN o.created_at END, o.created_at, o.created_at,
       o.first
  FROM bench_plan.orders o
  JOIN bench_plan.stores s ON s.n = o.store
  JOIN bench_plan.customers c ON c.store = o.store AND c.n = o.customer
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(v.line || jsonb_build_object('position', at, 'quantity', 1 + (o.n + at) % 3) ORDER BY at) AS lines,
           jsonb_agg(v.line || jsonb_build_object('position', at, 'quantity', 1 + (o.n + at) % 3, 'shipped', 1 + (o.n + at) % 3) ORDER BY at) AS shipped,
           sum(v.price * (1 + (o.n + at) % 3)) AS subtotal,
           md5(string_agg(v.id || ' ' || 1 + (o.n + at) % 3, ',' ORDER BY v.id)) AS key
      FROM generate_series(1, o.lines) AS at
      JOIN bench_plan.variants v ON v.store = o.store AND v.n = 1 + (o.variant + at * 17) % 50
  ) AS l
 WHERE o.n > current_setting('bench.from')::bigint AND o.n <= current_setting('bench.to')::bigint
 ORDER BY o.n;
