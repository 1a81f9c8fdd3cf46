-- Low stock.

-- Records that variants became low: {variant_id, available, threshold} each. NULL: none did.
CREATE OR REPLACE FUNCTION app.record_low_stock(p_low jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.record_event('inventory.low', (l.value ->> 'variant_id')::uuid, l.value)
     FROM jsonb_array_elements(p_low) AS l;
END
$$;

-- Trigger, fired only when inventory.is_low is no longer right.
CREATE OR REPLACE FUNCTION app.flip_low_stock() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  NEW.is_low := NOT NEW.is_low;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER inventory_low BEFORE INSERT OR UPDATE OF on_hand, reserved, tracked, low_stock_threshold ON public.inventory
  FOR EACH ROW WHEN (NEW.is_low <> (NEW.tracked AND NEW.on_hand - NEW.reserved <= coalesce(NEW.low_stock_threshold, 0)))
  EXECUTE FUNCTION app.flip_low_stock();

-- Corrects inventory.is_low of up to p_limit variants that follow this one, and returns the last of them. Called by the migration
-- until none is left, because orders wait for the variants of each call. Locks them in the order of app.place_order.
CREATE OR REPLACE FUNCTION app.mark_low_stock(
  p_store uuid, p_variant uuid, p_limit integer, OUT store_id uuid, OUT variant_id uuid
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_stores uuid[];
  v_variants uuid[];
BEGIN
  SELECT array_agg(f.store_id), array_agg(f.variant_id) INTO v_stores, v_variants FROM (
    SELECT i.store_id, i.variant_id FROM public.inventory i
     WHERE (i.store_id, i.variant_id) > (p_store, p_variant)
       AND i.is_low <> (i.tracked AND i.on_hand - i.reserved <= coalesce(i.low_stock_threshold, 0))
     ORDER BY i.store_id, i.variant_id LIMIT p_limit) AS f;
  PERFORM FROM public.inventory i
    WHERE (i.store_id, i.variant_id) IN (SELECT * FROM unnest(v_stores, v_variants)) ORDER BY i.variant_id FOR UPDATE;
  UPDATE public.inventory i SET is_low = i.tracked AND i.on_hand - i.reserved <= coalesce(i.low_stock_threshold, 0)
   WHERE (i.store_id, i.variant_id) IN (SELECT * FROM unnest(v_stores, v_variants));
  store_id := v_stores[cardinality(v_stores)];
  variant_id := v_variants[cardinality(v_variants)];
END
$$;
