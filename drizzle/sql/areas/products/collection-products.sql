-- Which products a collection has. The list of a manual collection is in collection_products; the rules of another one are
-- evaluated whenever somebody asks.

-- Whether a shopper can buy any variant of the product now.
CREATE OR REPLACE FUNCTION app.product_in_stock(p_store uuid, p_product uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN EXISTS (
    -- LIMIT: as in app.found_lines.
    SELECT FROM public.product_variants v
     CROSS JOIN LATERAL (SELECT * FROM public.inventory k WHERE k.store_id = v.store_id AND k.variant_id = v.id LIMIT 1) AS i
     WHERE v.store_id = p_store AND v.product_id = p_product AND v.archived_at IS NULL
       AND (NOT i.tracked OR i.allow_backorder OR i.on_hand > i.reserved + i.unconfirmed_blocked));
END
$$;

-- Whether a product is what one of collections.conditions demands: the fields of jsonb_to_recordset(conditions), followed by
-- those of the product, tags by their keys. PostgreSQL inlines it, so a query over many products pays for a comparison, not for a call.
CREATE OR REPLACE FUNCTION app.meets_condition(
  p_tags text[], p_price_from bigint, p_price_to bigint, p_in_stock boolean, p_days integer,
  p_store uuid, p_product uuid, p_product_tags text[], p_price bigint, p_created timestamptz
) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT p_product_tags @> p_tags AND p_price >= coalesce(p_price_from, 0) AND p_price <= coalesce(p_price_to, 9223372036854775807)
         AND p_created >= coalesce(now() - make_interval(hours => 24 * p_days), '-infinity')
         AND CASE WHEN p_in_stock IS NULL THEN true ELSE app.product_in_stock(p_store, p_product) = p_in_stock END
$$;

-- The collection of a store with this id or slug, for the filter `collection` of lists: its id and conditions, or NULL.
-- Conditions are NULL for a manual one, whose products are in collection_products. p_public: only if it is published.
CREATE OR REPLACE FUNCTION app.collection_scope(
  p_store uuid, p_name text, p_public boolean, OUT id uuid, OUT conditions jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  SELECT c.id, c.conditions INTO id, conditions FROM public.collections c
   WHERE c.store_id = p_store AND (c.published OR NOT p_public)
     AND (c.slug = lower(normalize(p_name, NFKC)) OR c.id = CASE WHEN p_name ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN p_name::uuid END)
   ORDER BY c.slug = lower(normalize(p_name, NFKC)) LIMIT 1;
END
$$;

-- Whether the collection with this id or slug has rules, in any of the stores. Refuses one that no store has.
CREATE OR REPLACE FUNCTION app.collection_has_rules(p_stores uuid[], p_name text, p_public boolean) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_has_rules constant boolean := (
    SELECT bool_or(c.conditions IS NOT NULL) FROM unnest(p_stores) AS s(id), app.collection_scope(s.id, p_name, p_public) AS c
     WHERE c.id IS NOT NULL);
BEGIN
  IF v_has_rules IS NULL THEN
    PERFORM app.refuse(422, 'unknown_collection', jsonb_build_object('pointer', '/collection', 'stores', cardinality(p_stores)));
  END IF;
  RETURN v_has_rules;
END
$$;

-- A page of the products of a collection with one of the statuses: in the order of a manual one, or else newest first.
-- p_after, p_after_id: the last product of the previous page, as places has it: its position, or the milliseconds of its
-- creation. For a rule-based collection, at most 10,000 products of each status are examined: `stop` is where a page ended
-- before it was full, and is_complete whether the total counts all. p_counts: whether to count (up to 10,001).
-- enable_sort = off makes PostgreSQL read the products in the order of the index, and stop when the page is full.
CREATE OR REPLACE FUNCTION app.collection_page(
  p_store uuid, p_collection uuid, p_statuses text[], p_after numeric, p_after_id uuid, p_limit integer, p_offset integer,
  p_counts boolean,
  OUT ids uuid[], OUT places numeric[], OUT total bigint, OUT is_complete boolean, OUT stop numeric, OUT stop_id uuid
)
  LANGUAGE plpgsql STABLE SET enable_sort = off
AS $$
DECLARE
  v_max_examined constant integer := 10000;
  v_conditions constant jsonb := (SELECT c.conditions FROM public.collections c WHERE c.store_id = p_store AND c.id = p_collection);
  v_position constant integer := greatest(0, least(coalesce(p_after, 0), 2147483647));
  v_at constant timestamptz := coalesce(timestamptz 'epoch' + greatest(0, least(p_after, 253402300799999)) * interval '1 millisecond', 'infinity');
  v_id constant uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  -- Nothing older meets any condition.
  v_since constant timestamptz := (
    SELECT CASE WHEN bool_and(r.days IS NOT NULL) THEN now() - make_interval(hours => 24 * max(r.days)) ELSE '-infinity' END
      FROM jsonb_to_recordset(v_conditions) AS r(days integer));
BEGIN
  is_complete := true;
  IF v_conditions IS NULL THEN
    SELECT array_agg(m.product_id), array_agg(m.position) INTO ids, places FROM (
      SELECT m.product_id, m.position
        FROM public.collection_products m JOIN public.products p ON p.store_id = m.store_id AND p.id = m.product_id
       WHERE m.store_id = p_store AND m.collection_id = p_collection AND (m.position, m.product_id) > (v_position, v_id)
         AND p.status = ANY (p_statuses)
       ORDER BY m.position, m.product_id LIMIT p_limit OFFSET p_offset) AS m;
    IF p_counts THEN
      SELECT count(*) INTO total
        FROM public.collection_products m JOIN public.products p ON p.store_id = m.store_id AND p.id = m.product_id
       WHERE m.store_id = p_store AND m.collection_id = p_collection AND p.status = ANY (p_statuses);
    END IF;
    RETURN;
  END IF;

  SELECT array_agg(f.id), array_agg(extract(epoch FROM f.created_at) * 1000) INTO ids, places FROM (
    SELECT t.id, t.created_at FROM unnest(p_statuses) AS s(status) CROSS JOIN LATERAL (
      SELECT p.id, p.created_at FROM (
        SELECT * FROM public.products n
         WHERE n.store_id = p_store AND n.status = s.status AND n.created_at >= v_since AND (n.created_at, n.id) < (v_at, v_id)
         ORDER BY n.created_at DESC, n.id DESC LIMIT v_max_examined) AS p
       WHERE EXISTS (
         SELECT FROM jsonb_to_recordset(v_conditions) AS r(tags text[], price_from bigint, price_to bigint, in_stock boolean, days integer)
          WHERE app.meets_condition(r.tags, r.price_from, r.price_to, r.in_stock, r.days, p_store, p.id, p.tag_keys, p.price_minor, p.created_at))
       ORDER BY p.created_at DESC, p.id DESC LIMIT p_limit + p_offset) AS t
     ORDER BY t.created_at DESC, t.id DESC LIMIT p_limit OFFSET p_offset) AS f;
  IF coalesce(cardinality(ids), 0) < p_limit OR cardinality(p_statuses) > 1 THEN
    -- Of several statuses that were not read to the end, the one that stopped first: what is beyond belongs to the next page.
    SELECT extract(epoch FROM l.created_at) * 1000, l.id INTO stop, stop_id FROM unnest(p_statuses) AS s(status) CROSS JOIN LATERAL (
      SELECT n.created_at, n.id FROM public.products n
       WHERE n.store_id = p_store AND n.status = s.status AND n.created_at >= v_since AND (n.created_at, n.id) < (v_at, v_id)
       ORDER BY n.created_at DESC, n.id DESC LIMIT 1 OFFSET v_max_examined - 1) AS l
     ORDER BY l.created_at DESC, l.id DESC LIMIT 1;
    IF stop IS NOT NULL THEN
      SELECT array_agg(k.id), array_agg(k.place) INTO ids, places
        FROM unnest(ids, places) AS k(id, place) WHERE (k.place, k.id) >= (stop, stop_id);
    END IF;
  END IF;
  IF p_counts THEN
    SELECT least(sum(e.hits), 10001), bool_and(e.examined < v_max_examined) INTO total, is_complete
      FROM unnest(p_statuses) AS s(status) CROSS JOIN LATERAL (
        SELECT count(*) AS examined, count(*) FILTER (WHERE EXISTS (
                 SELECT FROM jsonb_to_recordset(v_conditions) AS r(tags text[], price_from bigint, price_to bigint, in_stock boolean, days integer)
                  WHERE app.meets_condition(r.tags, r.price_from, r.price_to, r.in_stock, r.days, p_store, p.id, p.tag_keys, p.price_minor, p.created_at))) AS hits
          FROM (SELECT * FROM public.products n WHERE n.store_id = p_store AND n.status = s.status AND n.created_at >= v_since
                 ORDER BY n.created_at DESC, n.id DESC LIMIT v_max_examined) AS p) AS e;
  END IF;
END
$$;

-- Counts the products of a manual collection after a change, which is a new version of it.
CREATE OR REPLACE FUNCTION app.note_collection_products(p_id uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.collections c SET version = c.version + 1, updated_at = now(), products_count = (
           SELECT count(*) FROM public.collection_products m WHERE m.store_id = app.store() AND m.collection_id = p_id)
   WHERE c.store_id = app.store() AND c.id = p_id;
  PERFORM app.record_event('collection.updated', p_id, '{"changed": ["products"]}');
END
$$;
