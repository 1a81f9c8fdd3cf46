-- Parts of app.find_products.

-- Whether a product has the tags, options and prices wanted, of which NULL wants nothing. p_tags are keys, p_options in lower case. PostgreSQL
-- inlines it.
CREATE OR REPLACE FUNCTION app.has_facts(f public.product_facts, p_tags text[], p_options text[], p_prices int8range) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN p_tags IS NOT NULL AND NOT f.tag_keys && p_tags THEN false
              WHEN p_options IS NOT NULL AND NOT lower(f.options::text)::text[] && p_options THEN false
              ELSE p_prices IS NULL OR p_prices @> ANY (f.prices) END
$$;

-- The places of products in the collection with this id or slug, in their order. One with rules has the newest first.
CREATE OR REPLACE FUNCTION app.collection_positions(
  p_products public.product_facts[], p_stores uuid[], p_collection text, p_public boolean
) RETURNS bigint[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN ARRAY(
    SELECT coalesce(m.position, - extract(epoch FROM f.created_at) * 1000)
      FROM unnest(p_products) WITH ORDINALITY AS f
      JOIN (SELECT k.id AS store_id, c.id FROM unnest(p_stores) AS k(id)
             CROSS JOIN LATERAL app.collection_scope(k.id, p_collection, p_public) AS c OFFSET 0) AS s ON s.store_id = f.store_id
      LEFT JOIN public.collection_products m ON m.store_id = f.store_id AND m.collection_id = s.id AND m.product_id = f.product_id
     ORDER BY f.ordinality);
END
$$;

-- Up to three groups of keys (app.product_keys), of each of which a product must have one; NULL: no key finds the products.
CREATE OR REPLACE FUNCTION app.keys_to_find(p_find jsonb, p_discounts public.discounts[], OUT a text[], OUT b text[], OUT c text[])
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_groups jsonb;
BEGIN
  SELECT jsonb_agg(g.keys ORDER BY g.place) INTO v_groups FROM (
    SELECT 1 AS place, jsonb_agg('=' || lower(o ->> 'name') || U&'\001F' || lower(v)) AS keys
      FROM jsonb_array_elements(p_find -> 'options') AS o, jsonb_array_elements_text(o -> 'values') AS v GROUP BY lower(o ->> 'name')
    UNION ALL
    SELECT 2, jsonb_agg('#' || t) FROM unnest(app.tag_keys(ARRAY(SELECT jsonb_array_elements_text(p_find -> 'tags')))) AS t HAVING count(*) > 0
    UNION ALL
    SELECT 3, '["!"]'::jsonb || coalesce(jsonb_agg(DISTINCT k), '[]')
      FROM (SELECT '@' || i FROM unnest(p_discounts) AS d, unnest(d.product_ids) AS i
            UNION ALL SELECT '#' || t FROM unnest(p_discounts) AS d, unnest(d.tag_keys) AS t) AS s(k)
    -- The index compares every product with every key, without a look at the time limit.
    HAVING p_find ->> 'on_sale' = 'true' AND count(DISTINCT k) <= 500 AND NOT EXISTS (
       SELECT FROM unnest(p_discounts) AS d WHERE d.product_ids IS NULL AND d.tags IS NULL OR d.collection_ids IS NOT NULL)
  ) AS g;
  a := ARRAY(SELECT jsonb_array_elements_text(v_groups -> 0));
  a := nullif(a, '{}');
  b := coalesce(nullif(ARRAY(SELECT jsonb_array_elements_text(v_groups -> 1)), '{}'), a);
  c := coalesce(nullif(ARRAY(SELECT jsonb_array_elements_text(v_groups -> 2)), '{}'), a);
END
$$;

-- Products of a search, or else of collections without rules.
CREATE OR REPLACE FUNCTION app.products_among(
  p_search text, p_collection text, p_stores uuid[], p_statuses text[], p_public boolean, p_max integer
) RETURNS uuid[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF p_search IS NOT NULL THEN
    RETURN (SELECT f.ids FROM app.search_page(CASE WHEN p_public THEN 'public_products' ELSE 'products' END, p_search, CASE WHEN p_public THEN '[]'
              ELSE jsonb_build_array(jsonb_build_object('column', 'status', 'is', 'one_of', 'values', p_statuses)) END, false, NULL, NULL, p_max, 0) AS f);
  END IF;
  RETURN ARRAY(
    SELECT m.product_id FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.collection_scope(s.id, p_collection, p_public) AS c
      JOIN public.collection_products m ON m.store_id = s.id AND m.collection_id = c.id);
END
$$;

-- What is between words.
CREATE OR REPLACE FUNCTION app.separators() RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$ SELECT E' \t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~،؛؟«»“”‘’–—…·' $$;

-- A folded text with spaces around its words.
CREATE OR REPLACE FUNCTION app.spaced(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT ' ' || translate(p_text, app.separators(), repeat(' ', 60)) || ' '
$$;

-- How well a product matches, by its place in app.find_words. 5: all words are in its title. 4: they are parts of its title.
-- 3: in its tags or variants. 2: in its description. 1: in its title with a mistake. 0: elsewhere with a mistake. PostgreSQL
-- inlines it.
CREATE OR REPLACE FUNCTION app.match_of(p_place integer, p_title_key text, p_whole text[], p_parts text[], p_misspelt text[]) RETURNS integer
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_place = 0 THEN CASE WHEN p_title_key ~ ALL (p_misspelt) THEN 1 ELSE 0 END
              WHEN NOT p_title_key LIKE ALL (p_parts) THEN p_place + 1
              WHEN app.spaced(p_title_key) LIKE ALL (p_whole)
                OR p_title_key LIKE U&'%\0627\0644%' AND app.spaced(app.searched(p_title_key)) LIKE ALL (p_whole) THEN 5
              WHEN p_place = 2 THEN 4 ELSE 2 END
$$;

-- About a product's variants with these options and a price in this range: 0 if there are none, 1 if one of them is in stock,
-- else 2. p_options: names and values in lower case, with U+001F between them; p_names: the number of names.
CREATE OR REPLACE FUNCTION app.variants_found(
  p_store uuid, p_product uuid, p_options text[], p_names integer, p_from numeric, p_to numeric, p_public boolean
) RETURNS integer
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN count(*) = 0 THEN 0
                WHEN bool_or(NOT i.tracked OR p_public AND i.allow_backorder
                  OR i.on_hand > i.reserved + CASE WHEN p_public THEN i.unconfirmed_blocked ELSE 0 END) THEN 1 ELSE 2 END
      FROM public.products p
      JOIN public.product_variants v ON v.store_id = p.store_id AND v.product_id = p.id AND v.archived_at IS NULL
     -- LIMIT: as in app.found_lines.
     CROSS JOIN LATERAL (SELECT * FROM public.inventory k WHERE k.store_id = v.store_id AND k.variant_id = v.id LIMIT 1) AS i
     WHERE p.store_id = p_store AND p.id = p_product
       AND (p_from IS NULL OR coalesce(v.price_minor, p.price_minor) >= p_from)
       AND (p_to IS NULL OR coalesce(v.price_minor, p.price_minor) <= p_to)
       AND (p_names = 0 OR p_names = (SELECT count(DISTINCT lower(o.key)) FROM jsonb_each_text(v.options) AS o
                                       WHERE lower(o.key || U&'\001F' || o.value) = ANY (p_options))));
END
$$;

-- Units of products sold since the store's were last counted (app.count_units_sold), as {product: units}.
CREATE OR REPLACE FUNCTION app.sold_since_count(p_stores uuid[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_object_agg(t.product_id, t.units), '{}') FROM (
      SELECT p.product_id, sum(p.units - p.returned_units - p.refused_units) AS units
        FROM (SELECT s.id, coalesce(c.counted_to, app.bucket(1440, now()) - interval '90 days') AS counted_to
                FROM unnest(p_stores) AS s(id) LEFT JOIN public.best_seller_counts c ON c.store_id = s.id OFFSET 0) AS s
       CROSS JOIN LATERAL (SELECT * FROM public.product_sales d
                            WHERE d.store_id = s.id AND d.minutes = 1440 AND d.starts_at >= s.counted_to OFFSET 0) AS p
       GROUP BY 1) AS t);
END
$$;

-- Those of the products of which no unit was sold since a day in the time zone of their store, or a time. Looks up each product, so that
-- its cost does not grow with what the store has sold since.
CREATE OR REPLACE FUNCTION app.products_not_sold(p_products public.product_facts[], p_stores uuid[], p_since text)
  RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_rest public.product_facts[] := p_products;
  v_store uuid;
  v_since timestamptz;
  -- The first buckets of a whole hour and a whole day.
  v_hour timestamptz;
  v_day timestamptz;
BEGIN
  FOREACH v_store IN ARRAY p_stores LOOP
    v_since := app.moment_of(v_store, p_since);
    v_hour := app.bucket(60, v_since + interval '1 hour' - interval '1 microsecond');
    v_day := app.bucket(1440, v_since + interval '1 day' - interval '1 microsecond');
    v_rest := ARRAY(
      SELECT f FROM unnest(v_rest) AS f
       WHERE f.store_id <> v_store
          OR f.product_id NOT IN (
               SELECT h.product_id FROM public.product_sales h
                WHERE h.store_id = v_store AND h.minutes = 60 AND h.starts_at >= v_hour AND h.starts_at < v_day AND h.units > 0
               UNION ALL
               SELECT l.product_id FROM public.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.lines) AS l(product_id uuid)
                WHERE o.store_id = v_store AND o.created_at >= v_since AND o.created_at < v_hour AND o.status <> 'cancelled')
         -- OFFSET 0 keeps the planner from reading all that the store has sold.
         AND NOT EXISTS (SELECT FROM public.product_sales d
                          WHERE d.store_id = v_store AND d.minutes = 1440 AND d.product_id = f.product_id AND d.starts_at >= v_day
                            AND d.units > 0 OFFSET 0));
  END LOOP;
  RETURN v_rest;
END
$$;

-- The values that products are ordered by, in their order: those of a descending order are negative.
-- p_ids, p_places: what app.find_words returned for p_words.
CREATE OR REPLACE FUNCTION app.product_orders(
  p_products public.product_facts[], p_sort text, p_words text[], p_ids uuid[], p_places integer[], p_stores uuid[]
) RETURNS bigint[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_sold jsonb;
BEGIN
  IF p_sort = 'relevance' THEN
    RETURN app.match_orders(p_products, p_words, p_ids, p_places);
  ELSIF p_sort = 'best_selling' THEN
    v_sold := app.sold_since_count(p_stores);
    RETURN ARRAY(SELECT - (f.sold + coalesce((v_sold -> f.product_id::text)::bigint, 0)) FROM unnest(p_products) WITH ORDINALITY AS f ORDER BY f.ordinality);
  END IF;
  RETURN ARRAY(
    SELECT extract(epoch FROM p.updated_at) * 1000 * CASE p_sort WHEN '-updated_at' THEN -1 ELSE 1 END
      FROM unnest(p_products) WITH ORDINALITY AS f JOIN public.products p ON p.store_id = f.store_id AND p.id = f.product_id ORDER BY f.ordinality);
END
$$;

-- The units of a product by which best sellers are ordered. Their cursors have none: shoppers can read cursors.
CREATE OR REPLACE FUNCTION app.units_sold(p_product uuid, p_stores uuid[]) RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_products constant public.product_facts[] := ARRAY(
    SELECT f FROM unnest(p_stores) AS s(id) JOIN public.product_facts f ON f.store_id = s.id AND f.product_id = p_product);
BEGIN
  RETURN - (app.product_orders(v_products, 'best_selling', NULL, NULL, NULL, p_stores))[1];
END
$$;

-- Where a list stops: at the last of the products of a store and status that it examined, or before that at p_stop_at and
-- p_stop_id, where another store or status stopped.
CREATE OR REPLACE FUNCTION app.last_examined(
  p_store uuid, p_status text, p_newest boolean, p_at timestamptz, p_id uuid, p_max integer, p_stop_at timestamptz, p_stop_id uuid,
  OUT stop_at timestamptz, OUT stop_id uuid
)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF p_newest THEN
    SELECT w.created_at, w.product_id INTO stop_at, stop_id FROM public.product_facts w
     WHERE w.store_id = p_store AND w.status = p_status AND (w.created_at, w.product_id) < (p_at, p_id)
     ORDER BY w.created_at DESC, w.product_id DESC OFFSET p_max - 1 LIMIT 1;
  ELSE
    SELECT w.created_at, w.product_id INTO stop_at, stop_id FROM public.product_facts w
     WHERE w.store_id = p_store AND w.status = p_status AND (w.created_at, w.product_id) > (p_at, p_id)
     ORDER BY w.created_at, w.product_id OFFSET p_max - 1 LIMIT 1;
  END IF;
  IF p_stop_id IS NOT NULL AND (CASE WHEN p_newest THEN (p_stop_at, p_stop_id) > (stop_at, stop_id) ELSE (p_stop_at, p_stop_id) < (stop_at, stop_id) END) THEN
    stop_at := p_stop_at;
    stop_id := p_stop_id;
  END IF;
END
$$;
