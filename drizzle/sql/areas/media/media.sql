-- Uploaded pictures (src/areas/media). The Worker writes in this order: the row (pending), the file, the row (ready). It
-- deletes in the same order: the row (deleting), the file, the row. The hourly job finishes what was interrupted.

-- The folder of a store's files. It does not show the store's id.
CREATE OR REPLACE FUNCTION app.media_folder(p_store uuid) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$ SELECT substr(encode(sha256(uuid_send(p_store)), 'hex'), 1, 12) $$;

-- The path of the file in its address, and its key in the bucket, after the first slash.
CREATE OR REPLACE FUNCTION app.media_path(p_media public.media) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT '/media/' || app.media_folder(p_media.store_id) || '/' || p_media.name || '.'
         || CASE p_media.content_type WHEN 'image/jpeg' THEN 'jpg' ELSE substr(p_media.content_type, 7) END
$$;

CREATE OR REPLACE FUNCTION app.media_json(p_media public.media) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$ SELECT to_jsonb(p_media) || jsonb_build_object('path', app.media_path(p_media)) $$;

-- The row of a file to be uploaded to the open store: that of an earlier upload of the same file, or a new one.
-- p_media: {id, name, sha256, content_type, width, height, bytes}. p_quota: bytes that a store may have.
CREATE OR REPLACE FUNCTION app.begin_media(p_media jsonb, p_quota bigint) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_bytes constant integer := p_media ->> 'bytes';
  v_used bigint;
  v_media public.media;
BEGIN
  INSERT INTO public.media_totals (store_id) VALUES (app.store()) ON CONFLICT DO NOTHING;
  -- Uploads of a store wait for each other here, but not for the transfer of the files.
  SELECT t.bytes INTO v_used FROM public.media_totals t WHERE t.store_id = app.store() FOR UPDATE;
  -- From now on the hourly cron leaves it alone for a while.
  UPDATE public.media m SET unused_since = CASE WHEN m.unused_since IS NOT NULL THEN now() END
   WHERE m.store_id = app.store() AND m.sha256 = decode(p_media ->> 'sha256', 'hex') AND m.status <> 'deleting'
  RETURNING m.* INTO v_media;
  IF NOT FOUND THEN
    IF v_used + v_bytes > p_quota THEN
      PERFORM app.refuse(409, 'media_quota', jsonb_build_object('max_bytes', p_quota, 'used_bytes', v_used, 'bytes', v_bytes));
    END IF;
    INSERT INTO public.media (store_id, id, name, sha256, content_type, width, height, bytes)
    VALUES (app.store(), (p_media ->> 'id')::uuid, p_media ->> 'name', decode(p_media ->> 'sha256', 'hex'),
            p_media ->> 'content_type', (p_media ->> 'width')::integer, (p_media ->> 'height')::integer, v_bytes)
    RETURNING * INTO v_media;
    UPDATE public.media_totals t SET bytes = t.bytes + v_bytes WHERE t.store_id = app.store();
  END IF;
  RETURN app.media_json(v_media);
END
$$;

-- Makes an uploaded file the store's own. Uploading it again changes nothing.
CREATE OR REPLACE FUNCTION app.finish_media(p_media uuid) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_media public.media;
BEGIN
  SELECT * INTO v_media FROM public.media m
   WHERE m.store_id = app.store() AND m.id = p_media AND m.status <> 'deleting' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM app.refuse(409, 'media_gone');
  END IF;
  IF v_media.status = 'pending' THEN
    UPDATE public.media m SET status = 'ready', unused_since = now() WHERE m.store_id = app.store() AND m.id = p_media
    RETURNING * INTO v_media;
    PERFORM app.record_event('media.created', p_media);
  END IF;
  RETURN app.media_json(v_media);
END
$$;

-- Takes a file away from its store: nothing refers to it any more, except the texts of orders and of published versions.
CREATE OR REPLACE FUNCTION app.drop_media(p_media public.media) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_products constant uuid[] := ARRAY(SELECT u.subject_id FROM public.media_uses u
    WHERE u.store_id = p_media.store_id AND u.media_id = p_media.id AND u.kind = 'product');
BEGIN
  DELETE FROM public.media_uses u WHERE u.store_id = p_media.store_id AND u.media_id = p_media.id;
  UPDATE public.media m SET status = 'deleting', unused_since = now()
   WHERE m.store_id = p_media.store_id AND m.id = p_media.id;
  UPDATE public.media_totals t SET bytes = t.bytes - p_media.bytes WHERE t.store_id = p_media.store_id;
  UPDATE public.products p
     SET images = (SELECT coalesce(jsonb_agg(i.value ORDER BY i.place), '[]')
                     FROM jsonb_array_elements(p.images) WITH ORDINALITY AS i(value, place)
                    WHERE i.value ->> 'media_id' IS DISTINCT FROM p_media.id::text),
         version = p.version + 1, updated_at = now()
   WHERE p.store_id = p_media.store_id AND p.id = ANY (v_products);
END
$$;

-- Deletes a file that no visible product or draft, no collection and no current page of the storefront shows.
CREATE OR REPLACE FUNCTION app.delete_media(p_media uuid) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_media public.media;
  v_products bigint;
  v_collections bigint;
  v_storefront boolean;
