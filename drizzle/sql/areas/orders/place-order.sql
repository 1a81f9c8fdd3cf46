-- Creates an order in the store that begin_write opened: looks up the products, reserves stock, assigns the number and
-- writes the event. If anything is wrong, it refuses with all problems and changes nothing.
-- Row locks are always taken in the same order (inventory by variant, counter, discounts by id, customer), so orders that
-- share products cannot deadlock. The counter comes late because all orders of a store wait for it. To create several orders
-- in one transaction, lock the inventory of all of them first, by variant, and then the counter.
-- p_input: the validated body of POST /api/orders, with id, source and the position of each item. It may also have
--   customer_name      default: the customer's name
--   total_amount       optional here; default: the sum
--   adjustment_amount  how much the total differs from the sum of the other parts
--   created_at         for an imported order
--   archived           true: archived products and variants may be used
--   moves_stock        false: the items were already deducted from the stock on hand, so nothing is reserved
--   released           true: nothing is reserved until the order is confirmed
--   reservation_hours  for a shopper's order: how long stock stays reserved without confirmation
--   hold_reason        puts the new order on hold
--   delivery_method_id, discount_code, destination
--                      with one of the first two, the amounts are computed (app.price_cart), and a total must agree
--   computed           true: they are computed without them, but for those that are sent
--   exact_total        total_amount must be the exact sum, as for assistants
--   priced             what app.price_cart and app.price_order return, if the order is already priced
--   number             for a dry run of an import: a negative number, so that it does not wait for the counter or customer
CREATE OR REPLACE FUNCTION app.place_order(p_customer public.customers, p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql
  -- Also for what it calls: every statement finds its rows by key, so planning one for its values costs more than it saves.
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_released constant boolean := coalesce((p_input ->> 'released')::boolean, false);
  v_moves_stock constant boolean := coalesce((p_input ->> 'moves_stock')::boolean, true) AND NOT v_released;
  v_hours constant integer := (p_input ->> 'reservation_hours')::integer;
  v_customer public.customers := p_customer;
  v_store public.stores;
  v_priced jsonb := p_input -> 'priced';
  v_lines jsonb;
  v_variants uuid[];
  v_discounts uuid[];
  v_problems jsonb;
  v_is_short boolean;
  v_duplicate jsonb;
  v_moved uuid[];
  v_quantities bigint[];
  v_on_hand bigint[];
  v_reserved bigint[];
  v_low jsonb;
  v_number bigint := (p_input ->> 'number')::bigint;
  v_order public.orders;
  v_now timestamptz(3);
  v_created timestamptz(3);
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = p_customer.store_id;
  v_priced := coalesce(v_priced, app.price_order(v_store, p_input || jsonb_build_object('ordered_by', p_customer.id),
    app.requested_cart(p_input, p_customer.id), NULL));
  v_lines := v_priced -> 'lines';
  v_variants := ARRAY(SELECT jsonb_array_elements_text(v_priced -> 'variants'))::uuid[];
  v_discounts := app.priced_discounts(v_priced);
  v_problems := v_priced -> 'problems';
  IF p_customer.anonymized_at IS NOT NULL THEN
    v_problems := '[{"pointer": "/customer_id", "code": "customer_anonymized"}]' || v_problems;
  END IF;
  -- A shopper's order is at catalogue prices, and so is not bounded.
  IF v_problems = '[]' AND p_input ->> 'source' <> 'storefront' THEN
    v_problems := app.total_problems(v_store, v_priced, p_input ? 'exact_total');
    IF v_problems -> 0 ->> 'code' = 'total_not_exact' THEN
      v_problems := jsonb_set(v_problems, '{0,computed_total_amount}', coalesce(to_jsonb(app.computed_total(v_store, p_input, p_customer.id)), 'null'));
    END IF;
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;

  IF v_moves_stock OR v_hours IS NOT NULL THEN
    -- Whether the order asks for more units in all than are left of one of its variants. If not, no line can exceed the stock.
    SELECT bool_or(l.available < (SELECT sum((line ->> 'quantity')::bigint) FROM jsonb_array_elements(v_lines) AS line)) INTO v_is_short
      FROM (
        SELECT CASE WHEN i.tracked AND NOT i.allow_backorder THEN i.on_hand - i.reserved END AS available FROM public.inventory i
         WHERE i.store_id = v_store.id AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE
      ) AS l;
    v_problems := CASE WHEN v_moves_stock AND v_is_short THEN app.stock_problems(v_store.id, v_lines) END;
    IF v_problems IS NOT NULL THEN
      PERFORM app.refuse(409, 'order_refused', v_problems);
    END IF;
    -- Grouped, because UPDATE changes a row only once even if two lines have the same variant.
    WITH changed AS (
      UPDATE public.inventory i
         SET reserved = i.reserved + q.quantity * v_moves_stock::integer,
             unconfirmed = i.unconfirmed + q.quantity * (v_hours IS NOT NULL)::integer,
             unconfirmed_blocked = i.unconfirmed_blocked + q.quantity * (v_hours IS NOT NULL AND v_released)::integer,
             updated_at = now()
        FROM (SELECT (l ->> 'variant_id')::uuid AS variant_id, sum((l ->> 'quantity')::bigint)::bigint AS quantity
                FROM jsonb_array_elements(v_lines) AS l GROUP BY 1) AS q
       WHERE i.store_id = v_store.id AND i.variant_id = ANY (v_variants) AND i.variant_id = q.variant_id
      RETURNING i.variant_id, q.quantity, i.on_hand, i.reserved, i.tracked, i.low_stock_threshold AS threshold
    )
    SELECT array_agg(c.variant_id), array_agg(c.quantity), array_agg(c.on_hand), array_agg(c.reserved),
           jsonb_agg(jsonb_build_object('variant_id', c.variant_id, 'available', c.on_hand - c.reserved, 'threshold', c.threshold))
             FILTER (WHERE c.tracked AND c.on_hand - c.reserved <= c.threshold
                       AND c.on_hand - c.reserved + c.quantity > c.threshold)
      INTO v_moved, v_quantities, v_on_hand, v_reserved, v_low FROM (SELECT * FROM changed ORDER BY variant_id) AS c;
  END IF;

  IF v_number IS NULL THEN
    -- This row lock serializes the orders of a store from here on. Numbers and times then follow the order of commits, so
    -- reading orders by time never skips one.
    UPDATE public.store_counters SET last_order_number = last_order_number + 1
     WHERE store_id = v_store.id RETURNING last_order_number INTO v_number;
    IF v_discounts <> '{}' THEN
      PERFORM app.lock_discounts(v_discounts);
    END IF;
    -- The customer may have been changed, merged or anonymized while this order waited for locks.
    FOR v_attempt IN 1..4 LOOP
      SELECT * INTO v_customer FROM public.customers
       WHERE store_id = v_store.id AND id = CASE v_attempt WHEN 1 THEN p_customer.id ELSE app.kept_customer(p_customer.id) END
         AND anonymized_at IS NULL
         FOR NO KEY UPDATE;
      EXIT WHEN FOUND;
    END LOOP;
    IF v_customer.id IS NULL THEN
      PERFORM app.refuse(409, 'order_refused', '{"pointer": "/customer_id", "code": "customer_anonymized"}'::jsonb);
    END IF;
    v_customer := app.as_ordered(v_customer);
    IF v_discounts <> '{}' THEN
      PERFORM app.expect_discounts(v_priced -> 'discounts', v_customer.id, (p_input ->> 'id')::uuid, v_store.currency_exponent);
    END IF;
  END IF;
  v_now := clock_timestamp();
  v_created := coalesce((p_input ->> 'created_at')::timestamptz, v_now);

  IF coalesce(v_customer.last_order_at > v_now - interval '10 minutes', true) THEN
    SELECT jsonb_build_object('order_id', o.id, 'number', o.number) INTO v_duplicate
      FROM public.orders o
     WHERE o.store_id = v_store.id AND o.customer_id = v_customer.id AND o.lines_key = v_priced ->> 'lines_key'
       AND o.created_at > v_now - interval '10 minutes'
     ORDER BY o.created_at DESC, o.id DESC LIMIT 1;
  END IF;

  -- Fields of the input have the names of their columns. A customer may be called something else than their id.
  v_order := app.with_price(jsonb_populate_record(NULL::public.orders, p_input - 'customer_id'), v_priced);
  v_order.store_id := v_store.id;
  v_order.number := v_number;
  v_order.currency := v_store.currency;
  v_order.currency_exponent := v_store.currency_exponent;
  v_order.payment_status := CASE WHEN v_order.total_minor = 0 THEN 'paid' ELSE 'unpaid' END;
  v_order.paid_at := CASE WHEN v_order.total_minor = 0 THEN v_created END;
  v_order.destination := coalesce(v_order.destination, nullif(v_order.delivery -> 'destination', 'null'));
  v_order.customer_id := v_customer.id;
  v_order.customer_name := coalesce(v_order.customer_name, v_customer.name);
  IF v_order.customer_phone IS NULL THEN
    v_order.customer_phone := v_customer.phone;
    v_order.customer_phone_e164 := v_customer.phone_e164;
  ELSE
    v_order.customer_phone_e164 := app.order_phone(v_order, v_order.customer_phone_e164, v_customer, v_store.country);
  END IF;
  IF NOT p_input ? 'shipping_address' THEN
    v_order.shipping_address := v_customer.address;
  END IF;
  v_order.tags := coalesce(v_order.tags, '{}');
  v_order.moves_stock := v_moves_stock;
  v_order.reserved_until := v_now + make_interval(hours => v_hours);
  v_order.released_at := CASE WHEN v_released THEN v_now END;
  v_order.first_of_customer := coalesce(v_customer.last_order_at > v_created, true) AND app.is_first_order(v_store.id, v_customer.id, v_created);
  v_order.created_at := v_created;
  v_order.updated_at := v_now;
  INSERT INTO public.orders (
    -- each orders.created: %
    store_id, id, number, external_id, payment_status, hold_reason, platform, source, currency, currency_exponent, subtotal_minor, shipping_minor, tax_minor, discount_minor, stated, delivery, destination, discounts, tax_rate, tax_label, tax_included, adjustment_minor, total_minor, customer_id, customer_name, customer_phone, customer_phone_e164, address, tags, lines, paid_at, lines_key, moves_stock, reserved_until, released_at, first_of_customer, created_at, updated_at, shipping_address, payment_method, po_number, notes
  ) VALUES (
    -- each orders.created: v_order.%
    v_order.store_id, v_order.id, v_order.number, v_order.external_id, v_order.payment_status, v_order.hold_reason, v_order.platform, v_order.source, v_order.currency, v_order.currency_exponent, v_order.subtotal_minor, v_order.shipping_minor, v_order.tax_minor, v_order.discount_minor, v_order.stated, v_order.delivery, v_order.destination, v_order.discounts, v_order.tax_rate, v_order.tax_label, v_order.tax_included, v_order.adjustment_minor, v_order.total_minor, v_order.customer_id, v_order.customer_name, v_order.customer_phone, v_order.customer_phone_e164, v_order.address, v_order.tags, v_order.lines, v_order.paid_at, v_order.lines_key, v_order.moves_stock, v_order.reserved_until, v_order.released_at, v_order.first_of_customer, v_order.created_at, v_order.updated_at, v_order.shipping_address, v_order.payment_method, v_order.po_number, v_order.notes
  ) RETURNING * INTO v_order;
  IF v_moves_stock THEN
    INSERT INTO public.inventory_movements (
      store_id, variant_id, order_id, kind, reserved_delta, on_hand_after, reserved_after)
    SELECT v_store.id, m.variant_id, v_order.id, 'reserved', m.quantity, m.on_hand, m.reserved
      FROM unnest(v_moved, v_quantities, v_on_hand, v_reserved) AS m(variant_id, quantity, on_hand, reserved);
  END IF;
  INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
  VALUES (v_store.id, 'order.created', v_order.id, coalesce(app.caller_kind(), 'system'), app.caller(),
          jsonb_build_object('number', v_number, 'total_minor', v_priced -> 'total', 'source', p_input ->> 'source'), v_now);
  IF v_moves_stock AND v_low IS NOT NULL THEN
    PERFORM app.record_low_stock(v_low);
  END IF;
  IF v_discounts <> '{}' THEN
    PERFORM app.count_discounts(v_order.id, v_discounts);
  END IF;
  PERFORM app.update_totals(NULL, v_order);

  RETURN jsonb_build_object('order', to_jsonb(v_order), 'possible_duplicate', v_duplicate, 'customer_blocked', v_customer.blocked,
    'code_problem', v_priced -> 'code_problem', 'ignored_region', app.ignored_region(p_input), 'price_warnings',
    CASE WHEN v_order.source NOT IN ('storefront', 'import') THEN app.price_warnings(v_store, v_order, v_priced) END);
END
$$;
