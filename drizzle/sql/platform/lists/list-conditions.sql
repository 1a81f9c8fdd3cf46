-- A condition of src/platform/lists/conditions.ts as SQL, which has the same comparisons, and others for lists that no search
-- goes through. Times of days are those of the store s.
CREATE OR REPLACE FUNCTION app.list_condition(p_condition jsonb, p_nth bigint) RETURNS text
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_values constant text[] := ARRAY(SELECT jsonb_array_elements_text(p_condition -> 'values'));
  v_template constant text := CASE p_condition ->> 'is'
    WHEN 'one_of' THEN CASE cardinality(v_values) WHEN 1 THEN '%1$I = %2$L' ELSE '%1$I = ANY (%3$L)' END
    WHEN 'one_of_or_null' THEN '(%1$I IS NULL OR %1$I = ANY (%3$L))'
    WHEN 'tagged' THEN '%1$I && %5$L'
    WHEN 'tagged_as_written' THEN '(%1$I <> ''{}'' AND app.tag_keys(%1$I) && %5$L)'
    WHEN 'has' THEN '%2$L = ANY (%1$I)'
    WHEN 'null' THEN '%1$I IS NULL'
    WHEN 'not_null' THEN '%1$I IS NOT NULL'
    WHEN 'of_channel_kind' THEN '%1$I IN (SELECT k.id FROM public.channels k WHERE k.store_id = s.id AND k.kind = %2$L)'
    WHEN 'of_place' THEN '%1$I = ANY (app.place_keys(NULL, %2$L))'
    WHEN 'named_customer' THEN '%1$I = app.named(''customer'')'
    WHEN 'caller' THEN '%1$I = app.caller()'
    WHEN 'zero' THEN '%1$I = 0'
    WHEN 'positive' THEN '%1$I > 0'
    WHEN 'future' THEN '%1$I > now()'
    WHEN 'not_future' THEN '(%1$I IS NULL OR %1$I <= now())'
    WHEN 'from' THEN '%1$I >= %2$L'
    WHEN 'before' THEN '%1$I < %2$L'
    WHEN 'amount_from' THEN '%1$I >= %2$L::numeric * power(10::numeric, currency_exponent)'
    WHEN 'amount_to' THEN '%1$I <= %2$L::numeric * power(10::numeric, currency_exponent)'
    WHEN 'from_day' THEN '%1$I >= s.%4$I'
    WHEN 'to_day' THEN '%1$I < s.%4$I'
  END;
BEGIN
  IF v_template IS NULL THEN
    RAISE EXCEPTION 'app.list_condition: unknown comparison %', p_condition ->> 'is';
  END IF;
  RETURN format(v_template, p_condition ->> 'column', v_values[1], v_values, 'day_' || p_nth,
    CASE WHEN p_condition ->> 'is' LIKE 'tagged%' THEN app.tag_keys(v_values) END);
END
$$;

-- The open stores as s(id), with the bound of each condition that is a day, for app.list_condition. OFFSET 0 computes them once per
-- store rather than once per row. $1: the stores.
CREATE OR REPLACE FUNCTION app.stores_with_days(p_conditions jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce('(SELECT id, ' || string_agg(format('app.day_start(id, %L::date + %s) AS %I', c.value #>> '{values,0}',
           CASE c.value ->> 'is' WHEN 'to_day' THEN 1 ELSE 0 END, 'day_' || c.nth), ', ')
           || ' FROM unnest($1) AS known(id) OFFSET 0) AS s', 'unnest($1) AS s(id)')
    FROM jsonb_array_elements(p_conditions) WITH ORDINALITY AS c(value, nth)
   WHERE c.value ->> 'is' IN ('from_day', 'to_day')
$$;
