-- Collections (src/areas/collections): groups of products, kept by hand or by rules.

-- The rules of a collection for app.meets_condition: with match all, everything that they demand together; with match any, what
-- each demands. p_rules: as on the wire, prices in major units.
CREATE OR REPLACE FUNCTION app.collection_conditions(p_rules jsonb, p_match text, p_decimals integer) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(c.condition ORDER BY c.place), '[]') FROM (
    SELECT min(r.place) AS place, jsonb_build_object(
             'tags', coalesce(jsonb_agg(DISTINCT r.tag) FILTER (WHERE r.tag IS NOT NULL), '[]'),
             'price_from', max(r.price_from), 'price_to', min(r.price_to), 'in_stock', bool_and(r.in_stock), 'days', min(r.days)) AS condition
      FROM (
        SELECT e.place, (app.tag_keys(ARRAY[e.value ->> 'tag']))[1] AS tag,
               ((e.value ->> 'price_from')::numeric * power(10::numeric, p_decimals))::bigint AS price_from,
               ((e.value ->> 'price_to')::numeric * power(10::numeric, p_decimals))::bigint AS price_to,
               (e.value ->> 'in_stock')::boolean AS in_stock, (e.value ->> 'created_within_days')::integer AS days
          FROM jsonb_array_elements(p_rules) WITH ORDINALITY AS e(value, place)) AS r
     GROUP BY CASE p_match WHEN 'any' THEN r.place END
    -- No product is in stock and sold out at once.
    HAVING bool_and(r.in_stock) IS NOT DISTINCT FROM bool_or(r.in_stock)) AS c
$$;

-- Why these cannot be the products of a collection, as problems. p_products: their ids; NULL if they do not change.
CREATE OR REPLACE FUNCTION app.collection_product_problems(p_has_rules boolean, p_products jsonb) RETURNS SETOF jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF p_has_rules AND p_products IS NOT NULL THEN
    RETURN NEXT '{"pointer": "/product_ids", "code": "collection_has_rules"}';
    RETURN;
  END IF;
  RETURN QUERY
    SELECT jsonb_build_object('pointer', format('/product_ids/%s', g.place - 1), 'code', 'product_not_found')
      FROM jsonb_array_elements_text(p_products) WITH ORDINALITY AS g(id, place)
     WHERE NOT EXISTS (SELECT FROM public.products p WHERE p.store_id = app.store() AND p.id = g.id::uuid)
     ORDER BY g.place;
END
$$;

-- What contradicts in a collection, as problems. p_fields: as in app.save_collection.
CREATE OR REPLACE FUNCTION app.collection_problems(p_old public.collections, p_new public.collections, p_fields jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(p.problem ORDER BY p.place), '[]') FROM (
    SELECT 0 AS place, jsonb_build_object('pointer', '/slug', 'code', 'slug_taken', 'collection_id', c.id, 'name', c.title) AS problem
      FROM public.collections c WHERE c.store_id = app.store() AND c.slug = p_fields ->> 'slug' AND c.id <> p_new.id
    UNION ALL
    SELECT 1, '{"pointer": "/rules", "code": "collection_is_manual"}'::jsonb
     WHERE p_old.id IS NOT NULL AND p_old.rules IS NULL AND p_fields ? 'rules'
    UNION ALL
    SELECT 2, '{"pointer": "/match", "code": "match_unused"}' WHERE p_new.rules IS NULL AND p_fields ? 'match'
    UNION ALL
    SELECT 3, app.inexact_amount(format('/rules/%s/%s', e.place - 1, f.name), s.currency_exponent)
      FROM public.stores s, jsonb_array_elements(p_fields -> 'rules') WITH ORDINALITY AS e(value, place),
           unnest('{price_from,price_to}'::text[]) AS f(name),
           LATERAL (SELECT (e.value ->> f.name)::numeric * power(10::numeric, s.currency_exponent) AS minor) AS a
     WHERE s.id = app.store() AND (a.minor % 1 <> 0 OR a.minor > app.max_amount())
    UNION ALL
    SELECT 3 + p.place::integer, p.problem
      FROM app.collection_product_problems(p_new.rules IS NOT NULL, p_fields -> 'product_ids') WITH ORDINALITY AS p(problem, place)) AS p
$$;

