-- Imports: many rows in one transaction, each in a sub-transaction of its own, so that a row that is refused leaves
-- nothing behind and stops no other.

-- p_rows: what was read of the rows, in the order of the file. Gives for each {status, id, warnings} or, where the row
-- was refused, {status: failed, problems: as app.refuse takes them}. p_options are the kind's own.
-- Imports of one kind into one store stand in line, so that of two of the same file the second finds what the first made.
-- A dry run is the same work, undone: variables outlive the sub-transaction that they were set in.
CREATE OR REPLACE FUNCTION app.import_rows(
  p_kind text, p_store uuid, p_rows jsonb, p_options jsonb, p_dry_run boolean, p_operation text, p_key text, p_hash text
) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_rows jsonb := p_rows;
  v_row jsonb;
  v_done jsonb[] := '{}';
  v_one jsonb;
  v_code text;
  v_constraint text;
  v_detail text;
  v_large boolean;
  v_result jsonb;
BEGIN
  -- A dry run keeps nothing, so it takes no key from the import that follows it.
  PERFORM app.begin_write(p_store, p_operation, CASE WHEN p_dry_run THEN gen_random_uuid()::text ELSE p_key END, p_hash);
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_store, 'import', p_kind), 0));
  BEGIN
    CASE p_kind
      WHEN 'orders' THEN v_rows := app.prepare_orders(p_rows);
      WHEN 'products' THEN PERFORM app.prepare_products(p_rows);
      WHEN 'customers' THEN v_rows := app.prepare_customers(p_rows);
    END CASE;
    FOR v_row IN SELECT r.value FROM jsonb_array_elements(v_rows) WITH ORDINALITY AS r(value, at) ORDER BY r.at LOOP
      BEGIN
        v_one := CASE p_kind
          WHEN 'orders' THEN app.import_order(v_row, p_options -> 'rules')
          WHEN 'products' THEN app.import_product(v_row, p_options)
          WHEN 'customers' THEN app.import_customer(v_row)
        END;
      EXCEPTION WHEN SQLSTATE 'MC403' OR SQLSTATE 'MC409' OR SQLSTATE 'MC422' OR unique_violation OR check_violation OR program_limit_exceeded THEN
        GET STACKED DIAGNOSTICS v_code = MESSAGE_TEXT, v_constraint = CONSTRAINT_NAME, v_detail = PG_EXCEPTION_DETAIL;
        -- An index names itself as the constraint of what it has no room for.
        v_large := SQLSTATE = '54000';
        v_one := jsonb_build_object('status', 'failed',
          'problems', CASE WHEN v_large THEN '[{"code": "too_large"}]'
                           WHEN v_constraint <> '' THEN jsonb_build_array(jsonb_build_object('code', v_constraint))
                           WHEN v_detail LIKE '[%' THEN v_detail::jsonb
                           ELSE jsonb_build_array(jsonb_build_object('code', v_code)) END);
      END;
      v_done := array_append(v_done, v_one);
    END LOOP;
    IF p_dry_run THEN
      RAISE EXCEPTION USING ERRCODE = 'MC200', MESSAGE = 'dry_run';
    END IF;
  EXCEPTION WHEN SQLSTATE 'MC200' THEN
    NULL;
  END;
  v_result := jsonb_build_object('rows', to_jsonb(v_done));
  IF p_dry_run THEN
    RETURN v_result;
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash, v_result);
END
$$;

-- Which fields of a row of a table are to be others, by name.
CREATE OR REPLACE FUNCTION app.changed_fields(p_before jsonb, p_after jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(a.key ORDER BY a.key), '[]')
    FROM jsonb_each(p_after) AS a WHERE p_before -> a.key IS DISTINCT FROM a.value
$$;
