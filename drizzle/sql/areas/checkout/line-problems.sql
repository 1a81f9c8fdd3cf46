-- What can be wrong with the lines of an order.

-- The first variants that a line may mean, for a problem of it. A request may have 100 products with 250 variants each, so those of
-- the first product get 12 KB, and of the nth an nth of that: no more are read than could fit. `left_out` counts the others.
CREATE OR REPLACE FUNCTION app.variant_choices(p_store uuid, p_product uuid, p_nth bigint, p_untitled text DEFAULT '') RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object('variants', c.shown) || CASE WHEN c.total > jsonb_array_length(c.shown)
           THEN jsonb_build_object('left_out', jsonb_build_object('variants', c.total - jsonb_array_length(c.shown))) ELSE '{}' END
    FROM (
      SELECT coalesce(jsonb_agg(v.choice ORDER BY v.place) FILTER (WHERE v.bytes <= 12000 / p_nth), '[]') AS shown, (
               SELECT count(*) FROM public.product_variants a
                WHERE a.store_id = p_store AND a.product_id = p_product AND a.archived_at IS NULL) AS total
        FROM (SELECT f.choice, row_number() OVER so_far AS place, sum(octet_length(f.choice::text)) OVER so_far AS bytes
                FROM (SELECT v.position, v.id, jsonb_build_object('id', v.id, 'title', coalesce(nullif(v.title, ''), p_untitled), 'sku', v.sku,
                               'options', v.options) AS choice
                        FROM public.product_variants v
                       WHERE v.store_id = p_store AND v.product_id = p_product AND v.archived_at IS NULL
                       ORDER BY v.position, v.id LIMIT 12000 / p_nth / 80 + 1) AS f
              WINDOW so_far AS (ORDER BY f.position, f.id)) AS v) AS c
$$;

-- All problems of the lines: unknown product, unclear variant, or a price with too many decimals or above the limit. The variants of
-- a product stand in its first problem.
CREATE OR REPLACE FUNCTION app.line_problems(p_store uuid, p_items jsonb, p_decimals integer, p_archived boolean) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  WITH found AS MATERIALIZED (
    SELECT * FROM app.found_lines(p_store, p_items, p_archived)
  ), unclear AS MATERIALIZED (
    SELECT min(f.position) AS "position", row_number() OVER (ORDER BY min(f.position)) AS nth
      FROM found AS f WHERE f.product_name IS NOT NULL AND f.variant_id IS NULL GROUP BY f.product_id
  )
  SELECT coalesce(jsonb_agg(problem.value || jsonb_build_object(
           'pointer', format('/items/%s/%s', l.position - 1, problem.value ->> 'pointer')) ORDER BY l.position, problem.place), '[]')
    FROM found AS l
    JOIN jsonb_to_recordset(p_items) AS input(
      "position" integer, product_id uuid, variant_id uuid, variant_sku text, variant_options jsonb) ON input.position = l.position
    LEFT JOIN unclear AS u ON u.position = l.position
   CROSS JOIN LATERAL (VALUES
     (1, CASE
        WHEN l.product_name IS NULL AND input.product_id IS NULL AND input.variant_sku IS NOT NULL
          THEN '{"pointer": "variant_sku", "code": "sku_not_found"}'::jsonb
        WHEN l.product_name IS NULL THEN '{"pointer": "product_id", "code": "product_not_found"}'
        WHEN l.variant_id IS NULL THEN jsonb_build_object('code', 'variant_required', 'pointer', CASE
            WHEN input.variant_id IS NULL AND input.variant_sku IS NOT NULL THEN 'variant_sku'
            WHEN input.variant_id IS NULL AND input.variant_options IS NOT NULL THEN 'variant_options' ELSE 'variant_id' END,
          'product', l.product_name, 'is_named', input.variant_id IS NOT NULL OR input.variant_sku IS NOT NULL OR input.variant_options IS NOT NULL)
          -- The report of an import lists none.
          || CASE WHEN u.position IS NOT NULL AND NOT p_archived THEN app.variant_choices(p_store, l.product_id, u.nth) ELSE '{}' END END),
     (2, CASE WHEN l.unit_price * power(10::numeric, p_decimals) % 1 <> 0
                OR l.unit_price * power(10::numeric, p_decimals) > app.max_order_amount()
              THEN app.inexact_amount('unit_price', p_decimals, app.max_order_amount()) END)) AS problem(place, value)
   WHERE problem.value IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION app.order_too_large(p_decimals integer) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_build_object('pointer', '/items', 'code', 'order_too_large',
           'max_amount', app.max_order_amount() / power(10::numeric, p_decimals))
$$;
