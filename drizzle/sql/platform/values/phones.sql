-- How a phone number is read. Numbers with a country code are read by the Worker; the national ones here, because only here the
-- store is known.

-- A number has one key, also in the four countries where people write theirs in two ways. Everything else is its own key. Sources:
-- en.wikipedia.org, "Telephone numbers in …".
-- * Mexico: until 2019, mobiles had a 1 after the country code. WhatsApp has it still.
-- * Brazil: since 2016, mobiles have a 9 after the area code. Older accounts of WhatsApp do not. What begins with a 7 was not changed.
-- * Argentina: mobiles have a 9 before the area code, but only when they are called from abroad.
-- * Côte d'Ivoire: since 2021, two digits of the operator come first, which follow from the old number: of fixed lines (2 and 3)
--   from its third digit, of mobiles from its second (itu.int/dms_pub/itu-t/oth/02/02/T02020000310006PDFE.pdf).
CREATE OR REPLACE FUNCTION app.one_form_of_phone(p_e164 text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$
  SELECT CASE
    WHEN p_e164 ~ '^\+521\d{10}$' THEN '+52' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+55[1-9]\d[689]\d{7}$' THEN substr(p_e164, 1, 5) || '9' || substr(p_e164, 6)
    WHEN p_e164 ~ '^\+549\d{10}$' THEN '+54' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+2252\d8\d{5}$' THEN '+22521' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+225[23]\d0\d{5}$' THEN '+22525' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+225[23]\d{7}$' THEN '+22527' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+225[04-9][0-3]\d{6}$' THEN '+22501' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+225[04-9][4-6]\d{6}$' THEN '+22505' || substr(p_e164, 5)
    WHEN p_e164 ~ '^\+225[04-9][7-9]\d{6}$' THEN '+22507' || substr(p_e164, 5)
    ELSE p_e164 END
$$;

-- The digits of a number as it was written, with a + in front if they begin with + or 00.
CREATE OR REPLACE FUNCTION app.written_phone(p_phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN n.folded ~ '^\D*(\+|00)' THEN '+' ELSE '' END
      || regexp_replace(regexp_replace(n.folded, '^\D*(\+|00)', ''), '\D', '', 'g')
    FROM app.quick_fold(p_phone) AS n(folded)
$$;

-- A number with its country code, in the form in which it was written: the key may be the other one of the two.
CREATE OR REPLACE FUNCTION app.phone_to_dial(p_phone text, p_e164 text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN app.one_form_of_phone(w.written) = p_e164 THEN w.written ELSE coalesce(p_e164, p_phone) END
    FROM (SELECT '+' || regexp_replace(regexp_replace(app.quick_fold(p_phone), '\D', '', 'g'), '^00', '') AS written) AS w
$$;

-- The number without what is dialled only inside the country, such as a 0 in front.
CREATE OR REPLACE FUNCTION app.without_national_prefix(p_plan jsonb, p_digits text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_prefix constant text := '^(?:' || (p_plan ->> 'prefix') || ')';
  v_pattern constant text := '^(?:' || (p_plan ->> 'pattern') || ')$';
  v_groups constant text[] := regexp_match(p_digits, v_prefix);
  v_number text;
BEGIN
  IF v_groups IS NULL THEN
    RETURN p_digits;
  END IF;
  v_number := regexp_replace(p_digits, v_prefix, CASE
    WHEN p_plan ->> 'transform' IS NOT NULL AND v_prefix ~ '\((?!\?)' AND v_groups[cardinality(v_groups)] <> ''
    THEN p_plan ->> 'transform' ELSE '' END);
  RETURN CASE
    WHEN p_digits ~ v_pattern AND v_number !~ v_pattern OR NOT p_plan -> 'lengths' @> to_jsonb(length(v_number))
    THEN p_digits ELSE v_number END;
END
$$;

-- Whether a number with this calling code is in use, or could be.
CREATE OR REPLACE FUNCTION app.is_phone_in_use(p_code text, p_number text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN coalesce(p_number ~ (app.phone_numbers(p_code) ->> length(p_number)::text), false);
END
$$;

-- The key of a national number of the country (ISO 3166-1 alpha-2), with or without its calling code in front, or NULL.
CREATE OR REPLACE FUNCTION app.national_e164(p_digits text, p_country text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_plan constant jsonb := app.phone_plan(upper(p_country));
  v_code constant text := v_plan ->> 'code';
  v_number text := app.without_national_prefix(v_plan, p_digits);
BEGIN
  IF v_plan IS NULL THEN
    RETURN NULL;
  ELSIF app.is_phone_in_use(v_code, v_number) THEN
    RETURN app.one_form_of_phone('+' || v_code || v_number);
  END IF;
  IF starts_with(p_digits, v_code) THEN
    v_number := app.without_national_prefix(v_plan, substr(p_digits, length(v_code) + 1));
    IF app.is_phone_in_use(v_code, v_number) THEN
      RETURN app.one_form_of_phone('+' || v_code || v_number);
    END IF;
  END IF;
  -- An old form is no number of the plan, the new one is.
  RETURN (
    SELECT n.key FROM unnest(ARRAY[v_code || p_digits, CASE WHEN starts_with(p_digits, v_code) THEN p_digits END]) WITH ORDINALITY AS o(number, place),
           app.one_form_of_phone('+' || o.number) AS n(key)
     WHERE n.key <> '+' || o.number AND app.is_phone_in_use(v_code, substr(n.key, length(v_code) + 2))
     ORDER BY o.place LIMIT 1);
END
$$;

-- The key of a number with its country code (app.written_phone), also if a 0 follows that is dialled only inside the country, such as
-- +44 (0)20 or +966 05.
CREATE OR REPLACE FUNCTION app.key_with_calling_code(p_written text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce((
    SELECT n.key
      FROM (SELECT substr(p_written, 2, digits) AS code, substr(p_written, digits + 2) AS number,
                   app.one_form_of_phone('+' || substr(p_written, 2, digits) || substr(p_written, digits + 3)) AS key
              FROM generate_series(1, 3) AS digits WHERE substr(p_written, digits + 2, 1) = '0' OFFSET 0) AS n
     WHERE NOT app.is_phone_in_use(n.code, n.number) AND app.is_phone_in_use(n.code, substr(n.key, length(n.code) + 2))
     LIMIT 1), app.one_form_of_phone(p_written))
$$;

-- The key of a number: E.164, in one form. p_read: what the Worker read, which is the number if it has a country code. Without one, it is
-- a number of the first of the countries in which it is in use. NULL if it cannot be read.
CREATE OR REPLACE FUNCTION app.e164(p_phone text, p_read text, VARIADIC p_countries text[]) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_written text;
  v_country text;
  v_key text;
BEGIN
  IF p_read IS NOT NULL OR p_phone IS NULL THEN
    RETURN app.one_form_of_phone(p_read);
  END IF;
  v_written := app.written_phone(p_phone);
  IF app.quick_fold(p_phone) ~ '[[:alpha:]]' OR length(v_written) > 20 THEN
    RETURN NULL;
  ELSIF v_written LIKE '+%' THEN
    -- The Worker knows the new forms only.
    RETURN nullif(app.one_form_of_phone(v_written), v_written);
  END IF;
  FOREACH v_country IN ARRAY p_countries LOOP
    v_key := app.national_e164(v_written, v_country);
    EXIT WHEN v_key IS NOT NULL;
  END LOOP;
  RETURN v_key;
END
$$;
