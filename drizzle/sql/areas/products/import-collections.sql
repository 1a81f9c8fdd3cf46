-- The slugs of the manual collections that a product is in.
CREATE OR REPLACE FUNCTION app.collections_of(p_product uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(c.slug ORDER BY c.slug), '[]')
    FROM public.collection_products m JOIN public.collections c ON c.store_id = m.store_id AND c.id = m.collection_id
   WHERE m.store_id = app.store() AND m.product_id = p_product
$$;

-- Makes these the manual collections that a product of an import is in. p_slugs: their slugs. It comes last in those that are
-- new to it. Returns whether that changed anything.
CREATE OR REPLACE FUNCTION app.import_collections(p_product uuid, p_slugs jsonb) RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max_products constant integer := app.most('collection.products');
  v_had constant uuid[] := ARRAY(SELECT m.collection_id FROM public.collection_products m
    WHERE m.store_id = app.store() AND m.product_id = p_product);
  v_wanted uuid[];
  v_changed uuid[];
  v_problems jsonb;
  v_id uuid;
BEGIN
  SELECT coalesce(array_agg(c.id) FILTER (WHERE c.id IS NOT NULL), '{}'),
         jsonb_agg(jsonb_build_object('pointer', format('/collections/%s', s.place - 1), 'collection', s.slug, 'code', CASE
             WHEN c.id IS NULL THEN 'collection_not_found' WHEN c.rules IS NOT NULL THEN 'collection_has_rules' ELSE 'collection_full' END,
             'max_products', v_max_products) ORDER BY s.place)
           FILTER (WHERE c.id IS NULL OR c.rules IS NOT NULL OR c.products_count >= v_max_products AND c.id <> ALL (v_had))
    INTO v_wanted, v_problems
    FROM jsonb_array_elements_text(p_slugs) WITH ORDINALITY AS s(slug, place)
    LEFT JOIN public.collections c ON c.store_id = app.store() AND c.slug = s.slug;
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'invalid_input', v_problems);
  END IF;
  v_changed := ARRAY(SELECT unnest(v_had) EXCEPT SELECT unnest(v_wanted)) || ARRAY(SELECT unnest(v_wanted) EXCEPT SELECT unnest(v_had));
  PERFORM FROM public.collections c WHERE c.store_id = app.store() AND c.id = ANY (v_changed) ORDER BY c.id FOR NO KEY UPDATE;
  DELETE FROM public.collection_products m
   WHERE m.store_id = app.store() AND m.product_id = p_product AND m.collection_id <> ALL (v_wanted);
  FOREACH v_id IN ARRAY v_changed LOOP
    IF v_id = ANY (v_wanted) THEN
      INSERT INTO public.collection_products (store_id, collection_id, product_id, position)
      SELECT app.store(), v_id, p_product, coalesce(max(m.position), 0) + 1
        FROM public.collection_products m WHERE m.store_id = app.store() AND m.collection_id = v_id;
    END IF;
    PERFORM app.note_collection_products(v_id);
  END LOOP;
  RETURN v_changed <> '{}';
END
$$;
