-- Puts a contact form message into the store's inbox. All visitors share one caller for idempotency keys, so the Worker makes
-- the key different for each writer.
CREATE OR REPLACE FUNCTION app.leave_message(p_message jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM set_config('app.caller', app.user_id('storefront', 'visitor')::text, true);
  PERFORM app.begin_write((app.stores())[1], p_operation, p_key, p_hash);
  PERFORM app.receive_message(app.web_form_channel(), p_message);
  RETURN app.finish_write(p_operation, p_key, p_hash, '{}');
END
$$;
