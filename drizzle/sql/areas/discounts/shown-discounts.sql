-- Which automatic discounts there are, what they are for, and what a price shows of them before anything is in a cart.

-- The automatic discounts of a store that apply now, oldest first.
CREATE OR REPLACE FUNCTION app.running_discounts(p_store uuid) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM public.discounts d
   WHERE d.store_id = p_store AND d.code IS NULL AND d.active AND app.discount_state(d.active, d.starts_at, d.ends_at) = 'running'
   ORDER BY d.created_at, d.id LIMIT app.most('store.active_automatic_discounts')
$$;

-- Those that a price shows. Those with conditions on the rest of the cart or on the customer do not count, because a product page
-- knows neither.
CREATE OR REPLACE FUNCTION app.automatic_discounts(p_stores uuid[]) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.running_discounts(s.id) AS d
   WHERE d.kind <> 'free_delivery' AND coalesce(d.min_subtotal_minor, 0) = 0 AND coalesce(d.min_quantity, 1) = 1
     AND NOT d.first_order_only AND d.usage_limit_per_customer IS NULL AND coalesce(d.uses < d.usage_limit, true)
$$;

-- The automatic discounts of these stores that a price shows. Each takes a rate off the price, up to a cap; a fixed amount is 100%
-- of the price up to that amount. described: what merchants see of it, which costs nothing unless it is selected. One that has
-- exceptions looks like one for collections: app.shown_by_collection says what it is for.
CREATE OR REPLACE FUNCTION app.shown_discounts(p_stores uuid[])
  RETURNS TABLE (id uuid, store_id uuid, product_ids uuid[], tag_keys text[], collection_ids uuid[], rate numeric, cap bigint, described jsonb)
  LANGUAGE sql STABLE
AS $$
  SELECT d.id, d.store_id, CASE WHEN app.has_exceptions(d) THEN '{}' ELSE d.product_ids END,
         CASE WHEN NOT app.has_exceptions(d) THEN d.tag_keys END,
         CASE WHEN app.has_exceptions(d) THEN '{}' ELSE d.collection_ids END,
         CASE d.kind WHEN 'fixed' THEN 100 ELSE d.percentage END,
         CASE d.kind WHEN 'fixed' THEN d.amount_minor ELSE coalesce(d.max_amount_minor, app.max_amount()::bigint) END,
         jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind, 'percentage', d.percentage, 'amount_minor', d.amount_minor,
                            'max_amount_minor', d.max_amount_minor, 'ends_at', d.ends_at)
    FROM app.automatic_discounts(p_stores) AS d
$$;

-- For each discount, the lowest price at which it takes off the most: the discount for a price is the one at the last of these that is
-- not above it. The arguments are ordered by rate, then by cap, the highest first. NULL without discounts.
CREATE OR REPLACE FUNCTION app.shown_from(p_rates numeric[], p_caps bigint[]) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
DECLARE
  v_prices bigint[] := '{0}';
  v_cap numeric := p_caps[1];
BEGIN
  FOR v_at IN 2 .. cardinality(p_rates) LOOP
    IF p_caps[v_at] > v_cap THEN
      -- The first price of which the rate is more than the cap before it; app.part rounds half up. Discounts in between, which never
      -- take off the most, get the same price, so that the last one counts.
      v_prices := v_prices || array_fill(
        least(div(1000000 * v_cap + 500000 + p_rates[v_at] * 10000 - 1, p_rates[v_at] * 10000), app.max_amount() + 1)::bigint,
        ARRAY[v_at - cardinality(v_prices)]);
      v_cap := p_caps[v_at];
    END IF;
  END LOOP;
  RETURN v_prices || array_fill(app.max_amount()::bigint + 1, ARRAY[cardinality(p_rates) - cardinality(v_prices)]);
END
$$;

-- What the best automatic discount takes off a price: app.discount_amount of the discount that takes off the most, of those with
-- these rates and caps. p_prices is what app.shown_from returns. NULL if there is no discount.
CREATE OR REPLACE FUNCTION app.shown_discount(p_price bigint, p_prices bigint[], p_rates numeric[], p_caps bigint[]) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT least(app.part(p_price, p_rates[width_bucket(p_price, p_prices)], 100), p_caps[width_bucket(p_price, p_prices)])
$$;
