-- Reading events: who may see which.

-- The stores of the caller with the types of events that they may see there, and where the feed ends for now: events of
-- transactions from this one on may not be visible yet.
-- p_areas: [{types, asked, roles, scopes}]: the requested types of an area, those of them that were requested by their full
-- name, and who may see them: members with one of the roles, and keys with one of the scopes. p_after: the transaction that
-- the caller has read up to.
CREATE OR REPLACE FUNCTION app.event_stores(p_areas jsonb, p_after xid8)
  RETURNS TABLE (id uuid, types text[], horizon xid8)
  LANGUAGE plpgsql STABLE ROWS 1
AS $$
DECLARE
  v_is_key constant boolean := app.caller_kind() <> 'user';
  v_scopes constant text[] := app.caller_scopes();
  v_hidden jsonb;
BEGIN
  IF p_after > pg_snapshot_xmax(pg_current_snapshot()) THEN
    PERFORM app.refuse(422, 'cursor_of_other_database');
  END IF;
  SELECT jsonb_build_object('type', a -> 'asked' ->> 0, 'scopes', a -> 'scopes') INTO v_hidden
    FROM jsonb_array_elements(p_areas) AS a
   WHERE a -> 'asked' <> '[]' AND app.stores() <> '{}' AND NOT EXISTS (
     SELECT FROM unnest(app.stores()) AS s(id) WHERE app.sees_events(s.id, a, v_is_key, v_scopes))
   LIMIT 1;
  IF v_hidden IS NOT NULL THEN
    PERFORM app.refuse(403, CASE WHEN v_is_key THEN 'event_needs_scope' ELSE 'event_needs_manager' END, v_hidden);
  END IF;
  RETURN QUERY
    SELECT s.id, array_agg(t.type), pg_snapshot_xmin(pg_current_snapshot())
      FROM unnest(app.stores()) AS s(id)
     CROSS JOIN jsonb_array_elements(p_areas) AS a
     CROSS JOIN jsonb_array_elements_text(a -> 'types') AS t(type)
     WHERE app.sees_events(s.id, a, v_is_key, v_scopes)
     GROUP BY s.id;
END
$$;

-- Whether the caller may see the events of an area in one of their stores.
CREATE OR REPLACE FUNCTION app.sees_events(p_store uuid, p_area jsonb, p_is_key boolean, p_scopes text[]) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN p_is_key THEN p_area -> 'scopes' ?| p_scopes ELSE p_area -> 'roles' ? app.role(p_store) END
$$;

-- The same for the caller of this request. Also decides which sources of a customer's timeline they see.
CREATE OR REPLACE FUNCTION app.sees_events(p_store uuid, p_area jsonb) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT app.sees_events(p_store, p_area, app.caller_kind() <> 'user',
    app.caller_scopes())
$$;

-- What an event is about, as it is now: the columns of one of p_queries (src/areas/feed/snapshots.ts), which are named after the
-- beginnings of types. NULL: it is gone, or events of this type have no such query. The caller sees the types of an area only
-- with the scope for its resources.
CREATE OR REPLACE FUNCTION app.snapshot_of(p_queries jsonb, p_type text, p_store uuid, p_subject uuid) RETURNS json
  LANGUAGE plpgsql
AS $$
DECLARE
  v_query constant text := p_queries ->> split_part(p_type, '.', 1);
BEGIN
  IF v_query IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT r.content FROM app.read('{}', v_query, ARRAY[ARRAY[p_store]::text, ARRAY[p_subject]::text])
            AS r(id uuid, content json));
END
$$;
