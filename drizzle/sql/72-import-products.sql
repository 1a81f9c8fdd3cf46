-- The options of a product as they are shown: in the merchant's order, completed by what its variants have. Among those
-- of a variant, names that are whole numbers come first, as JavaScript has it.
CREATE OR REPLACE FUNCTION app.product_options(p_product public.products) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  WITH seen AS (
    SELECT o.value ->> 'name' AS name, v.value, array[0, o.at, coalesce(v.at, 0)] AS at
      FROM jsonb_array_elements(p_product.options) WITH ORDINALITY AS o(value, at)
      LEFT JOIN LATERAL jsonb_array_elements_text(o.value -> 'values') WITH ORDINALITY AS v(value, at) ON true
     UNION ALL
    SELECT n.name, n.value, array[1, row_number() OVER (ORDER BY v.position, v.id,
             CASE WHEN n.name ~ '^(0|[1-9]\d{0,8})$' THEN n.name::bigint END NULLS LAST, n.at), 0]
      FROM public.product_variants v CROSS JOIN LATERAL jsonb_each_text(v.options) WITH ORDINALITY AS n(name, value, at)
     WHERE v.store_id = p_product.store_id AND v.product_id = p_product.id AND v.archived_at IS NULL
  ), each AS (
    SELECT name, value, min(at) AS at FROM seen GROUP BY name, value
  )
  SELECT coalesce(jsonb_agg(o.option ORDER BY o.at), '[]')
    FROM (SELECT min(at) AS at, jsonb_build_object('name', name,
                   'values', coalesce(jsonb_agg(value ORDER BY at) FILTER (WHERE value IS NOT NULL), '[]')) AS option
            FROM each GROUP BY name) AS o
$$;

-- The product that a row means: by its external id, else its id, its slug, its SKUs; else, where it has none of these,
-- by the slug that its title makes. Its row is locked.
CREATE OR REPLACE FUNCTION app.imported_product(p_row jsonb) RETURNS public.products
  LANGUAGE plpgsql
AS $$
DECLARE
  v_product public.products;
  v_skus constant text[] := ARRAY(SELECT v ->> 'sku' FROM jsonb_array_elements(p_row -> 'variants') AS v WHERE v ->> 'sku' IS NOT NULL);
  v_ids uuid[];
BEGIN
  SELECT * INTO v_product FROM public.products p
   WHERE p.store_id = app.store() AND p.external_id = p_row ->> 'key' FOR UPDATE;
  IF NOT FOUND AND p_row ->> 'own_id' IS NOT NULL THEN
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.id = (p_row ->> 'own_id')::uuid FOR UPDATE;
  END IF;
  IF v_product.id IS NULL AND p_row ->> 'slug' IS NOT NULL THEN
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.slug = p_row ->> 'slug' FOR UPDATE;
    IF p_row ->> 'key' <> v_product.external_id THEN
      PERFORM app.refuse(409, 'slug_of_another', jsonb_build_object('external_id', v_product.external_id));
    END IF;
  END IF;
  IF v_product.id IS NULL AND v_skus <> '{}' THEN
    v_ids := ARRAY(SELECT DISTINCT v.product_id FROM public.product_variants v
                    WHERE v.store_id = app.store() AND v.sku = ANY (v_skus) AND v.archived_at IS NULL);
    IF cardinality(v_ids) > 1 THEN
      PERFORM app.refuse(409, 'skus_of_several');
    END IF;
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.id = v_ids[1] FOR UPDATE;
    IF p_row ->> 'key' <> v_product.external_id THEN
      PERFORM app.refuse(409, 'sku_of_another', jsonb_build_object('external_id', v_product.external_id));
    END IF;
  END IF;
  IF v_product.id IS NULL AND p_row ->> 'key' IS NULL AND p_row ->> 'slug' IS NULL AND v_skus = '{}' THEN
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.slug = p_row ->> 'default_slug' FOR UPDATE;
  END IF;
  RETURN v_product;
END
$$;

