CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS app;--> statement-breakpoint
-- Text as it is searched: lower case, accents off, Arabic-Indic digits to ASCII, tashkeel, tatweel and
-- zero-width marks off, alef, ya, waw and ta-marbuta forms folded. The same fold is put on the query.
-- Generated columns hold its results: a change of it needs those columns written again.
CREATE FUNCTION app.fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  -- What is searched through ends somewhere: some characters become eighteen by NFKC.
  SELECT left(translate(
    lower(public.unaccent('public.unaccent'::regdictionary, normalize(left(value, 20000), NFKC))),
    U&'\0623\0625\0622\0671\0649\0626\06CC\0624\0629\06A9'
      || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
      || U&'\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      || U&'\0640\0670\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0657\0658\0659\065A\065B\065C\065D\065E\065F'
      || U&'\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2066\2067\2068\2069\FEFF',
    U&'\0627\0627\0627\0627\064A\064A\064A\0648\0647\0643' || '01234567890123456789'
  ), 20000)
$$;--> statement-breakpoint
CREATE FUNCTION app.join_text(parts text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$ SELECT array_to_string(parts, ' ') $$;--> statement-breakpoint
-- Digits only, as given and as E.164, so that any part of a number is found in any way of writing it.
CREATE FUNCTION app.phone_text(phone text, e164 text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog
AS $$ SELECT nullif(concat_ws(' ', nullif(regexp_replace(app.fold(phone), '\D', '', 'g'), ''), substr(e164, 2)), '') $$;--> statement-breakpoint
CREATE FUNCTION app.lines_text(lines jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  SELECT string_agg(concat_ws(' ', line ->> 'product_name', line ->> 'variant_name', line ->> 'variant_sku'), ' ')
  FROM jsonb_array_elements(lines) AS line
$$;--> statement-breakpoint
-- Every three neighbouring characters of a text, hashed together with the store: what search_text is indexed by.
-- A store's posting lists are its own, so a search costs the same however many other stores hold the term.
-- The text is taken apart once: substr would walk it from its beginning for every place.
CREATE FUNCTION app.grams(store uuid, value text) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  SELECT array_agg(hashtextextended(a || b || c, hashtextextended(store::text, 0))::bit(64)::bit(32)::integer)
    FROM (
      SELECT a, lead(a, 1) OVER places AS b, lead(a, 2) OVER places AS c
        FROM string_to_table(value, NULL) WITH ORDINALITY AS t(a, place)
      WINDOW places AS (ORDER BY place)
    ) AS threes
   WHERE c IS NOT NULL
$$;
