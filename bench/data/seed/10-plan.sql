-- Plans every store, product and order by number, so that the rows can be inserted in sets.
-- bench.orders is the number of orders; bench.issuer is the issuer of the owners' tokens.
CREATE SCHEMA bench_plan;

CREATE UNLOGGED TABLE bench_plan.stores AS
SELECT n, uuidv7(interval '-120 days' + n * interval '1 second') AS id,
       CASE WHEN n % 4 = 0 THEN 'KWD' ELSE 'USD' END AS currency,
       CASE WHEN n % 4 = 0 THEN 3 ELSE 2 END AS exponent,
       CASE WHEN n = 1 THEN greatest(50, current_setting('bench.orders')::bigint / 1000) ELSE 50 END AS customers
  FROM generate_series(1, 1000) AS n;
ALTER TABLE bench_plan.stores ADD PRIMARY KEY (n);

-- Each store has 30 products. Every third has three variants, so there are 50 variants.
CREATE UNLOGGED TABLE bench_plan.products AS
SELECT s.n AS store, p AS n, s.id AS store_id, uuidv7(interval '-119 days' + p * interval '1 second') AS id,
       (ARRAY['Cotton', 'قميص', 'Linen', 'Silk', 'قطن', 'Wool'])[1 + p % 6] || ' '
         || (ARRAY['Shirt', 'أبيض', 'Café Mug', 'حقيبة', 'Scarf'])[1 + p % 5] || ' ' || p AS title,
       'product-' || p AS slug, (500 + (p * 731 + s.n * 17) % 9000) * (s.exponent - 1) AS price,
       s.currency, s.exponent, p % 3 = 0 AS sized
  FROM bench_plan.stores s, generate_series(1, 30) AS p;

CREATE UNLOGGED TABLE bench_plan.variants AS
SELECT p.store, row_number() OVER (PARTITION BY p.store ORDER BY p.n, v)::integer AS n, p.store_id,
       p.id AS product_id, uuidv7(interval '-119 days' + p.n * interval '1 second') AS id, p.title AS product_title,
       coalesce(size, '') AS title, 'SKU-' || p.n || '-' || v AS sku, p.price, v AS position,
       CASE WHEN size IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('Size', size) END AS options
  FROM bench_plan.products p
  CROSS JOIN LATERAL unnest(CASE WHEN p.sized THEN ARRAY['S', 'M', 'L'] ELSE ARRAY[NULL] END)
    WITH ORDINALITY AS size(size, v);
ALTER TABLE bench_plan.variants ADD COLUMN line jsonb;
UPDATE bench_plan.variants SET line = jsonb_build_object(
  'product_id', product_id, 'product_name', product_title, 'variant_id', id, 'variant_name', nullif(title, ''),
  'variant_sku', sku, 'variant_options', options, 'variant_attributes', '{}'::jsonb,
  'unit_price_minor', price, 'list_price_minor', price);

CREATE UNLOGGED TABLE bench_plan.customers AS
SELECT s.n AS store, c::integer AS n, s.id AS store_id, uuidv7(interval '-118 days' + c * interval '1 second') AS id,
       CASE WHEN c % 2 = 0
         THEN (ARRAY['أحمد', 'فاطمة', 'محمد', 'نورة', 'عبدالله', 'مريم', 'إبراهيم'])[1 + c % 7] || ' '
           || (ARRAY['العنزي', 'المطيري', 'الصباح', 'الأنصاري', 'حمادة'])[1 + c % 5]
         ELSE (ARRAY['Amelia', 'Noah', 'Zoë', 'José', 'Ingrid', 'Omar', 'Łukasz'])[1 + c % 7] || ' '
           || (ARRAY['Carter', 'Müller', 'García', 'Haddad', 'Larsen'])[1 + c % 5]
       END AS name,
       '+965 5' || lpad(((s.n * 7919 + c * 104729) % 10000000)::text, 7, '0') AS phone,
       'Block ' || 1 + c % 12 || ', Street ' || 1 + c % 90 || ', شارع ' || c AS address
  FROM bench_plan.stores s, generate_series(1, s.customers) AS c;

ALTER TABLE bench_plan.variants ADD PRIMARY KEY (store, n);
ALTER TABLE bench_plan.customers ADD PRIMARY KEY (store, n);
CREATE INDEX ON bench_plan.variants (product_id);

-- The orders of all stores alternate over 90 days, so that a store's rows are scattered as in reality.
CREATE UNLOGGED TABLE bench_plan.orders AS
SELECT p.*, row_number() OVER (PARTITION BY store, customer ORDER BY n) = 1 AS first,
       uuidv7(created_at - clock_timestamp()) AS id,
       status = 'completed' OR (status = 'confirmed' AND (hash >> 30) % 2 = 0) AS shipped FROM (
SELECT o.*, row_number() OVER (PARTITION BY store ORDER BY n) + 1000 AS number,
       1 + ((hash >> 8) % (SELECT customers FROM bench_plan.stores s WHERE s.n = store))::integer AS customer,
       1 + ((hash >> 20) % 50)::integer AS variant,
       CASE WHEN age < interval '3 days' THEN CASE WHEN n % 3 = 0 THEN 'confirmed' ELSE 'pending' END
            WHEN n % 16 = 0 THEN 'cancelled' WHEN age < interval '12 days' THEN 'confirmed' ELSE 'completed' END AS status
  FROM (
    SELECT n, hash, CASE WHEN n % 50 = 0 THEN 1 ELSE 2 + (hash % 999)::integer END AS store, age,
           date_trunc('milliseconds', now() - interval '20 minutes') - age AS created_at
      FROM (
        SELECT n, hashint8extended(n, 0) & 9007199254740991 AS hash,
               (1 - n / current_setting('bench.orders')::double precision) * interval '90 days' AS age
          FROM generate_series(1, current_setting('bench.orders')::bigint) AS n
      ) AS o
  ) AS o
) AS p;
CREATE INDEX ON bench_plan.orders (n);

-- The lines of an order follow from its store, its first variant and n % 3, so many orders have the same ones.
CREATE UNLOGGED TABLE bench_plan.basket_lines AS
SELECT b.store, b.variant, b.kind, at, v.id AS variant_id, v.product_id, v.price, 1 + (b.kind + at) % 3 AS quantity, v.line
  FROM (SELECT DISTINCT store, variant, (n % 3)::integer AS kind FROM bench_plan.orders) AS b
  CROSS JOIN generate_series(1, 1 + b.kind) AS at
  JOIN bench_plan.variants v ON v.store = b.store AND v.n = 1 + (b.variant + at * 17) % 50;
CREATE INDEX ON bench_plan.basket_lines (store, variant, kind);

CREATE UNLOGGED TABLE bench_plan.baskets AS
SELECT store, variant, kind, sum(price * quantity) AS subtotal,
       jsonb_agg(line || jsonb_build_object('position', at, 'quantity', quantity) ORDER BY at) AS lines,
       jsonb_agg(line || jsonb_build_object('position', at, 'quantity', quantity, 'shipped', quantity) ORDER BY at) AS shipped,
       left(md5(string_agg(variant_id || ' ' || quantity, ',' ORDER BY variant_id)), 16) AS key
  FROM bench_plan.basket_lines
 GROUP BY 1, 2, 3;
ALTER TABLE bench_plan.baskets ADD PRIMARY KEY (store, variant, kind);
ANALYZE bench_plan.stores, bench_plan.products, bench_plan.variants, bench_plan.customers, bench_plan.orders,
  bench_plan.basket_lines, bench_plan.baskets;
