-- What an anonymization leaves to do in a store: rows of erasures, of which each call does a portion. The request that anonymizes
-- begins with them, so that a small store is done at once; app.run_store_job goes on.

-- Does a portion of the oldest erasure of the open store, of up to p_limit records and about a tenth of a second, and deletes the
-- erasure at its end. Returns how many portions: 1, or 0 if there was none.
CREATE OR REPLACE FUNCTION app.continue_erasures(p_limit integer) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_until constant timestamptz := clock_timestamp() + interval '0.1 s';
  v_done integer := 0;
  v_erasure public.erasures;
  v_subjects uuid[];
  -- As they were before.
  v_orders public.orders[] := '{}';
BEGIN
  -- One after another for each customer, because the first of them find what the others look for.
  SELECT * INTO v_erasure FROM public.erasures e
   WHERE e.store_id = app.store() AND NOT EXISTS (
     SELECT FROM public.erasures b WHERE b.store_id = e.store_id AND b.customers[1] = e.customers[1] AND b.id < e.id)
   ORDER BY e.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  v_subjects := v_erasure.subjects;
  WHILE v_erasure.subjects <> '{}' LOOP
    IF v_erasure.source = 'orders' THEN
      v_orders := v_orders || app.scrub_order(v_erasure);
    END IF;
    v_erasure.position := coalesce(CASE v_erasure.source
      WHEN 'conversations' THEN app.forget_conversation(v_erasure, p_limit)
      WHEN 'events' THEN app.scrub_events(v_erasure, p_limit)
      WHEN 'variant_events' THEN app.scrub_events(v_erasure, p_limit)
      WHEN 'movements' THEN app.scrub_movements(v_erasure, p_limit)
      WHEN 'results' THEN app.scrub_results(v_erasure, p_limit) END, '{}');
    IF v_erasure.position = '{}' THEN
      v_done := v_done + 1;
      -- The results are looked through once for all subjects.
      EXIT WHEN v_erasure.source = 'results' OR v_done = cardinality(v_erasure.subjects);
      v_erasure.subjects[1] := v_erasure.subjects[v_done + 1];
    END IF;
    EXIT WHEN clock_timestamp() > v_until;
  END LOOP;
  IF v_erasure.source = 'orders' THEN
    -- The variants that these orders have.
    UPDATE public.erasures e SET subjects = ARRAY(
        SELECT unnest(e.subjects)
        UNION
        SELECT (l ->> 'variant_id')::uuid FROM public.orders o CROSS JOIN jsonb_array_elements(o.lines) AS l
         WHERE o.store_id = e.store_id AND o.id = ANY (v_subjects[:v_done]) AND l ->> 'variant_id' IS NOT NULL)
     WHERE e.store_id = v_erasure.store_id AND e.customers[1] = v_erasure.customers[1] AND e.source IN ('movements', 'variant_events');
  END IF;
  IF v_erasure.position = '{}' AND (v_erasure.source = 'results' OR v_done >= cardinality(v_erasure.subjects)) THEN
    DELETE FROM public.erasures e WHERE e.store_id = v_erasure.store_id AND e.id = v_erasure.id;
  ELSE
    -- Its first subject is the one that it has come to.
    UPDATE public.erasures e SET subjects = e.subjects[v_done + 1:], position = v_erasure.position
     WHERE e.store_id = v_erasure.store_id AND e.id = v_erasure.id;
  END IF;
  PERFORM app.forget_cities(v_orders);
  RETURN 1;
END
$$;

-- Names that a customer had earlier, from results stored in the last days.
CREATE OR REPLACE FUNCTION app.earlier_names(p_customers uuid[]) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT k.result ->> 'name' FROM public.idempotency_keys k
   WHERE k.store_id = app.store() AND k.result ->> 'id' = ANY (p_customers::text[]) AND k.result ? 'orders_count'
$$;

-- Begins to erase the open store's records of a customer, under all ids they have had, and does as much of it as is done soon;
-- the cron does the rest. So a small store is done at once.
CREATE OR REPLACE FUNCTION app.begin_erasures(
  p_customers uuid[], p_orders uuid[], p_conversations uuid[], p_words text[], p_tails text[]
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_until constant timestamptz := clock_timestamp() + interval '0.15 s';
  v_joined constant uuid[] := ARRAY(SELECT unnest(c.former_ids) FROM public.conversations c
    WHERE c.store_id = app.store() AND c.id = ANY (p_conversations));
BEGIN
  INSERT INTO public.erasures (store_id, id, source, subjects, customers, words, tails)
  SELECT app.store(), uuidv7(), w.source, w.subjects, p_customers, p_words, p_tails
    FROM (VALUES (1, 'orders', p_orders),
                 (2, 'conversations', p_conversations),
                 (3, 'events', p_orders || p_customers || p_conversations || v_joined),
                 -- Reasons of stock adjustments for variants they ordered may mention them. app.continue_erasures adds the variants.
                 (4, 'movements', '{}'),
                 (5, 'variant_events', '{}'),
                 (6, 'results', p_customers || p_conversations || v_joined)) AS w(place, source, subjects)
   ORDER BY w.place;
  -- Of a customer with much history, all of it follows.
  WHILE cardinality(p_orders || p_conversations) <= 100 LOOP
    EXIT WHEN app.continue_erasures(50) = 0 OR clock_timestamp() > v_until;
  END LOOP;
END
$$;
