-- Sets the tenant context for visitors of a published storefront: its store becomes readable, and writable when a shopper
-- sends an order or a message. Anybody can enter any published storefront, so the Worker's own statements must ask only for
-- what is public or the shopper's own. Returns the published version. A former slug is refused with `moved` and the current
-- slug.
CREATE OR REPLACE FUNCTION app.enter_storefront(p_slug text, p_writes boolean) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_stores uuid[];
  v_version integer;
  v_current text;
BEGIN
  SELECT array[s.id], f.published_version INTO v_stores, v_version
    FROM public.stores s JOIN public.storefronts f ON f.store_id = s.id
   WHERE s.slug = p_slug AND s.status = 'active' AND f.published_version IS NOT NULL;
  IF NOT FOUND THEN
    SELECT s.slug INTO v_current
      FROM public.store_slugs k
      JOIN public.stores s ON s.id = k.store_id
      JOIN public.storefronts f ON f.store_id = s.id
     WHERE k.slug = p_slug AND s.slug <> p_slug AND s.status = 'active' AND f.published_version IS NOT NULL;
    IF FOUND THEN
      PERFORM app.refuse(301, 'moved', v_current);
    END IF;
    PERFORM app.refuse(404, 'not_found');
  END IF;
  PERFORM app.open_context(v_stores, CASE WHEN p_writes THEN v_stores ELSE '{}' END, NULL, NULL, 'system');
  RETURN v_version;
END
$$;
