-- The most frequent search: orders by words, newest first, without filters. Unlike the SQL that app.search_any builds, these
-- statements keep their plans. Only app.search_page calls these functions.

-- The ids and times of the store's orders whose text has all the words, up to p_max, in no order. They are read band by band,
-- from the newest, because reading all of a store's matches of a common term from the index would cost the more the older the
-- store is.
CREATE OR REPLACE FUNCTION app.orders_with_words(
  p_store uuid, p_words text[], p_patterns text[], p_max integer, OUT ids uuid[], OUT times timestamptz[]
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_grams bigint[] := '{}';
  v_word text;
  v_band bigint;
  v_found record;
BEGIN
  ids := '{}';
  times := '{}';
  FOREACH v_word IN ARRAY p_words LOOP
    v_grams := v_grams || app.few_grams(app.grams(p_store, 0, v_word));
  END LOOP;
  FOR v_band IN
    SELECT n.band FROM generate_series(
      (SELECT max(o.number) >> 15 FROM public.orders o WHERE o.store_id = p_store),
      (SELECT min(o.number) >> 15 FROM public.orders o WHERE o.store_id = p_store), -1) AS n(band)
  LOOP
    SELECT array_agg(m.order_id) AS ids, array_agg(m.created_at) AS times INTO v_found FROM (
      SELECT t.order_id, t.created_at FROM public.order_search_texts t
       -- IS TRUE keeps the planner from reading a second index for the store, which the grams cover.
       WHERE (t.store_id = p_store) IS TRUE AND t.text LIKE ALL (p_patterns)
         AND app.grams(t.store_id, t.band, t.text) @> ARRAY(SELECT g # (v_band << 20) FROM unnest(v_grams) AS g)
       LIMIT p_max - cardinality(ids)) AS m;
    ids := ids || v_found.ids;
    times := times || v_found.times;
    EXIT WHEN cardinality(ids) >= p_max;
  END LOOP;
END
$$;

-- How many orders of the caller's stores have all the words, up to p_max, by reading the newest. For words that many orders have
-- this costs less than the index, which collects every match of a band before it returns the first. NULL: the index is better.
CREATE OR REPLACE FUNCTION app.count_newest_with_words(p_patterns text[], p_max integer) RETURNS bigint
  LANGUAGE plpgsql STABLE
  SET enable_sort = off
AS $$
DECLARE
  v_max_read constant integer := app.examined(5000);
  v_store uuid;
  v_found bigint;
  v_total bigint := 0;
BEGIN
  FOREACH v_store IN ARRAY app.stores() LOOP
    SELECT count(*) INTO v_found FROM (
      SELECT t.text FROM public.order_search_texts t
       WHERE t.store_id = v_store ORDER BY t.created_at DESC, t.order_id DESC LIMIT 40) AS newest
     WHERE newest.text LIKE ALL (p_patterns);
    -- Two in five, so that reading finds p_max within some 2,500 orders.
    IF v_found < 16 THEN
      RETURN NULL;
    END IF;
    SELECT count(*) INTO v_found FROM (
      SELECT FROM (
        SELECT t.text FROM public.order_search_texts t
         WHERE t.store_id = v_store ORDER BY t.created_at DESC, t.order_id DESC LIMIT v_max_read) AS newest
       -- Comparing with the first pattern alone costs half as much as LIKE ALL.
       WHERE newest.text LIKE p_patterns[1] AND (cardinality(p_patterns) = 1 OR newest.text LIKE ALL (p_patterns))
       LIMIT p_max - v_total) AS found;
    v_total := v_total + v_found;
    IF v_total >= p_max THEN
      RETURN p_max;
    -- Numbers start at 1001 without gaps.
    ELSIF (SELECT max(o.number) - 1000 FROM public.orders o WHERE o.store_id = v_store) > v_max_read THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN v_total;
END
$$;

-- One page of the orders that have the words, newest first, by reading the stores' orders until the page is full. The planner
-- takes every word for a rare one, and would read and sort all matches of a store.
CREATE OR REPLACE FUNCTION app.newest_orders_with_words(
  p_patterns text[], p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[]
)
  LANGUAGE plpgsql STABLE
  SET enable_sort = off
AS $$
BEGIN
  SELECT coalesce(array_agg(page.store_id), '{}'), coalesce(array_agg(page.order_id), '{}') INTO store_ids, ids FROM (
    SELECT m.* FROM unnest(app.stores()) AS s(id) CROSS JOIN LATERAL (
      SELECT t.store_id, t.order_id, t.created_at FROM public.order_search_texts t
       WHERE t.store_id = s.id AND t.text LIKE p_patterns[1] AND (cardinality(p_patterns) = 1 OR t.text LIKE ALL (p_patterns))
         AND (t.created_at, t.order_id)
           < (coalesce(p_after_time, 'infinity'), coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
       ORDER BY t.created_at DESC, t.order_id DESC LIMIT p_limit + p_offset
    ) AS m
     ORDER BY m.created_at DESC, m.order_id DESC LIMIT p_limit OFFSET p_offset
  ) AS page;
END
$$;

-- The arguments and results are those of app.search_page. p_words: the words that an index finds; p_patterns: those of all words.
CREATE OR REPLACE FUNCTION app.search_orders(
  p_words text[], p_patterns text[], p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[], OUT total bigint
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_cap constant integer := 1001;
  v_store uuid;
  v_found record;
  v_stores uuid[] := '{}';
  v_ids uuid[] := '{}';
  v_times timestamptz[] := '{}';
BEGIN
  total := app.count_newest_with_words(p_patterns, v_cap);
  IF total IS NOT NULL THEN
    SELECT n.store_ids, n.ids INTO store_ids, ids
      FROM app.newest_orders_with_words(p_patterns, p_after_time, p_after_id, p_limit, p_offset) AS n;
    RETURN;
  END IF;
  FOREACH v_store IN ARRAY app.stores() LOOP
    SELECT * INTO v_found FROM app.orders_with_words(v_store, p_words, p_patterns, v_cap);
    IF cardinality(v_found.ids) >= v_cap THEN
      total := v_cap;
      SELECT n.store_ids, n.ids INTO store_ids, ids
        FROM app.newest_orders_with_words(p_patterns, p_after_time, p_after_id, p_limit, p_offset) AS n;
      RETURN;
    END IF;
    v_stores := v_stores || array_fill(v_store, ARRAY[cardinality(v_found.ids)]);
    v_ids := v_ids || v_found.ids;
    v_times := v_times || v_found.times;
  END LOOP;

  total := least(cardinality(v_ids), v_cap);
  SELECT coalesce(array_agg(page.store_id), '{}'), coalesce(array_agg(page.id), '{}') INTO store_ids, ids FROM (
    SELECT h.store_id, h.id FROM unnest(v_stores, v_ids, v_times) AS h(store_id, id, created_at)
     WHERE p_after_id IS NULL OR (h.created_at, h.id) < (p_after_time, p_after_id)
     ORDER BY h.created_at DESC, h.id DESC LIMIT p_limit OFFSET p_offset
  ) AS page;
END
$$;

-- The keys of one page of matches, in the requested order, and the number of matches (counted up to 1,001).
-- p_conditions: a list of conditions (src/platform/lists/conditions.ts).
-- p_after_time, p_after_id: the last row of the previous page; time is created_at, for conversations last_message_at.
CREATE OR REPLACE FUNCTION app.search_page(
  p_table text, p_term text, p_conditions jsonb, p_ascending boolean,
  p_after_time timestamptz, p_after_id uuid, p_limit integer, p_offset integer,
  OUT store_ids uuid[], OUT ids uuid[], OUT total bigint
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
AS $$
DECLARE
  v_term record;
  v_words text[];
BEGIN
  IF p_offset > 200 THEN
    PERFORM app.taken(p_limit + p_offset);
  END IF;
  IF p_table = 'orders' AND p_conditions = '[]' AND NOT p_ascending THEN
    SELECT * INTO v_term FROM app.search_words(p_term);
    v_words := ARRAY(SELECT word FROM unnest(v_term.words) AS word WHERE length(word) >= 3);
    IF v_words <> '{}' AND NOT v_term.is_phone AND v_term.words[1] !~ '^#\d{1,18}$' THEN
      SELECT * INTO store_ids, ids, total
        FROM app.search_orders(v_words, v_term.patterns, p_after_time, p_after_id, p_limit, p_offset);
      RETURN;
    END IF;
  END IF;
  SELECT * INTO store_ids, ids, total FROM app.search_any(
    p_table, p_term, p_conditions, p_ascending, p_after_time, p_after_id, p_limit, p_offset);
END
$$;
