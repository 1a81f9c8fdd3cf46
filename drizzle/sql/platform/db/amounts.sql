-- Amounts in the currency of a store: requests have them in major units, tables in minor units.

-- Converts major units to minor units of the open store's currency. Never rounds; refuses an inexact amount.
CREATE OR REPLACE FUNCTION app.minor(p_amount numeric, p_pointer text DEFAULT '') RETURNS bigint
  LANGUAGE plpgsql STABLE STRICT
AS $$
BEGIN
  PERFORM app.expect_amounts(jsonb_build_object(p_pointer, p_amount));
  RETURN p_amount * (SELECT power(10::numeric, s.currency_exponent) FROM public.stores s WHERE s.id = app.store());
END
$$;

-- Refuses all amounts that are too large or not a whole number of minor units of the open store's currency.
-- p_amounts: {JSON pointer: amount or null}.
CREATE OR REPLACE FUNCTION app.expect_amounts(p_amounts jsonb) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_problems jsonb;
BEGIN
  SELECT jsonb_agg(app.inexact_amount(a.key, s.decimals) ORDER BY length(a.key), a.key) INTO v_problems
    FROM jsonb_each_text(p_amounts) AS a,
         (SELECT currency_exponent AS decimals, power(10::numeric, currency_exponent) AS scale
            FROM public.stores WHERE id = app.store()) AS s
   WHERE a.value::numeric * s.scale % 1 <> 0 OR a.value::numeric * s.scale > app.max_amount();
  IF v_problems IS NOT NULL THEN
    PERFORM app.refuse(422, 'invalid_amount', v_problems);
  END IF;
END
$$;

-- Reads amounts of a request: adds `<name>_minor` to p_fields for each of p_names that it has. An amount that is too large
-- or not a whole number of minor units of the open store's currency is a problem instead.
CREATE OR REPLACE FUNCTION app.minor_fields(p_fields jsonb, p_names text[], OUT fields jsonb, OUT problems jsonb)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  SELECT p_fields || coalesce(jsonb_object_agg(a.name || '_minor', CASE WHEN a.is_exact THEN a.minor::bigint END), '{}'),
         coalesce(jsonb_agg(app.inexact_amount('/' || a.name, a.decimals) ORDER BY a.place) FILTER (WHERE NOT a.is_exact), '[]')
    INTO fields, problems
    FROM (SELECT n.name, n.place, c.minor, s.currency_exponent AS decimals,
                 coalesce(c.minor % 1 = 0 AND c.minor <= app.max_amount(), true) AS is_exact
            FROM unnest(p_names) WITH ORDINALITY AS n(name, place)
            JOIN public.stores s ON s.id = app.store()
           CROSS JOIN LATERAL (SELECT (p_fields ->> n.name)::numeric * power(10::numeric, s.currency_exponent) AS minor) AS c
           WHERE p_fields ? n.name) AS a;
END
$$;

-- A row of a store as the result of a write, with what its amounts are in.
CREATE OR REPLACE FUNCTION app.with_currency(p_row jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT p_row || jsonb_build_object('currency', s.currency, 'currency_exponent', s.currency_exponent)
    FROM public.stores s WHERE s.id = (p_row ->> 'store_id')::uuid
$$;

-- An amount as responses have it.
CREATE OR REPLACE FUNCTION app.major(p_minor bigint, p_exponent integer) RETURNS numeric
  LANGUAGE sql IMMUTABLE
AS $$ SELECT trim_scale(p_minor / power(10::numeric, p_exponent)) $$;
