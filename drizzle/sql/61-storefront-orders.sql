-- The lines of a shopper's order with their products, variants and prices. product_id is NULL if no such product is on sale,
-- variant_id if the line does not identify a single variant.
CREATE OR REPLACE FUNCTION app.items_on_sale(p_store uuid, p_items jsonb)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, variant_name text, variant_sku text,
    variant_options jsonb, price_minor bigint, cost_minor bigint, weight_g integer, taxable boolean, quantity bigint
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, p.id, p.title, v.id, nullif(v.title, ''), v.sku, v.options, coalesce(v.price_minor, p.price_minor),
         coalesce(v.cost_minor, p.cost_minor), coalesce(v.weight_g, p.weight_g, 0), coalesce(v.taxable, p.taxable), l.quantity
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, product_slug text, variant_id uuid, options jsonb, quantity bigint)
    LEFT JOIN public.products p ON p.store_id = p_store AND p.status = 'active' AND p.id = coalesce(l.product_id,
           (SELECT n.id FROM public.products n WHERE n.store_id = p_store AND n.slug = l.product_slug))
    LEFT JOIN LATERAL (
      SELECT c.*, count(*) OVER () AS candidates
        FROM public.product_variants c
       WHERE c.store_id = p_store AND c.product_id = p.id AND c.archived_at IS NULL
         AND (l.variant_id IS NULL OR c.id = l.variant_id) AND (l.options IS NULL OR c.options = l.options)
       LIMIT 2
    ) v ON v.candidates = 1
$$;

-- The same lines with their stock. `short`: all lines of the variant together exceed the available stock, or the share of it
-- that unconfirmed orders may reserve. `could_be_short`: the variant's stock is limited.
CREATE OR REPLACE FUNCTION app.storefront_lines(p_store uuid, p_items jsonb)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, price_minor bigint, quantity bigint, short boolean,
    sold_out boolean, could_be_short boolean
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, l.product_id, l.product_name, l.variant_id, l.price_minor, l.quantity,
         coalesce(s.ends AND sum(l.quantity) OVER (PARTITION BY l.variant_id) > least(s.available, s.share - s.unconfirmed), false),
         coalesce(s.ends AND s.available <= 0, false), coalesce(s.ends, false)
    FROM app.items_on_sale(p_store, p_items) AS l
    LEFT JOIN LATERAL (
      SELECT i.tracked AND NOT i.allow_backorder AS ends, i.on_hand - i.reserved - i.unconfirmed_blocked AS available,
             i.unconfirmed,
             greatest(1, (i.on_hand - i.reserved + i.unconfirmed - i.unconfirmed_blocked)
               * (SELECT t.max_reserved_percent FROM public.stores t WHERE t.id = p_store) / 100) AS share
        FROM public.inventory i WHERE i.store_id = p_store AND i.variant_id = l.variant_id
    ) s ON true
$$;

-- Problems of lines whose product is not on sale, or which do not identify a variant.
CREATE OR REPLACE FUNCTION app.storefront_line_problems(p_store uuid, p_items jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(CASE
           WHEN l.product_name IS NULL
           THEN jsonb_build_object('pointer', format('/items/%s/product_id', l.position - 1), 'code', 'product_not_found')
           ELSE jsonb_build_object('pointer', format('/items/%s/variant_id', l.position - 1), 'code', 'variant_required',
             'product', l.product_name, 'variants', (
               SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'title', coalesce(nullif(v.title, ''), 'Default'),
                        'options', v.options) ORDER BY v.position), '[]')
                 FROM public.product_variants v
                WHERE v.store_id = p_store AND v.product_id = l.product_id AND v.archived_at IS NULL)) END
         ORDER BY l.position), '[]')
    FROM app.items_on_sale(p_store, p_items) AS l
   WHERE l.variant_id IS NULL
$$;

