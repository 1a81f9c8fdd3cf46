-- What codes, SKUs, tags, destinations and products are found by.

-- The same as app.fold, which costs as much as a query. Most texts are ASCII, of which app.fold changes only the case.
CREATE OR REPLACE FUNCTION app.quick_fold(p_text text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
BEGIN
  IF octet_length(p_text) = length(p_text) AND length(p_text) < 20000 THEN
    RETURN lower(p_text);
  END IF;
  RETURN app.fold(p_text);
END
$$;

-- What identifies a SKU in its store: upper and lower case, forms such as fullwidth letters, invisible marks and surrounding
-- spaces do not matter. Accents do. NULL if nothing is left. The collation makes lower() know all letters in any database.
CREATE OR REPLACE FUNCTION app.sku_key(p_sku text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
BEGIN
  IF octet_length(p_sku) = length(p_sku) THEN
    RETURN nullif(lower(btrim(p_sku, E' \t\n\r\v\f')), '');
  END IF;
  RETURN nullif(btrim(lower(normalize(regexp_replace(p_sku,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'), NFKC) COLLATE "pg_c_utf8"),
    U&' \0009\000A\000B\000C\000D\0085\1680\2028\2029'), '');
END
$$;

-- What identifies each of these tags, in their order: case, accents and letter forms do not matter. As app.fold, so that a search
-- and a filter find the same.
CREATE OR REPLACE FUNCTION app.tag_keys(p_tags text[]) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  v_text text;
  v_tag text;
  v_keys text[] := '{}';
BEGIN
  IF p_tags = '{}' THEN
    RETURN p_tags;
  END IF;
  -- As app.quick_fold, for all tags at once. What has spaces around it is in quotes.
  v_text := p_tags::text;
  IF octet_length(v_text) = length(v_text) AND strpos(v_text, '" ') = 0 AND strpos(v_text, ' "') = 0 THEN
    RETURN lower(v_text)::text[];
  END IF;
  FOREACH v_tag IN ARRAY p_tags LOOP
    v_keys := v_keys || btrim(app.quick_fold(v_tag));
  END LOOP;
  RETURN v_keys;
END
$$;

-- What identifies a discount's code: upper and lower case, spaces and Arabic-Indic digits do not matter.
CREATE OR REPLACE FUNCTION app.discount_key(p_code text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$ SELECT regexp_replace(app.quick_fold(p_code), '\s', '', 'g') $$;

-- What delivery methods and destinations have in common if one delivers to the other: a country, or a country and region.
-- Regions are the same if their app.place_key is.
CREATE OR REPLACE FUNCTION app.destination_keys(p_country text, p_region text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_remove(ARRAY[upper(p_country), upper(p_country) || '/' || app.place_key(p_country, p_region)], NULL) $$;

-- The same for a list of zones.
CREATE OR REPLACE FUNCTION app.zone_keys(p_zones jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(DISTINCT k.key), '{}')
    FROM jsonb_to_recordset(p_zones) AS z(country text, regions jsonb)
   CROSS JOIN LATERAL (
     SELECT upper(z.country) AS key WHERE coalesce(z.regions, 'null') IN ('null', '[]')
      UNION ALL
     -- A region without a name matches none. Without a key, the method would deliver everywhere.
     SELECT upper(z.country) || '/' || coalesce(app.place_key(z.country, r), '')
       FROM jsonb_array_elements_text(CASE jsonb_typeof(z.regions) WHEN 'array' THEN z.regions ELSE '[]' END) AS r) AS k
$$;

-- What products are found by, hashed together with the store: the keys of their tags, options and reduced prices.
-- Case of options does not matter. The product itself is one, for discounts on it.
CREATE OR REPLACE FUNCTION app.product_keys(store uuid, product uuid, tag_keys text[], options text[], reduced boolean) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  v_store constant bigint := hashtextextended(store::text, 0);
BEGIN
  RETURN ARRAY(
    SELECT (hashtextextended(t.key, v_store) >> 32)::integer FROM (
      SELECT '#' || k AS key FROM unnest(tag_keys) AS k
      UNION ALL SELECT '=' || lower(k) FROM unnest(options) AS k
      UNION ALL SELECT '!' WHERE reduced
      UNION ALL SELECT '@' || product) AS t);
END
$$;
