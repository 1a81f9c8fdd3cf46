-- What app.find_products finds out about the products that match.

-- How many variants of the products are sold out, as {product: count}. NULL: none.
CREATE OR REPLACE FUNCTION app.sold_out_counts(p_stores uuid[], p_products public.product_facts[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF cardinality(p_products) > 1000 THEN
    RETURN (SELECT jsonb_object_agg(t.product_id, t.count) FROM (
      SELECT x.product_id, count(*) AS count FROM unnest(p_stores) AS s(id)
       CROSS JOIN LATERAL (SELECT * FROM public.sold_out_variants o WHERE o.store_id = s.id OFFSET 0) AS x GROUP BY 1) AS t);
  END IF;
  RETURN (SELECT jsonb_object_agg(t.product_id, t.count) FROM (
    SELECT x.product_id, count(*) AS count FROM public.sold_out_variants x
     WHERE x.store_id = ANY (p_stores) AND x.product_id = ANY (ARRAY(SELECT f.product_id FROM unnest(p_products) AS f)) GROUP BY 1) AS t);
END
$$;

-- Those of the products that have a variant as wanted: in stock, if p_in_stock; if it is false, no such variant may be in stock.
-- p_sold_out: as app.sold_out_counts returns it. p_limits: how many conditions one variant must meet, besides being in stock.
CREATE OR REPLACE FUNCTION app.products_in_stock(
  p_products public.product_facts[], p_sold_out jsonb, p_limits integer, p_options text[], p_names integer, p_from numeric, p_to numeric,
  p_stores uuid[], p_scales numeric[], p_public boolean, p_in_stock boolean
) RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN ARRAY(
    SELECT f FROM unnest(p_products) AS f
     WHERE CASE CASE
             -- Of several conditions, only the variants tell whether one of them meets all.
             WHEN coalesce((p_sold_out -> f.product_id::text)::integer, 0) < CASE p_limits WHEN 0 THEN f.variants WHEN 1 THEN 1 ELSE 0 END THEN 1
             ELSE app.variants_found(f.store_id, f.product_id, p_options, p_names, p_from * p_scales[array_position(p_stores, f.store_id)],
                    p_to * p_scales[array_position(p_stores, f.store_id)], p_public) END
             WHEN 0 THEN false WHEN 1 THEN p_in_stock IS NOT FALSE ELSE p_in_stock IS NOT TRUE END);
END
$$;

-- How many of the products have which tags, each in its most frequent spelling, of equally frequent ones the first in the alphabet.
CREATE OR REPLACE FUNCTION app.tag_counts(p_products public.product_facts[]) RETURNS TABLE (kind text, name text, value text, count bigint)
  LANGUAGE sql STABLE
AS $$
  SELECT DISTINCT ON (s.key) 'tag', '', s.value, sum(s.count) OVER (PARTITION BY s.key)::bigint
    FROM (SELECT t.key, t.value, count(*) AS count
            FROM unnest(p_products) AS p CROSS JOIN LATERAL unnest(p.tag_keys, p.tags) WITH ORDINALITY AS t(key, value, place)
           -- A product counts once for a tag that it has in two spellings.
           WHERE t.place = array_position(p.tag_keys, t.key)
           GROUP BY t.key, t.value) AS s
   ORDER BY s.key, s.count DESC, s.value
$$;

-- How many of the products have which values, the most frequent first. Only the newest 1,000 are counted, or as many as have
-- 20,000 options and prices together. The other arguments are those of app.products_in_stock, and the automatic discounts.
-- For the result, see src/areas/products/facets.ts.
CREATE OR REPLACE FUNCTION app.product_facets(
  p_products public.product_facts[], p_discounts public.discounts[], p_limits integer, p_options text[], p_names integer, p_from numeric,
  p_to numeric, p_stores uuid[], p_scales numeric[], p_public boolean, p_in_stock boolean
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_max constant integer := 50;
  v_max_values constant integer := 20000;
  v_products public.product_facts[] := p_products;
  v_count integer;
  v_lowest bigint;
  v_highest bigint;
  v_step bigint := 1;
  v_on_sale integer := 0;
  v_sold_out jsonb;
  v_groups jsonb;
BEGIN
  IF cardinality(v_products) > 1000
     OR v_max_values < (SELECT sum(cardinality(f.options) + cardinality(f.prices)) FROM unnest(v_products) AS f) THEN
    v_products := ARRAY(
      SELECT n.f FROM (
        SELECT f, row_number() OVER newest AS place, sum(cardinality(f.options) + cardinality(f.prices)) OVER newest AS values
          FROM unnest(p_products) AS f WINDOW newest AS (ORDER BY f.created_at DESC, f.product_id DESC)) AS n
       WHERE n.place = 1 OR n.place <= 1000 AND n.values <= v_max_values ORDER BY n.place);
  END IF;
  v_count := cardinality(v_products);
  IF v_count > 0 THEN
    SELECT min(f.prices[1]), max(f.prices[cardinality(f.prices)]) INTO v_lowest, v_highest FROM unnest(v_products) AS f;
    v_on_sale := cardinality(app.products_on_sale(v_products, p_discounts, true));
  END IF;
  -- Ranges of prices with round bounds, at most seven.
  WHILE v_step * 50 < v_highest - v_lowest LOOP
    v_step := v_step * 10;
  END LOOP;
  v_step := v_step * CASE WHEN v_step * 5 >= v_highest - v_lowest THEN 1 WHEN v_step * 10 >= v_highest - v_lowest THEN 2
                          WHEN v_step * 25 >= v_highest - v_lowest THEN 5 ELSE 10 END;
  WITH counts AS (
    SELECT u.kind, u.name, min(u.value) AS value, count(*) AS count
      FROM unnest(v_products) AS p CROSS JOIN LATERAL (
        SELECT 'option' AS kind, lower(split_part(o, U&'\001F', 1)) AS name, lower(o) AS key, o AS value FROM unnest(p.options) AS o
        UNION ALL
        SELECT 'price', '', (p.prices[i] / v_step)::text, (p.prices[i] / v_step)::text FROM generate_subscripts(p.prices, 1) AS i
         WHERE i = 1 OR p.prices[i] / v_step <> p.prices[i - 1] / v_step) AS u
     GROUP BY u.kind, u.name, u.key
    UNION ALL
    SELECT * FROM app.tag_counts(v_products)
  )
  SELECT jsonb_agg(g.counts) INTO v_groups FROM (
    SELECT v.kind, min(v.value) AS name, max(v.count) AS count, jsonb_build_array(v.kind, jsonb_agg(
             jsonb_build_array(v.value, v.count) ORDER BY v.place) FILTER (WHERE v.place <= v_max)) AS counts
      FROM (SELECT c.*, row_number() OVER (PARTITION BY c.kind, c.name ORDER BY c.count DESC, c.value) AS place FROM counts AS c) AS v
     GROUP BY v.kind, v.name ORDER BY v.kind DESC, 3 DESC, 2 LIMIT v_max + 2) AS g;
  IF p_in_stock IS NULL THEN
    v_sold_out := app.sold_out_counts(p_stores, v_products);
  END IF;
  RETURN jsonb_build_object(
    'groups', coalesce(v_groups, '[]'), 'step', v_step, 'scale', p_scales[1],
    'in_stock', CASE WHEN NOT p_in_stock THEN 0 WHEN p_in_stock OR v_sold_out IS NULL THEN v_count
      ELSE cardinality(app.products_in_stock(v_products, v_sold_out, least(p_limits, 1), p_options, p_names, p_from, p_to,
             p_stores, p_scales, p_public, true)) END,
    'on_sale', v_on_sale);
END
$$;
