-- What uses an uploaded file: whatever has its address in its text.

-- Records which of the store's files p_text mentions. p_keeps: whether the files stay because of it. p_adds: those that it
-- mentioned before stay.
CREATE OR REPLACE FUNCTION app.set_media_uses(
  p_store uuid, p_kind text, p_subject uuid, p_text text, p_keeps boolean, p_adds boolean DEFAULT false
) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_names constant text[] := ARRAY(
    SELECT DISTINCT m[1] FROM regexp_matches(p_text, '/media/[0-9a-f]{12}/([0-9a-f]{32})', 'g') AS m);
  v_before constant uuid[] := ARRAY(
    SELECT u.media_id FROM public.media_uses u
     WHERE NOT p_adds AND u.store_id = p_store AND u.kind = p_kind AND u.subject_id = p_subject);
  v_after uuid[];
  v_lost uuid[];
BEGIN
  IF v_names = '{}' AND v_before = '{}' THEN
    RETURN;
  END IF;
  -- Locked in the same order by everybody, so that two changes cannot both believe that the other still uses a file.
  WITH locked AS (
    SELECT m.id, m.name, m.status FROM public.media m
     WHERE m.store_id = p_store AND (m.name = ANY (v_names) OR m.id = ANY (v_before)) ORDER BY m.id FOR NO KEY UPDATE
  )
  SELECT coalesce(array_agg(l.id) FILTER (WHERE l.name = ANY (v_names) AND l.status = 'ready'), '{}') INTO v_after FROM locked l;
  v_lost := ARRAY(SELECT unnest(v_before) EXCEPT SELECT unnest(v_after));
  -- Orders may show what their product showed then.
  IF p_kind = 'product' AND v_lost <> '{}' AND app.was_ordered(p_store, p_subject) THEN
    INSERT INTO public.media_uses (store_id, media_id, kind, subject_id, keeps)
    SELECT p_store, l, 'order', p_subject, true FROM unnest(v_lost) AS l ON CONFLICT DO NOTHING;
  END IF;
  DELETE FROM public.media_uses u
   WHERE u.store_id = p_store AND u.kind = p_kind AND u.subject_id = p_subject AND u.media_id = ANY (v_lost);
  INSERT INTO public.media_uses AS u (store_id, media_id, kind, subject_id, keeps)
  SELECT p_store, a, p_kind, p_subject, p_keeps FROM unnest(v_after) AS a
    ON CONFLICT (store_id, media_id, kind, subject_id) DO UPDATE SET keeps = excluded.keeps WHERE u.keeps <> excluded.keeps;
  UPDATE public.media m SET unused_since = CASE WHEN m.unused_since IS NULL THEN now() END
   WHERE m.store_id = p_store AND m.id = ANY (v_before || v_after) AND m.status = 'ready'
     AND (m.unused_since IS NULL) <> EXISTS (
       SELECT FROM public.media_uses u WHERE u.store_id = p_store AND u.media_id = m.id AND u.keeps);
END
$$;

-- Sales have a row, with zeros, also of a product of which all orders were cancelled or changed.
CREATE OR REPLACE FUNCTION app.was_ordered(p_store uuid, p_product uuid) RETURNS boolean
  LANGUAGE sql STABLE
AS $$ SELECT EXISTS (SELECT FROM public.product_sales s WHERE s.store_id = p_store AND s.product_id = p_product AND s.minutes = 1440) $$;

-- An archived product keeps its files if it was ever ordered: its orders show them.
CREATE OR REPLACE FUNCTION app.note_product_media() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.set_media_uses(NEW.store_id, 'product', NEW.id, NEW.images::text,
    NEW.status <> 'archived' OR app.was_ordered(NEW.store_id, NEW.id));
  -- A variant cannot have an image that its product no longer has.
  IF TG_OP = 'UPDATE' THEN
    UPDATE public.product_variants v SET image_id = NULL
     WHERE v.store_id = NEW.store_id AND v.product_id = NEW.id AND v.image_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM jsonb_array_elements(NEW.images) AS i WHERE i ->> 'media_id' = v.image_id::text);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER products_media_rows AFTER INSERT ON public.products
  FOR EACH ROW WHEN (NEW.images <> '[]') EXECUTE FUNCTION app.note_product_media();

