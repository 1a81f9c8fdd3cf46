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
