-- The available units of a variant, and for how many days they last if it goes on selling as in a period: p_sold units in the
-- part of the period that has passed. Both are NULL if stock is not counted or the variant was removed. days_left is also NULL
-- if units are available and none were sold.
CREATE OR REPLACE FUNCTION app.stock_left(
  p_store uuid, p_variant uuid, p_sold numeric, p_from timestamptz, p_to timestamptz
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_days constant numeric := extract(epoch FROM least(now(), p_to) - p_from) / 86400;
  v_available constant bigint := (
    SELECT i.on_hand - i.reserved FROM public.product_variants v
      JOIN public.inventory i ON i.store_id = v.store_id AND i.variant_id = v.id
     WHERE v.store_id = p_store AND v.id = p_variant AND v.archived_at IS NULL AND i.tracked);
BEGIN
  RETURN jsonb_build_object('available', v_available, 'days_left', CASE
    WHEN v_available <= 0 THEN 0
    WHEN p_sold > 0 THEN round(v_available * greatest(v_days, 0) / p_sold, 1) END);
END
$$;
