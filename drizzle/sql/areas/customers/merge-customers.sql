-- Problems with the customers of a merge, by field. Customers that were already merged into the kept one are no problem.
CREATE OR REPLACE FUNCTION app.merge_problems(p_stores uuid[], p_keep uuid, p_merge uuid[]) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('pointer', named.pointer) || CASE
           WHEN named.id = p_keep AND named.place > 0 THEN '{"code": "merged_into_itself"}'
           WHEN m.customer_id IS NOT NULL THEN jsonb_build_object('code', 'customer_merged', 'merged_into', m.customer_id)
           WHEN c.id IS NULL THEN '{"code": "customer_not_found"}'
           ELSE '{"code": "customer_anonymized"}' END ORDER BY named.place), '[]')
    FROM (SELECT p_keep AS id, 0 AS place, '/keep_id' AS pointer
          UNION ALL
          SELECT o.id, o.place, '/merge_ids/' || o.place - 1 FROM unnest(p_merge) WITH ORDINALITY AS o(id, place)) AS named
    LEFT JOIN public.customers c ON c.store_id = ANY (p_stores) AND c.id = named.id
    LEFT JOIN public.customer_merges m ON m.store_id = ANY (p_stores) AND m.merged_id = named.id
   WHERE (named.id = p_keep AND named.place > 0)
      OR (m.customer_id IS DISTINCT FROM p_keep AND (c.id IS NULL OR c.anonymized_at IS NOT NULL))
$$;

-- The store of a merge. Refuses if the caller cannot see the customer to keep.
CREATE OR REPLACE FUNCTION app.merge_store(p_keep uuid, p_merge uuid[]) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store constant uuid := app.customer_store(p_keep);
BEGIN
  IF v_store IS NULL THEN
    PERFORM app.refuse(422, 'merge_refused', app.merge_problems(app.stores(), p_keep, p_merge));
  END IF;
  RETURN v_store;
END
$$;

