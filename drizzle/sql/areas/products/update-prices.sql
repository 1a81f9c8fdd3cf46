-- The products of the open store whose prices a change affects: those with the tag, in the collection, found by the search, and
-- named. Returns how many archived ones match too, up to 1,001. Refuses names that match no product, or several, more products than
-- one change may have, and searches and collections that find more or look only at the newest products. archived is NULL if one of
-- these finds too many archived products for the other filters to choose from.
CREATE OR REPLACE FUNCTION app.products_to_price(p_change jsonb, OUT ids uuid[], OUT archived bigint)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_max constant integer := app.most('bulk.prices');
  v_tag constant text[] := app.tag_keys(ARRAY[p_change ->> 'tag']);
  v_collection uuid;
  v_archived boolean;
  v_statuses text[];
  v_found uuid[];
  v_listed uuid[];
  v_stop numeric;
  v_partly boolean;
  v_cut boolean;
  v_matching uuid[];
  v_named uuid[] := '{}';
  v_unknown jsonb;
  v_several jsonb;
BEGIN
  IF p_change ? 'products' THEN
    SELECT array_agg(c.ids[1]) FILTER (WHERE c.count = 1),
           jsonb_agg(jsonb_build_object('pointer', c.pointer, 'kind', 'product', 'name', c.name, 'stores', 1)
             ORDER BY c.position) FILTER (WHERE c.count = 0),
           jsonb_agg(jsonb_build_object('pointer', c.pointer, 'kind', 'product', 'name', c.name, 'candidates', c.candidates)
             ORDER BY c.position) FILTER (WHERE c.count > 1)
      INTO v_named, v_unknown, v_several
      FROM (
        SELECT n.name, n.position, format('/products/%s', n.position - 1) AS pointer, count(f.id) AS count, array_agg(f.id) AS ids,
               jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title, 'sku', f.sku) ORDER BY f.title, f.id) AS candidates
          FROM jsonb_array_elements_text(p_change -> 'products') WITH ORDINALITY AS n(name, position)
          LEFT JOIN LATERAL (
            SELECT p.id, p.title, NULL AS sku FROM public.products p
             -- Not p.id::text, for which no index is used.
             WHERE p.store_id = app.store() AND p.id = CASE WHEN lower(n.name) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN n.name::uuid END
            UNION
            SELECT p.id, p.title, p.sku FROM app.products_named(ARRAY[app.store()], n.name) AS p) AS f ON true
         GROUP BY n.name, n.position) AS c;
    IF v_unknown IS NOT NULL THEN
      PERFORM app.refuse(422, 'unknown_product', v_unknown);
    ELSIF v_several IS NOT NULL THEN
      PERFORM app.refuse(409, 'ambiguous_name', v_several);
    END IF;
  END IF;
  IF p_change ? 'collection' THEN
    -- Refuses an unknown one.
    PERFORM app.collection_has_rules(ARRAY[app.store()], p_change ->> 'collection', false);
    v_collection := (app.collection_scope(app.store(), p_change ->> 'collection', false)).id;
  END IF;
  -- Without a word of three letters, app.search_page looks only at the newest products.
  v_partly := p_change ? 'search' AND (app.search_conditions(p_change ->> 'search', NULL)).indexed IS NULL
    AND EXISTS (SELECT FROM public.products p WHERE p.store_id = app.store() OFFSET app.examined(10000));
  FOR v_archived, v_statuses IN VALUES (false, '{active,draft}'::text[]), (true, '{archived}') LOOP
    IF p_change ? 'search' THEN
      SELECT f.ids INTO v_found
        FROM app.search_page('products', p_change ->> 'search',
               jsonb_build_array(jsonb_build_object('column', 'status', 'is', 'one_of', 'values', v_statuses)),
               false, NULL, NULL, v_max + 1, 0) AS f;
    END IF;
    IF p_change ? 'collection' THEN
      SELECT c.ids, c.stop INTO v_listed, v_stop
        FROM app.collection_page(app.store(), v_collection, v_statuses, NULL, NULL, v_max + 1, 0, false) AS c;
    END IF;
    v_matching := ARRAY(
      SELECT p.id FROM public.products p
       WHERE p.store_id = app.store() AND p.status = ANY (v_statuses)
         AND (NOT p_change ? 'tag' OR p.tag_keys @> v_tag)
         AND (NOT p_change ? 'search' OR p.id = ANY (v_found))
         AND (NOT p_change ? 'collection' OR p.id = ANY (v_listed))
         AND (NOT p_change ? 'products' OR p.id = ANY (v_named))
       ORDER BY p.id LIMIT v_max + 1);
    -- The other filters would choose from a part of what was found, and nobody would see what is missing.
    v_cut := v_stop IS NOT NULL OR v_max < greatest(cardinality(v_found), cardinality(v_listed));
    IF v_archived THEN
      archived := CASE WHEN cardinality(v_matching) > v_max OR NOT coalesce(v_cut, false) THEN cardinality(v_matching) END;
    ELSIF v_partly OR v_stop IS NOT NULL THEN
      PERFORM app.refuse(422, 'not_all_examined');
    ELSIF v_cut OR cardinality(v_matching) > v_max THEN
      PERFORM app.refuse(422, 'too_many_products');
    ELSE
      ids := v_matching;
    END IF;
  END LOOP;