BEGIN
  SELECT * INTO v_media FROM public.media m
   WHERE m.store_id = app.store() AND m.id = p_media AND m.status = 'ready' FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM app.refuse(404, 'not_found');
  END IF;
  SELECT count(*) FILTER (WHERE u.kind = 'product' AND EXISTS (
           SELECT FROM public.products p WHERE p.store_id = u.store_id AND p.id = u.subject_id AND p.status <> 'archived')),
         count(*) FILTER (WHERE u.kind = 'collection'),
         coalesce(bool_or(u.kind IN ('draft', 'page') OR u.kind = 'version' AND EXISTS (
           SELECT FROM public.storefronts f JOIN public.storefront_versions v ON v.store_id = f.store_id AND v.number = f.published_version
            WHERE f.store_id = u.store_id AND v.id = u.subject_id)), false)
    INTO v_products, v_collections, v_storefront
    FROM public.media_uses u WHERE u.store_id = app.store() AND u.media_id = p_media;
  IF v_products > 0 OR v_collections > 0 OR v_storefront THEN
    PERFORM app.refuse(409, 'media_in_use',
      jsonb_build_object('products', v_products, 'collections', v_collections, 'storefront', v_storefront));
  END IF;
  PERFORM app.drop_media(v_media);
  PERFORM app.record_event('media.deleted', p_media);
  RETURN app.media_json(v_media);
END
$$;

CREATE OR REPLACE FUNCTION app.product_images(p_images jsonb, p_base text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$ BEGIN RETURN app.stored_images(p_images, p_base, '/images/%s/%s'); END $$;

-- Images as products.images has them: those of uploaded files get their address and size.
-- p_images: [{media_id | url, alt, …}]. p_base: scheme and host of the service. p_pointer: where a request has the image, with
-- its place and the field.
CREATE OR REPLACE FUNCTION app.stored_images(p_images jsonb, p_base text, p_pointer text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_own constant text := p_base || '/media/' || app.media_folder(app.store()) || '/';
  v_result jsonb;
  v_problems jsonb;
BEGIN
  IF p_images IS NULL OR position('media' IN p_images::text) = 0 THEN
    RETURN p_images;
  END IF;
  -- Locked in the same order by everybody, until the images are stored: nobody deletes a file meanwhile.
  PERFORM FROM public.media m
    WHERE m.store_id = app.store() AND m.status = 'ready' AND (
      m.id = ANY (ARRAY(SELECT (i ->> 'media_id')::uuid FROM jsonb_array_elements(p_images) AS i))
      OR m.name = ANY (ARRAY(SELECT substr(i ->> 'url', length(v_own) + 1, 32) FROM jsonb_array_elements(p_images) AS i
                              WHERE starts_with(i ->> 'url', v_own))))
    ORDER BY m.id FOR NO KEY UPDATE;
  SELECT jsonb_agg(CASE WHEN m.id IS NULL THEN i.value - 'media_id' ELSE jsonb_build_object(
             'url', p_base || app.media_path(m), 'alt', i.value -> 'alt', 'media_id', m.id, 'width', m.width, 'height', m.height) END
           ORDER BY i.place),
         jsonb_agg(jsonb_build_object('pointer', format(p_pointer, i.place - 1, i.field)) ORDER BY i.place)
           FILTER (WHERE m.id IS NULL AND i.field IS NOT NULL)
    INTO v_result, v_problems
    FROM (SELECT e.value, e.place, (e.value ->> 'media_id')::uuid AS id,
                 CASE WHEN e.value ->> 'media_id' IS NULL AND starts_with(e.value ->> 'url', v_own)
                   THEN substr(e.value ->> 'url', length(v_own) + 1, 32) END AS name,
                 CASE WHEN e.value ->> 'media_id' IS NOT NULL THEN 'media_id'
                      WHEN starts_with(e.value ->> 'url', v_own) THEN 'url' END AS field
            FROM jsonb_array_elements(p_images) WITH ORDINALITY AS e(value, place)) AS i
    LEFT JOIN LATERAL (
      SELECT f.* FROM public.media f
       WHERE f.store_id = app.store() AND f.status = 'ready' AND (f.id = i.id OR f.name = i.name)) AS m ON true;
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'media_not_found', v_problems);
  END IF;
  RETURN v_result;
END
$$;

-- Refuses variants' images that the product does not have. p_images: {JSON pointer: media id or null}.
CREATE OR REPLACE FUNCTION app.expect_variant_images(p_product uuid, p_images jsonb) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('pointer', v.key) ORDER BY length(v.key), v.key) INTO v_problems
    FROM jsonb_each_text(p_images) AS v
   WHERE v.value IS NOT NULL AND NOT EXISTS (
     SELECT FROM public.products p CROSS JOIN LATERAL jsonb_array_elements(p.images) AS i
      WHERE p.store_id = app.store() AND p.id = p_product AND i ->> 'media_id' = v.value);
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'image_not_of_product', v_problems);
  END IF;
END
$$;

-- The address of the picture of a line: the variant's, or else the product's first one.
CREATE OR REPLACE FUNCTION app.line_image(p_images jsonb, p_image uuid) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(CASE WHEN p_image IS NOT NULL THEN (
           SELECT i ->> 'url' FROM jsonb_array_elements(p_images) AS i WHERE i ->> 'media_id' = p_image::text LIMIT 1) END,
         p_images -> 0 ->> 'url')
$$;
