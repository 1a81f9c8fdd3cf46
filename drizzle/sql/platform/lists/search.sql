-- Searching. Under row-level security LIKE and @> cannot use an index because they are not leakproof. So searches go through
-- app.search_page, which bypasses the policies and restricts rows to the stores of the tenant context itself.

-- The words of a search term, all of which a row must contain. For a phone number in any format, two spellings of it, one
-- of which a row must contain: its digits, and the form that is its key, or else what was typed. `patterns` are the same words as escaped LIKE patterns.
CREATE OR REPLACE FUNCTION app.search_words(p_term text, OUT words text[], OUT patterns text[], OUT is_phone boolean)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_term constant text := btrim(regexp_replace(app.searched(p_term), '\s+', ' ', 'g'));
  v_digits constant text := regexp_replace(regexp_replace(v_term, '[^0-9]', '', 'g'), '^0+(?=[0-9])', '');
BEGIN
  -- The characters that app.grams keeps with spaces.
  is_phone := v_term ~ '^[-+() ./0-9]*[0-9][-+() ./0-9]*$';
  words := CASE
    -- Its digits without leading zeros, which are dialling prefixes.
    WHEN is_phone THEN ARRAY[v_digits, coalesce(nullif(substr(app.one_form_of_phone('+' || v_digits), 2), v_digits), v_term)]
    ELSE ARRAY(SELECT word FROM regexp_split_to_table(v_term, ' ') AS word WHERE word <> '' LIMIT 8) END;
  patterns := ARRAY(SELECT '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) AS word);
END
$$;

-- Four of a word's grams, which overlap little. They find nearly the same rows as all of them, which would cost more.
CREATE OR REPLACE FUNCTION app.few_grams(p_grams bigint[]) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN array_remove(ARRAY[p_grams[1], p_grams[4], p_grams[7], p_grams[cardinality(p_grams)]], NULL);
END
$$;

-- A search term as SQL: `matches` decides which rows match; `indexed` is the same for an index on app.grams, and NULL if no
-- word has the three characters that it needs. `indexed` compares the text's grams with k.a and, for the second spelling of
-- a phone number, k.b: arrays that `grams` selects for the store s. p_band: the band of a row as SQL, 0 but for orders.
CREATE OR REPLACE FUNCTION app.search_conditions(
  p_term text, p_band text, OUT matches text, OUT indexed text, OUT grams text
)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_words constant record := app.search_words(p_term);
  v_text constant text := format('app.grams(store_id, %s, search_text)', p_band);
  v_word constant text := 'app.few_grams(app.grams(s.id, 0, %L))';
BEGIN
  SELECT coalesce(string_agg(format('search_text LIKE %L', pattern), CASE WHEN v_words.is_phone THEN ' OR ' ELSE ' AND ' END), 'false')
    INTO matches FROM unnest(v_words.patterns) AS pattern;
  matches := '(' || matches || ')';
  IF v_words.is_phone AND length(v_words.words[1]) >= 3 THEN
    indexed := format('(%1$s @> k.a OR %1$s @> k.b)', v_text);
    grams := format(v_word || ' AS a, ' || v_word || ' AS b', v_words.words[1], v_words.words[2]);
  ELSIF NOT v_words.is_phone THEN
    SELECT v_text || ' @> k.a', string_agg(format(v_word, word), ' || ') || ' AS a, NULL::bigint[] AS b' INTO indexed, grams
      FROM unnest(v_words.words) AS word WHERE length(word) >= 3 HAVING count(*) > 0;
  END IF;
END
$$;

-- What a search of the table reads, as SQL: rows with store_id, id, the time, search_text and the filtered columns.
-- p_newest: from the newest rows only, because no index can find one or two characters.
CREATE OR REPLACE FUNCTION app.search_source(p_table text, p_conditions jsonb, p_newest boolean) RETURNS text
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_row constant text := CASE p_table WHEN 'orders' THEN 'order' WHEN 'customers' THEN 'customer' END;
  -- These are the filtered columns that the texts have themselves.
  v_others constant text := (SELECT string_agg(DISTINCT format(', r.%I', name), '')
    FROM jsonb_array_elements(p_conditions) AS c, unnest(ARRAY[c ->> 'column', CASE WHEN c ->> 'is' LIKE 'amount_%' THEN 'currency_exponent' END]) AS name
   WHERE v_row IS NOT NULL AND name NOT IN ('id', 'created_at'));
  v_from constant text := CASE
    WHEN p_table = 'public_products' THEN
      '(SELECT store_id, id, created_at, tag_keys, public_search_text AS search_text FROM public.products WHERE status = ''active'')'
    WHEN p_table IN ('products', 'conversations') THEN format('public.%I', p_table)
    WHEN v_row IS NOT NULL THEN format('public.%I', v_row || '_search_texts') END;
  v_time constant text := CASE p_table WHEN 'conversations' THEN 'last_message_at' ELSE 'created_at' END;
  v_rows constant text := CASE WHEN p_newest THEN
    format('(SELECT * FROM %s n WHERE n.store_id = s.id ORDER BY n.%s DESC, n.%s DESC LIMIT app.examined(10000))',
      v_from, v_time, coalesce(v_row || '_id', 'id')) ELSE v_from END;
BEGIN
  IF v_from IS NULL THEN
    RAISE EXCEPTION 'app.search_source: unknown table %', p_table;
  ELSIF v_row IS NULL THEN
    RETURN v_rows;
  END IF;
  RETURN format('(SELECT x.store_id, x.%s_id AS id, x.created_at, x.text AS search_text%s%s FROM %s x%s)',
    v_row, CASE v_row WHEN 'order' THEN ', x.band' END, v_others, v_rows,
    CASE WHEN v_others IS NOT NULL THEN format(' JOIN public.%I r ON r.store_id = x.store_id AND r.id = x.%s_id', p_table, v_row) END);
END
$$;

-- Any search, as SQL that is built and planned for it. The arguments are those of app.search_page.
-- A conversation also matches by the words of its messages.
-- `public_products` are the visible products, matched by their public text, so hidden products cost a search nothing.
CREATE OR REPLACE FUNCTION app.search_any(
  p_table text, p_term text, p_conditions jsonb, p_ascending boolean,
  p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[], OUT total bigint
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_cap constant integer := 1001;
  v_time constant text := CASE p_table WHEN 'conversations' THEN 'last_message_at' ELSE 'created_at' END;
  v_order constant text := format(CASE WHEN p_ascending THEN '%1$s, id' ELSE '%1$s DESC, id DESC' END, v_time);
  v_page constant text := CASE WHEN p_after_id IS NULL THEN 'true' ELSE format('(%s, id) %s (%L::timestamptz, %L::uuid)',
    v_time, CASE WHEN p_ascending THEN '>' ELSE '<' END, p_after_time, p_after_id) END;
  v_filter constant text := coalesce(
    (SELECT string_agg(app.list_condition(c.value, c.nth), ' AND ') FROM jsonb_array_elements(p_conditions) WITH ORDINALITY AS c(value, nth)), 'true');
  v_stores constant text := app.stores_with_days(p_conditions);
  v_number constant text := (regexp_match(btrim(app.fold(p_term)), '^#(\d{1,18})$'))[1];
  v_is_number constant boolean := p_table = 'orders' AND v_number IS NOT NULL;
  v_rows text;
  v_probes text;
  v_term record;
  v_hits text;
  v_is_full boolean;
BEGIN
  SELECT * INTO v_term FROM app.search_conditions(p_term, CASE p_table WHEN 'orders' THEN 'band' ELSE '0' END);
  IF v_is_number THEN
    v_rows := 'public.orders';
    v_term.matches := format('number = %s', v_number);
    v_term.indexed := NULL;
  ELSE
    v_rows := app.search_source(p_table, p_conditions, v_term.indexed IS NULL);
  END IF;

  -- A rare term: all matches up to the cap, through the index, then sorted. The index on grams covers the store; IS TRUE
  -- keeps the planner from reading a second index for it. Orders are searched band by band, from the newest: reading all of
  -- a store's matches of a common term from the index would cost the more the older the store is.
  v_probes := CASE
    WHEN v_term.indexed IS NULL THEN '(SELECT) AS k'
    WHEN p_table = 'orders' THEN format($q$
      (SELECT %s OFFSET 0) AS w
      CROSS JOIN generate_series((SELECT max(number) >> 15 FROM public.orders WHERE store_id = s.id),
                                 (SELECT min(number) >> 15 FROM public.orders WHERE store_id = s.id), -1) AS n(band)
      CROSS JOIN LATERAL (SELECT ARRAY(SELECT g # (n.band << 20) FROM unnest(w.a) AS g) AS a,
                                 ARRAY(SELECT g # (n.band << 20) FROM unnest(w.b) AS g) AS b OFFSET 0) AS k$q$, v_term.grams)
    ELSE format('(SELECT %s OFFSET 0) AS k', v_term.grams) END;
  v_hits := format('
    SELECT m.* FROM %7$s CROSS JOIN LATERAL (
      SELECT t.store_id, t.id, t.%1$s, true AS passes, false AS is_common FROM %2$s t WHERE (t.store_id = s.id) %3$s AND %4$s AND %5$s AND %6$s LIMIT %8$s
    ) m LIMIT %8$s',
    v_time, v_rows, CASE WHEN v_term.indexed IS NOT NULL THEN 'IS TRUE' ELSE '' END, coalesce(v_term.indexed, 'true'),
    v_term.matches, v_filter, v_probes, v_cap);
  IF p_table = 'conversations' AND v_term.indexed IS NOT NULL THEN
    -- The cap on messages is higher, because many of them can belong to one conversation. The filter comes after both caps: what
    -- they cut off could pass it, so a term is common even if little of the rest does. OFFSET 0: or else the planner, if it expects
    -- few conversations of the store, searches again for each of them.
    v_hits := format($q$
      SELECT t.store_id, t.id, t.last_message_at, %3$s AS passes, h.is_common FROM (SELECT %5$s OFFSET 0) AS k CROSS JOIN LATERAL (
        SELECT a.id, bool_or(a.is_common) AS is_common FROM (
          (SELECT c.id, count(*) OVER () >= %4$s AS is_common FROM (
            SELECT c.id FROM public.conversations c WHERE (c.store_id = s.id) IS TRUE AND %1$s AND %2$s LIMIT %4$s) c)
          UNION ALL
          SELECT m.id, count(*) OVER () > (SELECT app.examined(10000)) FROM (
            SELECT conversation_id AS id FROM public.messages WHERE (store_id = s.id) IS TRUE AND %1$s AND %2$s LIMIT app.examined(10000) + 1) m
        ) a GROUP BY a.id
      ) h CROSS JOIN LATERAL (SELECT * FROM public.conversations c WHERE c.store_id = s.id AND c.id = h.id OFFSET 0) t
      $q$, v_term.indexed, v_term.matches, v_filter, v_cap, v_term.grams);
    -- Without OFFSET 0, the planner reads the messages of all stores once, to look conversations up in a hash of them.
    v_term.matches := format('(%1$s OR EXISTS (SELECT FROM public.messages m WHERE m.store_id = t.store_id AND m.conversation_id = t.id AND %1$s OFFSET 0))',
      v_term.matches);
  END IF;
  EXECUTE format($q$
    WITH hits AS MATERIALIZED (
      SELECT m.* FROM %5$s CROSS JOIN LATERAL (%1$s) m
    ), page AS (
      SELECT * FROM hits WHERE passes AND %3$s ORDER BY %4$s LIMIT $2 OFFSET $3
    )
    SELECT (SELECT coalesce(array_agg(store_id ORDER BY %4$s), '{}') FROM page),
           (SELECT coalesce(array_agg(id ORDER BY %4$s), '{}') FROM page),
           (SELECT count(*) FROM hits WHERE passes),
           EXISTS (SELECT 1 FROM hits GROUP BY store_id HAVING count(*) FILTER (WHERE passes) >= %2$s OR bool_or(is_common))
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
      $q$, v_rows, v_term.matches, v_page, v_order, v_filter, v_time, v_stores)
      INTO store_ids, ids USING app.stores(), p_limit, p_offset;
    IF p_table = 'conversations' AND v_filter <> 'true' THEN
      -- Few of many matches may pass the filter.
      EXECUTE format($q$
        SELECT least(count(*), %5$s) FROM %6$s CROSS JOIN LATERAL (
          SELECT FROM %1$s t WHERE t.store_id = s.id AND %2$s AND %3$s ORDER BY %4$s LIMIT %5$s) m
        $q$, v_rows, v_term.matches, v_filter, v_order, v_cap, v_stores)
        INTO total USING app.stores();
    END IF;
    PERFORM set_config('enable_sort', 'on', true);
  END IF;
END
$$;
