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
