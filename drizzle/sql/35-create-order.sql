-- The lines of an order as sent, each with what the catalogue says of it. product_name NULL: no such product;
-- variant_id NULL: the line does not say which variant. Resolved by id, else SKU, else options, else the only one.
-- p_archived: of products and variants that are not sold any more as well, where none that is sold is meant.
CREATE OR REPLACE FUNCTION app.resolve_lines(p_store uuid, p_items jsonb, p_archived boolean DEFAULT false)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, variant_name text, variant_sku text,
    variant_options jsonb, variant_attributes jsonb, quantity bigint, unit_price numeric, list_price_minor bigint
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, l.product_id, p.title, v.id, coalesce(l.variant_name, nullif(v.title, '')), v.sku,
         CASE WHEN v.options = '{}' THEN coalesce(l.variant_options, '{}') ELSE v.options END,
         coalesce(l.variant_attributes, '{}'), l.quantity, l.unit_price, coalesce(v.price_minor, p.price_minor)
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, variant_id uuid, variant_sku text, variant_options jsonb,
           variant_name text, variant_attributes jsonb, quantity bigint, unit_price numeric)
    LEFT JOIN public.products p ON p.store_id = p_store AND p.id = l.product_id AND (p_archived OR p.status <> 'archived')
    LEFT JOIN LATERAL (
      SELECT c.*, count(*) OVER (PARTITION BY c.archived_at IS NULL) AS candidates
        FROM public.product_variants c
       WHERE c.store_id = p_store AND c.product_id = p.id AND (p_archived OR c.archived_at IS NULL)
         AND CASE WHEN l.variant_id IS NOT NULL THEN c.id = l.variant_id
                  WHEN l.variant_sku IS NOT NULL THEN c.sku = l.variant_sku
                  ELSE true END
       ORDER BY c.options = l.variant_options DESC NULLS LAST, c.archived_at IS NULL DESC
       LIMIT 1
    ) v ON v.candidates = 1 OR v.options = l.variant_options
$$;

-- The lines of an order as it keeps them, what identifies them as a whole, their variants, and their sum in minor units;
-- with everything that is wrong with them.
CREATE OR REPLACE FUNCTION app.price_lines(
  p_store uuid, p_items jsonb, p_decimals integer, p_archived boolean DEFAULT false,
  OUT lines jsonb, OUT lines_key text, OUT variants uuid[], OUT subtotal numeric, OUT problems jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_decimals);
  v_wrong boolean;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
           'position', l.position, 'product_id', l.product_id, 'product_name', l.product_name,
           'variant_id', l.variant_id, 'variant_name', l.variant_name, 'variant_sku', l.variant_sku,
           'variant_options', l.variant_options, 'variant_attributes', l.variant_attributes,
           'quantity', l.quantity, 'unit_price_minor', trim_scale(l.unit_price * v_scale),
           'list_price_minor', l.list_price_minor) ORDER BY l.position),
         md5(string_agg(l.variant_id || ' ' || l.quantity, ',' ORDER BY l.variant_id, l.quantity)),
         array_agg(DISTINCT l.variant_id), sum(l.unit_price * l.quantity) * v_scale,
         bool_or(l.variant_id IS NULL OR l.unit_price * v_scale % 1 <> 0 OR l.unit_price * v_scale > app.max_order_amount())
    INTO lines, lines_key, variants, subtotal, v_wrong
    FROM app.resolve_lines(p_store, p_items, p_archived) AS l;
  problems := CASE WHEN v_wrong THEN app.line_problems(p_store, p_items, p_decimals, p_archived) ELSE '[]' END;
END
$$;

