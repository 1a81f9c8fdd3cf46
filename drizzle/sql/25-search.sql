-- Searching. Under row-level security LIKE and @> cannot use an index because they are not leakproof. So searches go through
-- app.search_page, which bypasses the policies and restricts rows to the stores of the tenant context itself.

-- The words of a search term, all of which a row must contain. For a phone number in any format, two spellings of it, one
-- of which a row must contain. `patterns` are the same words as escaped LIKE patterns.
CREATE OR REPLACE FUNCTION app.search_words(p_term text, OUT words text[], OUT patterns text[], OUT is_phone boolean)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_term text := btrim(regexp_replace(app.fold(p_term), '\s+', ' ', 'g'));
BEGIN
  is_phone := v_term ~ '^[-+() ./\d]*\d[-+() ./\d]*$';
  words := CASE
    -- Its digits without leading zeros, which are dialling prefixes.
    WHEN is_phone THEN ARRAY[regexp_replace(regexp_replace(v_term, '\D', '', 'g'), '^0+(?=\d)', ''), v_term]
    ELSE ARRAY(SELECT word FROM regexp_split_to_table(v_term, ' ') AS word WHERE word <> '' LIMIT 8) END;
  patterns := ARRAY(SELECT '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) AS word);
END
$$;

-- A search term as SQL conditions: `matches` decides which rows match; `grams` is the same for the index, for the store s,
-- and NULL if no word has the three characters that the index needs.
CREATE OR REPLACE FUNCTION app.search_condition(p_table text, p_term text, OUT matches text, OUT grams text)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_number constant text := btrim(app.fold(p_term));
  v_words record;
  v_like constant text := 'search_text LIKE %L';
  v_grams constant text := 'app.grams(store_id, search_text) @> app.grams(s.id, %L)';
BEGIN
  IF p_table = 'orders' AND v_number ~ '^#\d{1,18}$' THEN
    matches := format('number = %s', substr(v_number, 2));
    grams := 'true';
    RETURN;
  END IF;
  SELECT * INTO v_words FROM app.search_words(p_term);
  IF v_words.is_phone THEN
    SELECT '(' || string_agg(format(v_like, pattern), ' OR ') || ')' INTO matches FROM unnest(v_words.patterns) AS pattern;
    IF length(v_words.words[1]) >= 3 THEN
      SELECT '(' || string_agg(format(v_grams, word), ' OR ') || ')' INTO grams FROM unnest(v_words.words) AS word;
    END IF;
  ELSE
    SELECT coalesce(string_agg(format(v_like, pattern), ' AND '), 'false') INTO matches FROM unnest(v_words.patterns) AS pattern;
    SELECT string_agg(format(v_grams, word), ' AND ') INTO grams FROM unnest(v_words.words) AS word WHERE length(word) >= 3;
  END IF;
END
$$;

-- A condition of src/db/conditions.ts as SQL, which has the same comparisons. Times of days are those of the store s.
CREATE OR REPLACE FUNCTION app.list_condition(p_condition jsonb) RETURNS text
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_values constant text[] := ARRAY(SELECT jsonb_array_elements_text(p_condition -> 'values'));
  v_template constant text := CASE p_condition ->> 'is'
    WHEN 'one_of' THEN CASE cardinality(v_values) WHEN 1 THEN '%1$I = %2$L' ELSE '%1$I = ANY (%3$L)' END
    WHEN 'overlapping' THEN '%1$I && %3$L'
    WHEN 'null' THEN '%1$I IS NULL'
    WHEN 'caller' THEN '%1$I = app.caller()'
    WHEN 'zero' THEN '%1$I = 0'
    WHEN 'positive' THEN '%1$I > 0'
    WHEN 'future' THEN '%1$I > now()'
    WHEN 'not_future' THEN '(%1$I IS NULL OR %1$I <= now())'
    WHEN 'from' THEN '%1$I >= %2$L'
    WHEN 'before' THEN '%1$I < %2$L'
    WHEN 'from_day' THEN '%1$I >= s.from_day'
    WHEN 'to_day' THEN '%1$I < s.after_day'
  END;
BEGIN
  IF v_template IS NULL THEN
    RAISE EXCEPTION 'app.list_condition: unknown comparison %', p_condition ->> 'is';
  END IF;
  RETURN format(v_template, p_condition ->> 'column', v_values[1], v_values);
END
$$;

-- The day of the first condition with this comparison, or NULL.
CREATE OR REPLACE FUNCTION app.condition_day(p_conditions jsonb, p_is text) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT c #>> '{values,0}' FROM jsonb_array_elements(p_conditions) AS c WHERE c ->> 'is' = p_is LIMIT 1
$$;

-- The keys of one page of matches, in the requested order, and the number of matches (counted up to 1,001).
-- p_conditions: a list of conditions (src/db/conditions.ts).
-- p_after_time, p_after_id: the last row of the previous page; time is created_at, for conversations last_message_at.
-- A conversation also matches by the words of its messages.
-- `public_products` are the products on sale, matched by their public text, so hidden products cost a search nothing.
CREATE OR REPLACE FUNCTION app.search_page(
  p_table text, p_term text, p_conditions jsonb, p_ascending boolean,
  p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[], OUT total bigint
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
AS $$
DECLARE
  v_cap constant integer := 1001;
  v_time constant text := CASE p_table WHEN 'conversations' THEN 'last_message_at' ELSE 'created_at' END;
  v_order constant text := format(CASE WHEN p_ascending THEN '%1$s, id' ELSE '%1$s DESC, id DESC' END, v_time);
  v_page constant text := CASE WHEN p_after_id IS NULL THEN 'true' ELSE format('(%s, id) %s (%L::timestamptz, %L::uuid)',
    v_time, CASE WHEN p_ascending THEN '>' ELSE '<' END, p_after_time, p_after_id) END;
  v_filter constant text := coalesce(
    (SELECT string_agg(app.list_condition(c), ' AND ') FROM jsonb_array_elements(p_conditions) AS c), 'true');
  v_from_day constant text := app.condition_day(p_conditions, 'from_day');
  v_to_day constant text := app.condition_day(p_conditions, 'to_day');
  -- OFFSET 0 computes the bounds once per store rather than once per row.
  v_stores constant text := CASE WHEN coalesce(v_from_day, v_to_day) IS NULL THEN 'unnest($1) AS s(id)' ELSE
    format('(SELECT id, app.day_start(id, %L::date) AS from_day, app.day_start(id, %L::date + 1) AS after_day
      FROM unnest($1) AS known(id) OFFSET 0) AS s', v_from_day, v_to_day) END;
  v_rows text := CASE
    WHEN p_table = 'public_products' THEN
      '(SELECT store_id, id, created_at, tags, public_search_text AS search_text FROM public.products WHERE status = ''active'')'
    WHEN p_table IN ('orders', 'products', 'customers', 'conversations') THEN format('public.%I', p_table) END;
  v_matches text;
  v_grams text;
  v_hits text;
  v_is_full boolean;
BEGIN
  IF v_rows IS NULL THEN
    RAISE EXCEPTION 'app.search_page: unknown table %', p_table;
  END IF;
  SELECT matches, grams INTO v_matches, v_grams FROM app.search_condition(p_table, p_term);
  IF v_grams IS NULL THEN
    -- No index can find one or two characters, so only the newest rows are searched.
    v_rows := format('(SELECT * FROM %s n WHERE n.store_id = s.id ORDER BY n.%s DESC, n.id DESC LIMIT 10000)', v_rows, v_time);
  END IF;

  -- A rare term: all matches up to the cap, through the index, then sorted. The index on grams covers the store; IS TRUE
  -- keeps the planner from reading a second index for it.
  v_hits := format('SELECT t.store_id, t.id, t.%s, false AS is_common FROM %s t WHERE (t.store_id = s.id) %s AND %s AND %s AND %s LIMIT %s',
    v_time, v_rows, CASE WHEN v_grams LIKE '%app.grams%' THEN 'IS TRUE' ELSE '' END, coalesce(v_grams, 'true'), v_matches, v_filter, v_cap);
  IF p_table = 'conversations' AND v_grams IS NOT NULL THEN
    -- The cap on messages is higher, because many of them can belong to one conversation.
    v_hits := format($q$
      SELECT t.store_id, t.id, t.last_message_at, k.is_common FROM (
        SELECT a.id, bool_or(a.is_common) AS is_common FROM (
          (SELECT c.id, false AS is_common FROM public.conversations c WHERE (c.store_id = s.id) IS TRUE AND %1$s AND %2$s LIMIT %4$s)
          UNION ALL
          SELECT m.id, count(*) OVER () > 10000 FROM (
            SELECT conversation_id AS id FROM public.messages WHERE (store_id = s.id) IS TRUE AND %1$s AND %2$s LIMIT 10001) m
        ) a GROUP BY a.id
      ) k JOIN public.conversations t ON t.store_id = s.id AND t.id = k.id WHERE %3$s LIMIT %4$s
      $q$, v_grams, v_matches, v_filter, v_cap);
    v_matches := format('(%1$s OR EXISTS (SELECT FROM public.messages m WHERE m.store_id = t.store_id AND m.conversation_id = t.id AND %1$s))',
      v_matches);
  END IF;
  EXECUTE format($q$
    WITH hits AS MATERIALIZED (
      SELECT m.* FROM %5$s CROSS JOIN LATERAL (%1$s) m
    ), page AS (
      SELECT * FROM hits WHERE %3$s ORDER BY %4$s LIMIT $2 OFFSET $3
    )
    SELECT (SELECT coalesce(array_agg(store_id ORDER BY %4$s), '{}') FROM page),
           (SELECT coalesce(array_agg(id ORDER BY %4$s), '{}') FROM page),
           (SELECT count(*) FROM hits),
           EXISTS (SELECT 1 FROM hits GROUP BY store_id HAVING count(*) >= %2$s OR bool_or(is_common))
    $q$, v_hits, v_cap, v_page, v_order, v_stores)
    INTO store_ids, ids, total, v_is_full USING app.stores(), p_limit, p_offset;
  total := least(total, v_cap);

  -- A common term: walk the store's rows in order of time until the page is full. The planner has no statistics for LIKE
  -- here and assumes that every term is rare; without enable_sort = off it would read and sort all matches of the store.
  IF v_is_full THEN
    total := v_cap;
    PERFORM set_config('enable_sort', 'off', true);
    EXECUTE format($q$
      WITH page AS (
        SELECT m.* FROM %7$s CROSS JOIN LATERAL (
          SELECT t.store_id, t.id, t.%6$s FROM %1$s t
           WHERE t.store_id = s.id AND %2$s AND %5$s AND %3$s ORDER BY %4$s LIMIT $2 + $3
        ) m ORDER BY %4$s LIMIT $2 OFFSET $3
      )
      SELECT coalesce(array_agg(store_id ORDER BY %4$s), '{}'), coalesce(array_agg(id ORDER BY %4$s), '{}') FROM page
      $q$, v_rows, v_matches, v_page, v_order, v_filter, v_time, v_stores)
      INTO store_ids, ids USING app.stores(), p_limit, p_offset;
    PERFORM set_config('enable_sort', 'on', true);
  END IF;
END
$$;
