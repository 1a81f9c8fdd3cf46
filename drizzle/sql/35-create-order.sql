-- The lines of an order as sent, each with what the catalogue says of it. product_name NULL: no such product;
-- variant_id NULL: the line does not say which variant. Resolved by id, else SKU, else options, else the only one.
-- p_archived: of products and variants that are not sold any more as well, where none that is sold is meant.
DROP FUNCTION IF EXISTS app.resolve_lines(uuid, jsonb);
DROP FUNCTION IF EXISTS app.resolve_lines(uuid, jsonb, boolean);
CREATE FUNCTION app.resolve_lines(p_store uuid, p_items jsonb, p_archived boolean DEFAULT false)
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

-- The lines of an order as it keeps them, with what stands for them all, their variants, and what they come to in minor
-- units. Refuses where one means no variant, or has a price that the currency does not. p_scale: minor units of a major.
CREATE OR REPLACE FUNCTION app.price_lines(
  p_store uuid, p_items jsonb, p_scale numeric, p_archived boolean DEFAULT false,
  OUT lines jsonb, OUT lines_key text, OUT variants uuid[], OUT subtotal numeric
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_refused boolean;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
           'position', l.position, 'product_id', l.product_id, 'product_name', l.product_name,
           'variant_id', l.variant_id, 'variant_name', l.variant_name, 'variant_sku', l.variant_sku,
           'variant_options', l.variant_options, 'variant_attributes', l.variant_attributes,
           'quantity', l.quantity, 'unit_price_minor', trim_scale(l.unit_price * p_scale),
           'list_price_minor', l.list_price_minor) ORDER BY l.position),
         md5(string_agg(l.variant_id || ' ' || l.quantity, ',' ORDER BY l.variant_id, l.quantity)),
         array_agg(DISTINCT l.variant_id), sum(l.unit_price * l.quantity) * p_scale,
         bool_or(l.variant_id IS NULL OR l.unit_price * p_scale % 1 <> 0)
    INTO lines, lines_key, variants, subtotal, v_refused
    FROM app.resolve_lines(p_store, p_items, p_archived) AS l;
  IF v_refused THEN
    PERFORM app.refuse(422, 'order_refused');
  END IF;
END
$$;

-- Places a customer's order in the store that begin_write opened: lines resolved, stock reserved, number taken, event
-- written. Whatever is wrong with it raises, and undoes all of it; the caller then asks in a second batch what was wrong.
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
  v_scale numeric;
  v_lines jsonb;
  v_lines_key text;
  v_variants uuid[];
  v_subtotal numeric;
  v_shipping numeric;
  v_tax numeric;
  v_discount numeric;
  v_sum numeric;
  v_total numeric;
  v_asked numeric;
  v_adjustment numeric;
  v_duplicate jsonb;
  v_number bigint;
  v_row jsonb;
  v_now timestamptz(3);
  v_created timestamptz(3);
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = p_customer.store_id;
  v_scale := power(10::numeric, v_store.currency_exponent);

  SELECT * INTO v_lines, v_lines_key, v_variants, v_subtotal
    FROM app.price_lines(v_store.id, p_input -> 'items', v_scale, coalesce((p_input -> 'archived')::boolean, false));

  v_shipping := coalesce((p_input ->> 'shipping_amount')::numeric, 0) * v_scale;
  v_tax := coalesce((p_input ->> 'tax_amount')::numeric, 0) * v_scale;
  v_discount := coalesce((p_input ->> 'discount_amount')::numeric, 0) * v_scale;
  v_sum := v_subtotal + v_shipping + v_tax - v_discount;
  v_asked := coalesce((p_input ->> 'adjustment_amount')::numeric, 0) * v_scale;
  v_total := coalesce((p_input ->> 'total_amount')::numeric * v_scale, v_sum + v_asked);
  v_adjustment := v_total - v_sum;
  IF v_total % 1 <> 0 OR v_shipping % 1 <> 0 OR v_tax % 1 <> 0 OR v_discount % 1 <> 0
     OR v_total < 0 OR greatest(v_subtotal, v_total, v_shipping, v_tax, v_discount) > 1e12
     OR (v_adjustment <> v_asked
         AND p_input ?| '{shipping_amount,tax_amount,discount_amount,adjustment_amount}')
  THEN
    PERFORM app.refuse(422, 'order_refused');
  END IF;

  IF v_moves_stock OR v_hours IS NOT NULL THEN
    PERFORM FROM public.inventory i
      WHERE i.store_id = v_store.id AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE;
    -- Summed per variant: two lines of one variant are one demand on its stock. inventory_enough guards it.
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
    PERFORM app.refuse(422, 'order_refused');
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
      v_store.currency_exponent, v_subtotal, v_shipping, v_tax, v_discount, v_adjustment, v_total,
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
            jsonb_build_object('number', v_number, 'total_minor', v_total, 'source', p_input ->> 'source'), v_now)
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
    PERFORM app.refuse(422, 'order_refused');
  END IF;
  PERFORM app.begin_write(v_customer.store_id, p_operation, p_key, p_hash);
  RETURN app.finish_write(p_operation, p_key, p_hash, app.place_order(v_customer, p_input));
END
$$;
