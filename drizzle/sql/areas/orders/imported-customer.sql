-- Finds the customer of an imported order (app.known_customer) or creates them. NULL if they are not found and cannot be
-- created: the order has no customer name, or nothing by which the next import could find them. Who may not read customers finds none
-- without a name, nor by email: the order would tell it.
CREATE OR REPLACE FUNCTION app.imported_customer(p_customer jsonb) RETURNS public.customers
  LANGUAGE plpgsql
AS $$
DECLARE
  v_found uuid;
  v_customer public.customers;
  v_email constant text := CASE WHEN app.reads_customers() THEN p_customer ->> 'email' END;
BEGIN
  IF p_customer ->> 'name' IS NULL AND NOT app.reads_customers() THEN
    RETURN NULL;
  END IF;
  FOR v_attempt IN 1..2 LOOP
    v_found := app.known_customer(
      p_customer, (p_customer ->> 'own_id')::uuid, p_customer ->> 'ref', v_email);
    SELECT * INTO v_customer FROM public.customers c WHERE c.store_id = app.store() AND c.id = v_found;
    EXIT WHEN v_customer.id IS NOT NULL OR p_customer ->> 'name' IS NULL
      OR coalesce(p_customer ->> 'ref', p_customer ->> 'phone', v_email) IS NULL;
    INSERT INTO public.customers (store_id, id, external_id, name, phone, phone_e164, email, address)
    VALUES (app.store(), (p_customer ->> 'id')::uuid, p_customer ->> 'ref', p_customer ->> 'name', p_customer ->> 'phone',
            p_customer ->> 'phone_e164', p_customer ->> 'email', p_customer ->> 'address')
        -- Created by another transaction in the meantime: found in the second attempt.
        ON CONFLICT DO NOTHING
    RETURNING * INTO v_customer;
    IF FOUND THEN
      PERFORM app.settle_contacts(v_customer.id);
      PERFORM app.record_event('customer.created', v_customer.id, '{"source": "import"}');
      EXIT;
    END IF;
  END LOOP;
  RETURN v_customer;
END
$$;
