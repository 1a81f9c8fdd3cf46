-- Locks the inventory of the products in the file by variant id, in the same order as orders do, before anything is changed.
-- A product that import_product finds only later (such as by a slug that an earlier row changed) is locked out of order.
-- If that causes a deadlock, one of the transactions is retried.
-- A dry run does not hold stock (app.import_variant).
CREATE OR REPLACE FUNCTION app.prepare_products(p_rows jsonb, p_dry_run boolean) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_keys constant text[] := ARRAY(SELECT r ->> 'key' FROM jsonb_array_elements(p_rows) AS r WHERE r ->> 'key' IS NOT NULL);
  v_slugs constant text[] := ARRAY(SELECT coalesce(r ->> 'slug', r ->> 'default_slug') FROM jsonb_array_elements(p_rows) AS r
                                    WHERE coalesce(r ->> 'slug', r ->> 'default_slug') IS NOT NULL);
  v_ids uuid[] := ARRAY(SELECT (r ->> 'own_id')::uuid FROM jsonb_array_elements(p_rows) AS r WHERE r ->> 'own_id' IS NOT NULL);
  v_skus constant text[] := ARRAY(SELECT app.sku_key(v ->> 'sku') FROM jsonb_array_elements(p_rows) AS r,
                                         jsonb_array_elements(r -> 'variants') AS v WHERE v ->> 'sku' IS NOT NULL);
BEGIN
  -- Locked first, as by everybody who changes the products of collections.
  PERFORM FROM public.collections c WHERE c.store_id = app.store() AND c.slug = ANY (ARRAY(
      SELECT s FROM jsonb_array_elements(p_rows) AS r, jsonb_array_elements_text(r -> 'collections') AS s))
    ORDER BY c.id FOR NO KEY UPDATE;
  IF p_dry_run THEN
    RETURN;
  END IF;
  v_ids := v_ids
    || ARRAY(SELECT p.id FROM public.products p WHERE p.store_id = app.store() AND p.external_id = ANY (v_keys))
    || ARRAY(SELECT p.id FROM public.products p WHERE p.store_id = app.store() AND p.slug = ANY (v_slugs))
    || ARRAY(SELECT v.product_id FROM public.product_variants v
              WHERE v.store_id = app.store() AND v.sku_key = ANY (v_skus) AND v.archived_at IS NULL);
  PERFORM FROM public.inventory i
    WHERE i.store_id = app.store() AND i.variant_id = ANY (ARRAY(
      SELECT v.id FROM public.product_variants v WHERE v.store_id = app.store() AND v.product_id = ANY (v_ids)))
    ORDER BY i.variant_id FOR UPDATE;
END
$$;

-- Whether the product has a variant that a row does not name. The line that has the product's large columns may then be missing.
CREATE OR REPLACE FUNCTION app.has_other_variants(p_product uuid, p_variants jsonb) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT FROM public.product_variants v
     WHERE v.store_id = app.store() AND v.product_id = p_product AND v.archived_at IS NULL AND NOT EXISTS (
       SELECT FROM jsonb_array_elements(p_variants) AS n(value)
        WHERE v.id::text = n.value ->> 'own_id' OR v.sku_key = app.sku_key(n.value ->> 'sku') OR v.options = coalesce(n.value -> 'options', '{}')))
$$;

