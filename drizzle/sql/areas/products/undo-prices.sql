-- Restores the prices before a change of the last 24 hours, and their former prices. A price that is no longer as the change left it stays,
-- and so does that of a product if it would reach the former price that a variant got since. A former price that a variant had of its
-- own is restored with the price of its product. What stays can be tried again; removed variants are left out.
-- Returns {products, changes, rows: the first 20 as in app.update_prices, left_count, left: the first
-- 100 that stay: [{product_id, variant_id, title, sku, price}]}.
CREATE OR REPLACE FUNCTION app.undo_prices(p_change uuid) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_prices jsonb;
  v_result jsonb;
  v_restored jsonb;
BEGIN
  SELECT c.prices INTO v_prices FROM public.price_changes c
   WHERE c.store_id = app.store() AND c.id = p_change AND c.created_at > now() - interval '24 hours' FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'price_change_not_found');
  END IF;
  PERFORM FROM public.products p WHERE p.store_id = app.store() AND p.id = ANY (ARRAY(
      SELECT (e ->> 'product')::uuid FROM jsonb_array_elements(v_prices) AS e))
    ORDER BY p.id FOR UPDATE;
  WITH entries AS MATERIALIZED (
    SELECT e.value, r.*, p.title AS product_title, v.title AS variant_title, v.sku, p.currency_exponent, p.price_minor AS product_price,
           v.price_minor AS variant_price,
           CASE WHEN r.variant IS NULL THEN (p.price_minor, p.compare_at_price_minor) IS NOT DISTINCT FROM (r.after, r.former_after)
             ELSE (v.price_minor, v.compare_at_price_minor) IS NOT DISTINCT FROM (r.after, r.former_after) END AS is_as_left
      FROM jsonb_array_elements(v_prices) AS e
     CROSS JOIN LATERAL jsonb_to_record(e.value) AS r(product uuid, variant uuid, before bigint, after bigint, former_before bigint, former_after bigint)
      JOIN public.products p ON p.store_id = app.store() AND p.id = r.product
      LEFT JOIN public.product_variants v ON v.store_id = app.store() AND v.id = r.variant AND v.archived_at IS NULL
     WHERE r.variant IS NULL OR v.id IS NOT NULL
  ), kept AS MATERIALIZED (
    SELECT e.product FROM entries AS e
     WHERE e.variant IS NULL AND (NOT e.is_as_left OR EXISTS (
       SELECT FROM public.product_variants v
        WHERE v.store_id = app.store() AND v.product_id = e.product AND v.archived_at IS NULL AND v.price_minor IS NULL
          AND v.compare_at_price_minor <= e.before))
  ), restored AS (
    SELECT e.product, e.before FROM entries AS e WHERE e.variant IS NULL AND e.product NOT IN (SELECT k.product FROM kept AS k)
  ), decided AS (
    SELECT e.*, coalesce(r.before, e.product_price) AS product_after,
           e.is_as_left AND CASE WHEN e.variant IS NULL THEN r.product IS NOT NULL WHEN e.before IS NOT NULL THEN true
             ELSE k.product IS NULL AND e.former_before > coalesce(r.before, e.product_price) END AS is_restored
      FROM entries AS e LEFT JOIN restored AS r ON r.product = e.product LEFT JOIN kept AS k ON k.product = e.product
  ), named AS (
    SELECT d.*, concat_ws(' – ', d.product_title, nullif(d.variant_title, '')) AS title,
           row_number() OVER (PARTITION BY d.is_restored, d.is_restored AND d.before IS NULL ORDER BY d.product_title, d.product, d.variant IS NOT NULL, d.variant) AS place
      FROM decided AS d
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('product', d.product, 'variant', d.variant, 'price', d.before, 'former', d.former_before))
           FILTER (WHERE d.is_restored), '[]'),
         coalesce(jsonb_agg(d.value) FILTER (WHERE NOT d.is_restored), '[]'),
         jsonb_build_object(
           'products', count(DISTINCT d.product) FILTER (WHERE d.is_restored), 'changes', count(d.before) FILTER (WHERE d.is_restored),
           'rows', coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'sku', d.sku, 'price', app.major(d.after, d.currency_exponent),
             'new_price', app.major(d.before, d.currency_exponent)) ORDER BY d.place)
             FILTER (WHERE d.is_restored AND d.before IS NOT NULL AND d.place <= 20), '[]'),
           'left', coalesce(jsonb_agg(jsonb_build_object('product_id', d.product, 'variant_id', d.variant, 'sku', d.sku, 'title', d.title,
             'price', app.major(coalesce(d.variant_price, d.product_after), d.currency_exponent)) ORDER BY d.place)
             FILTER (WHERE NOT d.is_restored AND d.place <= 100), '[]'),
           'left_count', count(*) FILTER (WHERE NOT d.is_restored))
    INTO v_restored, v_prices, v_result FROM named AS d;
  PERFORM app.write_prices(v_restored);
  UPDATE public.price_changes c SET prices = v_prices WHERE c.store_id = app.store() AND c.id = p_change;
  RETURN v_result;
END
$$;

-- Deletes old changes of prices, a bounded number at a time.
CREATE OR REPLACE FUNCTION app.sweep_price_changes() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH old AS (
    SELECT c.ctid FROM public.price_changes c WHERE c.created_at < now() - interval '24 hours' LIMIT 20000
  ), deleted AS (
    DELETE FROM public.price_changes c USING old WHERE c.ctid = old.ctid RETURNING 1
  )
  SELECT count(*) FROM deleted
$$;
