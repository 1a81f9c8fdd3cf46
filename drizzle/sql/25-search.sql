-- What a search term asks for. Under row-level security neither LIKE nor @> may use an index (they are not leakproof),
-- so searching goes through app.search, which filters by the door's stores itself.

-- The moment at which a day begins in the store's time zone. NULL for NULL.
CREATE OR REPLACE FUNCTION app.day_start(p_store uuid, p_day date) RETURNS timestamptz
  LANGUAGE plpgsql STABLE STRICT
AS $$
BEGIN
  RETURN (SELECT app.local_moment(p_day, app.known_zone(s.timezone)) FROM public.stores s WHERE s.id = p_store);
END
$$;

-- The words of a term, all of which a row must hold; or of a phone number in any format two ways of writing it, of which
-- a row must hold one. `patterns` are the same for LIKE, whose own characters stand for themselves.
CREATE OR REPLACE FUNCTION app.search_words(p_term text, OUT words text[], OUT patterns text[], OUT is_phone boolean)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_term text := btrim(regexp_replace(app.fold(p_term), '\s+', ' ', 'g'));
BEGIN
  is_phone := v_term ~ '^[-+() ./\d]*\d[-+() ./\d]*$';
  words := CASE
    -- Its digits, without the zeros that stand for "abroad" or "long distance".
    WHEN is_phone THEN ARRAY[regexp_replace(regexp_replace(v_term, '\D', '', 'g'), '^0+(?=\d)', ''), v_term]
    ELSE ARRAY(SELECT word FROM regexp_split_to_table(v_term, ' ') AS word WHERE word <> '' LIMIT 8) END;
  patterns := ARRAY(SELECT '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) AS word);
END
$$;

-- `matches` says what a row must hold. `grams` says it to the index, for the store s, and is NULL where the index cannot
-- help: that takes three characters in a row.
CREATE OR REPLACE FUNCTION app.search_condition(p_table text, p_term text, OUT matches text, OUT grams text)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_number constant text := btrim(app.fold(p_term));
  v_asked record;
  v_like constant text := 'search_text LIKE %L';
  v_grams constant text := 'app.grams(store_id, search_text) @> app.grams(s.id, %L)';
BEGIN
  IF p_table = 'orders' AND v_number ~ '^#\d{1,18}$' THEN
    matches := format('number = %s', substr(v_number, 2));
    grams := 'true';
    RETURN;
  END IF;
  SELECT * INTO v_asked FROM app.search_words(p_term);
  IF v_asked.is_phone THEN
    SELECT '(' || string_agg(format(v_like, pattern), ' OR ') || ')' INTO matches FROM unnest(v_asked.patterns) AS pattern;
    IF length(v_asked.words[1]) >= 3 THEN
      SELECT '(' || string_agg(format(v_grams, word), ' OR ') || ')' INTO grams FROM unnest(v_asked.words) AS word;
    END IF;
  ELSE
    SELECT coalesce(string_agg(format(v_like, pattern), ' AND '), 'false') INTO matches FROM unnest(v_asked.patterns) AS pattern;
    SELECT string_agg(format(v_grams, word), ' AND ') INTO grams FROM unnest(v_asked.words) AS word WHERE length(word) >= 3;
  END IF;
END
$$;

-- The keys of one page of matches, in the order asked for, and how many there are (counted to 1,001).
-- p_filter: column -> value or list of values; created_from and created_to bound created_at, where a date stands for
-- that day in each store's time zone.
-- p_after: the (time, id) of the last row of the page before; time is created_at, of conversations last_message_at.
-- A conversation is found by the words of its messages as well.
-- `public_products` are those on sale, by the words that a visitor sees of them: nothing hidden costs a search any work.
CREATE OR REPLACE FUNCTION app.search(
  p_table text, p_term text, p_filter jsonb, p_ascending boolean,
  p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[], OUT total bigint
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
AS $$
DECLARE
  v_cap constant integer := 1001;
  v_columns constant jsonb := '{
    "orders": ["status", "payment_status", "fulfillment_status", "platform", "customer_id", "external_id"],
    "products": ["status", "external_id"],
    "public_products": [],
    "customers": ["external_id"],
    "conversations": ["channel_id", "customer_id"]
  }';
  -- Filters that compare something else than a column; %s is the list of values.
  v_conditions constant jsonb := '{
    "products": {"tag": "tags && ARRAY[%s]"},
    "public_products": {"tag": "tags && ARRAY[%s]"},
    "conversations": {
      "status": "CASE WHEN status = ''open'' AND snoozed_until > now() THEN ''snoozed'' ELSE status END IN (%s)",
      "assignee": "coalesce(assignee_id::text, ''none'') = ANY (array_replace(ARRAY[%s], ''me'', app.caller()::text))",
      "unread": "(unread_count > 0)::text IN (%s)",
      "tag": "tags && ARRAY[%s]"
    }
  }';
  v_time constant text := CASE p_table WHEN 'conversations' THEN 'last_message_at' ELSE 'created_at' END;
  v_where text;
  v_filter text := 'true';
  v_hits text;
  v_page text;
  v_order text := format(CASE WHEN p_ascending THEN '%1$s, id' ELSE '%1$s DESC, id DESC' END, v_time);
  v_key text;
  v_value jsonb;
  v_grams text;
  v_full boolean;
  v_from_day constant text := CASE WHEN length(p_filter ->> 'created_from') = 10 THEN p_filter ->> 'created_from' END;
  v_to_day constant text := CASE WHEN length(p_filter ->> 'created_to') = 10 THEN p_filter ->> 'created_to' END;
  -- OFFSET 0 has the bounds worked out once a store, not once a row.
  v_stores constant text := CASE WHEN coalesce(v_from_day, v_to_day) IS NULL THEN 'unnest($1) AS s(id)' ELSE
    format('(SELECT id, app.day_start(id, %L::date) AS from_day, app.day_start(id, %L::date + 1) AS after_day
      FROM unnest($1) AS known(id) OFFSET 0) AS s', v_from_day, v_to_day) END;
  v_rows text := CASE p_table WHEN 'public_products' THEN
    '(SELECT store_id, id, created_at, tags, public_search_text AS search_text FROM public.products WHERE status = ''active'')'
    ELSE format('public.%I', p_table) END;