-- Merges customers into one: all references move to the kept customer, data that it lacks is added to it, and the others
-- are deleted. Skips customers that were already merged into it.
-- Merges and anonymizations of a store run one after the other. Like order actions, both lock orders before customers, so
-- that a customer is locked only briefly: a new order may wait for it while holding the store's counter.
CREATE OR REPLACE FUNCTION app.merge_customers(p_keep uuid, p_merge uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.store();
  v_max_orders constant integer := app.most('merge.orders');
  v_max_conversations constant integer := app.most('merge.conversations');
  v_max_notes_length constant integer := 5000;
  v_merged uuid[];
  v_problems jsonb;
  v_all uuid[];
  v_key record;
  v_other record;
  v_kept public.customers;
  v_names jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store, 'customers'), 0));
  v_merged := ARRAY(
    SELECT id FROM unnest(p_merge) WITH ORDINALITY AS named(id, place)
     WHERE NOT EXISTS (SELECT FROM public.customer_merges m
                        WHERE m.store_id = v_store AND m.merged_id = named.id AND m.customer_id = p_keep)
     GROUP BY id ORDER BY min(place));
  v_all := p_keep || v_merged;
  v_problems := app.merge_problems(ARRAY[v_store], p_keep, p_merge);
  IF v_max_orders < (SELECT count(*) FROM (
       SELECT FROM public.orders o
        WHERE o.store_id = v_store AND o.customer_id = ANY (v_merged) LIMIT v_max_orders + 1) AS one) THEN
    v_problems := v_problems || jsonb_build_object(
      'pointer', '/merge_ids', 'code', 'too_many_orders', 'max_orders', v_max_orders);
  END IF;
  IF v_max_conversations < (SELECT count(*) FROM (
       SELECT FROM public.conversations t
        WHERE t.store_id = v_store AND t.customer_id = ANY (v_merged) LIMIT v_max_conversations + 1) AS one) THEN
    v_problems := v_problems || jsonb_build_object(
      'pointer', '/merge_ids', 'code', 'too_many_conversations', 'max_conversations', v_max_conversations);
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'merge_refused', v_problems);
  ELSIF v_merged = '{}' THEN
    RETURN;
  END IF;

  PERFORM FROM public.orders o WHERE o.store_id = v_store AND o.customer_id = ANY (v_merged) ORDER BY o.id FOR NO KEY UPDATE;
  UPDATE public.orders o SET customer_id = p_keep, version = o.version + 1, updated_at = greatest(o.updated_at, now())
   WHERE o.store_id = v_store AND o.customer_id = ANY (v_merged);
  PERFORM FROM public.customers c WHERE c.store_id = v_store AND c.id = ANY (v_all) ORDER BY c.id FOR UPDATE;
  -- Orders placed in the meantime.
  UPDATE public.orders o SET customer_id = p_keep, version = o.version + 1, updated_at = greatest(o.updated_at, now())
   WHERE o.store_id = v_store AND o.customer_id = ANY (v_merged);
  -- All other references to a customer, from the system catalog, so that no table can be forgotten.
  FOR v_key IN
    SELECT f.conrelid::regclass AS name, a.attname AS column
      FROM pg_constraint f
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[2]
     WHERE f.contype = 'f' AND f.confrelid = 'public.customers'::regclass
       AND f.conrelid NOT IN ('public.orders'::regclass, 'public.customer_contacts'::regclass)
  LOOP
    EXECUTE format('UPDATE %1$s SET %2$I = $1 WHERE store_id = $2 AND %2$I = ANY ($3)', v_key.name, v_key.column)
      USING p_keep, v_store, v_merged;
  END LOOP;

  SELECT * INTO v_kept FROM public.customers c WHERE c.store_id = v_store AND c.id = p_keep;
  -- Contacts of the kept customer come first, then those of the others in the order of the request.
  WITH of AS (
    SELECT c.*, place FROM unnest(v_all) WITH ORDINALITY AS named(id, place)
      JOIN public.customers c ON c.store_id = v_store AND c.id = named.id
  ), phones AS (
    SELECT DISTINCT ON (key) phone, key, place FROM (
      SELECT of.phone, (app.phone_keys(ARRAY[of.phone], ARRAY[of.phone_e164]))[1], ARRAY[0, of.place] FROM of WHERE of.phone IS NOT NULL
      UNION ALL
      SELECT other.phone, other.key, ARRAY[1, of.place, other.place]
        FROM of CROSS JOIN unnest(of.other_phones, of.other_phones_key) WITH ORDINALITY AS other(phone, key, place)
    ) AS every(phone, key, place) ORDER BY key, place
  ), emails AS (
    SELECT DISTINCT ON (app.fold(email)) email, place FROM (
      SELECT of.email, ARRAY[0, of.place] FROM of WHERE of.email IS NOT NULL
      UNION ALL
      SELECT other.email, ARRAY[1, of.place, other.place]
        FROM of CROSS JOIN unnest(of.other_emails) WITH ORDINALITY AS other(email, place)
    ) AS every(email, place) ORDER BY app.fold(email), place
  ), addresses AS (
    SELECT DISTINCT ON (address) address, place FROM (
      SELECT to_jsonb(of.address), ARRAY[0, of.place] FROM of WHERE of.address IS NOT NULL
      UNION ALL
      SELECT other.address, ARRAY[1, of.place, other.place]
        FROM of CROSS JOIN jsonb_array_elements(of.addresses) WITH ORDINALITY AS other(address, place)
    ) AS every(address, place) ORDER BY address, place
  ), tags AS (
    SELECT DISTINCT ON (other.key) other.tag, ARRAY[of.place, other.place] AS place
      FROM of CROSS JOIN unnest(of.tags, of.tag_keys) WITH ORDINALITY AS other(tag, key, place) ORDER BY other.key, 2
  ), sums AS (
    SELECT array_agg(phone ORDER BY place) AS phones, array_agg(key ORDER BY place) AS keys FROM phones
  )
  SELECT sums.phones[1], CASE WHEN sums.keys[1] LIKE '+%' THEN sums.keys[1] END,
         coalesce(sums.phones[2:], '{}'), coalesce(sums.keys[2:], '{}'),
         (SELECT email FROM emails ORDER BY place LIMIT 1),
         ARRAY(SELECT email FROM emails ORDER BY place OFFSET 1),
         (SELECT address #>> '{}' FROM addresses WHERE place[1] = 0 ORDER BY place LIMIT 1),
         (SELECT coalesce(jsonb_agg(address ORDER BY place), '[]') FROM addresses
           WHERE place <> (SELECT min(place) FROM addresses WHERE place[1] = 0) OR NOT EXISTS (SELECT FROM addresses WHERE place[1] = 0)),
         ARRAY(SELECT tag FROM tags ORDER BY place),
         (SELECT bool_or(of.blocked) FROM of),
         (SELECT of.blocked_reason FROM of WHERE of.blocked_reason IS NOT NULL ORDER BY of.place LIMIT 1),
         (SELECT sum(of.orders_count) FROM of), (SELECT sum(of.total_spent_minor) FROM of), (SELECT sum(of.total_paid_minor) FROM of),
         (SELECT max(of.last_order_at) FROM of), (SELECT min(of.created_at) FROM of),
         (SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', of.id, 'name', of.name, 'external_id', of.external_id)) ORDER BY of.place)
            FROM of WHERE of.id <> p_keep),
         (SELECT of.external_id FROM of WHERE of.external_id IS NOT NULL ORDER BY of.place LIMIT 1)
    INTO v_kept.phone, v_kept.phone_e164, v_kept.other_phones, v_kept.other_phones_key, v_kept.email, v_kept.other_emails,
         v_kept.address, v_kept.addresses, v_kept.tags, v_kept.blocked, v_kept.blocked_reason, v_kept.orders_count,
         v_kept.total_spent_minor, v_kept.total_paid_minor, v_kept.last_order_at, v_kept.created_at, v_names, v_kept.external_id
    FROM sums;

  -- Notes that no longer fit go into the timeline.
  FOR v_other IN
    SELECT c.id, c.notes FROM unnest(v_merged) WITH ORDINALITY AS named(id, place)
      JOIN public.customers c ON c.store_id = v_store AND c.id = named.id
     WHERE c.notes <> '' ORDER BY place
  LOOP
    IF coalesce(v_kept.notes, '') = '' THEN
      v_kept.notes := v_other.notes;
    ELSIF strpos(v_kept.notes, v_other.notes) > 0 THEN
      CONTINUE;
    ELSIF length(v_kept.notes) + length(v_other.notes) + 2 <= v_max_notes_length THEN
      v_kept.notes := v_kept.notes || E'\n\n' || v_other.notes;
    ELSE
      PERFORM app.record_event('customer.noted', p_keep, jsonb_build_object('body', v_other.notes));
    END IF;
  END LOOP;

  DELETE FROM public.customer_contacts k WHERE k.store_id = v_store AND k.customer_id = ANY (v_merged);
  INSERT INTO public.customer_merges (store_id, merged_id, customer_id, name, external_id)
  SELECT v_store, c.id, p_keep, c.name, c.external_id FROM public.customers c WHERE c.store_id = v_store AND c.id = ANY (v_merged);
  DELETE FROM public.customers c WHERE c.store_id = v_store AND c.id = ANY (v_merged);
  UPDATE public.customers c
     SET phone = v_kept.phone, phone_e164 = v_kept.phone_e164, other_phones = v_kept.other_phones,
         other_phones_key = v_kept.other_phones_key, email = v_kept.email, other_emails = v_kept.other_emails,
         address = v_kept.address, addresses = v_kept.addresses, notes = v_kept.notes, tags = v_kept.tags,
         blocked = v_kept.blocked, blocked_reason = v_kept.blocked_reason, orders_count = v_kept.orders_count,
         total_spent_minor = v_kept.total_spent_minor, total_paid_minor = v_kept.total_paid_minor, last_order_at = v_kept.last_order_at,
         created_at = v_kept.created_at, external_id = v_kept.external_id, version = c.version + 1, updated_at = greatest(c.updated_at, now())
   WHERE c.store_id = v_store AND c.id = p_keep;
  PERFORM app.settle_contacts(p_keep);
  PERFORM app.lock_sales();
  PERFORM app.mark_first_order(v_store, p_keep);
  PERFORM app.record_event('customer.merged', p_keep, jsonb_build_object('merged', v_names));
END
$$;
