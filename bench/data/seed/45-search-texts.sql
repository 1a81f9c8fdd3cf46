-- What the triggers of orders and customers would have written. Runs for each half of bench.from < half <= bench.to.
INSERT INTO order_search_texts (store_id, order_id, band, created_at, text)
SELECT o.store_id, o.id, o.number >> 15, o.created_at, app.fold(app.order_text(o))
  FROM orders o
 WHERE o.number % 2 = current_setting('bench.from')::bigint;

INSERT INTO customer_search_texts (store_id, customer_id, created_at, text)
SELECT c.store_id, c.id, c.created_at, c.search_text
  FROM customers c
 WHERE current_setting('bench.from') = '0';
