-- The sums of the previous period and of the period, in two rows: of orders placed in it, and of what happened in it. As one function,
-- because planning the queries for every request takes longer than running them. Its plans are kept for the same reason.
CREATE OR REPLACE FUNCTION app.sales_summary(p_from text, p_to text)
  RETURNS TABLE (
    store_id uuid, currency text, currency_exponent smallint, timezone text, previous_at timestamptz, from_at timestamptz, to_at timestamptz,
    -- each sales.reported: % numeric,
    orders numeric, cancelled numeric, gross_minor numeric, refunded_minor numeric, not_collected_minor numeric, units numeric, shipped numeric, returned numeric, refused numeric, discount_minor numeric, shipping_minor numeric, tax_minor numeric, goods_minor numeric, costed_minor numeric, cost_minor numeric,
    -- each activity.figures: happened_% numeric
    happened_confirmed numeric, happened_shipped numeric, happened_delivered numeric, happened_cancelled numeric, happened_refused numeric, happened_returned numeric, happened_paid_minor numeric, happened_refunded_minor numeric
  )
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_period record;
  v_bounds timestamptz[];
BEGIN
  SELECT * INTO v_period FROM app.sales_period(p_from, p_to);
  v_bounds := ARRAY[v_period.previous_at, v_period.from_at, v_period.to_at];
  RETURN QUERY
  SELECT v_period.store_id, v_period.currency, v_period.currency_exponent, v_period.timezone, v_period.previous_at, v_period.from_at,
         v_period.to_at,
    -- each sales.reported: coalesce(s.%, 0),
    coalesce(s.orders, 0), coalesce(s.cancelled, 0), coalesce(s.gross_minor, 0), coalesce(s.refunded_minor, 0), coalesce(s.not_collected_minor, 0), coalesce(s.units, 0), coalesce(s.shipped, 0), coalesce(s.returned, 0), coalesce(s.refused, 0), coalesce(s.discount_minor, 0), coalesce(s.shipping_minor, 0), coalesce(s.tax_minor, 0), coalesce(s.goods_minor, 0), coalesce(s.costed_minor, 0), coalesce(s.cost_minor, 0),
    -- each activity.figures: h.%
    h.confirmed, h.shipped, h.delivered, h.cancelled, h.refused, h.returned, h.paid_minor, h.refunded_minor
    FROM app.activity_in(v_period.store_id, v_bounds) AS h
    LEFT JOIN (
      SELECT i.stretch,
        -- each sales.reported: sum(i.%) AS %
        sum(i.orders) AS orders, sum(i.cancelled) AS cancelled, sum(i.gross_minor) AS gross_minor, sum(i.refunded_minor) AS refunded_minor, sum(i.not_collected_minor) AS not_collected_minor, sum(i.units) AS units, sum(i.shipped) AS shipped, sum(i.returned) AS returned, sum(i.refused) AS refused, sum(i.discount_minor) AS discount_minor, sum(i.shipping_minor) AS shipping_minor, sum(i.tax_minor) AS tax_minor, sum(i.goods_minor) AS goods_minor, sum(i.costed_minor) AS costed_minor, sum(i.cost_minor) AS cost_minor
        FROM app.sales_in(v_period.store_id, v_bounds) AS i GROUP BY i.stretch
    ) AS s ON s.stretch = h.stretch
   ORDER BY h.stretch;
END
$$;
