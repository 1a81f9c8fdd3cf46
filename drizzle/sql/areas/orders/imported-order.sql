-- The existing order of a row, by external id, else by id.
CREATE OR REPLACE FUNCTION app.imported_order(p_row jsonb) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id uuid;
BEGIN
  SELECT o.id INTO v_id FROM public.orders o
   WHERE o.store_id = app.store() AND o.external_id = p_row ->> 'key';
  IF NOT FOUND AND p_row ->> 'own_id' IS NOT NULL THEN
    SELECT o.id INTO v_id FROM public.orders o
     WHERE o.store_id = app.store() AND o.id = (p_row ->> 'own_id')::uuid;
  END IF;
  RETURN v_id;
END
$$;

-- Whether the items of an order differ from those of a row, by their quantities, and by SKU if the row has one for each.
CREATE OR REPLACE FUNCTION app.has_other_items(p_order uuid, p_items jsonb) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  WITH by_sku AS (SELECT bool_and(i ? 'variant_sku') AS is_sure FROM jsonb_array_elements(p_items) AS i)
  SELECT (SELECT array_agg(k ORDER BY k) FROM by_sku, public.orders o, jsonb_array_elements(o.lines) AS l, LATERAL (
            SELECT concat_ws(' ', (l ->> 'quantity')::numeric, CASE WHEN is_sure THEN app.sku_key(l ->> 'variant_sku') END)) AS t(k)
           WHERE o.store_id = app.store() AND o.id = p_order)
      IS DISTINCT FROM (SELECT array_agg(k ORDER BY k) FROM by_sku, jsonb_array_elements(p_items) AS i, LATERAL (
            SELECT concat_ws(' ', (i ->> 'quantity')::numeric, CASE WHEN is_sure THEN app.sku_key(i ->> 'variant_sku') END)) AS t(k))
$$;
