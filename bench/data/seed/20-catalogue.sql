INSERT INTO stores (id, slug, name, currency, currency_exponent, created_by)
SELECT id, 'bench-' || n, 'Bench store ' || n, currency, exponent, app.user_id(current_setting('bench.issuer'), 'owner-' || n)
  FROM bench_plan.stores;

INSERT INTO store_members (store_id, user_id, issuer, subject, role)
SELECT id, app.user_id(current_setting('bench.issuer'), 'owner-' || n), current_setting('bench.issuer'), 'owner-' || n, 'owner'
  FROM bench_plan.stores;

INSERT INTO products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, options, variant_terms, public_terms, created_at)
SELECT p.store_id, p.id, p.title, p.slug, 'active', p.price, p.currency, p.exponent,
       CASE WHEN p.sized THEN '[{"name": "Size", "values": ["S", "M", "L"]}]'::jsonb ELSE '[]' END,
       (SELECT string_agg(concat_ws(' ', nullif(v.title, ''), v.sku), ' ' ORDER BY v.n)
          FROM bench_plan.variants v WHERE v.product_id = p.id AND v.store = p.store),
       (SELECT coalesce(string_agg(concat_ws(' ', nullif(v.title, ''), v.options ->> 'Size'), ' ' ORDER BY v.n), '')
          FROM bench_plan.variants v WHERE v.product_id = p.id AND v.store = p.store),
       now() - interval '119 days' + p.n * interval '1 second'
  FROM bench_plan.products p;

INSERT INTO product_variants (store_id, id, product_id, title, sku, options, position)
SELECT store_id, id, product_id, title, sku, options, position - 1 FROM bench_plan.variants;
