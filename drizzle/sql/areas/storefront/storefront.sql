-- Merges p_patch into p_target: objects field by field, anything else as a whole.
CREATE OR REPLACE FUNCTION app.merge_json(p_target jsonb, p_patch jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_result jsonb := p_target;
  v_key text;
  v_value jsonb;
BEGIN
  IF jsonb_typeof(p_target) IS DISTINCT FROM 'object' OR jsonb_typeof(p_patch) IS DISTINCT FROM 'object' THEN
    RETURN p_patch;
  END IF;
  FOR v_key, v_value IN SELECT * FROM jsonb_each(p_patch) LOOP
    v_result := v_result || jsonb_build_object(v_key, app.merge_json(v_result -> v_key, v_value));
  END LOOP;
  RETURN v_result;
END
$$;

-- Locks the open store's storefront, creating it if needed, and returns the version of its draft. Every change of the draft
-- or the pages, and every publication, takes this lock.
CREATE OR REPLACE FUNCTION app.open_storefront(p_default jsonb) RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE
  v_version integer;
BEGIN
  INSERT INTO public.storefronts (store_id, draft, created_at, updated_at)
  SELECT s.id, p_default, s.created_at, s.created_at FROM public.stores s WHERE s.id = app.store()
  ON CONFLICT DO NOTHING;
  SELECT f.version INTO v_version FROM public.storefronts f WHERE f.store_id = app.store() FOR UPDATE;
  RETURN v_version;
END
$$;

-- What publishing now would make public: the draft, and the current revision of each page.
CREATE OR REPLACE FUNCTION app.storefront_content(p_store uuid, p_draft jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT p_draft || jsonb_build_object('pages', coalesce((
    SELECT jsonb_agg(jsonb_build_object('page_id', p.id, 'revision', p.version, 'slug', p.slug, 'title', p.title,
             'seo', p.seo) ORDER BY p.position, p.created_at, p.id)
      FROM public.storefront_pages p WHERE p.store_id = p_store AND NOT p.deleted), '[]'))
$$;

-- The targets of a navigation that do not exist, as type and slug.
CREATE OR REPLACE FUNCTION app.missing_links(p_store uuid, p_navigation jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(DISTINCT l.target), '[]')
    FROM jsonb_path_query(p_navigation, 'strict $[*].** ? (@.type == "page" || @.type == "product" || @.type == "collection")') AS l(target)
   WHERE NOT CASE l.target ->> 'type'
     WHEN 'page' THEN EXISTS (SELECT FROM public.storefront_pages p
       WHERE p.store_id = p_store AND p.slug = l.target ->> 'slug' AND NOT p.deleted)
     WHEN 'collection' THEN EXISTS (SELECT FROM public.collections c
       WHERE c.store_id = p_store AND c.slug = l.target ->> 'slug' AND c.published)
     ELSE EXISTS (SELECT FROM public.products p
       WHERE p.store_id = p_store AND p.slug = l.target ->> 'slug' AND p.status = 'active')
   END
$$;

-- A storefront as merchants see it.
CREATE OR REPLACE FUNCTION app.storefront_json(p_store uuid, p_default jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object(
           'store_id', s.id, 'slug', s.slug, 'draft', coalesce(f.draft, p_default),
           'published_version', f.published_version, 'published_at', v.created_at,
           -- Every new version is public at once, so the one before it was public until then.
           'previous_version', nullif(f.published_version - 1, 0),
           'has_unpublished_changes',
           app.storefront_content(s.id, coalesce(f.draft, p_default)) IS DISTINCT FROM v.content,
           'missing', app.missing_links(s.id, coalesce(f.draft, p_default) -> 'navigation'),
           'version', coalesce(f.version, 1),
           'created_at', coalesce(f.created_at, s.created_at), 'updated_at', coalesce(f.updated_at, s.created_at))
    FROM public.stores s
    LEFT JOIN public.storefronts f ON f.store_id = s.id
    LEFT JOIN public.storefront_versions v ON v.store_id = f.store_id AND v.number = f.published_version
   WHERE s.id = p_store
$$;

-- What is public, and what publishing would make public. published is NULL if nothing is.
CREATE OR REPLACE FUNCTION app.storefront_contents(p_store uuid, p_default jsonb, OUT published jsonb, OUT current jsonb)
  LANGUAGE sql STABLE
AS $$
  SELECT v.content, app.storefront_content(s.id, coalesce(f.draft, p_default))
    FROM public.stores s
    LEFT JOIN public.storefronts f ON f.store_id = s.id
    LEFT JOIN public.storefront_versions v ON v.store_id = f.store_id AND v.number = f.published_version
   WHERE s.id = p_store
$$;

-- Makes the content public as the next version, unless it is already public. The caller holds the lock.
CREATE OR REPLACE FUNCTION app.add_storefront_version(p_id uuid, p_content jsonb, p_note text, p_restored_from integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_storefront public.storefronts;
BEGIN
  SELECT * INTO v_storefront FROM public.storefronts f WHERE f.store_id = app.store();
  IF p_content = (SELECT v.content FROM public.storefront_versions v
                   WHERE v.store_id = app.store() AND v.number = v_storefront.published_version) THEN
    RETURN;
  END IF;
  INSERT INTO public.storefront_versions (store_id, id, number, content, note, restored_from, created_at)
  VALUES (app.store(), p_id, v_storefront.last_version + 1, p_content, p_note, p_restored_from, clock_timestamp());
  UPDATE public.storefronts f SET last_version = v_storefront.last_version + 1, published_version = v_storefront.last_version + 1
   WHERE f.store_id = app.store();
  PERFORM app.record_event('storefront.published', app.store(),
    jsonb_build_object('version', v_storefront.last_version + 1, 'restored_from', p_restored_from));
END
$$;

-- The storefront after a publication, with the version that was public before.
CREATE OR REPLACE FUNCTION app.storefront_after(p_before integer, p_default jsonb) RETURNS jsonb
  LANGUAGE sql VOLATILE
AS $$ SELECT app.storefront_json(app.store(), p_default) || jsonb_build_object('previous_version', p_before) $$;

CREATE OR REPLACE FUNCTION app.publish_storefront(p_id uuid, p_expected integer, p_note text, p_default jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before integer;
BEGIN
  PERFORM app.expect_version(app.open_storefront(p_default), p_expected);
  SELECT f.published_version INTO v_before FROM public.storefronts f WHERE f.store_id = app.store();
  INSERT INTO public.storefront_page_revisions (store_id, page_id, revision, body_html)
  SELECT p.store_id, p.id, p.version, p.body_html FROM public.storefront_pages p
   WHERE p.store_id = app.store() AND NOT p.deleted
  ON CONFLICT DO NOTHING;
  PERFORM app.add_storefront_version(p_id, app.storefront_content(f.store_id, f.draft), p_note, NULL)
     FROM public.storefronts f WHERE f.store_id = app.store();
  RETURN app.storefront_after(v_before, p_default);
END
$$;

-- Makes the content of an earlier version public again, as a new version. The draft does not change.
CREATE OR REPLACE FUNCTION app.rollback_storefront(p_id uuid, p_number integer, p_note text, p_default jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before integer;
  v_content jsonb;
BEGIN
  PERFORM app.open_storefront(p_default);
  SELECT f.published_version INTO v_before FROM public.storefronts f WHERE f.store_id = app.store();
  SELECT v.content INTO v_content FROM public.storefront_versions v WHERE v.store_id = app.store() AND v.number = p_number;
  IF v_content IS NULL THEN
    PERFORM app.refuse(404, 'no_such_version', jsonb_build_object('newest_version', v_before));
  END IF;
  PERFORM app.add_storefront_version(p_id, v_content, p_note, p_number);
  RETURN app.storefront_after(v_before, p_default);
END
$$;
