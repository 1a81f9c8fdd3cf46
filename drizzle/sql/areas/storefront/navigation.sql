-- Adds an entry ({label, to}) to the end of the draft's navigation, or under the entry with the label p_under. If an entry of
-- that level leads there already, it gets the label.
CREATE OR REPLACE FUNCTION app.add_to_navigation(p_default jsonb, p_entry jsonb, p_under text, p_max integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_draft jsonb;
  v_path text[] := '{navigation}';
  v_entries jsonb;
  v_place bigint;
BEGIN
  PERFORM app.open_storefront(p_default);
  SELECT p_default || f.draft INTO v_draft FROM public.storefronts f WHERE f.store_id = app.store();
  v_entries := v_draft -> 'navigation';
  IF p_under IS NULL THEN
    p_entry := p_entry || '{"children": []}';
  ELSE
    SELECT e.place - 1 INTO v_place FROM jsonb_array_elements(v_entries) WITH ORDINALITY AS e(value, place)
     WHERE app.fold(e.value ->> 'label') = app.fold(p_under) ORDER BY e.place LIMIT 1;
    IF v_place IS NULL THEN
      PERFORM app.refuse(422, 'entry_not_found', jsonb_build_object('labels', jsonb_path_query_array(v_entries, '$[*].label')));
    END IF;
    v_path := v_path || v_place::text || 'children'::text;
    v_entries := coalesce(v_draft #> v_path, '[]');
  END IF;
  SELECT e.place - 1 INTO v_place FROM jsonb_array_elements(v_entries) WITH ORDINALITY AS e(value, place)
   WHERE e.value -> 'to' = p_entry -> 'to' ORDER BY e.place LIMIT 1;
  IF v_entries #>> ARRAY[v_place::text, 'label'] = p_entry ->> 'label' THEN
    RETURN;
  ELSIF v_place IS NOT NULL THEN
    v_entries := jsonb_set(v_entries, ARRAY[v_place::text, 'label'], p_entry -> 'label');
  ELSIF jsonb_array_length(v_entries) >= p_max THEN
    PERFORM app.refuse(409, 'navigation_full');
  ELSE
    v_entries := v_entries || jsonb_build_array(p_entry);
  END IF;
  UPDATE public.storefronts f SET draft = jsonb_set(v_draft, v_path, v_entries), version = f.version + 1, updated_at = now()
   WHERE f.store_id = app.store();
  PERFORM app.record_event('storefront.updated', app.store(), '{"changed": ["navigation"]}');
END
$$;