-- Places a shopper's order at the store's prices. The customer is found by phone number, and created if needed; an existing
-- customer is not changed. Idempotency keys belong to the customer, so that shoppers cannot see each other's orders.
-- An order of a blocked customer is accepted like any other, so that nobody can tell, but put on hold with nothing reserved.
-- p_input ->> 'address': see app.limit_orders.
CREATE OR REPLACE FUNCTION app.place_storefront_order(p_input jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_shopper constant jsonb := p_input -> 'customer';
  v_new constant uuid := (v_shopper ->> 'id')::uuid;
  v_store public.stores;
  v_customer public.customers;
  v_priced jsonb;
  v_problems jsonb;
  v_blocked boolean;
  v_result jsonb;
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = (app.stores())[1];
  -- Orders with the same phone number run one after another, so that the second finds the customer of the first.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store.id, 'shopper', v_shopper ->> 'phone_e164'), 0));
  SELECT * INTO v_customer FROM public.customers
   WHERE store_id = v_store.id AND id = app.customer_of_phone(v_store.id, v_shopper ->> 'phone_e164');
  PERFORM set_config('app.caller', coalesce(v_customer.id, v_new)::text, true);
  PERFORM app.begin_write(v_store.id, p_operation, p_key, p_hash);

  v_blocked := coalesce(v_customer.blocked, false);
  PERFORM app.limit_units(v_store, p_input -> 'items');

  v_priced := app.price_shop_cart(v_store, p_input, v_customer.id);
  v_problems := CASE WHEN v_priced -> 'problems' <> '[]' THEN v_priced -> 'problems'
    ELSE app.shop_total_problems(v_store, v_priced, p_input) END;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;

  -- The limit of a line applies to all lines of a variant together.
  PERFORM app.limit_units(v_store, (SELECT jsonb_agg(jsonb_build_object('position', g.at, 'quantity', g.quantity))
    FROM (SELECT min((l ->> 'position')::integer) AS at, sum((l ->> 'quantity')::bigint) AS quantity
            FROM jsonb_array_elements(v_priced -> 'lines') AS l GROUP BY l ->> 'variant_id') AS g));
  PERFORM app.limit_orders(v_store, (p_input ->> 'id')::uuid, v_shopper ->> 'phone_e164', p_input ->> 'address');
  PERFORM FROM public.inventory i
    WHERE i.store_id = v_store.id
      AND i.variant_id = ANY (ARRAY(SELECT jsonb_array_elements_text(v_priced -> 'variants'))::uuid[])
    ORDER BY i.variant_id FOR UPDATE;
  PERFORM app.limit_stock(v_store.id, p_input -> 'items');

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
      'priced', v_priced || jsonb_build_object('lines', app.lines_with_shares(v_priced -> 'lines', v_priced)), 'platform', 'website', 'source', 'storefront',
      'shipping_address', p_input ->> 'shipping_address', 'payment_method', p_input ->> 'payment_method',
      -- An email address that differs from the customer's own is kept in the notes.
      'notes', nullif(concat_ws(E'\n', p_input ->> 'notes', CASE
        WHEN v_customer.id IS NOT NULL AND v_shopper ->> 'email' IS DISTINCT FROM v_customer.email
        THEN 'Email: ' || (v_shopper ->> 'email') END), ''),
      'tags', '[]'::jsonb, 'reservation_hours', v_store.reservation_hours, 'released', v_blocked,
      'hold_reason', CASE WHEN v_blocked THEN 'customer_blocked' END),
    p_operation, p_key, p_hash);
  IF (v_result ->> 'customer_blocked')::boolean <> v_blocked THEN
    RAISE EXCEPTION USING ERRCODE = 'serialization_failure', MESSAGE = 'the merchant blocked or unblocked the customer just now';
  END IF;

  IF v_blocked THEN
    PERFORM app.record_event('order.held', (p_input ->> 'id')::uuid, jsonb_strip_nulls(jsonb_build_object(
      'reason', 'customer_blocked', 'duplicate_of', v_result #> '{possible_duplicate,number}')));
  -- Only the merchant can find out whether a likely duplicate was intended. The shopper does not learn about it.
  ELSIF v_result -> 'possible_duplicate' <> 'null' THEN
    UPDATE public.orders o SET hold_reason = 'duplicate'
     WHERE o.store_id = v_store.id AND o.id = (p_input ->> 'id')::uuid;
    PERFORM app.record_event('order.held', (p_input ->> 'id')::uuid,
      jsonb_build_object('reason', 'duplicate', 'duplicate_of', v_result #> '{possible_duplicate,number}'));
  END IF;
  RETURN v_result;
END
$$;