-- Creates a collection of the open store, or changes the fields sent. The caller has locked an existing one. p_fields: fields
-- of the request under their names on the wire, with ids in product_ids; seo has only what changes. A new one also has
-- default_slug and free_slug, which is used if default_slug is taken. p_base: scheme and host of the service.
CREATE OR REPLACE FUNCTION app.save_collection(p_id uuid, p_fields jsonb, p_base text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_old public.collections;
  v_new public.collections;
  v_problems jsonb;
BEGIN
  SELECT * INTO v_old FROM public.collections c WHERE c.store_id = app.store() AND c.id = p_id;
  IF v_old.id IS NULL THEN
    -- Serializes concurrent requests, so that each counts the collections of the others and sees their slugs.
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', app.store(), 'collections'), 0));
    PERFORM app.expect_room('collections', (SELECT count(*) FROM public.collections c WHERE c.store_id = app.store()));
  END IF;
  v_new := jsonb_populate_record(v_old, p_fields - '{image,seo}'::text[]);
  v_new.id := p_id;
  v_problems := app.collection_problems(v_old, v_new, p_fields);
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'invalid_input', v_problems);
  END IF;
  v_new.seo := coalesce(v_old.seo, '{}') || coalesce(p_fields -> 'seo', '{}');
  IF p_fields ? 'image' THEN
    v_new.image := app.stored_images(nullif(jsonb_build_array(p_fields -> 'image'), '[null]'), p_base, '/image/%2$s') -> 0;
  END IF;
  IF v_new.rules IS NOT NULL THEN
    v_new.match := coalesce(v_new.match, 'all');
    v_new.conditions := app.collection_conditions(v_new.rules, v_new.match,
      (SELECT s.currency_exponent FROM public.stores s WHERE s.id = app.store()));
  END IF;

  IF v_old.id IS NULL THEN
    v_new.slug := coalesce(v_new.slug, CASE WHEN EXISTS (
      SELECT FROM public.collections c WHERE c.store_id = app.store() AND c.slug = p_fields ->> 'default_slug')
      THEN p_fields ->> 'free_slug' ELSE p_fields ->> 'default_slug' END);
    v_new.published := coalesce(v_new.published, true);
    INSERT INTO public.collections (store_id, id,
      -- each collections.saved: %
      slug, title, description, image, seo, published, rules, match, conditions
    ) VALUES (app.store(), p_id,
      -- each collections.saved: v_new.%
      v_new.slug, v_new.title, v_new.description, v_new.image, v_new.seo, v_new.published, v_new.rules, v_new.match, v_new.conditions
    );
  ELSE
    UPDATE public.collections c SET version = c.version + 1, updated_at = now(),
      -- each collections.saved: % = v_new.%
      slug = v_new.slug, title = v_new.title, description = v_new.description, image = v_new.image, seo = v_new.seo, published = v_new.published, rules = v_new.rules, match = v_new.match, conditions = v_new.conditions
     WHERE c.store_id = app.store() AND c.id = p_id;
  END IF;
  IF p_fields ? 'product_ids' THEN
    PERFORM app.put_collection_products(p_id, ARRAY(
      SELECT g.id::uuid FROM jsonb_array_elements_text(p_fields -> 'product_ids') WITH ORDINALITY AS g(id, place) ORDER BY g.place));
  END IF;
END
$$;

-- Makes these the products of a manual collection, in this order. The caller has locked it. The same list again changes nothing.
CREATE OR REPLACE FUNCTION app.set_collection_products(p_id uuid, p_products uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_has_rules constant boolean := (
    SELECT c.rules IS NOT NULL FROM public.collections c WHERE c.store_id = app.store() AND c.id = p_id);
  v_problems constant jsonb := (
    SELECT jsonb_agg(p.problem) FROM app.collection_product_problems(v_has_rules, to_jsonb(p_products)) AS p(problem));
BEGIN
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, v_problems #>> '{0,code}', v_problems);
  END IF;
  IF app.put_collection_products(p_id, p_products) THEN
    PERFORM app.note_collection_products(p_id);
  END IF;
END
$$;

-- Stores the products of a manual collection in this order, and counts them. Returns whether that changed anything.
CREATE OR REPLACE FUNCTION app.put_collection_products(p_id uuid, p_products uuid[]) RETURNS boolean
  LANGUAGE plpgsql
AS $$
BEGIN
  IF p_products = ARRAY(SELECT m.product_id FROM public.collection_products m
                         WHERE m.store_id = app.store() AND m.collection_id = p_id ORDER BY m.position, m.product_id) THEN
    RETURN false;
  END IF;
  DELETE FROM public.collection_products m
   WHERE m.store_id = app.store() AND m.collection_id = p_id AND m.product_id <> ALL (p_products);
  INSERT INTO public.collection_products AS m (store_id, collection_id, product_id, position)
  SELECT app.store(), p_id, g.id, g.place FROM unnest(p_products) WITH ORDINALITY AS g(id, place) ORDER BY g.id
  ON CONFLICT (store_id, collection_id, product_id) DO UPDATE SET position = excluded.position WHERE m.position <> excluded.position;
  UPDATE public.collections c SET products_count = cardinality(p_products) WHERE c.store_id = app.store() AND c.id = p_id;
  RETURN true;
END
$$;

-- Refuses to delete a collection that a discount is for, or that it excepts: otherwise the discount would be for more goods.
CREATE OR REPLACE FUNCTION app.expect_unused_collection(p_id uuid) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_discounts constant jsonb := (
    SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) ORDER BY d.created_at, d.id)
      FROM public.discounts d WHERE d.store_id = app.store() AND p_id = ANY (d.collection_ids || d.except_collection_ids));
BEGIN
  IF v_discounts IS NOT NULL THEN
    PERFORM app.refuse(409, 'collection_in_use', jsonb_build_object('discounts', v_discounts));
  END IF;
END
$$;

-- Titles of the first ten products in the list of a collection that shoppers do not see. NULL if there are none.
CREATE OR REPLACE FUNCTION app.hidden_products(p_collection uuid) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_agg(h.title ORDER BY h.position, h.id)
    FROM (
      SELECT p.id, p.title, m.position
        FROM public.collection_products m JOIN public.products p ON p.store_id = m.store_id AND p.id = m.product_id
       WHERE m.store_id = app.store() AND m.collection_id = p_collection AND p.status <> 'active'
       ORDER BY m.position, p.id LIMIT 10) AS h
$$;
