-- The fields of a variant that an import sets, as its file has them.
CREATE OR REPLACE FUNCTION app.importable_variant(v public.product_variants, p public.products) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_build_object('title', v.title, 'sku', v.sku, 'barcode', v.barcode, 'options', v.options, 'image_id', v.image_id,
    'weight_g', coalesce(v.weight_g, p.weight_g), 'taxable', coalesce(v.taxable, p.taxable),
    'price', app.major(coalesce(v.price_minor, p.price_minor), p.currency_exponent),
    'compare_at_price', app.major(app.former_price(v, p), p.currency_exponent),
    'cost', app.major(coalesce(v.cost_minor, p.cost_minor), p.currency_exponent))
$$;

-- Creates or updates a variant of an imported product. It is found by id, else by SKU, else by options. Unless it is found by id, its
-- SKU keeps its spelling.
-- p_before: the product before the row. p_at: its index among the variants of the row, for the pointers of problems. p_seen: the variants of earlier rows, which may
-- not occur twice. A price, former price, weight, taxable or cost that is the product's is not stored with the variant. stock_kept: the row has
-- a stock on hand that was not applied. overwritten: see app.overwritten.
CREATE OR REPLACE FUNCTION app.import_variant(
  p_before public.products, p_product public.products, p_variant jsonb, p_at bigint, p_seen uuid[], p_update_stock boolean, p_dry_run boolean,
  OUT variant_id uuid, OUT changed boolean, OUT stock_kept boolean, OUT overwritten jsonb
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.product_variants;
  v_after public.product_variants;
  v_stock public.inventory;
  v_options constant jsonb := coalesce(p_variant -> 'options', '{}');
  v_own_id constant uuid := (p_variant ->> 'own_id')::uuid;
  v_sku_key constant text := app.sku_key(p_variant ->> 'sku');
  v_other jsonb;
  v_price bigint;
  v_former bigint;
  v_cost bigint;
  v_weight constant integer := (p_variant ->> 'weight_g')::integer;
  v_taxable constant boolean := (p_variant ->> 'taxable')::boolean;
  v_on_hand constant bigint := (p_variant ->> 'on_hand')::bigint;
  v_threshold integer := (p_variant ->> 'low_stock_threshold')::integer;
BEGIN
  variant_id := (p_variant ->> 'id')::uuid;
  changed := true;
  stock_kept := false;
  overwritten := '[]';
  SELECT * INTO v_before FROM public.product_variants v
   WHERE v.store_id = app.store() AND v.product_id = p_product.id AND v.archived_at IS NULL
     AND (v.id = v_own_id OR v.sku_key = v_sku_key OR v.options = v_options)
   ORDER BY (v.id = v_own_id) IS TRUE DESC, (v.sku_key = v_sku_key) IS TRUE DESC LIMIT 1;
  IF v_before.id = ANY (p_seen) AND (v_before.options = v_options OR v_before.sku_key IS DISTINCT FROM v_sku_key) THEN
    PERFORM app.refuse(409, 'variant_twice', jsonb_build_object('pointer', format('/variants/%s/options', p_at)));
  END IF;
  v_other := app.sku_taken(p_variant ->> 'sku', CASE WHEN v_before.id <> ALL (p_seen) THEN v_before.id END);
  IF v_other IS NOT NULL THEN
    -- One of the same product in the file may not have been created after all.
    PERFORM app.refuse(409, 'sku_taken', v_other - CASE WHEN (v_other ->> 'variant_id')::uuid = ANY (p_seen)
      THEN '{product,variant_id}'::text[] ELSE '{}' END || jsonb_build_object('pointer', format('/variants/%s/sku', p_at)));
  END IF;
  v_price := app.minor((p_variant ->> 'price')::numeric);
  v_former := app.minor((p_variant ->> 'compare_at_price')::numeric);
  v_cost := app.minor((p_variant ->> 'cost')::numeric);

  IF v_before.id IS NULL THEN
    IF v_on_hand < 0 AND coalesce((p_variant ->> 'tracked')::boolean, true) AND NOT coalesce((p_variant ->> 'allow_backorder')::boolean, false) THEN
      PERFORM app.refuse(422, 'stock_below_zero', jsonb_build_object('pointer', format('/variants/%s/on_hand', p_at)));
    END IF;
    v_after := jsonb_populate_record(NULL::public.product_variants, p_variant);
    v_after.product_id := p_product.id;
    v_after.title := coalesce(v_after.title, p_variant ->> 'default_title');
    v_after.options := v_options;
    v_after.price_minor := nullif(v_price, p_product.price_minor);
    v_after.compare_at_price_minor := nullif(v_former, app.former_price(v_after, p_product));
    v_after.weight_g := nullif(v_weight, p_product.weight_g);
    v_after.taxable := nullif(v_taxable, p_product.taxable);
    v_after.cost_minor := nullif(v_cost, p_product.cost_minor);
    v_after.position := (SELECT coalesce(max(v.position), 0) + 1 FROM public.product_variants v
      WHERE v.store_id = app.store() AND v.product_id = p_product.id);
    INSERT INTO public.product_variants (store_id, id,
      -- each product_variants.saved: %
      product_id, title, sku, barcode, options, price_minor, compare_at_price_minor, weight_g, taxable, cost_minor, position, image_id
    ) VALUES (app.store(), variant_id,
      -- each product_variants.saved: v_after.%
      v_after.product_id, v_after.title, v_after.sku, v_after.barcode, v_after.options, v_after.price_minor, v_after.compare_at_price_minor, v_after.weight_g, v_after.taxable, v_after.cost_minor, v_after.position, v_after.image_id
    );
    INSERT INTO public.inventory (store_id, variant_id, on_hand, tracked, allow_backorder, low_stock_threshold)
    VALUES (app.store(), variant_id, coalesce(v_on_hand, 0), coalesce((p_variant ->> 'tracked')::boolean, true),
            coalesce((p_variant ->> 'allow_backorder')::boolean, false), v_threshold);
    IF v_on_hand <> 0 THEN
      INSERT INTO public.inventory_movements (store_id, variant_id, kind, on_hand_delta, on_hand_after, reserved_after)
      VALUES (app.store(), variant_id, 'initial', v_on_hand, v_on_hand, 0);
    END IF;
    RETURN;
  END IF;

  variant_id := v_before.id;
  v_after := jsonb_populate_record(v_before, p_variant - '{id,title,price,compare_at_price,weight_g,taxable,cost}'::text[]);
  v_after.title := coalesce(p_variant ->> 'title', v_before.title);
  IF v_before.sku_key = v_sku_key AND v_before.id IS DISTINCT FROM v_own_id THEN
    v_after.sku := v_before.sku;
  END IF;
  IF p_variant ? 'price' AND v_price IS DISTINCT FROM coalesce(v_before.price_minor, p_product.price_minor) THEN
    v_after.price_minor := nullif(v_price, p_product.price_minor);
  END IF;
  IF p_variant ? 'compare_at_price' AND v_former IS DISTINCT FROM app.former_price(v_after, p_product) THEN
    v_after.compare_at_price_minor := NULL;
    v_after.compare_at_price_minor := nullif(v_former, app.former_price(v_after, p_product));
  END IF;
  IF p_variant ? 'weight_g' AND v_weight IS DISTINCT FROM coalesce(v_before.weight_g, p_product.weight_g) THEN
    v_after.weight_g := nullif(v_weight, p_product.weight_g);
  END IF;
  IF v_taxable <> coalesce(v_before.taxable, p_product.taxable) THEN
    v_after.taxable := nullif(v_taxable, p_product.taxable);
  END IF;
  IF p_variant ? 'cost' AND v_cost IS DISTINCT FROM coalesce(v_before.cost_minor, p_product.cost_minor) THEN
    v_after.cost_minor := nullif(v_cost, p_product.cost_minor);
  END IF;
  changed := v_after IS DISTINCT FROM v_before;
  IF changed THEN
    UPDATE public.product_variants v SET updated_at = now(),
      -- each product_variants.saved: % = v_after.%
      product_id = v_after.product_id, title = v_after.title, sku = v_after.sku, barcode = v_after.barcode, options = v_after.options, price_minor = v_after.price_minor, compare_at_price_minor = v_after.compare_at_price_minor, weight_g = v_after.weight_g, taxable = v_after.taxable, cost_minor = v_after.cost_minor, position = v_after.position, image_id = v_after.image_id
     WHERE v.store_id = app.store() AND v.id = v_before.id;
    overwritten := app.overwritten(
      app.importable_variant(v_before, p_before), app.importable_variant(v_after, p_product), format('/variants/%s', p_at));
  END IF;

  BEGIN
    SELECT * INTO v_stock FROM public.inventory i WHERE i.store_id = app.store() AND i.variant_id = v_before.id FOR UPDATE;
    IF NOT p_variant ? 'low_stock_threshold' THEN
      v_threshold := v_stock.low_stock_threshold;
    END IF;
    IF v_threshold IS DISTINCT FROM v_stock.low_stock_threshold
       OR coalesce((p_variant ->> 'tracked')::boolean, v_stock.tracked) <> v_stock.tracked
       OR coalesce((p_variant ->> 'allow_backorder')::boolean, v_stock.allow_backorder) <> v_stock.allow_backorder THEN
      UPDATE public.inventory i
         SET tracked = coalesce((p_variant ->> 'tracked')::boolean, i.tracked),
             allow_backorder = coalesce((p_variant ->> 'allow_backorder')::boolean, i.allow_backorder),
             low_stock_threshold = v_threshold, updated_at = now()
       WHERE i.store_id = app.store() AND i.variant_id = v_before.id;
      overwritten := overwritten || app.overwritten(
        jsonb_build_object('tracked', v_stock.tracked, 'allow_backorder', v_stock.allow_backorder, 'low_stock_threshold', v_stock.low_stock_threshold),
        jsonb_build_object('tracked', coalesce((p_variant ->> 'tracked')::boolean, v_stock.tracked), 'low_stock_threshold', v_threshold,
          'allow_backorder', coalesce((p_variant ->> 'allow_backorder')::boolean, v_stock.allow_backorder)), format('/variants/%s', p_at));
      changed := true;
    END IF;
    IF v_on_hand <> v_stock.on_hand THEN
      IF p_update_stock THEN
        overwritten := overwritten || app.overwritten(
          jsonb_build_object('on_hand', v_stock.on_hand), jsonb_build_object('on_hand', v_on_hand), format('/variants/%s', p_at));
        PERFORM app.adjust_inventory(v_before.id, NULL, v_on_hand, NULL, 'import');
        changed := true;
      ELSE
        stock_kept := true;
      END IF;
    END IF;
    IF p_dry_run THEN
      -- Shoppers' orders would wait for the stock until the end of the dry run.
      RAISE EXCEPTION USING ERRCODE = 'MC200', MESSAGE = 'dry_run';
    END IF;
  EXCEPTION WHEN SQLSTATE 'MC200' THEN
    NULL;
  END;
END
$$;
