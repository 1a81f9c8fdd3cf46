-- Refuses a filter by something that none of the caller's stores has: p_value is its id, a page's slug, a platform that orders
-- have, or what a customer is called. A merged customer is found as the one that is kept, which app.named then returns.
CREATE OR REPLACE FUNCTION app.expect_filter(p_kind text, p_value text, p_pointer text) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_stores constant uuid[] := app.stores();
  v_id uuid := CASE WHEN p_value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN p_value::uuid END;
BEGIN
  CASE p_kind
    WHEN 'customer' THEN
      v_id := CASE WHEN v_id IS NULL THEN app.found_by_name('customer', p_value) ELSE app.kept_customer(v_id) END;
      SELECT c.id INTO v_id FROM public.customers c WHERE c.store_id = ANY (v_stores) AND c.id = v_id;
    WHEN 'order' THEN
      SELECT o.id INTO v_id FROM public.orders o WHERE o.store_id = ANY (v_stores) AND o.id = v_id;
    WHEN 'product' THEN
      SELECT p.id INTO v_id FROM public.products p WHERE p.store_id = ANY (v_stores) AND p.id = v_id;
    WHEN 'variant' THEN
      SELECT v.id INTO v_id FROM public.product_variants v WHERE v.store_id = ANY (v_stores) AND v.id = v_id;
    WHEN 'channel' THEN
      SELECT c.id INTO v_id FROM public.channels c WHERE c.store_id = ANY (v_stores) AND c.id = v_id;
    WHEN 'segment' THEN
      SELECT g.id INTO v_id FROM public.segments g WHERE g.store_id = ANY (v_stores) AND g.id = v_id;
    WHEN 'member' THEN
      SELECT m.user_id INTO v_id FROM public.store_members m WHERE m.store_id = ANY (v_stores) AND m.user_id = v_id LIMIT 1;
    WHEN 'page' THEN
      SELECT g.id INTO v_id FROM public.storefront_pages g
       WHERE g.store_id = ANY (v_stores) AND g.slug = p_value AND NOT g.deleted LIMIT 1;
    WHEN 'platform' THEN
      -- Every order counts in the bucket of its day.
      SELECT s.store_id INTO v_id FROM public.sales s
       WHERE s.store_id = ANY (v_stores) AND s.minutes = 1440 AND s.platform = p_value LIMIT 1;
  END CASE;
  IF v_id IS NULL THEN
    PERFORM app.refuse(422, 'unknown_' || p_kind, jsonb_build_object('pointer', p_pointer, 'stores', cardinality(v_stores)));
  ELSIF p_kind = 'customer' THEN
    PERFORM set_config('app.named_customer', v_id::text, true);
  END IF;
  RETURN v_id;
END
$$;
