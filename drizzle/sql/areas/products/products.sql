-- Writing a product into its search indexes takes up to 10 ms. With room for the new version on the same page, a price change does
-- not touch those indexes. This applies to pages written from now on.
ALTER TABLE public.products SET (fillfactor = 50);

-- Updates the version, options and search terms of a product after a change to its variants. Their number is limited, because
-- a product is always read with all of them.
CREATE OR REPLACE FUNCTION app.touch_product(p_product uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_terms text;
  v_public_terms text;
  v_count integer;
BEGIN
  -- So that what is read next includes the variants of a concurrent change. Not FOR UPDATE: two requests that each add a variant
  -- would wait for each other.
  PERFORM FROM public.products p WHERE p.store_id = app.store() AND p.id = p_product FOR NO KEY UPDATE;
  SELECT coalesce(string_agg(concat_ws(' ', v.title, v.sku, v.barcode), ' ' ORDER BY v.position, v.id), ''),
         coalesce(string_agg(concat_ws(' ', nullif(v.title, ''), o.option_values), ' ' ORDER BY v.position, v.id), ''), count(*)
    INTO v_terms, v_public_terms, v_count
    FROM public.product_variants v
   CROSS JOIN LATERAL (SELECT string_agg(value, ' ') AS option_values FROM jsonb_each_text(v.options)) AS o
   WHERE v.store_id = app.store() AND v.product_id = p_product AND v.archived_at IS NULL;
  IF v_count > app.most('product.variants') THEN
    PERFORM app.refuse(422, 'too_many_variants');
  END IF;
  UPDATE public.products p SET version = p.version + 1, updated_at = now(), variant_terms = v_terms,
         public_terms = v_public_terms, options = app.product_options(p.id, p.options)
   WHERE p.store_id = app.store() AND p.id = p_product;
END
$$;

-- Refuses variants of a product whose own former price is not above their price. p_variants: {JSON pointer: id}; the others are at
-- /price. Whoever changes one of these prices has locked the product (app.keep_variant_facts), so no other change is missed.
CREATE OR REPLACE FUNCTION app.expect_former_prices(p_product uuid, p_variants jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.refuse(422, 'variant_compare_at_price', jsonb_agg(jsonb_build_object('pointer', coalesce(g.key, '/price'),
            'variant', concat_ws(' – ', p.title, nullif(v.title, '')),
            'compare_at_price', app.major(v.compare_at_price_minor, p.currency_exponent),
            'price', app.major(coalesce(v.price_minor, p.price_minor), p.currency_exponent)) ORDER BY v.position, v.id))
     FROM public.products p JOIN public.product_variants v ON v.store_id = p.store_id AND v.product_id = p.id
     LEFT JOIN jsonb_each_text(p_variants) AS g ON g.value::uuid = v.id
    WHERE p.store_id = app.store() AND p.id = p_product AND v.archived_at IS NULL
      AND v.compare_at_price_minor <= coalesce(v.price_minor, p.price_minor)
   HAVING count(*) > 0;
END
$$;

-- Refuses one more product that is not archived, if the open store has as many as it may have. Counts them once in a transaction.
CREATE OR REPLACE FUNCTION app.expect_room_for_product() RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_count constant bigint := coalesce(nullif(current_setting('app.product_count', true), '')::bigint, (
    SELECT count(*) FROM public.products p WHERE p.store_id = app.store() AND p.status IN ('draft', 'active')));
BEGIN
  PERFORM app.expect_room('products', v_count);
  PERFORM set_config('app.product_count', (v_count + 1)::text, true);
END
$$;

-- Removes a variant, unless it is the last one of the product. Locks the product first, so that a concurrent removal is
-- seen. Removing a variant again changes nothing.
CREATE OR REPLACE FUNCTION app.archive_variant(p_product uuid, p_variant uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.products p WHERE p.store_id = app.store() AND p.id = p_product FOR UPDATE;
  IF EXISTS (SELECT FROM public.product_variants v
              WHERE v.store_id = app.store() AND v.id = p_variant AND v.archived_at IS NOT NULL) THEN
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM public.product_variants v
                  WHERE v.store_id = app.store() AND v.product_id = p_product AND v.id <> p_variant AND v.archived_at IS NULL) THEN
    PERFORM app.refuse(409, 'last_variant');
  END IF;
  UPDATE public.product_variants SET archived_at = now(), updated_at = now()
   WHERE store_id = app.store() AND product_id = p_product AND id = p_variant;
  PERFORM app.touch_product(p_product);
  PERFORM app.record_event('variant.archived', p_product, jsonb_build_object('variant_id', p_variant));
END
$$;

-- Locks a variant for a change, and its product before it, as a change of many prices does: otherwise the two can deadlock.
CREATE OR REPLACE FUNCTION app.lock_variant(p_product uuid, p_variant uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM public.products p WHERE p.store_id = app.store() AND p.id = p_product FOR NO KEY UPDATE;
  PERFORM FROM public.product_variants v
    WHERE v.store_id = app.store() AND v.id = p_variant AND v.archived_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found');
  END IF;
END
$$;

-- Changes the stock on hand by p_delta or to p_set. Refuses if p_expected is set and differs from it (compare-and-set).
CREATE OR REPLACE FUNCTION app.adjust_inventory(
  p_variant uuid, p_delta bigint, p_set bigint, p_expected bigint, p_reason text
) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before bigint;
  v_delta bigint;
  v_after public.inventory;
BEGIN
  SELECT on_hand INTO v_before FROM public.inventory
   WHERE store_id = app.store() AND variant_id = p_variant FOR UPDATE;
  IF p_expected IS NOT NULL AND p_expected <> v_before THEN
    PERFORM app.refuse(409, 'stock_moved', jsonb_build_object('on_hand', v_before, 'expected', p_expected));
  END IF;
  v_delta := coalesce(p_delta, p_set - v_before);
  UPDATE public.inventory SET on_hand = on_hand + v_delta, updated_at = now()
   WHERE store_id = app.store() AND variant_id = p_variant
  RETURNING * INTO v_after;
  INSERT INTO public.inventory_movements (store_id, variant_id, kind, on_hand_delta, on_hand_after, reserved_after, reason)
  VALUES (app.store(), p_variant, 'adjusted', v_delta, v_after.on_hand, v_after.reserved, p_reason);
  PERFORM app.record_event('inventory.adjusted', p_variant,
    jsonb_build_object('delta', v_delta, 'on_hand', v_before + v_delta, 'reason', p_reason));
  IF v_after.tracked AND v_after.on_hand - v_after.reserved <= v_after.low_stock_threshold
     AND v_before - v_after.reserved > v_after.low_stock_threshold THEN
    PERFORM app.record_low_stock(jsonb_build_array(jsonb_build_object('variant_id', p_variant,
      'available', v_after.on_hand - v_after.reserved, 'threshold', v_after.low_stock_threshold)));
  END IF;
END
$$;
