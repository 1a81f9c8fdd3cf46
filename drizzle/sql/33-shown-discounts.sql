-- Which automatic discounts a price shows before anything is in a cart. Those with conditions on the rest of the cart or on the
-- customer do not count, because a product page knows neither.

CREATE OR REPLACE FUNCTION app.automatic_discounts(p_stores uuid[]) RETURNS SETOF public.discounts
  LANGUAGE sql STABLE
AS $$
  SELECT d.* FROM public.discounts d
   WHERE d.store_id = ANY (p_stores) AND d.code IS NULL AND d.active AND d.kind <> 'free_delivery'
     AND coalesce(d.starts_at <= now(), true) AND coalesce(d.ends_at > now(), true)
     AND coalesce(d.min_subtotal_minor, 0) = 0 AND coalesce(d.min_quantity, 1) = 1
     AND NOT d.first_order_only AND d.usage_limit_per_customer IS NULL AND coalesce(d.uses < d.usage_limit, true)
$$;

-- Whether a discount is for a product, of which the other arguments are columns.
CREATE OR REPLACE FUNCTION app.discount_covers(
  d public.discounts, p_store uuid, p_product uuid, p_tags text[], p_price bigint, p_created timestamptz
) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT d.product_ids IS NULL AND d.tags IS NULL OR p_product = ANY (d.product_ids) OR d.tags && p_tags
      OR CASE WHEN d.collection_ids IS NOT NULL THEN
           app.in_collections(p_store, p_product, p_tags, p_price, p_created, d.collection_ids) END
$$;
