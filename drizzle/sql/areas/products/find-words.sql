-- Searching products by relevance, for app.find_products. Unlike the SQL of app.search_page, these statements keep their plans.

-- The keys of app.product_words that a product has whose word is p_word with at most one mistake: a letter too many, too few, or
-- another one, or two neighbours that changed places. One of the halves of the product's word is as in p_word.
CREATE OR REPLACE FUNCTION app.misspelt_keys(p_word text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT
AS $$
  SELECT ARRAY['=' || p_word] || array_agg('<' || m || left(p_word, m / 2)) || array_agg('>' || m || right(p_word, m - m / 2))
         || ('<' || n || left(p_word, n / 2 - 1) || substr(p_word, n / 2 + 1, 1))
    FROM length(p_word) AS n CROSS JOIN LATERAL generate_series(n - 1, n + 1) AS m
   GROUP BY n
$$;

-- Whether a word is forgiven a mistake. The expression for a longer one costs too much, and that for 150 letters is more than
-- PostgreSQL accepts. PostgreSQL inlines it.
CREATE OR REPLACE FUNCTION app.may_be_misspelt(p_word text) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT length(p_word) BETWEEN 5 AND 40 $$;

-- A regular expression for such a word in a folded text; for the word itself if it is forgiven nothing.
CREATE OR REPLACE FUNCTION app.misspelt_pattern(p_word text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
DECLARE
  v_separators constant text := regexp_replace(app.separators(), '(\W|_)', '\\\1', 'g');
BEGIN
  RETURN '(?:^|[' || v_separators || '])' || CASE WHEN p_word ~ U&'[\0621-\064A]' THEN U&'(?:\0627\0644)?' ELSE '' END
    || CASE WHEN app.may_be_misspelt(p_word) THEN app.misspelt_part(p_word, '[^' || v_separators || ']') ELSE p_word END
    || '(?:[' || v_separators || ']|$)';
END
$$;

-- The same for a part of a word: one of its halves is right. An alternative for each mistake would have the rest of the word in
-- each of them, and cost far more. p_any: matches any letter.
CREATE OR REPLACE FUNCTION app.misspelt_part(p_part text, p_any text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
DECLARE
  v_half constant integer := length(p_part) / 2;
  v_left constant text := left(p_part, v_half);
  v_right constant text := substr(p_part, v_half + 1);
BEGIN
  IF v_half = 0 THEN
    RETURN '(?:' || p_any || p_part || '?|' || p_part || p_any || ')?';
  END IF;
  RETURN '(?:' || v_left || app.misspelt_part(v_right, p_any) || '|' || app.misspelt_part(v_left, p_any) || v_right
    || '|' || left(v_left, -1) || left(v_right, 1) || right(v_left, 1) || substr(v_right, 2) || ')';
END
$$;

-- The products of a store that a search finds, up to p_max. `places`: 2 if all words are parts of its title, tags and variants
-- (for merchants also of its slug, SKUs and barcodes), 1 if they are whole words of those or the description, and 0 if they are
-- words with a mistake, which counts only if nothing else is found. Of products that may have such words, up to 10,000 are
-- examined, fewer if they have long texts; is_complete: all were.
CREATE OR REPLACE FUNCTION app.find_words(
  p_store uuid, p_statuses text[], p_words text[], p_public boolean, p_max integer, OUT ids uuid[], OUT places integer[],
  OUT is_complete boolean
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_patterns constant text[] := ARRAY(SELECT '%' || w || '%' FROM unnest(p_words) AS w);
  v_long text[];
  v_expressions text[];
  v_grams bigint[] := '{}';
  v_status text;
  v_word text;
  v_keys integer[];
  v_found uuid[];
  -- Of texts compared with each word. Each comparison counts as 500 bytes more.
  v_max_bytes constant integer := 10000000;
  v_bytes bigint := 0;
BEGIN
  ids := '{}';
  is_complete := true;
  FOREACH v_word IN ARRAY p_words LOOP
    v_grams := v_grams || app.few_grams(app.grams(p_store, 0, v_word));
  END LOOP;
  -- IS TRUE keeps the planner from reading a second index for the store, which the grams cover.
  IF v_grams <> '{}' AND p_public THEN
    ids := ARRAY(SELECT p.id FROM public.products p
                  WHERE (p.store_id = p_store) IS TRUE AND p.status = 'active' AND p.public_search_text LIKE ALL (v_patterns)
                    AND app.grams(p.store_id, 0, p.public_search_text) @> v_grams LIMIT p_max);
  ELSIF v_grams <> '{}' THEN
    ids := ARRAY(SELECT p.id FROM public.products p
                  WHERE (p.store_id = p_store) IS TRUE AND p.status = ANY (p_statuses) AND p.search_text LIKE ALL (v_patterns)
                    AND app.grams(p.store_id, 0, p.search_text) @> v_grams LIMIT p_max);
  END IF;
  places := array_fill(2, ARRAY[cardinality(ids)]);

  FOREACH v_status IN ARRAY p_statuses LOOP
    v_keys := app.word_keys(p_store, v_status, ARRAY(SELECT '=' || w FROM unnest(p_words) AS w));
    v_found := ARRAY(SELECT w.product_id FROM public.product_words w
                      WHERE (w.store_id = p_store) IS TRUE AND w.words @> v_keys LIMIT p_max);
    ids := ids || v_found;
    places := places || array_fill(1, ARRAY[cardinality(v_found)]);
  END LOOP;
  IF ids <> '{}' THEN
    SELECT coalesce(array_agg(f.id), '{}'), array_agg(f.place) INTO ids, places
      FROM (SELECT i.id, max(i.place) AS place FROM unnest(ids, places) AS i(id, place) GROUP BY i.id) AS f;
    RETURN;
  END IF;

  v_long := ARRAY(SELECT w FROM unnest(p_words) AS w WHERE app.may_be_misspelt(w) ORDER BY length(w) DESC LIMIT 3);
  IF v_long = '{}' THEN
    RETURN;
  END IF;
  v_expressions := ARRAY(SELECT app.misspelt_pattern(w) FROM unnest(p_words) AS w);
  FOREACH v_status IN ARRAY p_statuses LOOP
    SELECT ids || array_agg(c.id) FILTER (WHERE c.bytes <= v_max_bytes AND c.text ~ ALL (v_expressions)),
           coalesce(max(c.bytes), v_bytes), is_complete AND count(*) < p_max AND coalesce(max(c.bytes) <= v_max_bytes, true)
      INTO ids, v_bytes, is_complete
      FROM (
        SELECT m.id, m.text, v_bytes + sum(cardinality(p_words) * (500 + octet_length(m.text))) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
          FROM (
            SELECT p.id, p.public_search_text AS text FROM public.product_words w
              JOIN public.products p ON p.store_id = w.store_id AND p.id = w.product_id
             WHERE (w.store_id = p_store) IS TRUE
               AND w.words @> app.word_keys(p_store, v_status, ARRAY(SELECT '=' || t FROM unnest(p_words) AS t WHERE NOT app.may_be_misspelt(t)))
               AND w.words && app.word_keys(p_store, v_status, app.misspelt_keys(v_long[1]))
               AND w.words && app.word_keys(p_store, v_status, app.misspelt_keys(coalesce(v_long[2], v_long[1])))
               AND w.words && app.word_keys(p_store, v_status, app.misspelt_keys(coalesce(v_long[3], v_long[1])))
             LIMIT p_max) AS m) AS c;
  END LOOP;
  places := array_fill(0, ARRAY[cardinality(ids)]);
END
$$;

-- The values of app.product_orders for the order by relevance. p_ids, p_places: from app.find_words.
CREATE OR REPLACE FUNCTION app.match_orders(p_products public.product_facts[], p_words text[], p_ids uuid[], p_places integer[]) RETURNS bigint[]
  LANGUAGE plpgsql STABLE
  -- Otherwise PostgreSQL, which expects few elements of an array, compares each product with each of the ids.
  SET enable_nestloop = off
AS $$
DECLARE
  v_whole text[];
  v_parts text[];
  v_wrong text[];
BEGIN
  SELECT array_agg('% ' || w || ' %'), array_agg('%' || w || '%'),
         -- Only a search that finds nothing else has products with mistakes.
         CASE WHEN 0 = ANY (p_places) THEN array_agg(app.misspelt_pattern(w)) END
    INTO v_whole, v_parts, v_wrong FROM unnest(p_words) AS w;
  RETURN ARRAY(
    SELECT - (app.match_of(i.place, f.title_key, v_whole, v_parts, v_wrong) * 1e13 + trunc(extract(epoch FROM f.created_at) * 1000))
      FROM unnest(p_products) WITH ORDINALITY AS f JOIN unnest(p_ids, p_places) AS i(id, place) ON i.id = f.product_id ORDER BY f.ordinality);
END
$$;

-- Keys as app.product_words hashes them.
CREATE OR REPLACE FUNCTION app.word_keys(p_store uuid, p_status text, p_keys text[]) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_seed constant bigint := hashtextextended(p_status, hashtextextended(p_store::text, 0));
BEGIN
  RETURN ARRAY(SELECT DISTINCT (hashtextextended(k, v_seed) >> 32)::integer FROM unnest(p_keys) AS k);
END
$$;

-- Keys as app.product_keys hashes them.
CREATE OR REPLACE FUNCTION app.found_keys(p_store uuid, p_keys text[]) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_seed constant bigint := hashtextextended(p_store::text, 0);
BEGIN
  RETURN ARRAY(SELECT DISTINCT (hashtextextended(k, v_seed) >> 32)::integer FROM unnest(p_keys) AS k);
END
$$;
