-- The discounts with this code or name, the collections and pages with this slug or title, and the delivery methods with this name. One
-- that has it as written leaves out those that only have it in another spelling.
CREATE OR REPLACE FUNCTION app.records_named(p_kind text, p_stores uuid[], p_name text)
  RETURNS TABLE (store_id uuid, id uuid, name text)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_key constant text := app.fold(p_name);
  v_code constant text := app.discount_key(p_name);
  v_slug constant text := lower(normalize(p_name, NFKC));
BEGIN
  RETURN QUERY
  SELECT f.store_id, f.id, f.name FROM (
    SELECT n.*, bool_or(p_name IN (coalesce(n.key, n.name), n.name)) OVER () AS as_written FROM (
      SELECT d.store_id, d.id, d.name, d.code AS key, d.code_key = v_code AS has_key
        FROM public.discounts d WHERE p_kind = 'discount' AND d.store_id = ANY (p_stores)
      UNION ALL
      SELECT c.store_id, c.id, c.title, c.slug, c.slug = v_slug
        FROM public.collections c WHERE p_kind = 'collection' AND c.store_id = ANY (p_stores)
      UNION ALL
      SELECT g.store_id, g.id, g.title, g.slug, g.slug = v_slug
        FROM public.storefront_pages g WHERE p_kind = 'page' AND g.store_id = ANY (p_stores) AND NOT g.deleted
      UNION ALL
      SELECT m.store_id, m.id, m.name, NULL, false
        FROM public.delivery_methods m WHERE p_kind = 'delivery_method' AND m.store_id = ANY (p_stores)) AS n
     WHERE n.has_key OR app.fold(n.name) = v_key) AS f
   WHERE NOT f.as_written OR p_name IN (coalesce(f.key, f.name), f.name)
   ORDER BY f.name, f.id LIMIT 20;
END
$$;