-- Creates or updates the product of a row with its variants.
-- p_row: {id: for a new product, key: external id or id in the file, external_id, own_id: the id if it is a uuid, slug,
-- default_slug, free_slug: used if default_slug is taken, currency, price, compare_at_price, cost, collections: slugs, set:
-- {column: value}, variants, new_variants: at least one, for a new product, variant_terms, public_terms: search terms of a new
-- product, unsure: fields that another line of the product may have}.
CREATE OR REPLACE FUNCTION app.import_product(p_row jsonb, p_options jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_set jsonb := (p_row -> 'set') - 'options';
  v_options jsonb := p_row #> '{set,options}';
  v_unsure constant text[] := ARRAY(SELECT jsonb_array_elements_text(p_row -> 'unsure'));
  v_before public.products;
  v_after public.products;
  v_store public.stores;
  v_variant jsonb;
  v_result record;
  v_changed boolean := false;
  v_variants_changed boolean := false;
  v_stock_kept boolean := false;
  v_is_new boolean;
  v_matches text[];
  v_index bigint;
  v_done uuid[] := '{}';
  v_options_before jsonb;
  v_overwritten jsonb := '[]';
  v_collections jsonb;
BEGIN
  SELECT * INTO v_store FROM public.stores s WHERE s.id = app.store();
  IF p_row ->> 'currency' <> v_store.currency THEN
    PERFORM app.refuse(422, 'currency_mismatch', jsonb_build_object('currency', v_store.currency));
  END IF;
  PERFORM app.expect_amounts(
    jsonb_build_object('/price', p_row -> 'price', '/compare_at_price', p_row -> 'compare_at_price', '/cost', p_row -> 'cost')
    || coalesce((SELECT jsonb_object_agg(format('/variants/%s/%s', v.position - 1, f.field), v.value -> f.field)
                   FROM jsonb_array_elements(p_row -> 'variants') WITH ORDINALITY AS v(value, position),
                        unnest(array['price', 'compare_at_price', 'cost']) AS f(field)), '{}'));
  IF v_set ? 'images' THEN
    v_set := v_set || jsonb_build_object('images', app.product_images(nullif(v_set -> 'images', 'null'), p_options ->> 'public_url'));
  END IF;
  v_before := app.imported_product(p_row);
  v_is_new := v_before.id IS NULL;
  v_matches := app.matches_of(p_row, v_before);
  IF v_unsure <> '{}' AND app.has_other_variants(v_before.id, p_row -> 'variants') THEN
    v_set := v_set - v_unsure;
    v_options := CASE WHEN NOT 'options' = ANY (v_unsure) THEN v_options END;
    p_row := p_row - v_unsure;
  END IF;

  IF v_is_new THEN
    IF v_set ->> 'title' IS NULL THEN
      PERFORM app.refuse(422, 'title_required');
    END IF;
    IF p_row ->> 'price' IS NULL THEN
      PERFORM app.refuse(422, 'price_required');
    END IF;
    IF v_set ->> 'status' IS DISTINCT FROM 'archived' THEN
      PERFORM app.expect_room_for_product();
    END IF;
    v_after := jsonb_populate_record(NULL::public.products, v_set);
    v_after.status := coalesce(v_after.status, 'active');
    v_after.tags := coalesce(v_after.tags, '{}');
    v_after.images := coalesce(v_after.images, '[]');
    v_after.taxable := coalesce(v_after.taxable, true);
    v_after.id := p_row ->> 'id';
    v_after.external_id := p_row ->> 'key';
    v_after.slug := coalesce(p_row ->> 'slug', CASE WHEN EXISTS (
      SELECT FROM public.products p WHERE p.store_id = app.store() AND p.slug = p_row ->> 'default_slug')
      THEN p_row ->> 'free_slug' ELSE p_row ->> 'default_slug' END);
    v_after.price_minor := app.minor((p_row ->> 'price')::numeric);
    v_after.compare_at_price_minor := app.minor((p_row ->> 'compare_at_price')::numeric);
    v_after.cost_minor := app.minor((p_row ->> 'cost')::numeric);
    v_after.currency := v_store.currency;
    v_after.currency_exponent := v_store.currency_exponent;
    v_after.variant_terms := coalesce(p_row ->> 'variant_terms', '');
    v_after.public_terms := coalesce(p_row ->> 'public_terms', '');
    INSERT INTO public.products (store_id, id,
      -- each products.saved: %
      external_id, title, slug, description, status, tags, images, price_minor, compare_at_price_minor, currency, currency_exponent, weight_g, taxable, cost_minor, variant_terms, public_terms
    ) VALUES (app.store(), v_after.id,
      -- each products.saved: v_after.%
      v_after.external_id, v_after.title, v_after.slug, v_after.description, v_after.status, v_after.tags, v_after.images, v_after.price_minor, v_after.compare_at_price_minor, v_after.currency, v_after.currency_exponent, v_after.weight_g, v_after.taxable, v_after.cost_minor, v_after.variant_terms, v_after.public_terms
    ) RETURNING * INTO v_after;
  ELSE
    IF p_row ->> 'external_id' <> v_before.external_id THEN
      PERFORM app.refuse(409, 'other_external_id', jsonb_build_object('external_id', v_before.external_id));
    END IF;
    v_after := jsonb_populate_record(v_before, v_set);
    IF v_before.status = 'archived' AND v_after.status <> 'archived' THEN
      PERFORM app.expect_room_for_product();
    END IF;
    -- An id of another system becomes the external id; the product's own id does not.
    v_after.external_id := coalesce(v_before.external_id, nullif(p_row ->> 'key', v_before.id::text));
    v_after.slug := coalesce(p_row ->> 'slug', v_before.slug);
    v_after.price_minor := coalesce(app.minor((p_row ->> 'price')::numeric), v_before.price_minor);
    IF p_row ? 'compare_at_price' THEN
      v_after.compare_at_price_minor := app.minor((p_row ->> 'compare_at_price')::numeric);
    END IF;
    IF p_row ? 'cost' THEN
      v_after.cost_minor := app.minor((p_row ->> 'cost')::numeric);
    END IF;
    v_changed := v_after IS DISTINCT FROM v_before;
    IF v_changed THEN
      UPDATE public.products p SET
        -- each products.saved: % = v_after.%
        external_id = v_after.external_id, title = v_after.title, slug = v_after.slug, description = v_after.description, status = v_after.status, tags = v_after.tags, images = v_after.images, price_minor = v_after.price_minor, compare_at_price_minor = v_after.compare_at_price_minor, currency = v_after.currency, currency_exponent = v_after.currency_exponent, weight_g = v_after.weight_g, taxable = v_after.taxable, cost_minor = v_after.cost_minor, variant_terms = v_after.variant_terms, public_terms = v_after.public_terms
       WHERE p.store_id = app.store() AND p.id = v_before.id;
    END IF;
  END IF;

  v_options_before := (SELECT jsonb_object_agg(v.id, v.options) FROM public.product_variants v WHERE v.store_id = app.store() AND v.product_id = v_after.id);
  FOR v_variant, v_index IN
    SELECT v.value, v.position - 1
      FROM jsonb_array_elements(CASE WHEN v_is_new THEN p_row -> 'new_variants' ELSE p_row -> 'variants' END)
           WITH ORDINALITY AS v(value, position) ORDER BY v.position
  LOOP
    SELECT * INTO v_result
      FROM app.import_variant(v_before, v_after, v_variant, v_index, v_done, coalesce((p_options ->> 'update_stock')::boolean, false),
        coalesce((p_options ->> 'dry_run')::boolean, false));
    v_done := v_done || v_result.variant_id;
    v_variants_changed := v_variants_changed OR v_result.changed;
    v_stock_kept := v_stock_kept OR v_result.stock_kept;
    v_overwritten := v_overwritten || v_result.overwritten;
  END LOOP;

  IF v_variants_changed OR v_is_new THEN
    PERFORM app.expect_every_option(v_after.id, (
      SELECT coalesce(jsonb_object_agg(format('/variants/%s/options', d.place - 1), d.id), '{}') FROM unnest(v_done) WITH ORDINALITY AS d(id, place)),
      coalesce(v_options_before, '{}'));
  END IF;
  IF v_options IS NOT NULL OR v_is_new AND jsonb_path_exists(p_row, '$.new_variants[*].options.*') THEN
    v_changed := app.set_options(v_after.id, coalesce(v_options, '[]'), false) OR v_changed;
  END IF;
  PERFORM app.expect_former_prices(v_after.id, (
    SELECT coalesce(jsonb_object_agg(format('/variants/%s/compare_at_price', d.place - 1), d.id), '{}') FROM unnest(v_done) WITH ORDINALITY AS d(id, place)));
  PERFORM app.expect_variant_images(v_after.id, (
    SELECT coalesce(jsonb_object_agg(format('/variants/%s/image_id', v.place - 1), v.value -> 'image_id'), '{}')
      FROM jsonb_array_elements(p_row -> 'variants') WITH ORDINALITY AS v(value, place) WHERE v.value ? 'image_id'));
  v_changed := v_changed OR v_variants_changed;
  IF v_is_new THEN
    PERFORM app.record_event('product.created', v_after.id, '{"source": "import"}');
  ELSIF v_changed THEN
    IF v_variants_changed THEN
      PERFORM app.touch_product(v_after.id);
    ELSE
      UPDATE public.products p SET version = p.version + 1, updated_at = now()
       WHERE p.store_id = app.store() AND p.id = v_after.id;
    END IF;
    PERFORM app.record_event('product.updated', v_after.id, '{"source": "import"}');
  END IF;
  IF p_row ? 'collections' THEN
    v_collections := app.collections_of(v_after.id);
    v_changed := app.import_collections(v_after.id, p_row -> 'collections') OR v_changed;
    v_overwritten := app.overwritten(jsonb_build_object('collections', v_collections),
      jsonb_build_object('collections', app.collections_of(v_after.id))) || v_overwritten;
  END IF;
  IF v_changed AND NOT v_is_new THEN
    PERFORM app.expect_match(p_row, v_before, v_matches, p_options -> 'match');
    SELECT * INTO v_after FROM public.products p WHERE p.store_id = app.store() AND p.id = v_before.id;
    v_overwritten := app.overwritten(app.importable_product(v_before), app.importable_product(v_after)) || v_overwritten;
  END IF;
  RETURN jsonb_build_object('id', v_after.id, 'overwritten', CASE WHEN (p_options -> 'dry_run')::boolean THEN v_overwritten ELSE '[]' END,
    'status', CASE WHEN v_is_new THEN 'created' WHEN v_changed THEN 'updated' ELSE 'unchanged' END,
    'warnings', CASE WHEN v_stock_kept THEN '["stock_kept"]'::jsonb ELSE '[]' END);
END
$$;
