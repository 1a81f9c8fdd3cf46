-- Ends what a grant replaces, now that its code is redeemed: of the same person, client and store. Two devices of a person cannot
-- be told from one device that connects again, because all installations of such a client have one client id and ports change.
-- So a device replaces none, and only the least recently used ones beyond the limit end. A grant whose code has not been
-- redeemed neither counts nor ends: the attempt may have been abandoned.
-- To prevent deadlocks, grants are locked from the latest to the earliest, and before the client, here and in
-- refresh_oauth_tokens. A redeemed device also locks its own grant first, and devices wait for each other only then. That is
-- safe, because whoever does not wait ends only grants that were redeemed before, and nobody who waits has locked one of those.
CREATE OR REPLACE FUNCTION app.end_replaced_oauth_grants(p_new public.oauth_grants) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max_devices constant integer := app.most('access.devices');
BEGIN
  IF NOT p_new.is_device THEN
    -- Of two redeemed in parallel, the later consent stays.
    PERFORM app.end_oauth_grant(p_new.store_id, earlier.id, 'replaced') FROM (
      SELECT g.id FROM public.oauth_grants g
       WHERE g.store_id = p_new.store_id AND g.client_id = p_new.client_id AND g.user_id = p_new.user_id AND NOT g.is_device
         AND g.revoked_at IS NULL AND g.expires_at > now() AND (g.created_at, g.id) < (p_new.created_at, p_new.id)
       ORDER BY g.created_at DESC, g.id DESC OFFSET 0) AS earlier;
    RETURN;
  END IF;
  -- Parallel devices wait for each other, so that none is missed in the count.
  PERFORM pg_advisory_xact_lock(
    hashtextextended(concat_ws(' ', 'devices', p_new.store_id, p_new.user_id, p_new.client_id), 0));
  PERFORM app.end_oauth_grant(p_new.store_id, surplus.id, 'too_many_devices') FROM (
    SELECT other.id FROM (
      SELECT g.id, g.created_at FROM public.oauth_grants g
       WHERE g.store_id = p_new.store_id AND g.client_id = p_new.client_id AND g.user_id = p_new.user_id AND g.is_device
         AND g.revoked_at IS NULL AND g.expires_at > now() AND g.id <> p_new.id
         AND NOT EXISTS (SELECT FROM public.oauth_codes c
                          WHERE c.store_id = g.store_id AND c.grant_id = g.id AND c.consumed_at IS NULL)
       ORDER BY coalesce(g.last_used_at, g.created_at) DESC, g.created_at DESC, g.id DESC OFFSET v_max_devices - 1) AS other
     ORDER BY other.created_at DESC, other.id DESC OFFSET 0) AS surplus;
END
$$;
