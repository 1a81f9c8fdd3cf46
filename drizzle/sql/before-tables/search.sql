-- What search finds rows by.

-- Text as it is searched: lower case, accents off, Arabic-Indic digits to ASCII, tashkeel, tatweel and invisible marks off (as in
-- app.sku_key), alef, ya, waw and ta-marbuta forms folded. The same fold is put on the query.
CREATE OR REPLACE FUNCTION app.fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  -- What is searched through ends somewhere: some characters become eighteen by NFKC. A soft hyphen would become a hyphen.
  SELECT left(translate(
    lower(public.unaccent('public.unaccent'::regdictionary, normalize(replace(left(value, 20000), U&'\00AD', ''), NFKC))),
    U&'\0623\0625\0622\0671\0649\0626\06CC\0624\0629\06A9'
      || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
      || U&'\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      || U&'\0640\0670\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0657\0658\0659\065A\065B\065C\065D\065E\065F'
      || U&'\034F\061C\115F\1160\17B4\17B5\180B\180C\180D\180E\180F\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E'
      || U&'\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\206A\206B\206C\206D\206E\206F\FEFF'
      || U&'\FE00\FE01\FE02\FE03\FE04\FE05\FE06\FE07\FE08\FE09\FE0A\FE0B\FE0C\FE0D\FE0E\FE0F',
    U&'\0627\0627\0627\0627\064A\064A\064A\0648\0647\0643' || '01234567890123456789'
  ), 20000)
$$;

-- What somebody searches for, folded and without the Arabic article before at least three letters, so that a word finds the same with
-- and without it. Not where an alif with hamza shows that the two letters belong to the word: U+E000 marks it until the rest is folded.
CREATE OR REPLACE FUNCTION app.searched(term text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  SELECT replace(regexp_replace(
    app.fold(regexp_replace(normalize(left(term, 20000), NFKC), U&'([\0622\0623\0625])(?=\0644)', U&'\E000\\1', 'g')),
    U&'(^|[\\s"''(<\\[{\00AB\201C\2018\060C\061B:,;.!?/|-])\0627\0644(?=[\0621-\064A]{3})', '\1', 'g'), U&'\E000', '')
$$;

CREATE OR REPLACE FUNCTION app.join_text(parts text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$ SELECT array_to_string(parts, ' ') $$;

-- Digits only, as given and, if they differ, as E.164, so that any part of a number is found in any way of writing it.
CREATE OR REPLACE FUNCTION app.phone_text(phone text, e164 text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  SELECT nullif(concat_ws(' ', nullif(digits, ''), nullif(substr(e164, 2), digits)), '')
    FROM regexp_replace(app.fold(phone), '\D', '', 'g') AS digits
$$;

-- Every three neighbouring characters of a word: what texts are indexed by. A text with a word has all of the word's. Only phone numbers
-- are also searched with spaces in them (app.search_words), so three characters with a space count if a phone number may have them.
-- Each is a number of 64 bits: 32 of the store's hash, 12 of the band, 20 of the characters' hash. So a search costs the same however
-- many other stores hold the term, and what one text adds stands side by side in the index, not all over it. Those of band n are those
-- of band 0, each XOR n << 20, so that a search of many bands hashes its words once; a larger band changes the store's bits, which only
-- has to be the same for the text and the search. It has no SET clause, which would be applied and reset at every call.
CREATE OR REPLACE FUNCTION app.grams(store uuid, band integer, value text) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  v_chars constant text[] := string_to_array(value, NULL);
  v_band constant bigint := (hashtextextended(store::text, 0) >> 32 << 32) # (band::bigint << 20);
BEGIN
  RETURN ARRAY(
    SELECT v_band # (hashtextextended(a || b || c, 0) & 1048575)
      FROM unnest(v_chars, v_chars[2:], v_chars[3:]) AS t(a, b, c)
     WHERE c IS NOT NULL AND (' ' NOT IN (a, b, c) OR translate(a || b || c, '-+() ./0123456789', '') = ''));
END
$$;