BEGIN
  IF v_columns -> p_table IS NULL THEN
    RAISE EXCEPTION 'app.search: no table %', p_table;
  END IF;
  SELECT matches, grams INTO v_where, v_grams FROM app.search_condition(p_table, p_term);
  IF v_grams IS NULL THEN
    -- No index can help with one or two characters, so only the newest rows are looked through.
    v_rows := format('(SELECT * FROM %s n WHERE n.store_id = s.id ORDER BY n.%s DESC, n.id DESC LIMIT 10000)', v_rows, v_time);
  END IF;
  FOR v_key, v_value IN SELECT * FROM jsonb_each(p_filter) LOOP
    IF v_value = 'null' THEN
      CONTINUE;
    ELSIF v_key = 'created_from' THEN
      v_filter := v_filter || CASE WHEN v_from_day IS NOT NULL THEN ' AND created_at >= s.from_day'
        ELSE format(' AND created_at >= %L', v_value #>> '{}') END;
    ELSIF v_key = 'created_to' THEN
      v_filter := v_filter || CASE WHEN v_to_day IS NOT NULL THEN ' AND created_at < s.after_day'
        ELSE format(' AND created_at < %L', v_value #>> '{}') END;
    ELSIF v_conditions -> p_table ? v_key THEN
      v_filter := v_filter || ' AND ' || format(v_conditions -> p_table ->> v_key, (
        SELECT string_agg(quote_literal(value), ', ')
          FROM jsonb_array_elements_text(CASE jsonb_typeof(v_value) WHEN 'array' THEN v_value ELSE jsonb_build_array(v_value) END)));
    ELSIF NOT v_columns -> p_table ? v_key THEN
      RAISE EXCEPTION 'app.search: no filter %', v_key;
    ELSIF jsonb_typeof(v_value) = 'array' THEN
      v_filter := v_filter || format(' AND %I IN (SELECT jsonb_array_elements_text(%L))', v_key, v_value);
    ELSE
      v_filter := v_filter || format(' AND %I = %L', v_key, v_value #>> '{}');
    END IF;
  END LOOP;
  v_page := CASE WHEN p_after_id IS NULL THEN 'true' ELSE
    format('(%s, id) %s (%L::timestamptz, %L::uuid)', v_time, CASE WHEN p_ascending THEN '>' ELSE '<' END, p_after_time, p_after_id) END;

  -- A rare term: all that match, through the index, put in order. It stops at the cap.
  -- The grams hold the store already: a second index on it would only be read in vain.
  v_hits := format('SELECT t.store_id, t.id, t.%s, false AS many FROM %s t WHERE (t.store_id = s.id) %s AND %s AND %s AND %s LIMIT %s',
    v_time, v_rows, CASE WHEN v_grams LIKE '%app.grams%' THEN 'IS TRUE' ELSE '' END, coalesce(v_grams, 'true'), v_where, v_filter, v_cap);
  IF p_table = 'conversations' AND v_grams IS NOT NULL THEN
    -- Of messages more are looked at, as many of them may belong to one conversation.
    v_hits := format($q$
      SELECT t.store_id, t.id, t.last_message_at, k.many FROM (
        SELECT a.id, bool_or(a.many) AS many FROM (
          (SELECT c.id, false AS many FROM public.conversations c WHERE (c.store_id = s.id) IS TRUE AND %1$s AND %2$s LIMIT %4$s)
          UNION ALL
          SELECT m.id, count(*) OVER () > 10000 FROM (
            SELECT conversation_id AS id FROM public.messages WHERE (store_id = s.id) IS TRUE AND %1$s AND %2$s LIMIT 10001) m
        ) a GROUP BY a.id
      ) k JOIN public.conversations t ON t.store_id = s.id AND t.id = k.id WHERE %3$s LIMIT %4$s
      $q$, v_grams, v_where, v_filter, v_cap);
    v_where := format('(%1$s OR EXISTS (SELECT FROM public.messages m WHERE m.store_id = t.store_id AND m.conversation_id = t.id AND %1$s))',
      v_where);
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
           EXISTS (SELECT 1 FROM hits GROUP BY store_id HAVING count(*) >= %2$s OR bool_or(many))
    $q$, v_hits, v_cap, v_page, v_order, v_stores)
    INTO store_ids, ids, total, v_full USING app.stores(), p_limit, p_offset;
  total := least(total, v_cap);

  -- A common term: walk the store in order of time until the page is full; matches lie close together. Behind
  -- policies the planner may not look at statistics for LIKE and takes every term for a rare one: it would read and
  -- sort all matches of the store, unless told that sorting is dear.
  IF v_full THEN
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
      $q$, v_rows, v_where, v_page, v_order, v_filter, v_time, v_stores)
      INTO store_ids, ids USING app.stores(), p_limit, p_offset;
    PERFORM set_config('enable_sort', 'on', true);
  END IF;
END
$$;