-- What is wrong with the lines of an order: no such product, no certain variant, a price that the currency does not have.
CREATE OR REPLACE FUNCTION app.line_problems(p_store uuid, p_items jsonb, p_decimals integer, p_archived boolean) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(problem.value || jsonb_build_object(
           'pointer', format('/items/%s/%s', l.position - 1, problem.value ->> 'pointer')) ORDER BY l.position, problem.place), '[]')
    FROM app.resolve_lines(p_store, p_items, p_archived) AS l
    JOIN jsonb_to_recordset(p_items) AS asked("position" integer, product_id uuid, variant_sku text) ON asked.position = l.position
   CROSS JOIN LATERAL (VALUES
     (1, CASE
        WHEN l.product_name IS NULL AND asked.product_id IS NULL AND asked.variant_sku IS NOT NULL
          THEN '{"pointer": "variant_sku", "code": "sku_not_found"}'::jsonb
        WHEN l.product_name IS NULL THEN '{"pointer": "product_id", "code": "product_not_found"}'
        WHEN l.variant_id IS NULL THEN jsonb_build_object('pointer', 'variant_id', 'code', 'variant_required',
          'product', l.product_name, 'variants', (
            SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'options', v.options)
                     ORDER BY v.position), '[]')
              FROM public.product_variants v
             WHERE v.store_id = p_store AND v.product_id = l.product_id AND v.archived_at IS NULL)) END),
     (2, CASE WHEN l.unit_price * power(10::numeric, p_decimals) % 1 <> 0
                OR l.unit_price * power(10::numeric, p_decimals) > app.max_order_amount()
              THEN app.inexact_amount('unit_price', p_decimals, app.max_order_amount()) END)) AS problem(place, value)
   WHERE problem.value IS NOT NULL
$$;

-- The total of an order and what it is made of, in minor units, with everything that is wrong with it: the only place
-- that adds up an order. p_asked: amounts in major units by name, each optional; p_before: the order that is edited.
--   shipping_amount, tax_amount, discount_amount   default: as before, else 0
--   adjustment_amount   what the total may differ from the sum by
--   total_amount        default: the sum. It must be the exact sum where any other amount is given
CREATE OR REPLACE FUNCTION app.total_order(
  p_asked jsonb, p_subtotal numeric, p_decimals integer, p_before public.orders,
  OUT shipping numeric, OUT tax numeric, OUT discount numeric, OUT adjustment numeric, OUT total numeric, OUT problems jsonb
)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_decimals);
  v_asked_total constant numeric := (p_asked ->> 'total_amount')::numeric * v_scale;
  v_asked_adjustment constant numeric := coalesce((p_asked ->> 'adjustment_amount')::numeric, 0) * v_scale;
  v_exact constant boolean := p_asked ?| '{shipping_amount,tax_amount,discount_amount,adjustment_amount}';
  v_sum numeric;
BEGIN
  shipping := coalesce((p_asked ->> 'shipping_amount')::numeric * v_scale, p_before.shipping_minor, 0);
  tax := coalesce((p_asked ->> 'tax_amount')::numeric * v_scale, p_before.tax_minor, 0);
  discount := coalesce((p_asked ->> 'discount_amount')::numeric * v_scale, p_before.discount_minor, 0);
  SELECT coalesce(jsonb_agg(app.inexact_amount(a.pointer, p_decimals, app.max_order_amount())), '[]') INTO problems
    FROM (VALUES ('/total_amount', v_asked_total), ('/shipping_amount', shipping), ('/tax_amount', tax),
                 ('/discount_amount', discount), ('/adjustment_amount', v_asked_adjustment)) AS a(pointer, minor)
   WHERE a.minor % 1 <> 0 OR abs(a.minor) > app.max_order_amount();
  v_sum := p_subtotal + shipping + tax - discount + v_asked_adjustment;
  total := coalesce(v_asked_total, v_sum);
  adjustment := total - v_sum + v_asked_adjustment;
  IF problems <> '[]' OR p_subtotal % 1 <> 0 THEN
    RETURN;
  ELSIF greatest(p_subtotal, total) > app.max_order_amount() THEN
    problems := jsonb_build_array(jsonb_build_object('pointer', '/items', 'code', 'order_too_large',
      'max_amount', app.max_order_amount() / v_scale));
  ELSIF v_sum < 0 AND (v_exact OR v_asked_total IS NULL) THEN
    problems := '[{"pointer": "/discount_amount", "code": "discount_too_large"}]';
  ELSIF v_exact AND v_sum <> total THEN
    problems := jsonb_build_array(jsonb_build_object('pointer', '/total_amount', 'code', 'total_mismatch',
      'expected_total_amount', v_sum / v_scale));
  END IF;
