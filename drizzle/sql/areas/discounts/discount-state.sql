-- What a discount does at a moment. `running` says nothing of its uses, which may have reached their limit. A new discount without
-- `active` is switched on.
CREATE OR REPLACE FUNCTION app.discount_state(
  p_active boolean, p_starts_at timestamptz, p_ends_at timestamptz, p_at timestamptz DEFAULT now()
) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN NOT p_active THEN 'off' WHEN p_ends_at <= p_at THEN 'expired' WHEN p_starts_at > p_at THEN 'scheduled'
              ELSE 'running' END
$$;
