-- The discounts with this code, the collections and pages with this slug, or else those and the delivery methods with this name.
CREATE OR REPLACE FUNCTION app.records_named(p_kind text, p_stores uuid[], p_name text)
  RETURNS TABLE (store_id uuid, id uuid, name text)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_key constant text := app.fold(p_name);
  v_slug constant text := lower(normalize(p_name, NFKC));
BEGIN
  RETURN QUERY
  SELECT f.store_id, f.id, f.name FROM (
    SELECT n.*, bool_or(n.is_exact) OVER () AS any_exact FROM (
      SELECT d.store_id, d.id, d.name, coalesce(d.code_key = app.discount_key(p_name), false) AS is_exact
        FROM public.discounts d WHERE p_kind = 'discount' AND d.store_id = ANY (p_stores)
      UNION ALL
      SELECT c.store_id, c.id, c.title, c.slug = v_slug
        FROM public.collections c WHERE p_kind = 'collection' AND c.store_id = ANY (p_stores)
      UNION ALL
      SELECT g.store_id, g.id, g.title, g.slug = v_slug
        FROM public.storefront_pages g WHERE p_kind = 'page' AND g.store_id = ANY (p_stores) AND NOT g.deleted
      UNION ALL
      SELECT m.store_id, m.id, m.name, false
        FROM public.delivery_methods m WHERE p_kind = 'delivery_method' AND m.store_id = ANY (p_stores)) AS n
     WHERE n.is_exact OR app.fold(n.name) = v_key) AS f
   WHERE f.is_exact = f.any_exact
   ORDER BY f.name, f.id LIMIT 20;
END
$$;
