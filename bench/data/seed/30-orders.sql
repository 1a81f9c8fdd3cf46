-- Runs for each range of orders: bench.from < n <= bench.to.
-- In the order of n, by looking up everything else: sorting the finished rows would take longer than inserting them.
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_sort = off;
INSERT INTO orders (
  store_id, id, number, status, payment_status, fulfillment_status, platform, source, currency, currency_exponent,
  subtotal_minor, shipping_minor, total_minor, paid_minor, customer_id, customer_name, customer_phone,
  customer_phone_e164, shipping_address, payment_method, notes, tags, lines, lines_key, stated, confirmed_at, paid_at, shipped_at,
  delivered_at, cancelled_at, created_at, updated_at,
  first_of_customer)
SELECT s.id, o.id, o.number, o.status,
       CASE WHEN o.status = 'completed' THEN 'paid' ELSE 'unpaid' END,
       CASE WHEN o.status = 'completed' THEN 'delivered' WHEN o.shipped THEN 'shipped' ELSE 'unfulfilled' END,
       (ARRAY['website', 'instagram', 'whatsapp', 'direct', 'tiktok'])[1 + o.n % 5], 'api', s.currency, s.exponent,
       b.subtotal, 150, b.subtotal + 150, CASE WHEN o.status = 'completed' THEN b.subtotal + 150 ELSE 0 END,
       c.id, c.name, c.phone, replace(c.phone, ' ', ''), c.address, 'cash_on_delivery',
       -- Found by exactly one order: the bench's rare term.
       CASE WHEN o.n % 25 = 0 THEN 'Courier reference ' || substr(md5(o.n::text), 1, 10) END,
       CASE WHEN o.n % 9 = 0 THEN ARRAY['gift'] ELSE '{}' END,
       CASE WHEN o.shipped THEN b.shipped ELSE b.lines END, b.key, '{total}',
       CASE WHEN o.status IN ('confirmed', 'completed') THEN o.created_at END,
       CASE WHEN o.status = 'completed' THEN o.created_at END, CASE WHEN o.shipped THEN o.created_at END,
       CASE WHEN o.status = 'completed' THEN o.created_at END, CASE WHEN o.status = 'cancelled' THEN o.created_at END,
       o.created_at, o.created_at,
       o.first
  FROM bench_plan.orders o
  JOIN bench_plan.stores s ON s.n = o.store
  JOIN bench_plan.customers c ON c.store = o.store AND c.n = o.customer
  JOIN bench_plan.baskets b ON b.store = o.store AND b.variant = o.variant AND b.kind = o.n % 3
 WHERE o.n > current_setting('bench.from')::bigint AND o.n <= current_setting('bench.to')::bigint
 ORDER BY o.n;
