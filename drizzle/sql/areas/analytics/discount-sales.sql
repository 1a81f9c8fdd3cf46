-- Sales figures by discount, in buckets of an hour and a day. Only orders with discounts have any.
ALTER TABLE public.discount_sales SET (fillfactor = 80);

-- What an order adds to the buckets of its discounts.
CREATE OR REPLACE FUNCTION app.discount_sale(o public.orders)
  RETURNS TABLE (
    discount_id uuid, orders integer, discount_minor bigint, gross_minor bigint, refunded_minor bigint, not_collected_minor bigint
  )
  LANGUAGE sql STABLE ROWS 1
AS $$
  SELECT (d ->> 'discount_id')::uuid, 1, sum((d ->> 'amount_minor')::bigint)::bigint, o.total_minor,
         app.refunded_of_total(o), app.not_collected(o)
    FROM jsonb_array_elements(o.discounts) AS d
   WHERE o.status <> 'cancelled' AND d ->> 'discount_id' IS NOT NULL
   GROUP BY 1
$$;

-- Replaces the old figures of an order in the buckets of its discounts with the new ones. p_before is NULL for a new order,
-- p_after for one that moves to other buckets. Called by app.count_new_order and app.count_sales.
CREATE OR REPLACE FUNCTION app.count_discount_sales(p_before public.orders, p_after public.orders) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := coalesce(p_after.store_id, p_before.store_id);
  v_at constant timestamptz := coalesce(p_after.created_at, p_before.created_at);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales ' || v_store, 0));
  INSERT INTO public.discount_sales AS s
  SELECT v_store, span.minutes, app.bucket(span.minutes, v_at), d.*
    FROM (
      SELECT c.discount_id,
        -- each discount_sales.figures: sum(c.sign * c.%) AS %
        sum(c.sign * c.orders) AS orders, sum(c.sign * c.discount_minor) AS discount_minor, sum(c.sign * c.gross_minor) AS gross_minor, sum(c.sign * c.refunded_minor) AS refunded_minor, sum(c.sign * c.not_collected_minor) AS not_collected_minor
        FROM (SELECT 1 AS sign, a.* FROM app.discount_sale(p_after) AS a
              UNION ALL
              SELECT -1, b.* FROM app.discount_sale(p_before) AS b) AS c
       GROUP BY 1
    ) AS d
   CROSS JOIN (VALUES (60), (1440)) AS span(minutes)
   WHERE (
    -- each discount_sales.figures: d.%
    d.orders, d.discount_minor, d.gross_minor, d.refunded_minor, d.not_collected_minor
    ) <> (
    -- each discount_sales.figures: 0
    0, 0, 0, 0, 0
    )
   ORDER BY span.minutes, d.discount_id
      ON CONFLICT (store_id, minutes, starts_at, discount_id) DO UPDATE
     SET
     -- each discount_sales.figures: % = s.% + excluded.%
     orders = s.orders + excluded.orders, discount_minor = s.discount_minor + excluded.discount_minor, gross_minor = s.gross_minor + excluded.gross_minor, refunded_minor = s.refunded_minor + excluded.refunded_minor, not_collected_minor = s.not_collected_minor + excluded.not_collected_minor
  ;
END
$$;

-- Sums by discount over the stretches between neighbouring bounds, as app.product_sales_between.
CREATE OR REPLACE FUNCTION app.discount_sales_between(p_store uuid, p_bounds timestamptz[])
  RETURNS TABLE (
    stretch integer, discount_id uuid,
    -- each discount_sales.sums: %
    orders bigint, discount_minor numeric, gross_minor numeric, refunded_minor numeric, not_collected_minor numeric
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
  SELECT width_bucket(p.starts_at, p_bounds), p.discount_id,
    -- each discount_sales.figures: sum(p.%)
    sum(p.orders), sum(p.discount_minor), sum(p.gross_minor), sum(p.refunded_minor), sum(p.not_collected_minor)
    FROM (
      SELECT s.*
        FROM public.discount_sales s
       WHERE s.store_id = p_store AND s.minutes = 1440 AND s.starts_at >= v_from AND s.starts_at < v_to
         AND s.starts_at <> ALL (v_days.buckets)
      UNION ALL
      SELECT s.*
        FROM unnest(v_days.froms, v_days.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.discount_sales h
          WHERE h.store_id = p_store AND h.minutes = 60 AND h.starts_at >= cut.begins AND h.starts_at < cut.ends
            AND h.starts_at <> ALL (v_hours.buckets)
         OFFSET 0
       ) AS s
      UNION ALL
      SELECT p_store, 60, o.created_at, a.*
        FROM unnest(v_hours.froms, v_hours.tos) AS cut(begins, ends)
       CROSS JOIN LATERAL (
         SELECT * FROM public.orders c
          WHERE c.store_id = p_store AND c.created_at >= cut.begins AND c.created_at < cut.ends AND c.discounts <> '[]'
         OFFSET 0
       ) AS o
       CROSS JOIN LATERAL app.discount_sale(o) AS a
    ) AS p
   GROUP BY 1, 2;
END
$$;

-- The code and name of a discount. Once it is deleted, as an order of the period has them: one from its last hour with orders.
CREATE OR REPLACE FUNCTION app.discount_names(
  p_store uuid, p_discount uuid, p_from timestamptz, p_to timestamptz, OUT code text, OUT name text
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_hour timestamptz;
BEGIN
  SELECT d.code, d.name INTO code, name FROM public.discounts d WHERE d.store_id = p_store AND d.id = p_discount;
  IF FOUND THEN
    RETURN;
  END IF;
  SELECT max(s.starts_at) INTO v_hour FROM public.discount_sales s
   WHERE s.store_id = p_store AND s.minutes = 60 AND s.starts_at > p_from - interval '1 hour' AND s.starts_at < p_to
     AND s.discount_id = p_discount AND s.orders > 0;
  SELECT d ->> 'code', d ->> 'name' INTO code, name
    FROM public.orders o CROSS JOIN LATERAL jsonb_array_elements(o.discounts) AS d
   WHERE o.store_id = p_store AND o.created_at >= v_hour AND o.created_at < v_hour + interval '1 hour'
     AND o.discounts <> '[]' AND d ->> 'discount_id' = p_discount::text
   ORDER BY o.created_at DESC, o.id DESC LIMIT 1;
END
$$;
