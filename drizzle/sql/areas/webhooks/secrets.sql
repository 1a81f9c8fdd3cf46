-- Secrets of webhooks, which are encrypted.

-- Webhooks with a secret that is encrypted with this key, so that it can be encrypted again with the next.
CREATE OR REPLACE FUNCTION app.webhooks_sealed_with(p_key text, p_limit integer) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(outdated)), '[]') FROM (
    SELECT w.store_id, w.id, w.secret, w.previous_secret FROM public.webhooks w
     WHERE w.deleted_at IS NULL AND (starts_with(w.secret, p_key || '.') OR starts_with(w.previous_secret, p_key || '.'))
     LIMIT p_limit) AS outdated
$$;
