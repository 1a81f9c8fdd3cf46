-- The variants of an order's lines (orders.variant_ids).
CREATE OR REPLACE FUNCTION app.variants_of(lines jsonb) RETURNS uuid[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT ARRAY(SELECT DISTINCT (l ->> 'variant_id')::uuid FROM jsonb_array_elements(lines) AS l ORDER BY 1) $$;
