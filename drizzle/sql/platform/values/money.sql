-- The largest price or payment in minor units. Up to here, JSON numbers are exact with any exponent.
CREATE OR REPLACE FUNCTION app.max_amount() RETURNS numeric
  LANGUAGE sql IMMUTABLE
AS $$ SELECT 1e15 $$;

-- The largest total of an order, and the largest amount in one, in minor units. Keeps sums over many orders in range.
CREATE OR REPLACE FUNCTION app.max_order_amount() RETURNS numeric
  LANGUAGE sql IMMUTABLE
AS $$ SELECT 1e12 $$;

-- The problem of an amount that is too large or not a whole number of minor units.
CREATE OR REPLACE FUNCTION app.inexact_amount(
  p_pointer text, p_decimals integer, p_max numeric DEFAULT app.max_amount()
) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_build_object('pointer', p_pointer, 'code', 'invalid_amount', 'decimals', p_decimals,
           'max_amount', p_max / power(10::numeric, p_decimals))
$$;

-- A part of an amount, rounded half up. Division would round twice.
CREATE OR REPLACE FUNCTION app.part(p_amount numeric, p_part numeric, p_whole numeric) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT div(2 * p_amount * p_part + p_whole, 2 * p_whole)::bigint $$;

-- app.part of an amount that may be negative.
CREATE OR REPLACE FUNCTION app.signed_part(p_amount numeric, p_part numeric, p_whole numeric) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT (sign(p_amount) * app.part(abs(p_amount), p_part, p_whole))::bigint $$;
