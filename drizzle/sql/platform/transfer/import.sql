-- What an import would replace: {pointer, before, after} for each field that had a value and gets another one.
CREATE OR REPLACE FUNCTION app.overwritten(p_before jsonb, p_after jsonb, p_pointer text DEFAULT '') RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('pointer', p_pointer || '/' || b.key, 'before', b.value, 'after', p_after -> b.key) ORDER BY b.key), '[]')
    FROM jsonb_each(p_before) AS b
   WHERE b.value NOT IN ('null', '""', '[]', '{}') AND b.value IS DISTINCT FROM p_after -> b.key
$$;

-- The names of the fields that differ.
CREATE OR REPLACE FUNCTION app.changed_fields(p_before jsonb, p_after jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(a.key ORDER BY a.key), '[]')
    FROM jsonb_each(p_after) AS a WHERE p_before -> a.key IS DISTINCT FROM a.value
$$;
