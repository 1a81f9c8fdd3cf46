-- The times of an order in a file, by their pointers without the first slash (created_at, shipments/0/created_at), with a time in
-- place of each date. A date means that day in the store's time zone: its first moment, or, if the order was placed or, for
-- delivered_at, shipped later that day, that time. Refuses times in the future, and times before the order was placed or shipped.
-- Clocks of other systems may differ by five minutes.
CREATE OR REPLACE FUNCTION app.imported_times(p_given jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_skew constant interval := interval '5 minutes';
  v_times jsonb := '{}';
  v_placed timestamptz;
  v_shipped timestamptz;
  v_first_sent timestamptz;
  v_earliest timestamptz;
  v_begins timestamptz;
  v_at timestamptz;
  v_time record;
  v_problems jsonb := '[]';
BEGIN
  FOR v_time IN
    SELECT t.key AS name, t.value AS given FROM jsonb_each_text(p_given) AS t
     ORDER BY t.key = 'created_at' DESC, t.key = 'delivered_at', t.key
  LOOP
    v_at := app.moment_of(app.store(), v_time.given);
    v_earliest := CASE v_time.name WHEN 'delivered_at' THEN greatest(v_placed, v_shipped) ELSE v_placed END;
    -- A shipped_at alone is not compared with delivered_at: other systems have their own ideas of it.
    v_begins := CASE v_time.name WHEN 'delivered_at' THEN greatest(v_earliest, v_first_sent) ELSE v_earliest END;
    IF length(v_time.given) = 10 AND v_begins > v_at AND v_begins < app.moment_of(app.store(), v_time.given, true) THEN
      v_at := v_begins;
    END IF;
    IF v_at > clock_timestamp() + v_skew THEN
      v_problems := v_problems || jsonb_build_object('code', 'time_in_future', 'pointer', '/' || v_time.name);
    ELSIF v_at < v_earliest - v_skew THEN
      v_problems := v_problems || jsonb_build_object('code', 'time_too_early', 'pointer', '/' || v_time.name);
    END IF;
    v_times := v_times || jsonb_build_object(v_time.name, app.rfc3339(v_at));
    IF v_time.name = 'created_at' THEN
      v_placed := v_at;
    ELSIF v_time.name = 'shipped_at' THEN
      v_first_sent := v_at;
    ELSIF v_time.name LIKE 'shipments/%' THEN
      v_shipped := greatest(v_shipped, v_at);
    END IF;
  END LOOP;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, v_problems #>> '{0,code}', v_problems);
  END IF;
  RETURN v_times;
END
$$;

-- The order with the times of the file (app.imported_times), instead of those at which its past was replayed. Without one, it counts
-- as when it was placed.
CREATE OR REPLACE FUNCTION app.with_imported_times(p_order public.orders, p_times jsonb) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
  v_times public.orders := jsonb_populate_record(NULL::public.orders, p_times);
BEGIN
  o.confirmed_at := coalesce(v_times.confirmed_at, CASE WHEN o.confirmed_at IS NOT NULL THEN o.created_at END);
  o.paid_at := CASE WHEN o.paid_at IS NOT NULL THEN coalesce(v_times.paid_at, o.created_at) END;
  o.shipped_at := CASE WHEN o.shipped_at IS NOT NULL THEN coalesce(v_times.shipped_at, o.shipped_at) END;
  o.cancelled_at := CASE WHEN o.cancelled_at IS NOT NULL THEN coalesce(v_times.cancelled_at, o.created_at) END;
  RETURN o;
END
$$;
