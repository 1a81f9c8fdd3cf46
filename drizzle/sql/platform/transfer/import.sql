-- The names of the fields that differ.
CREATE OR REPLACE FUNCTION app.changed_fields(p_before jsonb, p_after jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(a.key ORDER BY a.key), '[]')
    FROM jsonb_each(p_after) AS a WHERE p_before -> a.key IS DISTINCT FROM a.value
$$;