END
$$;

-- Which lines ask for more than there is, all lines of a variant together. The inventory is locked. p_lines: the lines
-- of an order; p_held: lines whose units are reserved already and count as available.
CREATE OR REPLACE FUNCTION app.stock_problems(p_store uuid, p_lines jsonb, p_held jsonb DEFAULT '[]') RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_agg(jsonb_build_object('pointer', format('/items/%s/quantity', l.position - 1), 'code', 'insufficient_stock',
           'product', l.product_name, 'available', l.available, 'requested', l.requested) ORDER BY l.position)
    FROM (
      SELECT line.position, line.product_name, sum(line.quantity) OVER (PARTITION BY line.variant_id) AS requested,
             i.on_hand - i.reserved + coalesce((
               SELECT sum(h.quantity) FROM jsonb_to_recordset(p_held) AS h(variant_id uuid, quantity bigint)
                WHERE h.variant_id = line.variant_id), 0) AS available
        FROM jsonb_to_recordset(p_lines) AS line("position" integer, product_name text, variant_id uuid, quantity bigint)
        JOIN public.inventory i ON i.store_id = p_store AND i.variant_id = line.variant_id AND i.tracked AND NOT i.allow_backorder
    ) AS l
   WHERE l.requested > l.available
$$;

-- Places a customer's order in the store that begin_write opened: lines resolved, stock reserved, number taken, event
-- written. Refuses with everything that is wrong with it, and leaves nothing behind.
-- Row locks are always taken in the same order (inventory by variant, counter, customer), so carts that share
-- products cannot deadlock; the counter comes late, as it is the one row all of a store's orders share. Who places
-- several in one transaction locks all their inventory first, by variant, and then the counter.
-- p_input: as POST /api/orders takes it, checked, with id, source and each item's position; besides
--   customer_name      in place of the customer's own
--   total_amount       optional; default: the sum
--   adjustment_amount  what the total may differ from the sum by
--   created_at         of an order made elsewhere
--   external_id        its id there
--   archived           true: of products and variants that are not sold any more, too
--   moves_stock        false: the stock on hand does not count its goods any more; nothing is reserved
--   released           true: nothing is reserved until the order is confirmed
--   reservation_hours  of a shopper's order: how long it stays reserved while the store does not confirm it
--   hold_reason        why it is on hold from the start
CREATE OR REPLACE FUNCTION app.place_order(p_customer public.customers, p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order constant uuid := (p_input ->> 'id')::uuid;
  v_released constant boolean := coalesce((p_input ->> 'released')::boolean, false);
  v_moves_stock constant boolean := coalesce((p_input ->> 'moves_stock')::boolean, true) AND NOT v_released;
  v_hours constant integer := (p_input ->> 'reservation_hours')::integer;
  v_customer public.customers;
  v_store public.stores;
  v_lines jsonb;
  v_lines_key text;
  v_variants uuid[];
  v_subtotal numeric;
  v_amounts record;
  v_problems jsonb;
  v_duplicate jsonb;
  v_number bigint;
  v_row jsonb;
  v_now timestamptz(3);
  v_created timestamptz(3);
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = p_customer.store_id;
  SELECT p.lines, p.lines_key, p.variants, p.subtotal, p.problems
    INTO v_lines, v_lines_key, v_variants, v_subtotal, v_problems
    FROM app.price_lines(v_store.id, p_input -> 'items', v_store.currency_exponent,
           coalesce((p_input -> 'archived')::boolean, false)) AS p;
  SELECT * INTO v_amounts FROM app.total_order(p_input, v_subtotal, v_store.currency_exponent, NULL);
  v_problems := v_problems || v_amounts.problems;
  IF p_customer.anonymized_at IS NOT NULL THEN
    v_problems := '[{"pointer": "/customer_id", "code": "customer_anonymized"}]' || v_problems;
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;

  IF v_moves_stock OR v_hours IS NOT NULL THEN
    PERFORM FROM public.inventory i
      WHERE i.store_id = v_store.id AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE;
    v_problems := CASE WHEN v_moves_stock THEN app.stock_problems(v_store.id, v_lines) END;
    IF v_problems IS NOT NULL THEN
      PERFORM app.refuse(409, 'order_refused', v_problems);
    END IF;
    -- Summed per variant: two lines of one variant are one demand on its stock.
    UPDATE public.inventory i
       SET reserved = i.reserved + q.quantity * v_moves_stock::integer,
           unconfirmed = i.unconfirmed + q.quantity * (v_hours IS NOT NULL)::integer,
           unconfirmed_blocked = i.unconfirmed_blocked + q.quantity * (v_hours IS NOT NULL AND v_released)::integer,
           updated_at = now()
      FROM (SELECT (l ->> 'variant_id')::uuid AS variant_id, sum((l ->> 'quantity')::bigint) AS quantity
              FROM jsonb_array_elements(v_lines) AS l GROUP BY 1) AS q
     WHERE i.store_id = v_store.id AND i.variant_id = ANY (v_variants) AND i.variant_id = q.variant_id;
  END IF;

  -- From here on the store's orders stand in line, so that number, time and order of commit agree: whoever reads
  -- orders by time misses none.
  UPDATE public.store_counters SET last_order_number = last_order_number + 1
   WHERE store_id = v_store.id RETURNING last_order_number INTO v_number;
  v_now := clock_timestamp();
  v_created := coalesce((p_input ->> 'created_at')::timestamptz, v_now);

  -- The customer may have been changed, merged into another or anonymized while this order waited.
  FOR v_turn IN 1..3 LOOP
    SELECT * INTO v_customer FROM public.customers
     WHERE store_id = v_store.id AND id = app.kept_customer(p_customer.id) AND anonymized_at IS NULL
       FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
  END LOOP;
  IF v_customer.id IS NULL THEN
    PERFORM app.refuse(409, 'order_refused', '{"pointer": "/customer_id", "code": "customer_anonymized"}'::jsonb);
  END IF;

  SELECT jsonb_build_object('order_id', o.id, 'number', o.number) INTO v_duplicate
    FROM public.orders o
   WHERE o.store_id = v_store.id AND o.customer_id = v_customer.id AND o.lines_key = v_lines_key
     AND o.created_at > v_now - interval '10 minutes'
   ORDER BY o.created_at DESC, o.id DESC LIMIT 1;

  WITH made AS (
    INSERT INTO public.orders (
      store_id, id, number, external_id, platform, source, currency, currency_exponent, subtotal_minor, shipping_minor,
      tax_minor, discount_minor, adjustment_minor, total_minor, customer_id, customer_name, customer_phone,
      customer_phone_e164, shipping_address, payment_method, notes, tags, lines, lines_key, moves_stock,
      reserved_until, released_at, hold_reason, first_of_customer, created_at, updated_at)
    VALUES (
      v_store.id, v_order, v_number, p_input ->> 'external_id', p_input ->> 'platform', p_input ->> 'source', v_store.currency,
      v_store.currency_exponent, v_subtotal, v_amounts.shipping, v_amounts.tax, v_amounts.discount, v_amounts.adjustment,
      v_amounts.total,
      v_customer.id, coalesce(p_input ->> 'customer_name', v_customer.name),
      coalesce(p_input ->> 'customer_phone', v_customer.phone),
      CASE WHEN p_input ->> 'customer_phone' IS NULL THEN v_customer.phone_e164 ELSE p_input ->> 'customer_phone_e164' END,
      CASE WHEN p_input ? 'shipping_address' THEN p_input ->> 'shipping_address' ELSE v_customer.address END,
      p_input ->> 'payment_method', p_input ->> 'notes',
      ARRAY(SELECT jsonb_array_elements_text(p_input -> 'tags')), v_lines, v_lines_key, v_moves_stock,
      v_now + make_interval(hours => v_hours), CASE WHEN v_released THEN v_now END, p_input ->> 'hold_reason',
      app.is_first_order(v_store.id, v_customer.id, v_created), v_created, v_now)
    RETURNING *
  ), items AS (
    INSERT INTO public.order_items (
      store_id, order_id, position, product_id, variant_id, quantity, unit_price_minor, list_price_minor)
    SELECT v_store.id, v_order, l.position, l.product_id, l.variant_id, l.quantity, l.unit_price_minor, l.list_price_minor
      FROM jsonb_to_recordset(v_lines) AS l(
        "position" integer, product_id uuid, variant_id uuid, quantity integer, unit_price_minor bigint, list_price_minor bigint)
  ), movements AS (
    INSERT INTO public.inventory_movements (store_id, variant_id, order_id, kind, reserved_delta, created_at)
    SELECT v_store.id, (l ->> 'variant_id')::uuid, v_order, 'reserved', sum((l ->> 'quantity')::bigint), v_now
      FROM jsonb_array_elements(v_lines) AS l WHERE v_moves_stock GROUP BY 2
  ), event AS (
    INSERT INTO public.events (store_id, type, subject_id, actor_kind, actor_id, data, created_at)
    VALUES (v_store.id, 'order.created', v_order, coalesce(app.caller_kind(), 'system'), app.caller(),
            jsonb_build_object('number', v_number, 'total_minor', v_amounts.total, 'source', p_input ->> 'source'), v_now)
  )
  SELECT to_jsonb(made) - 'search_text' INTO v_row FROM made;
  PERFORM app.settle_order(NULL, jsonb_populate_record(NULL::public.orders, v_row));

  RETURN jsonb_build_object('order', v_row, 'possible_duplicate', v_duplicate, 'customer_blocked', v_customer.blocked);
END
$$;

-- An order for a customer of the caller's, in whatever store that is; its result kept.
CREATE OR REPLACE FUNCTION app.create_order(p_input jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_customer public.customers;
BEGIN
  SELECT * INTO v_customer FROM public.customers
   WHERE store_id = ANY (app.stores()) AND id = app.kept_customer((p_input ->> 'customer_id')::uuid);
  IF NOT FOUND THEN
    PERFORM app.refuse(422, 'order_refused',
      '[{"pointer": "/customer_id", "code": "customer_not_found"}]'::jsonb || app.order_problems(p_input));
  END IF;
  PERFORM app.begin_write(v_customer.store_id, p_operation, p_key, p_hash);
  RETURN app.finish_write(p_operation, p_key, p_hash, app.place_order(v_customer, p_input));
END
$$;

-- What else is wrong with an order whose customer is unknown, where the caller has one store that it can only be for.
CREATE OR REPLACE FUNCTION app.order_problems(p_input jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_store public.stores;
  v_lines record;
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = (app.stores())[1] AND cardinality(app.stores()) = 1;
  IF NOT FOUND THEN
    RETURN '[]';
  END IF;
  SELECT * INTO v_lines FROM app.price_lines(v_store.id, p_input -> 'items', v_store.currency_exponent);
  RETURN v_lines.problems
      || (SELECT t.problems FROM app.total_order(p_input, v_lines.subtotal, v_store.currency_exponent, NULL) AS t);
END
$$;
