-- Which products discounts are for.

-- Which discounts for collections are for which of the products, found for all of them at once.
CREATE OR REPLACE FUNCTION app.covered_products(p_store uuid, p_discounts public.discounts[], p_products uuid[])
  RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_collections constant uuid[] := ARRAY(SELECT DISTINCT c FROM unnest(p_discounts) AS d, unnest(d.collection_ids) AS c);
  v_facts constant public.product_facts[] := ARRAY(
    SELECT f FROM public.product_facts f WHERE f.store_id = p_store AND f.product_id = ANY (p_products));
BEGIN
  IF v_collections = '{}' OR v_facts = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH listed AS MATERIALIZED (
      SELECT m.collection_id, m.product_id FROM public.collection_products m
       WHERE m.store_id = p_store AND m.collection_id = ANY (v_collections) AND m.product_id = ANY (p_products)
    ), ruled AS MATERIALIZED (
      SELECT d.id, bit_or(c.bits) AS bits FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id)
        JOIN app.products_collected(p_store, v_collections, v_facts) AS c ON c.collection_id = n.id GROUP BY 1
    )
    SELECT d.id, l.product_id
      FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id) JOIN listed AS l ON l.collection_id = n.id
    UNION
    SELECT r.id, f.product_id FROM ruled AS r CROSS JOIN unnest(v_facts) WITH ORDINALITY AS f
     WHERE get_bit(r.bits, f.ordinality::integer - 1) = 1;
END
$$;

-- Which products of these stores the automatic discounts for collections are for: each discount only those of its own store. In
-- PL/pgSQL, so that it costs nothing where there are none.
CREATE OR REPLACE FUNCTION app.shown_by_collection(p_stores uuid[], p_products uuid[]) RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY SELECT c.* FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.covered_products(s.id, ARRAY(
    SELECT d FROM app.automatic_discounts(ARRAY[s.id]) AS d), p_products) AS c;
END
$$;
