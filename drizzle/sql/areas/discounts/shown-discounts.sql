-- Which automatic discounts there are, what they are for, and what a price shows of them before anything is in a cart.

-- The automatic discounts of a store that apply now, oldest first.
CREATE OR REPLACE FUNCTION app.running_discounts(p_store uuid) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM public.discounts d
   WHERE d.store_id = p_store AND d.code IS NULL AND d.active
     AND coalesce(d.starts_at <= now(), true) AND coalesce(d.ends_at > now(), true)
   ORDER BY d.created_at, d.id LIMIT app.most('store.active_automatic_discounts')
$$;

-- Those that a price shows. Those with conditions on the rest of the cart or on the customer do not count, because a product page
-- knows neither.
CREATE OR REPLACE FUNCTION app.automatic_discounts(p_stores uuid[]) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.running_discounts(s.id) AS d
   WHERE d.kind <> 'free_delivery' AND coalesce(d.min_subtotal_minor, 0) = 0 AND coalesce(d.min_quantity, 1) = 1
     AND NOT d.first_order_only AND d.usage_limit_per_customer IS NULL AND coalesce(d.uses < d.usage_limit, true)
$$;

-- Which discounts are for which of the products, found for all of them at once.
CREATE OR REPLACE FUNCTION app.covered_products(p_store uuid, p_discounts public.discounts[], p_products uuid[])
  RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_collections constant uuid[] := ARRAY(SELECT DISTINCT c FROM unnest(p_discounts) AS d, unnest(d.collection_ids) AS c);
  v_scopes constant jsonb := (
    SELECT jsonb_agg(jsonb_build_object('store_id', p_store, 'scope', d.id, 'tags', d.tags, 'collection_ids', d.collection_ids, 'price_from', 0))
      FROM unnest(p_discounts) AS d);
BEGIN
  RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT p.id, p.tags, p.price_minor, p.created_at FROM public.products p WHERE p.store_id = p_store AND p.id = ANY (p_products)
    ), listed AS MATERIALIZED (
      SELECT m.collection_id, m.product_id FROM public.collection_products m
       WHERE m.store_id = p_store AND m.collection_id = ANY (v_collections) AND m.product_id = ANY (p_products)
    )
    SELECT d.id, w.id FROM unnest(p_discounts) AS d CROSS JOIN wanted AS w WHERE d.product_ids IS NULL AND d.tags IS NULL
    UNION
    SELECT d.id, w.id FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.product_ids) AS n(id) JOIN wanted AS w ON w.id = n.id
    UNION
    SELECT d.id, l.product_id
      FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id) JOIN listed AS l ON l.collection_id = n.id
    UNION
    -- OFFSET 0 as in app.products_outside.
    SELECT c.scope, g.id
      FROM (SELECT w.*, t.tag FROM wanted AS w CROSS JOIN LATERAL unnest(w.tags || '{""}') AS t(tag) OFFSET 0) AS g
      JOIN app.scope_demands(v_scopes) AS c ON c.tag = g.tag
     WHERE g.created_at >= c.since AND c.prices @> g.price_minor AND g.tags @> c.tags
       AND (c.in_stock IS NULL OR c.in_stock = (g.id IN (SELECT w.id FROM wanted AS w WHERE app.product_in_stock(p_store, w.id))));
END
$$;

-- What an automatic discount takes off a price: a rate, up to a cap. A fixed amount is 100% of the price up to that amount.
CREATE OR REPLACE FUNCTION app.shown_rate(d public.discounts, OUT rate numeric, OUT cap bigint)
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE d.kind WHEN 'fixed' THEN 100 ELSE d.percentage END,
         CASE d.kind WHEN 'fixed' THEN d.amount_minor ELSE coalesce(d.max_amount_minor, app.max_amount()::bigint) END
$$;

-- What automatic discounts take off the prices of products of the open store, as they are shown; app.shown_discount looks a price
-- up. From prices[n] on, that of rates[n] and caps[n] takes off the most. There is no row for a product without a discount.
-- Most stores have no discount for collections: then one comparison is enough.
CREATE OR REPLACE FUNCTION app.shown_discounts(p_products uuid[])
  RETURNS TABLE (product_id uuid, prices bigint[], rates numeric[], caps bigint[])
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_for_collections constant public.discounts[] := ARRAY(
    SELECT d FROM app.automatic_discounts(app.stores()) AS d WHERE d.collection_ids IS NOT NULL);
BEGIN
  RETURN QUERY
    SELECT b.product_id,
           -- The first price of which the rate is more than the cap before it; app.part rounds half up.
           array_agg(least(coalesce(div(1000000 * b.before + 500000 + b.rate * 10000 - 1, b.rate * 10000), 0), app.max_amount() + 1)::bigint ORDER BY b.cap),
           array_agg(b.rate ORDER BY b.cap), array_agg(b.cap ORDER BY b.cap)
      FROM (
        SELECT c.product_id, c.rate, c.cap, max(c.cap) OVER (
                 PARTITION BY c.product_id ORDER BY c.rate DESC, c.cap DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
          FROM (
            SELECT p.id, r.rate, r.cap
              FROM app.automatic_discounts(app.stores()) AS d CROSS JOIN LATERAL app.shown_rate(d) AS r
              JOIN public.products p ON p.store_id = d.store_id AND p.id = ANY (p_products)
               AND (d.product_ids IS NULL AND d.tags IS NULL OR p.id = ANY (d.product_ids) OR d.tags && p.tags)
             WHERE d.collection_ids IS NULL
             UNION ALL
            SELECT w.product_id, r.rate, r.cap
              FROM (SELECT WHERE v_for_collections <> '{}') AS any_of_them
             CROSS JOIN LATERAL app.covered_products((app.stores())[1], v_for_collections, p_products) AS w
              JOIN unnest(v_for_collections) AS d ON d.id = w.discount_id
             CROSS JOIN LATERAL app.shown_rate(d) AS r) AS c(product_id, rate, cap)) AS b
     WHERE b.cap > b.before OR b.before IS NULL
     GROUP BY b.product_id;
END
$$;

-- What the best automatic discount takes off a price: app.discount_amount of the discount that takes off the most. The other
-- arguments: see app.shown_discounts. NULL: there is none.
CREATE OR REPLACE FUNCTION app.shown_discount(p_price bigint, p_prices bigint[], p_rates numeric[], p_caps bigint[]) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT least(app.part(p_price, p_rates[width_bucket(p_price, p_prices)], 100), p_caps[width_bucket(p_price, p_prices)])
$$;