-- Orders lock inventory by variant, in order: so does an import, before it does anything else. Also of variants that it
-- may find by other means than those here; these alone can meet orders in another order, and then one of the two is
-- tried again.
CREATE OR REPLACE FUNCTION app.prepare_products(p_rows jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_keys constant text[] := ARRAY(SELECT r ->> 'key' FROM jsonb_array_elements(p_rows) AS r WHERE r ->> 'key' IS NOT NULL);
  v_slugs constant text[] := ARRAY(SELECT coalesce(r ->> 'slug', r ->> 'default_slug') FROM jsonb_array_elements(p_rows) AS r
                                    WHERE coalesce(r ->> 'slug', r ->> 'default_slug') IS NOT NULL);
  v_ids uuid[] := ARRAY(SELECT (r ->> 'own_id')::uuid FROM jsonb_array_elements(p_rows) AS r WHERE r ->> 'own_id' IS NOT NULL);
  v_skus constant text[] := ARRAY(SELECT v ->> 'sku' FROM jsonb_array_elements(p_rows) AS r, jsonb_array_elements(r -> 'variants') AS v
                                   WHERE v ->> 'sku' IS NOT NULL);
BEGIN
  v_ids := v_ids
    || ARRAY(SELECT p.id FROM public.products p WHERE p.store_id = app.store() AND p.external_id = ANY (v_keys))
    || ARRAY(SELECT p.id FROM public.products p WHERE p.store_id = app.store() AND p.slug = ANY (v_slugs))
    || ARRAY(SELECT v.product_id FROM public.product_variants v
              WHERE v.store_id = app.store() AND v.sku = ANY (v_skus) AND v.archived_at IS NULL);
  PERFORM FROM public.inventory i
    WHERE i.store_id = app.store() AND i.variant_id = ANY (ARRAY(
      SELECT v.id FROM public.product_variants v WHERE v.store_id = app.store() AND v.product_id = ANY (v_ids)))
    ORDER BY i.variant_id FOR UPDATE;
END
$$;

-- One variant of an imported product: found by its id, else its SKU, else its options, among those that no line of the
-- file before it meant (p_seen). Gives which it is, whether anything of it is new, and whether stock on hand was given
-- that was kept. Refusals say by p_at which of the product's variants is refused.
CREATE OR REPLACE FUNCTION app.import_variant(
  p_product public.products, p_variant jsonb, p_at bigint, p_seen uuid[], p_update_stock boolean,
  OUT variant_id uuid, OUT changed boolean, OUT stock_kept boolean
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.product_variants;
  v_after public.product_variants;
  v_stock public.inventory;
  v_options constant jsonb := coalesce(p_variant -> 'options', '{}');
  v_price bigint;
  v_on_hand constant bigint := (p_variant ->> 'on_hand')::bigint;
BEGIN
  variant_id := (p_variant ->> 'id')::uuid;
  changed := true;
  stock_kept := false;
  SELECT * INTO v_before FROM public.product_variants v
   WHERE v.store_id = app.store() AND v.product_id = p_product.id AND v.archived_at IS NULL
     AND (v.id = (p_variant ->> 'own_id')::uuid OR v.sku = p_variant ->> 'sku' OR v.options = v_options)
   ORDER BY (v.id = (p_variant ->> 'own_id')::uuid) IS TRUE DESC, (v.sku = p_variant ->> 'sku') IS TRUE DESC LIMIT 1;
  IF v_before.id = ANY (p_seen) THEN
    PERFORM app.refuse(409, 'variant_twice', jsonb_build_object('pointer', format('/variants/%s/options', p_at)));
  END IF;
  IF EXISTS (SELECT FROM public.product_variants v
              WHERE v.store_id = app.store() AND v.sku = p_variant ->> 'sku' AND v.archived_at IS NULL
                AND v.id IS DISTINCT FROM v_before.id) THEN
    PERFORM app.refuse(409, 'sku_taken', jsonb_build_object('pointer', format('/variants/%s/sku', p_at)));
  END IF;
  v_price := app.minor((p_variant ->> 'price')::numeric);

  IF v_before.id IS NULL THEN
    INSERT INTO public.product_variants (store_id, id, product_id, title, sku, barcode, options, price_minor, position)
    VALUES (app.store(), variant_id, p_product.id, coalesce(p_variant ->> 'title', p_variant ->> 'default_title'), p_variant ->> 'sku',
            p_variant ->> 'barcode', v_options, nullif(v_price, p_product.price_minor),
            (SELECT coalesce(max(v.position), 0) + 1 FROM public.product_variants v
              WHERE v.store_id = app.store() AND v.product_id = p_product.id));
    INSERT INTO public.inventory (store_id, variant_id, on_hand, tracked, allow_backorder)
    VALUES (app.store(), variant_id, coalesce(v_on_hand, 0), coalesce((p_variant ->> 'tracked')::boolean, true),
            coalesce((p_variant ->> 'allow_backorder')::boolean, false));
    IF v_on_hand > 0 THEN
      INSERT INTO public.inventory_movements (store_id, variant_id, kind, on_hand_delta)
      VALUES (app.store(), variant_id, 'initial', v_on_hand);
    END IF;
    RETURN;
  END IF;

  variant_id := v_before.id;
  v_after := jsonb_populate_record(v_before, p_variant - '{id,title,price}'::text[]);
  v_after.title := coalesce(p_variant ->> 'title', v_before.title);
  IF p_variant ? 'price' AND v_price IS DISTINCT FROM coalesce(v_before.price_minor, p_product.price_minor) THEN
    v_after.price_minor := nullif(v_price, p_product.price_minor);
  END IF;
  changed := v_after IS DISTINCT FROM v_before;
  IF changed THEN
    UPDATE public.product_variants v
       SET title = v_after.title, sku = v_after.sku, barcode = v_after.barcode, options = v_after.options,
           price_minor = v_after.price_minor, updated_at = now()
     WHERE v.store_id = app.store() AND v.id = v_before.id;
  END IF;

  SELECT * INTO v_stock FROM public.inventory i WHERE i.store_id = app.store() AND i.variant_id = v_before.id FOR UPDATE;
  IF coalesce((p_variant ->> 'tracked')::boolean, v_stock.tracked) <> v_stock.tracked
     OR coalesce((p_variant ->> 'allow_backorder')::boolean, v_stock.allow_backorder) <> v_stock.allow_backorder THEN
    UPDATE public.inventory i
       SET tracked = coalesce((p_variant ->> 'tracked')::boolean, i.tracked),
           allow_backorder = coalesce((p_variant ->> 'allow_backorder')::boolean, i.allow_backorder), updated_at = now()
     WHERE i.store_id = app.store() AND i.variant_id = v_before.id;
    changed := true;
  END IF;
  IF v_on_hand <> v_stock.on_hand THEN
    IF p_update_stock THEN
      PERFORM app.adjust_inventory(v_before.id, NULL, v_on_hand, NULL, 'import');
      changed := true;
    ELSE
      stock_kept := true;
    END IF;
  END IF;
END
$$;

-- p_row: {id: of a new one, key: what stands for it in the file, external_id, own_id: a uuid, slug, default_slug,
-- free_slug: that with something of the id, currency, price, compare_at_price, set: {column: value}, variants,
-- new_variants: those of a new product, of which it has one at least, variant_terms, public_terms: their words}.
CREATE OR REPLACE FUNCTION app.import_product(p_row jsonb, p_options jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_set jsonb := p_row -> 'set';
  v_before public.products;
  v_after public.products;
  v_store public.stores;
  v_variant jsonb;
  v_one record;
  v_changed boolean := false;
  v_kept boolean := false;
  v_created boolean := false;
  v_at bigint;
  v_seen uuid[] := '{}';
BEGIN
  SELECT * INTO v_store FROM public.stores s WHERE s.id = app.store();
  IF p_row ->> 'currency' <> v_store.currency THEN
    PERFORM app.refuse(422, 'currency_mismatch', jsonb_build_object('currency', v_store.currency));
  END IF;
  PERFORM app.expect_amounts(
    jsonb_build_object('/price', p_row -> 'price', '/compare_at_price', p_row -> 'compare_at_price')
    || coalesce((SELECT jsonb_object_agg(format('/variants/%s/price', v.place - 1), v.value -> 'price')
                   FROM jsonb_array_elements(p_row -> 'variants') WITH ORDINALITY AS v(value, place)), '{}'));
  v_before := app.imported_product(p_row);
  v_created := v_before.id IS NULL;

  IF v_created THEN
    IF v_set ->> 'title' IS NULL THEN
      PERFORM app.refuse(422, 'title_required');
    END IF;
    IF p_row ->> 'price' IS NULL THEN
      PERFORM app.refuse(422, 'price_required');
    END IF;
    INSERT INTO public.products (
      store_id, id, external_id, title, slug, description, status, tags, images, options, price_minor, compare_at_price_minor,
      currency, currency_exponent, variant_terms, public_terms)
    SELECT app.store(), (p_row ->> 'id')::uuid, p_row ->> 'key', n.title,
           coalesce(p_row ->> 'slug', CASE WHEN EXISTS (
             SELECT FROM public.products p WHERE p.store_id = app.store() AND p.slug = p_row ->> 'default_slug')
             THEN p_row ->> 'free_slug' ELSE p_row ->> 'default_slug' END),
           n.description, coalesce(n.status, 'active'), coalesce(n.tags, '{}'), coalesce(n.images, '[]'), coalesce(n.options, '[]'),
           app.minor((p_row ->> 'price')::numeric), app.minor((p_row ->> 'compare_at_price')::numeric),
           v_store.currency, v_store.currency_exponent, p_row ->> 'variant_terms',
           coalesce(p_row ->> 'public_terms', '')
      FROM jsonb_populate_record(NULL::public.products, v_set) AS n
    RETURNING * INTO v_after;
  ELSE
    IF p_row ->> 'external_id' <> v_before.external_id THEN
      PERFORM app.refuse(409, 'other_external_id', jsonb_build_object('external_id', v_before.external_id));
    END IF;
    IF v_set -> 'options' = app.product_options(v_before) THEN
      v_set := v_set - 'options';
    END IF;
    v_after := jsonb_populate_record(v_before, v_set);
    -- The id that another shop gave it serves as well, its id here does not.
    v_after.external_id := coalesce(v_before.external_id, nullif(p_row ->> 'key', v_before.id::text));
    v_after.slug := coalesce(p_row ->> 'slug', v_before.slug);
    v_after.price_minor := coalesce(app.minor((p_row ->> 'price')::numeric), v_before.price_minor);
    IF p_row ? 'compare_at_price' THEN
      v_after.compare_at_price_minor := app.minor((p_row ->> 'compare_at_price')::numeric);
    END IF;
    v_changed := v_after IS DISTINCT FROM v_before;
    IF v_changed THEN
      UPDATE public.products p
         SET external_id = v_after.external_id, title = v_after.title, slug = v_after.slug, description = v_after.description,
             status = v_after.status, tags = v_after.tags, images = v_after.images, options = v_after.options,
             price_minor = v_after.price_minor, compare_at_price_minor = v_after.compare_at_price_minor
       WHERE p.store_id = app.store() AND p.id = v_before.id;
    END IF;
  END IF;

  FOR v_variant, v_at IN
    SELECT v.value, v.at - 1
      FROM jsonb_array_elements(CASE WHEN v_created THEN p_row -> 'new_variants' ELSE p_row -> 'variants' END)
           WITH ORDINALITY AS v(value, at) ORDER BY v.at
  LOOP
    SELECT * INTO v_one
      FROM app.import_variant(v_after, v_variant, v_at, v_seen, coalesce((p_options ->> 'update_stock')::boolean, false));
    v_seen := v_seen || v_one.variant_id;
    v_changed := v_changed OR v_one.changed;
    v_kept := v_kept OR v_one.stock_kept;
  END LOOP;

  IF v_created THEN
    PERFORM app.record_event('product.created', v_after.id, '{"source": "import"}');
  ELSIF v_changed THEN
    PERFORM app.touch_product(v_after.id);
    PERFORM app.record_event('product.updated', v_after.id, '{"source": "import"}');
  END IF;
  RETURN jsonb_build_object('id', v_after.id,
    'status', CASE WHEN v_created THEN 'created' WHEN v_changed THEN 'updated' ELSE 'unchanged' END,
    'warnings', CASE WHEN v_kept THEN '["stock_kept"]'::jsonb ELSE '[]' END);
END
$$;
