-- Sales figures by product and variant, in buckets of an hour and a day.

-- Sums by variant over the stretches between neighbouring bounds, as app.sales_in, from day and hour buckets.
CREATE OR REPLACE FUNCTION app.product_sales_between(p_store uuid, p_bounds timestamptz[])
  RETURNS TABLE (
    stretch integer, product_id uuid, variant_id uuid,
    -- each product_sales.sums: %
    orders bigint, product_orders bigint, units numeric, returned_units numeric, refused_units numeric, revenue_minor numeric
  )
  LANGUAGE plpgsql STABLE
  -- The planner overestimates the rows and would compile the query, which takes longer than running it.
  SET jit = off
AS $$
DECLARE
  v_from constant timestamptz := p_bounds[1];
  v_to constant timestamptz := p_bounds[cardinality(p_bounds)];
  v_days record;
  v_hours record;
BEGIN
  SELECT * INTO v_days FROM app.cut_buckets(1440, p_bounds);
  SELECT * INTO v_hours FROM app.cut_buckets(60, p_bounds);
  RETURN QUERY
  SELECT width_bucket(p.starts_at, p_bounds), p.product_id, p.variant_id,
    -- each product_sales.figures: sum(p.%)
    sum(p.orders), sum(p.product_orders), sum(p.units), sum(p.returned_units), sum(p.refused_units), sum(p.revenue_minor)
    FROM (
      SELECT s.*
        FROM public.product_sales s
       WHERE s.store_id = p_store AND s.minutes = 1440 AND s.starts_at >= v_from AND s.starts_at < v_to
         AND s.starts_at <> ALL (v_days.buckets)
      UNION ALL
      SELECT s.*
        FROM unnest(v_days.froms, v_days.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.product_sales h
          WHERE h.store_id = p_store AND h.minutes = 60 AND h.starts_at >= cut.begins AND h.starts_at < cut.ends
            AND h.starts_at <> ALL (v_hours.buckets)
         OFFSET 0
       ) AS s
      UNION ALL
      SELECT p_store, 60, o.created_at, a.*
        FROM unnest(v_hours.froms, v_hours.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.orders c
          WHERE c.store_id = p_store AND c.created_at >= cut.begins AND c.created_at < cut.ends
         OFFSET 0
       ) AS o
       CROSS JOIN LATERAL app.product_sale(o) AS a
    ) AS p
   GROUP BY 1, 2, 3;
END
$$;