END
$$;

-- Changes the prices of products, and of their variants that have prices of their own, by a percentage or an amount. A result
-- between two minor units is rounded half up. p_change: {tag, search, collection, products, percentage, amount, dry_run,
-- expected_changes}. Returns {products, changes, problems, archived, rows: the first 20}, with amounts in major units. Rows with
-- a problem come first: a dry run shows them, and a change is refused. Then come variants whose price would reach the
-- compare_at_price of the product, with a warning: it may be meant for the cheaper variants.
CREATE OR REPLACE FUNCTION app.update_prices(p_change jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_ids uuid[];
  v_archived bigint;
  v_scale numeric;
  v_amount constant bigint := app.minor((p_change ->> 'amount')::numeric, '/amount');
  v_changed jsonb;
  v_result jsonb;
BEGIN
  SELECT m.ids, m.archived INTO v_ids, v_archived FROM app.products_to_price(p_change) AS m;
  IF cardinality(v_ids) + (
       SELECT count(*) FROM (
         SELECT FROM public.product_variants v
          WHERE v.store_id = app.store() AND v.product_id = ANY (v_ids) AND v.archived_at IS NULL AND v.price_minor IS NOT NULL
          LIMIT app.most('bulk.prices')) AS own) > app.most('bulk.prices') THEN
    PERFORM app.refuse(422, 'too_many_prices');
  END IF;
  SELECT power(10::numeric, s.currency_exponent) INTO v_scale FROM public.stores s WHERE s.id = app.store();
  PERFORM FROM public.products p WHERE p.store_id = app.store() AND p.id = ANY (v_ids) ORDER BY p.id FOR UPDATE;
  SELECT coalesce(jsonb_agg(jsonb_build_object('product', c.product, 'variant', c.variant, 'title', c.title, 'sku', c.sku,
           'variants', c.variants, 'before', c.before, 'after', c.after,
           'problem', CASE WHEN c.variant IS NULL AND c.reaches THEN 'compare_at_price_not_above_price' END,
           'warning', CASE WHEN c.variant IS NOT NULL AND c.reaches THEN 'compare_at_price_not_above_price' END)
           ORDER BY CASE WHEN c.reaches THEN (c.variant IS NOT NULL)::integer ELSE 2 END, c.product_title, c.product, c.variant IS NOT NULL, c.position, c.variant), '[]')
    INTO v_changed
    FROM (
      SELECT r.*, a.after, r.compare_at <= a.after AND (r.variant IS NULL OR r.before < r.compare_at) AS reaches
        FROM (
          SELECT p.id AS product, NULL::uuid AS variant, p.title AS product_title, p.title, NULL AS sku, 0 AS position,
                 p.price_minor AS before, p.compare_at_price_minor AS compare_at, (
                   SELECT count(*) FROM public.product_variants v
                    WHERE v.store_id = p.store_id AND v.product_id = p.id AND v.archived_at IS NULL AND v.price_minor IS NULL) AS variants
            FROM public.products p WHERE p.store_id = app.store() AND p.id = ANY (v_ids)
          UNION ALL
          SELECT p.id, v.id, p.title, concat_ws(' – ', p.title, nullif(v.title, '')), v.sku, v.position, v.price_minor,
                 p.compare_at_price_minor, NULL
            FROM public.products p JOIN public.product_variants v ON v.store_id = p.store_id AND v.product_id = p.id
           WHERE p.store_id = app.store() AND p.id = ANY (v_ids) AND v.archived_at IS NULL AND v.price_minor IS NOT NULL) AS r
       CROSS JOIN LATERAL (
         SELECT CASE WHEN v_amount IS NULL THEN round(r.before * (100 + (p_change ->> 'percentage')::numeric) / 100)
                  ELSE r.before + v_amount END AS after) AS a) AS c
   WHERE c.after <> c.before;
  SELECT jsonb_build_object(
           'products', count(DISTINCT c.value ->> 'product'), 'changes', count(*), 'problems', count(c.value ->> 'problem'),
           'archived', v_archived,
           'rows', coalesce(jsonb_agg(jsonb_build_object('title', c.value ->> 'title', 'sku', c.value ->> 'sku',
             'price', (c.value ->> 'before')::numeric / v_scale, 'new_price', (c.value ->> 'after')::numeric / v_scale)
             || jsonb_strip_nulls(jsonb_build_object('variants', c.value -> 'variants', 'problem', c.value -> 'problem', 'warning', c.value -> 'warning'))
             ORDER BY c.place) FILTER (WHERE c.place <= 20), '[]'))
    INTO v_result FROM jsonb_array_elements(v_changed) WITH ORDINALITY AS c(value, place);
  PERFORM app.refuse(422, 'price_out_of_range', jsonb_build_object('product', min(c ->> 'title'), 'rows', count(*)))
     FROM jsonb_array_elements(v_changed) AS c
    WHERE NOT (c ->> 'after')::numeric BETWEEN 0 AND app.max_amount()
   HAVING count(*) > 0;
  IF (p_change ->> 'dry_run')::boolean THEN
    RETURN v_result;
  END IF;
  PERFORM app.refuse(422, 'compare_at_price_not_above_price', jsonb_build_object('count', count(*), 'products',
            jsonb_agg(jsonb_build_object('id', c.value -> 'product', 'title', c.value -> 'title') ORDER BY c.place)
              FILTER (WHERE c.place <= 20)))
     FROM jsonb_array_elements(v_changed) WITH ORDINALITY AS c(value, place) WHERE c.value ->> 'problem' IS NOT NULL
   HAVING count(*) > 0;
  IF (v_result ->> 'changes')::integer <> (p_change ->> 'expected_changes')::integer THEN
    PERFORM app.refuse(409, 'other_changes', jsonb_build_object('changes', v_result -> 'changes'));
  END IF;
  UPDATE public.product_variants v SET price_minor = (c ->> 'after')::bigint, updated_at = now()
    FROM jsonb_array_elements(v_changed) AS c
   WHERE v.store_id = app.store() AND v.id = (c ->> 'variant')::uuid;
  UPDATE public.products p
     SET price_minor = coalesce((c.own ->> 'after')::bigint, p.price_minor), version = p.version + 1, updated_at = now()
    FROM (SELECT value ->> 'product' AS id, (jsonb_agg(value) FILTER (WHERE value ->> 'variant' IS NULL)) -> 0 AS own
            FROM jsonb_array_elements(v_changed) GROUP BY 1) AS c
   WHERE p.store_id = app.store() AND p.id = c.id::uuid;
  PERFORM app.record_event('product.updated', c.id, jsonb_build_object('changed', c.changed))
     FROM (SELECT (value ->> 'product')::uuid AS id,
                  array_agg(DISTINCT CASE WHEN value ->> 'variant' IS NULL THEN 'price' ELSE 'variants' END) AS changed
             FROM jsonb_array_elements(v_changed) GROUP BY 1 ORDER BY 1) AS c;
  RETURN v_result;
END
$$;