CREATE OR REPLACE TRIGGER products_media_changes AFTER UPDATE OF images, status ON public.products
  FOR EACH ROW WHEN (OLD.images <> NEW.images OR (OLD.status = 'archived') <> (NEW.status = 'archived') AND NEW.images <> '[]')
  EXECUTE FUNCTION app.note_product_media();

CREATE OR REPLACE FUNCTION app.note_storefront_media() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'storefronts' THEN
      PERFORM app.set_media_uses(NEW.store_id, 'draft', NEW.store_id, NEW.draft::text, true);
    WHEN 'storefront_pages' THEN
      PERFORM app.set_media_uses(NEW.store_id, 'page', NEW.id, CASE WHEN NEW.deleted THEN '' ELSE NEW.body || NEW.seo::text END, true);
    WHEN 'storefront_versions' THEN
      PERFORM app.set_media_uses(NEW.store_id, 'version', NEW.id, NEW.content::text, true);
    ELSE
      PERFORM app.set_media_uses(NEW.store_id, 'revision', NEW.page_id, NEW.body_html, true, true);
  END CASE;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER storefronts_media AFTER INSERT OR UPDATE OF draft ON public.storefronts
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();

CREATE OR REPLACE TRIGGER storefront_pages_media AFTER INSERT OR UPDATE OF body, seo, deleted ON public.storefront_pages
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();

CREATE OR REPLACE TRIGGER storefront_versions_media AFTER INSERT ON public.storefront_versions
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();

CREATE OR REPLACE TRIGGER storefront_page_revisions_media AFTER INSERT ON public.storefront_page_revisions
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();

CREATE OR REPLACE FUNCTION app.note_collection_media() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM app.set_media_uses(OLD.store_id, 'collection', OLD.id, '', true);
  ELSE
    PERFORM app.set_media_uses(NEW.store_id, 'collection', NEW.id, concat_ws(' ', NEW.image::text, NEW.seo::text), true);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER collections_media AFTER INSERT OR DELETE OR UPDATE OF image, seo ON public.collections
  FOR EACH ROW EXECUTE FUNCTION app.note_collection_media();

-- Files of a store to delete from the bucket, for the hourly job: those that nothing has used for a day, those whose upload was
-- interrupted more than an hour ago, and those of which only the row was deleted.
CREATE OR REPLACE FUNCTION app.claim_media_of(p_store uuid, p_limit integer) RETURNS TABLE (store_id uuid, id uuid, path text)
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_media public.media;
BEGIN
  FOR v_media IN
    SELECT * FROM public.media m
     WHERE m.store_id = p_store AND m.unused_since IS NOT NULL AND (m.status = 'deleting' OR m.unused_since < now()
             - CASE m.status WHEN 'pending' THEN interval '1 hour' ELSE interval '24 hours' END)
     ORDER BY m.unused_since LIMIT p_limit FOR UPDATE SKIP LOCKED
  LOOP
    IF v_media.status <> 'deleting' THEN
      PERFORM app.drop_media(v_media);
    END IF;
    RETURN QUERY SELECT v_media.store_id, v_media.id, app.media_path(v_media);
  END LOOP;
END
$$;

-- Forgets files that are no longer in the bucket.
CREATE OR REPLACE FUNCTION app.forget_media(p_stores uuid[], p_media uuid[]) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER
AS $$
  WITH deleted AS (
    DELETE FROM public.media m USING unnest(p_stores, p_media) AS gone(store_id, id)
     WHERE m.store_id = gone.store_id AND m.id = gone.id AND m.status = 'deleting' RETURNING 1
  )
  SELECT count(*) FROM deleted
$$;
