-- Major units as minor ones of the open store's currency. Never rounded: an inexact amount is refused.
CREATE OR REPLACE FUNCTION app.minor(p_amount numeric, p_pointer text DEFAULT '') RETURNS bigint
  LANGUAGE plpgsql STABLE STRICT
AS $$
BEGIN
  PERFORM app.expect_amounts(jsonb_build_object(p_pointer, p_amount));
  RETURN p_amount * (SELECT power(10::numeric, s.currency_exponent) FROM public.stores s WHERE s.id = app.store());
END
$$;

-- The largest amount, in minor units: JSON numbers stay exact up to here with any exponent.
CREATE OR REPLACE FUNCTION app.max_amount() RETURNS numeric
  LANGUAGE sql IMMUTABLE
AS $$ SELECT 1e15 $$;

-- The largest total of an order, and amount of one, in minor units: sums over many orders stay in bounds.
CREATE OR REPLACE FUNCTION app.max_order_amount() RETURNS numeric
  LANGUAGE sql IMMUTABLE
AS $$ SELECT 1e12 $$;

-- An amount that is not a whole number of minor units, or too large, as a problem.
CREATE OR REPLACE FUNCTION app.inexact_amount(
  p_pointer text, p_decimals integer, p_max numeric DEFAULT app.max_amount()
) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_build_object('pointer', p_pointer, 'code', 'invalid_amount', 'decimals', p_decimals,
           'max_amount', p_max / power(10::numeric, p_decimals))
$$;

-- Refuses amounts that are no whole number of minor units of the open store's currency, or too large, all at once.
-- p_amounts: {JSON pointer: amount or null}.
CREATE OR REPLACE FUNCTION app.expect_amounts(p_amounts jsonb) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  SELECT jsonb_agg(app.inexact_amount(a.key, s.decimals) ORDER BY length(a.key), a.key) INTO v_problems
    FROM jsonb_each_text(p_amounts) AS a,
         (SELECT currency_exponent AS decimals, power(10::numeric, currency_exponent) AS scale
            FROM public.stores WHERE id = app.store()) AS s
   WHERE a.value::numeric * s.scale % 1 <> 0 OR a.value::numeric * s.scale > app.max_amount();
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'invalid_amount', v_problems);
  END IF;
END
$$;

-- Marks a product as changed by what happened to its variants. It can have 250: a product is read with all of them.
CREATE OR REPLACE FUNCTION app.touch_product(p_product uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_terms text;
  v_public_terms text;
  v_count integer;
BEGIN
  SELECT coalesce(string_agg(concat_ws(' ', v.title, v.sku, v.barcode), ' ' ORDER BY v.position, v.id), ''),
         coalesce(string_agg(concat_ws(' ', nullif(v.title, ''), o.option_values), ' ' ORDER BY v.position, v.id), ''), count(*)
    INTO v_terms, v_public_terms, v_count
    FROM public.product_variants v
   CROSS JOIN LATERAL (SELECT string_agg(value, ' ') AS option_values FROM jsonb_each_text(v.options)) AS o
   WHERE v.store_id = app.store() AND v.product_id = p_product AND v.archived_at IS NULL;
  IF v_count > 250 THEN
    PERFORM app.refuse(422, 'too_many_variants');
  END IF;
  UPDATE public.products p SET version = p.version + 1, updated_at = now(), variant_terms = v_terms,
         public_terms = v_public_terms
   WHERE p.store_id = app.store() AND p.id = p_product;
END
$$;

-- Removes a variant; refuses the last one, as a product always has one. The product is locked first, so that of
-- two parallel removals the second sees the first. Removing it again changes nothing.
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

-- Sets or changes what is on hand; p_expected is what the caller saw there (compare-and-set).
CREATE OR REPLACE FUNCTION app.adjust_inventory(
  p_variant uuid, p_delta bigint, p_set bigint, p_expected bigint, p_reason text
) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before bigint;
  v_delta bigint;
BEGIN
  SELECT on_hand INTO v_before FROM public.inventory
   WHERE store_id = app.store() AND variant_id = p_variant FOR UPDATE;
  IF p_expected IS NOT NULL AND p_expected <> v_before THEN
    PERFORM app.refuse(409, 'stock_moved', jsonb_build_object('on_hand', v_before, 'expected', p_expected));
  END IF;
  v_delta := coalesce(p_delta, p_set - v_before);
  UPDATE public.inventory SET on_hand = on_hand + v_delta, updated_at = now()
   WHERE store_id = app.store() AND variant_id = p_variant;
  INSERT INTO public.inventory_movements (store_id, variant_id, kind, on_hand_delta, reason)
  VALUES (app.store(), p_variant, 'adjusted', v_delta, p_reason);
  PERFORM app.record_event('inventory.adjusted', p_variant,
    jsonb_build_object('delta', v_delta, 'on_hand', v_before + v_delta, 'reason', p_reason));
END
$$;
