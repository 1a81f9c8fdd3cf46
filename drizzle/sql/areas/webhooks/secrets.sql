-- Secrets of webhooks, which are encrypted.

-- Replaces the secret of a webhook of the open store. The previous one signs too for a day.
CREATE OR REPLACE FUNCTION app.rotate_webhook_secret(p_webhook uuid, p_secret text) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.webhooks w
     SET previous_secret = w.secret, secret = p_secret, secret_rotated_at = now(), version = w.version + 1, updated_at = now()
   WHERE w.store_id = app.store() AND w.id = p_webhook;
  PERFORM app.record_event('webhook.secret_rotated', p_webhook);
END
$$;

-- Webhooks with a secret that is encrypted with this key, so that it can be encrypted again with the next.
CREATE OR REPLACE FUNCTION app.webhooks_sealed_with(p_key text, p_limit integer) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(outdated)), '[]') FROM (
    SELECT w.store_id, w.id, w.secret, w.previous_secret FROM public.webhooks w
     WHERE w.deleted_at IS NULL AND (starts_with(w.secret, p_key || '.') OR starts_with(w.previous_secret, p_key || '.'))
     LIMIT p_limit) AS outdated
$$;
