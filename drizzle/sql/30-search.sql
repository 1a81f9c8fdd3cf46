-- What a search term asks for. Under row-level security neither LIKE nor @> may use an index (they are not leakproof),
-- so searching goes through app.search, which filters by the door's stores itself.

DROP FUNCTION IF EXISTS app.search_condition(text, text);
-- `matches` says what a row must hold. `grams` says it to the index, for the store s, and is NULL where the index cannot
-- help: that takes three characters in a row. LIKE's own characters stand for themselves.
CREATE FUNCTION app.search_condition(p_table text, p_term text, OUT matches text, OUT grams text)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_term text := btrim(regexp_replace(app.fold(p_term), '\s+', ' ', 'g'));
  v_digits text;
  v_like constant text := 'search_text LIKE %L';
  v_grams constant text := 'app.grams(store_id, search_text) @> app.grams(s.id, %L)';
BEGIN
  IF p_table = 'orders' AND v_term ~ '^#\d{1,18}$' THEN
    matches := format('number = %s', substr(v_term, 2));
    grams := 'true';
  ELSIF v_term ~ '^[-+() ./\d]*\d[-+() ./\d]*$' THEN
    -- A phone number in any format: its digits, without the zeros that stand for "abroad" or "long distance".
    v_digits := regexp_replace(regexp_replace(v_term, '\D', '', 'g'), '^0+(?=\d)', '');
    matches := format('(' || v_like || ' OR ' || v_like || ')', '%' || v_digits || '%', '%' || v_term || '%');
    IF length(v_digits) >= 3 THEN
      grams := format('(' || v_grams || ' OR ' || v_grams || ')', v_digits, v_term);
    END IF;
  ELSE
    SELECT coalesce(string_agg(format(v_like, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' AND '), 'false'),
           string_agg(format(v_grams, word), ' AND ') FILTER (WHERE length(word) >= 3)
      INTO matches, grams
      FROM (SELECT word FROM regexp_split_to_table(v_term, ' ') AS word WHERE word <> '' LIMIT 8) AS words;
  END IF;
END
$$;

-- The keys of one page of matches, in the order asked for, and how many there are (counted to 1,001).
-- p_filter: column -> value or list of values; created_from and created_to bound created_at, tag is one of tags.
-- p_after: the (created_at, id) of the last row of the page before.
CREATE OR REPLACE FUNCTION app.search(
  p_table text, p_term text, p_filter jsonb, p_ascending boolean,
  p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[], OUT total bigint
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog
AS $$
DECLARE
  v_cap constant integer := 1001;
  v_columns constant jsonb := '{
    "orders": ["status", "payment_status", "fulfillment_status", "platform", "customer_id"],
    "products": ["status"],
    "customers": []
  }';
  v_where text;
  v_page text;
  v_order text := CASE WHEN p_ascending THEN 'created_at, id' ELSE 'created_at DESC, id DESC' END;
  v_key text;
  v_value jsonb;
  v_grams text;
  v_full boolean;
  v_rows text := format('public.%I', p_table);
BEGIN
  IF v_columns -> p_table IS NULL THEN
    RAISE EXCEPTION 'app.search: no table %', p_table;
  END IF;
  SELECT matches, grams INTO v_where, v_grams FROM app.search_condition(p_table, p_term);
  IF v_grams IS NULL THEN
    -- No index can help with one or two characters, so only the newest rows are looked through.
    v_rows := format('(SELECT * FROM %s n WHERE n.store_id = s.id ORDER BY n.created_at DESC, n.id DESC LIMIT 10000)', v_rows);
  END IF;
  FOR v_key, v_value IN SELECT * FROM jsonb_each(p_filter) LOOP
    IF v_value = 'null' THEN
      CONTINUE;
    ELSIF v_key = 'created_from' THEN
      v_where := v_where || format(' AND created_at >= %L', v_value #>> '{}');
    ELSIF v_key = 'created_to' THEN
      v_where := v_where || format(' AND created_at < %L', v_value #>> '{}');
    ELSIF v_key = 'tag' THEN
      v_where := v_where || format(' AND tags @> ARRAY[%L]', v_value #>> '{}');
    ELSIF NOT v_columns -> p_table ? v_key THEN
      RAISE EXCEPTION 'app.search: no filter %', v_key;
    ELSIF jsonb_typeof(v_value) = 'array' THEN
      v_where := v_where || format(' AND %I IN (SELECT jsonb_array_elements_text(%L))', v_key, v_value);
    ELSE
      v_where := v_where || format(' AND %I = %L', v_key, v_value #>> '{}');
    END IF;
  END LOOP;
  v_page := CASE WHEN p_after_id IS NULL THEN 'true' ELSE
    format('(created_at, id) %s (%L::timestamptz, %L::uuid)', CASE WHEN p_ascending THEN '>' ELSE '<' END, p_after_time, p_after_id) END;

  -- A rare term: all that match, through the index, put in order. It stops at the cap.
  EXECUTE format($q$
    WITH hits AS MATERIALIZED (
      SELECT m.* FROM unnest($1) AS s(id) CROSS JOIN LATERAL (
        SELECT t.store_id, t.id, t.created_at FROM %1$s t WHERE (t.store_id = s.id) %7$s AND %6$s AND %2$s LIMIT %3$s
      ) m
    ), page AS (
      SELECT * FROM hits WHERE %4$s ORDER BY %5$s LIMIT $2 OFFSET $3
    )
    SELECT (SELECT coalesce(array_agg(store_id ORDER BY %5$s), '{}') FROM page),
           (SELECT coalesce(array_agg(id ORDER BY %5$s), '{}') FROM page),
           (SELECT count(*) FROM hits),
           EXISTS (SELECT 1 FROM hits GROUP BY store_id HAVING count(*) >= %3$s)
    $q$, v_rows, v_where, v_cap, v_page, v_order, coalesce(v_grams, 'true'),
      -- The grams hold the store already: a second index on it would only be read in vain.
      CASE WHEN v_grams LIKE '%app.grams%' THEN 'IS TRUE' ELSE '' END)
    INTO store_ids, ids, total, v_full USING app.stores(), p_limit, p_offset;
  total := least(total, v_cap);

  -- A common term: walk the store in order of time until the page is full; matches lie close together. Behind
  -- policies the planner may not look at statistics for LIKE and takes every term for a rare one: it would read and
  -- sort all matches of the store, unless told that sorting is dear.
  IF v_full THEN
    PERFORM set_config('enable_sort', 'off', true);
    EXECUTE format($q$
      WITH page AS (
        SELECT m.* FROM unnest($1) AS s(id) CROSS JOIN LATERAL (
          SELECT t.store_id, t.id, t.created_at FROM %1$s t
           WHERE t.store_id = s.id AND %2$s AND %3$s ORDER BY %4$s LIMIT $2 + $3
        ) m ORDER BY %4$s LIMIT $2 OFFSET $3
      )
      SELECT coalesce(array_agg(store_id ORDER BY %4$s), '{}'), coalesce(array_agg(id ORDER BY %4$s), '{}') FROM page
      $q$, v_rows, v_where, v_page, v_order)
      INTO store_ids, ids USING app.stores(), p_limit, p_offset;
    PERFORM set_config('enable_sort', 'on', true);
  END IF;
END
$$;
