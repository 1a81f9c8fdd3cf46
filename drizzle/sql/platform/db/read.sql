-- Runs a query with a plan that the connection keeps. Over HTTP every statement arrives unprepared, and parsing and planning
-- a list costs as much as running it. p_context: the results of the functions that opened the tenant context, which run
-- because they are arguments. p_query: the text with $1, $2 … for p_arguments. The caller lists the result's columns.
-- It runs with the rights and policies of the caller, like any other statement.
CREATE OR REPLACE FUNCTION app.read(p_context text[], p_query text, p_arguments text[]) RETURNS SETOF record
  LANGUAGE plpgsql
AS $$
DECLARE
  v_name constant text := 'app_' || md5(p_query);
  v_arguments constant text := (SELECT string_agg(quote_nullable(a), ', ' ORDER BY n)
    FROM unnest(p_arguments) WITH ORDINALITY AS given(a, n));
  v_run constant text := format(CASE WHEN v_arguments IS NULL THEN 'EXECUTE %I' ELSE 'EXECUTE %I (%s)' END, v_name, v_arguments);
BEGIN
  RETURN QUERY EXECUTE v_run;
EXCEPTION WHEN syntax_error OR feature_not_supported THEN
  -- PL/pgSQL reports EXECUTE of an unprepared statement as a query that returns no rows, which is a syntax error. A prepared
  -- statement whose columns have had other types since a migration is a feature that is not supported.
  IF EXISTS (SELECT FROM pg_prepared_statements WHERE name = v_name) THEN
    EXECUTE format('DEALLOCATE %I', v_name);
  END IF;
  PERFORM app.keep_statements(100);
  EXECUTE format('PREPARE %I AS %s', v_name, p_query);
  RETURN QUERY EXECUTE v_run;
END
$$;

-- Deallocates the oldest prepared statements of the connection, so that fewer than p_max remain: each keeps its plan in
-- memory.
CREATE OR REPLACE FUNCTION app.keep_statements(p_max integer) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_name text;
BEGIN
  FOR v_name IN SELECT name FROM pg_prepared_statements WHERE name LIKE 'app\_%' ORDER BY prepare_time DESC OFFSET p_max - 1 LOOP
    EXECUTE format('DEALLOCATE %I', v_name);
  END LOOP;
END
$$;
