-- The order with the times of the file, instead of those at which its past was replayed. Without one, it counts as when it was placed.
CREATE OR REPLACE FUNCTION app.with_imported_times(p_order public.orders, p_times jsonb) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
  v_times public.orders := jsonb_populate_record(NULL::public.orders, p_times);
BEGIN
  o.confirmed_at := coalesce(v_times.confirmed_at, CASE WHEN o.confirmed_at IS NOT NULL THEN o.created_at END);
  o.paid_at := CASE WHEN o.paid_at IS NOT NULL THEN coalesce(v_times.paid_at, o.created_at) END;
  o.shipped_at := CASE WHEN o.shipped_at IS NOT NULL THEN coalesce(v_times.shipped_at, o.shipped_at) END;
  o.cancelled_at := CASE WHEN o.cancelled_at IS NOT NULL THEN coalesce(v_times.cancelled_at, o.created_at) END;
  RETURN o;
END
$$;
