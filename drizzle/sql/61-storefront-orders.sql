-- The lines of a shopper's order with what the catalogue says of each. product_id NULL: there is no such product on
-- sale; variant_id NULL: the line does not say which variant. `short`: all lines of a variant together ask for more
-- than there is. `could_be_short`: so they could, as there is an end of it and they ask for more than one.
DROP FUNCTION IF EXISTS app.storefront_lines(uuid, jsonb);
CREATE FUNCTION app.storefront_lines(p_store uuid, p_items jsonb)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, price_minor bigint, quantity bigint, short boolean,
    sold_out boolean, could_be_short boolean
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, p.id, p.title, v.id, coalesce(v.price_minor, p.price_minor), l.quantity,
         coalesce(s.ends AND sum(l.quantity) OVER (PARTITION BY v.id) > s.available, false),
         coalesce(s.ends AND s.available <= 0, false),
         coalesce(s.ends AND sum(l.quantity) OVER (PARTITION BY v.id) > 1, false)
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, product_slug text, variant_id uuid, options jsonb, quantity bigint)
    LEFT JOIN public.products p ON p.store_id = p_store AND p.status = 'active' AND p.id = coalesce(l.product_id,
           (SELECT n.id FROM public.products n WHERE n.store_id = p_store AND n.slug = l.product_slug))
    LEFT JOIN LATERAL (
      SELECT c.id, c.price_minor, count(*) OVER () AS candidates
        FROM public.product_variants c
       WHERE c.store_id = p_store AND c.product_id = p.id AND c.archived_at IS NULL
         AND (l.variant_id IS NULL OR c.id = l.variant_id) AND (l.options IS NULL OR c.options = l.options)
       LIMIT 2
    ) v ON v.candidates = 1
    LEFT JOIN LATERAL (
      SELECT i.tracked AND NOT i.allow_backorder AS ends, i.on_hand - i.reserved AS available
        FROM public.inventory i WHERE i.store_id = p_store AND i.variant_id = v.id
    ) s ON true
$$;

DROP FUNCTION IF EXISTS app.shopper(uuid, text);
DROP FUNCTION IF EXISTS app.place_order(jsonb, text, text, text);

-- A shopper's order: at the store's prices, for the customer of that phone, who is made where there is none and left as
-- they are where there is one. An idempotency key is the customer's own, so that no shopper meets another's.
CREATE OR REPLACE FUNCTION app.place_storefront_order(p_input jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_shopper constant jsonb := p_input -> 'customer';
  v_new constant uuid := (v_shopper ->> 'id')::uuid;
  v_store public.stores;
  v_customer public.customers;
  v_scale numeric;
  v_items jsonb;
  v_refused boolean;
  v_total numeric;
  v_result jsonb;
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = (app.stores())[1];
  v_scale := power(10::numeric, v_store.currency_exponent);
  -- Orders of one phone stand in line, so that the second finds the customer of the first.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store.id, 'shopper', v_shopper ->> 'phone_e164'), 0));
  SELECT * INTO v_customer FROM public.customers
   WHERE store_id = v_store.id AND id = app.customer_of_phone(v_store.id, v_shopper ->> 'phone_e164');
  PERFORM set_config('app.caller', coalesce(v_customer.id, v_new)::text, true);
  PERFORM app.begin_write(v_store.id, p_operation, p_key, p_hash);

  SELECT jsonb_agg(jsonb_build_object('position', l.position, 'product_id', l.product_id, 'variant_id', l.variant_id,
           'quantity', l.quantity, 'unit_price', l.price_minor / v_scale) ORDER BY l.position),
         bool_or(l.variant_id IS NULL), sum(l.price_minor * l.quantity::numeric)
    INTO v_items, v_refused, v_total
    FROM app.storefront_lines(v_store.id, p_input -> 'items') AS l;
  IF v_refused OR v_total > 1e12 OR v_total <> (p_input ->> 'expected_total')::numeric * v_scale THEN
    PERFORM app.refuse(422, 'order_refused');
  END IF;

  IF v_customer.id IS NULL THEN
    INSERT INTO public.customers (store_id, id, name, phone, phone_e164, email, address)
    VALUES (v_store.id, v_new, v_shopper ->> 'name', v_shopper ->> 'phone', v_shopper ->> 'phone_e164',
            v_shopper ->> 'email', p_input ->> 'shipping_address')
    ON CONFLICT DO NOTHING;
    BEGIN
      IF NOT FOUND THEN
        PERFORM app.refuse(409, 'phone_taken');
      END IF;
      PERFORM app.settle_contacts(v_new);
    EXCEPTION WHEN SQLSTATE 'MC409' THEN
      RAISE EXCEPTION USING ERRCODE = 'serialization_failure', MESSAGE = 'the merchant added this phone just now';
    END;
    PERFORM app.record_event('customer.created', v_new);
  END IF;

  v_result := app.create_order(
    jsonb_build_object(
      'id', p_input ->> 'id', 'customer_id', coalesce(v_customer.id, v_new), 'customer_name', v_shopper ->> 'name',
      'customer_phone', v_shopper ->> 'phone', 'customer_phone_e164', v_shopper ->> 'phone_e164',
      'items', v_items, 'total_amount', v_total / v_scale, 'platform', 'website', 'source', 'storefront',
      'shipping_address', p_input ->> 'shipping_address', 'payment_method', p_input ->> 'payment_method',
      -- An address that the store does not know for this customer would be lost otherwise.
      'notes', nullif(concat_ws(E'\n', p_input ->> 'notes', CASE
        WHEN v_customer.id IS NOT NULL AND v_shopper ->> 'email' IS DISTINCT FROM v_customer.email
        THEN 'E-mail: ' || (v_shopper ->> 'email') END), ''),
      'tags', '[]'::jsonb),
    p_operation, p_key, p_hash);
  -- Last of all: an order that nobody could place tells of nobody whether the store sells to them.
  IF (v_result ->> 'customer_blocked')::boolean THEN
    PERFORM app.refuse(403, 'shopper_refused');
  END IF;

  -- Whether it was meant twice only the merchant can find out; the shopper is told nothing of another order.
  IF v_result -> 'possible_duplicate' <> 'null' THEN
    UPDATE public.orders o SET hold_reason = 'duplicate'
     WHERE o.store_id = v_store.id AND o.id = (p_input ->> 'id')::uuid;
    PERFORM app.record_event('order.held', (p_input ->> 'id')::uuid,
      jsonb_build_object('reason', 'duplicate', 'duplicate_of', v_result #> '{possible_duplicate,number}'));
  END IF;
  RETURN v_result;
END
$$;
