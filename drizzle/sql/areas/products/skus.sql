-- SKUs name one variant of a store each. They are compared by app.sku_key.

-- The other variant of the open store that has this SKU: the facts of the refusal, or NULL. p_variant: the one that may have it.
CREATE OR REPLACE FUNCTION app.sku_taken(p_sku text, p_variant uuid) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_key constant text := app.sku_key(p_sku);
BEGIN
  RETURN (
    SELECT jsonb_build_object('sku', v.sku, 'variant_id', v.id, 'product', p.title)
      FROM public.product_variants v JOIN public.products p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = app.store() AND v.sku_key = v_key AND v.archived_at IS NULL AND v.id IS DISTINCT FROM p_variant);
END
$$;

-- Refuses the SKUs of a request's variants if another variant has one, or two of the request have the same. p_variant: the variant
-- that gets it, if that exists. The unique index refuses what another request adds meanwhile.
CREATE OR REPLACE FUNCTION app.expect_free_skus(p_skus text[], p_variant uuid DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_sku text;
  v_seen jsonb := '{}';
  v_other jsonb;
BEGIN
  FOREACH v_sku IN ARRAY p_skus LOOP
    CONTINUE WHEN app.sku_key(v_sku) IS NULL;
    v_other := CASE WHEN v_seen ? app.sku_key(v_sku) THEN jsonb_build_object('sku', v_seen -> app.sku_key(v_sku))
                    ELSE app.sku_taken(v_sku, p_variant) END;
    IF v_other IS NOT NULL THEN
      PERFORM app.refuse(409, 'sku_taken', v_other || '{"pointer": "/sku"}');
    END IF;
    v_seen := v_seen || jsonb_build_object(app.sku_key(v_sku), v_sku);
  END LOOP;
END
$$;
