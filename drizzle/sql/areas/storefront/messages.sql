-- The key of a visitor's phone number (app.e164). If they say of which country it is, it is of no other.
CREATE OR REPLACE FUNCTION app.phone_of_visitor(p_store public.stores, p_phone text, p_read text, p_country text, p_of_address text DEFAULT NULL)
  RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_country IS NULL THEN app.e164(p_phone, p_read, p_of_address, p_store.country) ELSE app.e164(p_phone, p_read, p_country) END
$$;

-- Puts a contact form message into the store's inbox. All visitors share one caller for idempotency keys, so the Worker makes
-- the key different for each writer.
CREATE OR REPLACE FUNCTION app.leave_message(p_message jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store public.stores;
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = (app.stores())[1];
  p_message := p_message || jsonb_build_object('sender_phone_e164', app.phone_of_visitor(
    v_store, p_message ->> 'sender_phone', p_message ->> 'sender_phone_e164', p_message ->> 'sender_country'));
  PERFORM set_config('app.caller', app.user_id('storefront', 'visitor')::text, true);
  PERFORM app.begin_write(v_store.id, p_operation, p_key, p_hash);
  IF p_message ->> 'sender_phone' IS NOT NULL AND p_message ->> 'sender_phone_e164' IS NULL THEN
    PERFORM app.refuse(422, 'phone_unreadable', '[{"pointer": "/phone", "code": "phone_unreadable"}]'::jsonb);
  END IF;
  PERFORM app.receive_message(app.web_form_channel(), p_message);
  RETURN app.finish_write(p_operation, p_key, p_hash, '{}');
END
$$;
