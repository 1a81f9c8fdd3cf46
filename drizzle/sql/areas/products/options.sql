-- The options of a product: in the order of p_options, followed by those that only its variants have, without those that no
-- variant has. Among the options of a variant, names that are whole numbers come first, as in a JavaScript object.
CREATE OR REPLACE FUNCTION app.product_options(p_product uuid, p_options jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  WITH found AS (
    SELECT o.value ->> 'name' AS name, v.value, array[0, o.position, coalesce(v.position, 0)] AS position, false AS used
      FROM jsonb_array_elements(p_options) WITH ORDINALITY AS o(value, position)
      LEFT JOIN LATERAL jsonb_array_elements_text(o.value -> 'values') WITH ORDINALITY AS v(value, position) ON true
     UNION ALL
    SELECT n.name, n.value, array[1, row_number() OVER (ORDER BY v.position, v.id,
             CASE WHEN n.name ~ '^(0|[1-9]\d{0,8})$' THEN n.name::bigint END NULLS LAST, n.position), 0], true
      FROM public.product_variants v CROSS JOIN LATERAL jsonb_each_text(v.options) WITH ORDINALITY AS n(name, value, position)
     WHERE v.store_id = app.store() AND v.product_id = p_product AND v.archived_at IS NULL
  ), distinct_values AS (
    SELECT name, value, min(position) AS position, bool_or(used) AS used FROM found GROUP BY name, value
  )
  SELECT coalesce(jsonb_agg(o.option ORDER BY o.position), '[]')
    FROM (SELECT min(position) AS position,
                 jsonb_build_object('name', name, 'values', jsonb_agg(value ORDER BY position) FILTER (WHERE used)) AS option
            FROM distinct_values GROUP BY name HAVING bool_or(used)) AS o
$$;

-- Refuses values of p_options that no variant of the product has and, if p_replaces, those that variants have and p_options
-- lacks. An option without values counts as one value.
CREATE OR REPLACE FUNCTION app.expect_options(p_product uuid, p_options jsonb, p_replaces boolean) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  IF p_options = '[]' AND NOT p_replaces THEN
    RETURN;
  END IF;
  WITH used AS (
    SELECT n.name, n.value, jsonb_agg(jsonb_build_object('id', v.id, 'title', coalesce(nullif(v.title, ''), 'Default'),
             'sku', v.sku) ORDER BY v.position, v.id) AS variants
      FROM public.product_variants v CROSS JOIN LATERAL jsonb_each_text(v.options) AS n(name, value)
     WHERE v.store_id = app.store() AND v.product_id = p_product AND v.archived_at IS NULL
     GROUP BY n.name, n.value
  ), sent AS (
    SELECT o.value ->> 'name' AS name, o.position - 1 AS option_at, v.value, v.position - 1 AS value_at
      FROM jsonb_array_elements(p_options) WITH ORDINALITY AS o(value, position)
      LEFT JOIN LATERAL jsonb_array_elements_text(o.value -> 'values') WITH ORDINALITY AS v(value, position) ON true
  ), problems AS (
    SELECT 1 AS kind, s.option_at, s.value_at, s.name, s.value, jsonb_build_object('code', 'option_value_without_variant',
             'pointer', '/options/' || s.option_at || coalesce('/values/' || s.value_at, ''), 'option', s.name, 'value', s.value) AS problem
      FROM sent s
     WHERE NOT CASE WHEN s.value IS NULL THEN s.name IN (SELECT u.name FROM used u)
                    ELSE (s.name, s.value) IN (SELECT u.name, u.value FROM used u) END
     UNION ALL
    SELECT 2, o.at, NULL, u.name, u.value, jsonb_build_object('code', 'option_value_in_use',
             'pointer', '/options' || coalesce('/' || o.at || '/values', ''), 'option', u.name, 'value', u.value, 'variants', u.variants)
      FROM used u CROSS JOIN LATERAL (SELECT min(s.option_at) AS at FROM sent s WHERE s.name = u.name) AS o
     WHERE p_replaces AND (u.name, u.value) NOT IN (SELECT s.name, s.value FROM sent s WHERE s.value IS NOT NULL)
     -- As many problems as one answer has.
     ORDER BY 1, 2, 3, 4, 5 LIMIT 100
  )
  SELECT jsonb_agg(p.problem ORDER BY p.kind, p.option_at, p.value_at, p.name, p.value) INTO v_problems FROM problems p;
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, v_problems #>> '{0,code}', v_problems);
  END IF;
END
$$;

-- Stores the options of a product that app.expect_options accepts, after its variants were written. Returns whether they changed.
CREATE OR REPLACE FUNCTION app.set_options(p_product uuid, p_options jsonb, p_replaces boolean) RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  v_options jsonb;
BEGIN
  PERFORM app.expect_options(p_product, p_options, p_replaces);
  v_options := app.product_options(p_product, p_options);
  UPDATE public.products p SET options = v_options
   WHERE p.store_id = app.store() AND p.id = p_product AND p.options <> v_options;
  RETURN FOUND;
END
$$;

-- Refuses variants that have only some of the options of their product: a shopper who chooses one after the other never reaches them. One
-- without any is the variant that a product begins with. p_written: {pointer to the options of a variant that was written: its id}.
-- p_before: {id: options} as they were; what a variant lacked already, it may lack. So options can be added one variant after the other.
CREATE OR REPLACE FUNCTION app.expect_every_option(p_product uuid, p_written jsonb, p_before jsonb DEFAULT '{}') RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  WITH variants AS MATERIALIZED (
    SELECT v.id, v.options FROM public.product_variants v
     WHERE v.store_id = app.store() AND v.product_id = p_product AND v.archived_at IS NULL AND v.options <> '{}'
  ), names AS (
    SELECT DISTINCT jsonb_object_keys(v.options) AS name FROM variants v
  ), missing AS (
    SELECT w.key AS pointer, n.name FROM jsonb_each_text(p_written) AS w
      JOIN variants v ON v.id = w.value::uuid
      JOIN names n ON NOT v.options ? n.name AND coalesce(p_before -> w.value ? n.name, true)
     ORDER BY 1, 2 LIMIT 100
  )
  SELECT jsonb_agg(jsonb_build_object('pointer', m.pointer, 'code', 'option_missing', 'option', m.name)) INTO v_problems FROM missing m;
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'option_missing', v_problems);
  END IF;
END
$$;
