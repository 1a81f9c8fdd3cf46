-- Runs a query with a plan that the connection keeps. Over HTTP every statement arrives unprepared, and parsing and planning
-- a list costs as much as running it. p_context: the results of the functions that opened the tenant context, which run
-- because they are arguments. p_query: the text with $1, $2 … for p_arguments. The caller lists the result's columns.
-- It runs with the rights and policies of the caller, like any other statement.
CREATE OR REPLACE FUNCTION app.read(p_context text[], p_query text, p_arguments text[]) RETURNS SETOF record
  LANGUAGE plpgsql
AS $$
DECLARE
  v_name constant text := 'app_' || md5(p_query);
  v_arguments text;
  v_run text := format('EXECUTE %I', v_name);
BEGIN
  -- A loop costs less than a query.
  FOR v_at IN 1 .. cardinality(p_arguments) LOOP
    v_arguments := concat_ws(', ', v_arguments, quote_nullable(p_arguments[v_at]));
  END LOOP;
  IF v_arguments IS NOT NULL THEN
    v_run := v_run || ' (' || v_arguments || ')';
  END IF;
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
