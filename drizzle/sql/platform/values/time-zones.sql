-- Times as responses contain them, and days and clock times in a store's time zone.

CREATE OR REPLACE FUNCTION app.rfc3339(p_time timestamptz) RETURNS text
  LANGUAGE sql STABLE
AS $$ SELECT to_char(p_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The first moment at which clocks in the zone show this time or a later one. When clocks go back at midnight, a time occurs
-- twice; AT TIME ZONE returns the second, so a day would begin an hour late.
CREATE OR REPLACE FUNCTION app.local_moment(p_local timestamp, p_zone text) RETURNS timestamptz
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_second timestamptz := p_local AT TIME ZONE p_zone;
  v_day_before timestamptz := v_second - interval '24 hours';
  v_first timestamptz := (p_local - ((v_day_before AT TIME ZONE p_zone) - (v_day_before AT TIME ZONE 'UTC'))) AT TIME ZONE 'UTC';
BEGIN
  RETURN CASE WHEN v_first < v_second AND v_first AT TIME ZONE p_zone = p_local THEN v_first ELSE v_second END;
END
$$;

-- The zone by a name that PostgreSQL knows. It reads some names as abbreviations with a fixed offset, while JavaScript,
-- which validated them, reads them as zones with summer time. Unknown names become UTC.
CREATE OR REPLACE FUNCTION app.known_zone(p_zone text) RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_zone text := coalesce('{
    "cet": "Europe/Brussels", "met": "Europe/Brussels", "eet": "Europe/Athens", "wet": "Europe/Lisbon",
    "act": "Australia/Darwin", "art": "Africa/Cairo", "ast": "America/Anchorage", "bst": "Asia/Dhaka",
    "cst": "America/Chicago", "ist": "Asia/Kolkata", "nst": "Pacific/Auckland", "pst": "America/Los_Angeles"
  }'::jsonb ->> lower(p_zone), p_zone);
BEGIN
  PERFORM now() AT TIME ZONE v_zone;
  RETURN v_zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END
$$;

-- The moment at which a day begins in the store's time zone.
CREATE OR REPLACE FUNCTION app.day_start(p_store uuid, p_day date) RETURNS timestamptz
  LANGUAGE plpgsql STABLE STRICT
AS $$
BEGIN
  RETURN (SELECT app.local_moment(p_day, app.known_zone(s.timezone)) FROM public.stores s WHERE s.id = p_store);
END
$$;

-- A time, or a date, which stands for that day in the store's time zone: for its first moment, or as an end (p_is_end), which
-- includes the day, for the first one after it.
CREATE OR REPLACE FUNCTION app.moment_of(p_store uuid, p_given text, p_is_end boolean DEFAULT false) RETURNS timestamptz
  LANGUAGE plpgsql STABLE STRICT
AS $$
BEGIN
  RETURN CASE WHEN length(p_given) = 10 THEN app.day_start(p_store, p_given::date + p_is_end::integer) ELSE p_given::timestamptz END;
END
$$;

-- The smallest id that a movement of this time or later can have: a UUIDv7 begins with its time in milliseconds.
CREATE OR REPLACE FUNCTION app.first_id(p_time timestamptz) RETURNS uuid
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
BEGIN
  RETURN (lpad(to_hex(greatest(0, floor(extract(epoch FROM p_time) * 1000))::bigint), 12, '0') || '70008000000000000000')::uuid;
END
$$;

CREATE OR REPLACE FUNCTION app.bucket(p_minutes integer, p_at timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT date_bin(make_interval(mins => p_minutes), p_at, timestamptz '2000-01-01 00:00:00+00') $$;
