-- The lists of products with filters, relevance, other orders and facets. Every transaction sets each expression and statement that
-- it runs up again, which costs more than the rows of most stores: so a request runs only what it needs.

-- One page of products, as keys with the values they are ordered by; the number of matches; and where a page stopped before it was
-- full, if the newest or oldest 10,000 products (4,000 for some of on_sale) were examined for it. p_find: see src/areas/products/product-search.ts.
CREATE OR REPLACE FUNCTION app.find_products(
  p_find jsonb, OUT store_ids uuid[], OUT ids uuid[], OUT sort_values text[], OUT total bigint, OUT is_complete boolean,
  OUT stop_at timestamptz, OUT stop_id uuid, OUT facets jsonb
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET plan_cache_mode = force_generic_plan
  -- Otherwise the planner may read and sort all rows of a store rather than the first of an index.
  SET enable_sort = off
  SET jit = off
AS $$
DECLARE
  -- One more than are looked at, to see whether there are more.
  v_max integer := 10001;
  v_stores constant uuid[] := app.stores();
  v_public boolean;
  v_statuses text[];
  v_tags text[];
  v_named jsonb;
  v_options text[];
  v_names integer := 0;
  v_from numeric;
  v_to numeric;
  v_in_stock boolean;
  v_on_sale boolean;
  v_collection text;
  v_facets boolean;
  v_q text;
  v_search text;
  v_sort text;
  v_limit integer;
  v_offset integer;
  v_at text;
  v_after_id uuid;
  v_desc boolean;
  v_has_rules boolean := false;
  v_words text[];
  v_discounts public.discounts[];
  v_keys record;
  v_a integer[];
  v_b integer[];
  v_c integer[];
  v_ids uuid[];
  v_places integer[];
  v_all_examined boolean := true;
  v_store uuid;
  v_status text;
  v_scale numeric;
  v_scales numeric[];
  v_prices int8range;
  v_found public.product_facts[];
  v_rows public.product_facts[];
  v_orders bigint[];
  v_examined bigint;
  v_is_complete boolean;
  v_sold_out jsonb;
  -- How many conditions one variant must meet, besides being in stock.
  v_limits integer;
  v_sign integer;
  v_after numeric;
  v_by text := 'newest';
  v_from_at timestamptz := 'infinity';
  v_from_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
BEGIN
  SELECT w.public, w.statuses, app.tag_keys(nullif(w.tags, '{}')), nullif(w.options, '[]'), w.price_from, w.price_to, w.in_stock, w.on_sale,
         w.collection, w.facets, w.q, w.search, w.sort, w."limit", w."offset", w.after_at, w.after_id,
         w.sort IN ('newest', 'relevance', 'best_selling') OR w.sort LIKE '-%'
    INTO v_public, v_statuses, v_tags, v_named, v_from, v_to, v_in_stock, v_on_sale, v_collection, v_facets, v_q, v_search,
         v_sort, v_limit, v_offset, v_at, v_after_id, v_desc
    FROM jsonb_to_record(p_find) AS w(public boolean, statuses text[], tags text[], options jsonb, price_from numeric, price_to numeric,
         in_stock boolean, on_sale boolean, collection text, facets boolean, q text, search text, sort text,
         "limit" integer, "offset" integer, after_at text, after_id uuid);
  IF v_named IS NOT NULL THEN
    SELECT array_agg(lower(o ->> 'name') || U&'\001F' || lower(v)), count(DISTINCT lower(o ->> 'name')) INTO v_options, v_names
      FROM jsonb_array_elements(v_named) AS o, jsonb_array_elements_text(o -> 'values') AS v;
  END IF;
  v_limits := v_names + (coalesce(v_from, v_to) IS NOT NULL)::integer;
  v_sign := CASE WHEN v_desc THEN -1 ELSE 1 END;
  IF v_at IS NOT NULL AND v_sort NOT IN ('title', '-title') THEN
    v_after := v_sign * CASE WHEN v_sort IN ('newest', 'oldest', 'updated_at', '-updated_at') THEN extract(epoch FROM v_at::timestamptz) * 1000
      WHEN v_sort = 'best_selling' THEN app.units_sold(v_after_id, v_stores) ELSE v_at::numeric END;
  END IF;
  IF v_collection IS NOT NULL THEN
    v_has_rules := app.collection_has_rules(v_stores, v_collection, v_public);
  END IF;
  IF v_on_sale IS NOT NULL OR v_facets THEN
    v_discounts := ARRAY(SELECT d FROM app.automatic_discounts(v_stores) AS d);
    -- Comparing products with a thousand collections costs ten times as much as reading them.
    IF v_on_sale IS NOT NULL AND EXISTS (
        SELECT FROM unnest(v_discounts) AS d JOIN public.collections c ON c.store_id = d.store_id AND c.id = ANY (d.collection_ids || d.except_collection_ids)
         WHERE c.rules IS NOT NULL) THEN
      v_max := 4001;
    END IF;
  END IF;
  IF coalesce(v_from, v_to) IS NOT NULL OR v_facets OR v_sort IN ('price', '-price') THEN
    v_scales := ARRAY(SELECT power(10::numeric, o.currency_exponent) FROM public.stores o WHERE o.id = ANY (v_stores) ORDER BY array_position(v_stores, o.id));
  END IF;

  IF v_sort = 'oldest' THEN
    v_by := 'oldest';
    v_from_at := '-infinity';
  END IF;
  IF coalesce(v_q, v_search) IS NOT NULL OR v_collection IS NOT NULL AND NOT v_has_rules THEN
    v_by := 'ids';
    IF v_q IS NULL THEN
      v_ids := app.products_among(v_search, v_collection, v_stores, v_statuses, v_public, v_max);
    ELSE
      v_words := (app.words_in(app.searched(v_q)))[:8];
      v_ids := '{}';
      FOREACH v_store IN ARRAY CASE WHEN v_words <> '{}' THEN v_stores ELSE '{}' END LOOP
        SELECT v_ids || w.ids, v_places || w.places, v_all_examined AND w.is_complete INTO v_ids, v_places, v_all_examined
          FROM app.find_words(v_store, v_statuses, v_words, v_public, v_max) AS w;
      END LOOP;
    END IF;
  ELSIF v_tags IS NOT NULL OR v_named IS NOT NULL OR v_on_sale THEN
    SELECT * INTO v_keys FROM app.keys_to_find(p_find, v_discounts);
    v_by := CASE WHEN v_keys.a IS NOT NULL THEN 'keys' ELSE v_by END;
  END IF;

  LOOP
    v_rows := '{}';
    v_is_complete := true;
    stop_at := NULL;
    stop_id := NULL;
    FOREACH v_store IN ARRAY v_stores LOOP
      IF coalesce(v_from, v_to) IS NOT NULL THEN
        v_scale := v_scales[array_position(v_stores, v_store)];
        v_prices := CASE WHEN v_from > v_to THEN 'empty'
          ELSE int8range(ceil(v_from * v_scale)::bigint, floor(v_to * v_scale)::bigint, '[]') END;
      END IF;
      IF v_by = 'ids' THEN
        SELECT array_agg(w) FILTER (WHERE app.has_facts(w, v_tags, v_options, v_prices)) INTO v_found
          FROM unnest(v_ids) AS i(id) JOIN public.product_facts w ON w.store_id = v_store AND w.product_id = i.id
         WHERE w.status = ANY (v_statuses);
        v_rows := v_rows || v_found;
        v_is_complete := cardinality(v_ids) < v_max AND v_all_examined;
      ELSIF v_by = 'keys' THEN
        v_a := app.found_keys(v_store, v_keys.a);
        v_b := app.found_keys(v_store, v_keys.b);
        v_c := app.found_keys(v_store, v_keys.c);
        SELECT array_agg(f.w) FILTER (WHERE app.has_facts(f.w, v_tags, v_options, v_prices)), count(*) INTO v_found, v_examined
          -- IS TRUE keeps the planner from reading a second index for the store, which the keys cover.
          FROM (SELECT w FROM public.product_facts w
                 WHERE (w.store_id = v_store) IS TRUE AND w.status = ANY (v_statuses)
                   AND app.product_keys(w.store_id, w.product_id, w.tag_keys, w.options, w.reduced) && v_a
                   AND app.product_keys(w.store_id, w.product_id, w.tag_keys, w.options, w.reduced) && v_b
                   AND app.product_keys(w.store_id, w.product_id, w.tag_keys, w.options, w.reduced) && v_c
                 LIMIT v_max) AS f;
        v_rows := v_rows || v_found;
        v_is_complete := v_is_complete AND v_examined < v_max;
      ELSE
        FOREACH v_status IN ARRAY v_statuses LOOP
          IF v_by = 'newest' THEN
            SELECT array_agg(f.w) FILTER (WHERE app.has_facts(f.w, v_tags, v_options, v_prices)), count(*) INTO v_found, v_examined
              FROM (SELECT w FROM public.product_facts w
                     WHERE w.store_id = v_store AND w.status = v_status AND (w.created_at, w.product_id) < (v_from_at, v_from_id)
                     ORDER BY w.created_at DESC, w.product_id DESC LIMIT v_max) AS f;
          ELSE
            SELECT array_agg(f.w) FILTER (WHERE app.has_facts(f.w, v_tags, v_options, v_prices)), count(*) INTO v_found, v_examined
              FROM (SELECT w FROM public.product_facts w
                     WHERE w.store_id = v_store AND w.status = v_status AND (w.created_at, w.product_id) > (v_from_at, v_from_id)
                     ORDER BY w.created_at, w.product_id LIMIT v_max) AS f;
          END IF;
          v_rows := v_rows || v_found;
          IF v_examined = v_max THEN
            v_is_complete := false;
            IF v_by = v_sort THEN
              SELECT l.stop_at, l.stop_id INTO stop_at, stop_id
                FROM app.last_examined(v_store, v_status, v_by = 'newest', v_from_at, v_from_id, v_max, stop_at, stop_id) AS l;
            END IF;
          END IF;
        END LOOP;
      END IF;
    END LOOP;
    IF v_by = 'keys' AND NOT v_is_complete THEN
      v_by := CASE v_sort WHEN 'oldest' THEN 'oldest' ELSE 'newest' END;
      CONTINUE;
    END IF;

    IF v_has_rules OR v_collection IS NOT NULL AND coalesce(v_q, v_search) IS NOT NULL THEN
      v_rows := app.products_in_collection(v_rows, v_stores, v_collection, v_public);
    END IF;
    IF p_find ? 'external_id' THEN
      v_rows := ARRAY(SELECT f FROM unnest(v_rows) AS f WHERE EXISTS (
        SELECT FROM public.products p WHERE p.store_id = f.store_id AND p.id = f.product_id AND p.external_id = p_find ->> 'external_id'));
    END IF;
    IF p_find ? 'not_sold_since' THEN
      v_rows := app.products_not_sold(v_rows, v_stores, p_find ->> 'not_sold_since');
    END IF;
    IF v_on_sale IS NOT NULL THEN
      v_rows := app.products_on_sale(v_rows, v_discounts, v_on_sale);
    END IF;
    v_sold_out := CASE WHEN v_in_stock IS NOT NULL OR v_limits > 1 THEN app.sold_out_counts(v_stores, v_rows) END;
    IF v_limits > 1 OR v_in_stock AND v_sold_out IS NOT NULL OR NOT v_in_stock THEN
      v_rows := app.products_in_stock(v_rows, v_sold_out, v_limits, v_options, v_names, v_from, v_to, v_stores, v_scales, v_public, v_in_stock);
    END IF;

    IF total IS NULL THEN
      total := least(cardinality(v_rows), CASE WHEN v_by = 'ids' AND v_collection IS NULL THEN 1001 ELSE 10001 END);
      is_complete := v_is_complete;
      IF v_facets THEN
        facets := app.product_facets(v_rows, v_discounts, v_limits, v_options, v_names, v_from, v_to, v_stores, v_scales, v_public, v_in_stock);
      END IF;
    END IF;
    EXIT WHEN v_by <> v_sort OR v_is_complete OR v_at IS NULL OR v_from_at = v_at::timestamptz;
    -- Only the count begins with the first page.
    v_from_at := v_at;
    v_from_id := v_after_id;
  END LOOP;

  IF v_sort = 'position' THEN
    v_orders := app.collection_positions(v_rows, v_stores, v_collection, v_public);
  ELSIF v_sort IN ('relevance', 'best_selling', 'updated_at', '-updated_at') THEN
    v_orders := app.product_orders(v_rows, v_sort, v_words, v_ids, v_places, v_stores);
  END IF;
  SELECT coalesce(array_agg(g.store_id), '{}'), coalesce(array_agg(g.product_id), '{}'), coalesce(array_agg(
           CASE WHEN v_sort IN ('newest', 'oldest') THEN app.rfc3339(g.created_at)
                WHEN v_sort IN ('updated_at', '-updated_at') THEN app.rfc3339(timestamptz 'epoch' + g.n * v_sign * interval '1 millisecond')
                WHEN v_sort = 'best_selling' THEN '0'
                WHEN v_sort IN ('title', '-title') THEN g.title ELSE trim_scale(g.n * v_sign)::text END), '{}')
    INTO store_ids, ids, sort_values
    FROM (
      SELECT m.* FROM (
        SELECT f.*, CASE WHEN v_orders IS NOT NULL THEN v_orders[f.ordinality]
                 WHEN v_sort = 'price' THEN f.prices[1] / v_scales[array_position(v_stores, f.store_id)]
                 WHEN v_sort = '-price' THEN - f.prices[cardinality(f.prices)] / v_scales[array_position(v_stores, f.store_id)]
                 WHEN v_sort IN ('title', '-title') THEN 0
                 ELSE extract(epoch FROM f.created_at) * 1000 * v_sign END AS n
          FROM unnest(v_rows) WITH ORDINALITY AS f) AS m
       WHERE (v_after_id IS NULL
          OR CASE WHEN v_after IS NOT NULL THEN m.n > v_after OR m.n = v_after AND CASE WHEN v_desc THEN m.product_id < v_after_id ELSE m.product_id > v_after_id END
                  WHEN v_desc THEN (m.title COLLATE "und-x-icu", m.product_id) < (v_at COLLATE "und-x-icu", v_after_id)
                  ELSE (m.title COLLATE "und-x-icu", m.product_id) > (v_at COLLATE "und-x-icu", v_after_id) END)
         -- Rows beyond the first place where those of a store or status were cut off belong to later pages.
         AND (stop_id IS NULL OR CASE WHEN v_desc THEN (m.created_at, m.product_id) >= (stop_at, stop_id)
                                      ELSE (m.created_at, m.product_id) <= (stop_at, stop_id) END)
       ORDER BY m.n, CASE WHEN v_sort = 'title' THEN m.title END COLLATE "und-x-icu", CASE WHEN v_sort = '-title' THEN m.title END COLLATE "und-x-icu" DESC,
             CASE WHEN NOT v_desc THEN m.product_id END, CASE WHEN v_desc THEN m.product_id END DESC
       LIMIT v_limit OFFSET v_offset) AS g;
  -- A page that is full ends with its last row.
  IF cardinality(ids) >= v_limit THEN
    stop_at := NULL;
    stop_id := NULL;
  END IF;
END
$$;
