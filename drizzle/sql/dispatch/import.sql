-- Imports rows in batches, each in a transaction of its own, so that an import holds the locks that other writes wait for
-- (order numbers, stock, customers) only as long as one batch takes. A dry run is one batch: its rows build on each other, and
-- it saves nothing. A dry run holds stock only as long as one order or variant takes.
-- p_context: the results of the functions that opened the tenant context, which run because they are arguments.
-- Each batch has its own idempotency key. So an import that is sent again skips the batches that were done and goes on with
-- the next. After 0.6 seconds it returns what it has so far. The caller then sends it again. `replayed`: all batches were done before.
CREATE OR REPLACE PROCEDURE app.import_in_batches(
  p_context text[], p_kind text, p_rows jsonb, p_options jsonb, p_batch_size integer, p_dry_run boolean,
  p_operation text, p_key text, p_hash text, OUT rows jsonb, OUT replayed boolean
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store constant uuid := app.only_store();
  v_context constant jsonb := app.context();
  v_total constant integer := jsonb_array_length(p_rows);
  v_size constant integer := CASE WHEN p_dry_run THEN greatest(v_total, 1) ELSE p_batch_size END;
  v_done integer := 0;
  v_batch record;
BEGIN
  rows := '[]';
  LOOP
    SELECT * INTO v_batch FROM app.import_batch(
      p_kind, v_store, jsonb_path_query_array(p_rows, '$[$from to $to]', jsonb_build_object('from', v_done, 'to', v_done + v_size - 1)),
      -- The first batch has the key of the request.
      p_options, p_dry_run, p_operation, concat_ws(' ', p_key, nullif(v_done, 0)), p_hash);
    rows := rows || v_batch.rows;
    replayed := v_batch.replayed;
    v_done := jsonb_array_length(rows);
    EXIT WHEN v_done >= v_total OR clock_timestamp() > statement_timestamp() + interval '0.6 s';
    COMMIT;
    PERFORM app.resume_context(v_context);
  END LOOP;
END
$$;

-- Imports one batch, or returns its stored result.
CREATE OR REPLACE FUNCTION app.import_batch(
  p_kind text, p_store uuid, p_rows jsonb, p_options jsonb, p_dry_run boolean, p_operation text, p_key text, p_hash text,
  OUT rows jsonb, OUT replayed boolean
)
  LANGUAGE plpgsql
AS $$
BEGIN
  replayed := false;
  rows := app.import_rows(p_kind, p_store, p_rows, p_options, p_dry_run, p_operation, p_key, p_hash) -> 'rows';
EXCEPTION WHEN SQLSTATE 'MC208' THEN
  replayed := true;
  SELECT k.result -> 'rows' INTO rows FROM public.idempotency_keys k
   WHERE k.store_id = p_store AND k.caller = app.caller() AND k.operation = p_operation AND k.key = p_key;
END
$$;

-- Imports many rows in one transaction, as many as it can in 0.3 seconds; the next batch begins with the others. Each row has a
-- subtransaction of its own, so a refused row changes nothing and does not affect the others.
-- p_rows: the parsed rows in the order of the file. p_options: options of the function that imports a row.
-- Returns for each row {status, id, warnings} or, if it was refused, {status: failed, problems: as in app.refuse}.
-- Imports of the same kind into a store run one after the other, so that importing a file twice at once creates nothing twice.
-- A dry run cannot go on in another transaction, because its rows build on each other. It ends after a sixth of the time that a
-- statement may take, so after 0.8 seconds: if rows are left, it is refused with 'dry_run_too_long' and how many it tried.
-- A dry run does all the work and rolls it back, except what only makes others wait: its orders have negative numbers and
-- count towards no total. Variables keep their values when a subtransaction is rolled back.
CREATE OR REPLACE FUNCTION app.import_rows(
  p_kind text, p_store uuid, p_rows jsonb, p_options jsonb, p_dry_run boolean, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_rows jsonb := p_rows;
  v_row jsonb;
  v_position bigint;
  v_results jsonb[] := '{}';
  v_row_result jsonb;
  v_code text;
  v_constraint text;
  v_detail text;
  v_too_large boolean;
  v_used jsonb := '{}';
  -- 0: none.
  v_time_limit constant interval := coalesce(nullif(current_setting('statement_timeout')::interval, '0'), '5 s');
  v_until timestamptz;
  v_result jsonb;
BEGIN
  -- A dry run must not use up the idempotency key of the import that follows it.
  PERFORM app.begin_write(p_store, p_operation, CASE WHEN p_dry_run THEN gen_random_uuid()::text ELSE p_key END, p_hash);
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_store, 'import', p_kind), 0));
  v_until := clock_timestamp() + CASE WHEN p_dry_run THEN v_time_limit / 6 ELSE interval '0.3 s' END;
  BEGIN
    CASE p_kind
      WHEN 'orders' THEN
        v_rows := app.prepare_orders(p_rows);
        IF NOT p_dry_run THEN
          PERFORM app.lock_imported_orders(v_rows);
        END IF;
      WHEN 'products' THEN PERFORM app.prepare_products(p_rows, p_dry_run);
      WHEN 'customers' THEN v_rows := app.prepare_customers(p_rows);
    END CASE;
    FOR v_row, v_position IN SELECT r.value, r.position FROM jsonb_array_elements(v_rows) WITH ORDINALITY AS r(value, position) ORDER BY r.position LOOP
      BEGIN
        CASE p_kind
          WHEN 'orders' THEN
            IF p_dry_run THEN
              SELECT t.used, t.result INTO v_used, v_row_result
                FROM app.try_order(jsonb_set(v_row, '{order,number}', to_jsonb(-v_position)), p_options -> 'rules', v_used) AS t;
            ELSE
              v_row_result := app.import_order(v_row, p_options -> 'rules');
            END IF;
          WHEN 'products' THEN v_row_result := app.import_product(v_row, p_options || jsonb_build_object('dry_run', p_dry_run));
          WHEN 'customers' THEN v_row_result := app.import_customer(v_row, p_dry_run);
        END CASE;
      EXCEPTION WHEN SQLSTATE 'MC403' OR SQLSTATE 'MC409' OR SQLSTATE 'MC422' OR unique_violation OR check_violation OR program_limit_exceeded THEN
        GET STACKED DIAGNOSTICS v_code = MESSAGE_TEXT, v_constraint = CONSTRAINT_NAME, v_detail = PG_EXCEPTION_DETAIL;
        -- Checked first, because for an index row that is too large PostgreSQL also reports the index as the constraint.
        v_too_large := SQLSTATE = '54000';
        v_row_result := jsonb_build_object('status', 'failed',
          'problems', CASE WHEN v_too_large THEN '[{"code": "too_large"}]'
                           WHEN v_constraint <> '' THEN jsonb_build_array(jsonb_build_object('code', v_constraint))
                           ELSE app.raised_problems(v_code, v_detail) END);
      END;
      v_results := array_append(v_results, v_row_result);
      EXIT WHEN clock_timestamp() > v_until;
    END LOOP;
    IF p_dry_run THEN
      RAISE EXCEPTION USING ERRCODE = 'MC200', MESSAGE = 'dry_run';
    END IF;
  EXCEPTION WHEN SQLSTATE 'MC200' THEN
    NULL;
  END;
  IF p_dry_run AND cardinality(v_results) < jsonb_array_length(p_rows) THEN
    PERFORM app.refuse(422, 'dry_run_too_long', jsonb_build_object('rows', cardinality(v_results)));
  END IF;
  v_result := jsonb_build_object('rows', to_jsonb(v_results));
  IF p_dry_run THEN
    RETURN v_result;
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash, v_result);
END
$$;
