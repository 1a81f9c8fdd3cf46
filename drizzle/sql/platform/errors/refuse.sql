-- How a function refuses a request.

-- Refuses the request. SQLSTATE: "MC" and the HTTP status. Message: an error code. Detail: one fact as text.
CREATE OR REPLACE FUNCTION app.refuse(p_status integer, p_code text, p_detail text DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'MC' || p_status, MESSAGE = p_code, DETAIL = coalesce(p_detail, '');
END
$$;

-- Refuses the request with its problems: p_problems is one {pointer, …facts} or an array of them. A problem without a
-- code has p_code. The first problem with p_code, or else the first of all, decides the error code of the response, and is always
-- raised; its `problems_left_out` counts the others that do not fit into 100 problems and 256 KB.
-- The operation's refusals table turns problems into text (src/platform/operation/refusals.ts).
CREATE OR REPLACE FUNCTION app.refuse(p_status integer, p_code text, p_problems jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'MC' || p_status, MESSAGE = p_code, DETAIL = (
    SELECT jsonb_agg(m.value || CASE WHEN m.nth = 1 AND m.left_out > 0 THEN jsonb_build_object('problems_left_out', m.left_out) ELSE '{}' END
             ORDER BY m.place)
      FROM (
        SELECT k.*, count(*) FILTER (WHERE NOT k.fits) OVER () AS left_out FROM (
          SELECT p.*, row_number() OVER so_far AS nth,
                 row_number() OVER so_far = 1 OR row_number() OVER so_far <= 100 AND sum(octet_length(p.value::text)) OVER so_far <= 262144 AS fits
            FROM (SELECT jsonb_build_object('code', p_code) || e.value AS value, e.place
                    FROM jsonb_array_elements(CASE jsonb_typeof(p_problems) WHEN 'array' THEN p_problems ELSE jsonb_build_array(p_problems) END)
                    WITH ORDINALITY AS e(value, place)) AS p
          WINDOW so_far AS (ORDER BY p.value ->> 'code' <> p_code, p.place)) AS k) AS m
     WHERE m.fits)::text;
END
$$;

-- The problems that app.refuse raised with this message and detail.
CREATE OR REPLACE FUNCTION app.raised_problems(p_message text, p_detail text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_detail LIKE '[%' THEN p_detail::jsonb ELSE jsonb_build_array(jsonb_build_object('code', p_message)) END
$$;
