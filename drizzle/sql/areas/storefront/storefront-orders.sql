-- How many units of a variant shoppers may order: what is available, but no more than the share of it that unconfirmed orders may have.
-- PostgreSQL inlines it.
CREATE OR REPLACE FUNCTION app.orderable(p_available bigint, p_unconfirmed bigint, p_percent integer) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT least(p_available, greatest(1, (p_available + p_unconfirmed) * p_percent / 100) - p_unconfirmed)
$$;

-- The visible products and the variants that a shopper's items identify, with prices. A line of which nothing is visible
-- has no row, and one that does not identify a single variant has two. available: of a variant whose stock ends, less what unconfirmed
-- orders keep back; orderable: what of it the store lets them reserve.
CREATE OR REPLACE FUNCTION app.visible_lines(p_store public.stores, p_items jsonb)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, variant_name text, variant_sku text,
    variant_options jsonb, price_minor bigint, cost_minor bigint, weight_g integer, taxable boolean, quantity bigint,
    image_url text, available bigint, orderable bigint
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, p.id, p.title, v.id, nullif(v.title, ''), v.sku, v.options, coalesce(v.price_minor, p.price_minor),
         coalesce(v.cost_minor, p.cost_minor), coalesce(v.weight_g, p.weight_g, 0), coalesce(v.taxable, p.taxable), l.quantity,
         -- app.line_image runs a query, which a variant without a picture of its own does not need.
         CASE WHEN v.image_id IS NULL THEN p.images -> 0 ->> 'url' ELSE app.line_image(p.images, v.image_id) END,
         i.available, app.orderable(i.available, i.unconfirmed, p_store.max_reserved_percent)
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, product_slug text, variant_id uuid, options jsonb, quantity bigint)
    -- LIMIT: as in app.found_lines. Under row-level security, a condition with a sub-select or COALESCE uses no index, and all
    -- products of the store would be read.
    LEFT JOIN LATERAL (
      SELECT c.id FROM public.products c WHERE c.store_id = p_store.id AND c.slug = l.product_slug LIMIT 1
    ) named ON true
    -- Only columns that are used: each of the others costs time as well.
    JOIN LATERAL (
      SELECT c.id, c.title, c.price_minor, c.cost_minor, c.weight_g, c.taxable, c.images FROM public.products c
       WHERE c.store_id = p_store.id AND c.id = CASE WHEN l.product_id IS NULL THEN named.id ELSE l.product_id END AND c.status = 'active' LIMIT 1
    ) p ON true
    JOIN LATERAL (
      SELECT c.id, c.title, c.sku, c.options, c.price_minor, c.cost_minor, c.weight_g, c.taxable, c.image_id
        FROM public.product_variants c
       WHERE c.store_id = p_store.id AND c.product_id = p.id AND c.archived_at IS NULL
         AND (l.variant_id IS NULL OR c.id = l.variant_id) AND (l.options IS NULL OR c.options = l.options)
       LIMIT 2
    ) v ON true
    LEFT JOIN LATERAL (
      SELECT c.on_hand - c.reserved - c.unconfirmed_blocked AS available, c.unconfirmed FROM public.inventory c
       WHERE c.store_id = p_store.id AND c.variant_id = v.id AND c.tracked AND NOT c.allow_backorder LIMIT 1
    ) i ON true
$$;

-- The same lines with their stock, once each identifies one variant. `short`: all lines of the variant together exceed the
-- available stock, or the share of it that unconfirmed orders may reserve. `could_be_short`: the variant's stock is limited.
CREATE OR REPLACE FUNCTION app.storefront_lines(p_store public.stores, p_items jsonb)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, price_minor bigint, quantity bigint, short boolean,
    sold_out boolean, could_be_short boolean
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, l.product_id, l.product_name, l.variant_id, l.price_minor, l.quantity,
         coalesce(sum(l.quantity) OVER (PARTITION BY l.variant_id) > l.orderable, false),
         coalesce(l.available <= 0, false), l.available IS NOT NULL
    FROM app.visible_lines(p_store, p_items) AS l
$$;

-- Problems of lines whose product is not visible, or which do not identify a variant. The variants of a product stand in its first
-- problem.
CREATE OR REPLACE FUNCTION app.storefront_line_problems(p_store public.stores, p_items jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  WITH unclear AS MATERIALIZED (
    SELECT l.*, p.id, p.title
      FROM jsonb_to_recordset(p_items) AS l("position" integer, product_id uuid, product_slug text, variant_id uuid, options jsonb)
      LEFT JOIN public.products p ON p.store_id = p_store.id AND p.status = 'active' AND (p.id = l.product_id OR p.slug = l.product_slug)
     WHERE l.position NOT IN (
       SELECT s.position FROM app.visible_lines(p_store, p_items) AS s GROUP BY s.position HAVING count(*) = 1)
  ), first AS MATERIALIZED (
    SELECT min(u.position) AS "position", row_number() OVER (ORDER BY min(u.position)) AS nth FROM unclear AS u WHERE u.id IS NOT NULL GROUP BY u.id
  )
  SELECT coalesce(jsonb_agg(CASE
           WHEN l.id IS NULL
           THEN jsonb_build_object('pointer', format('/items/%s/%s', l.position - 1,
             CASE WHEN l.product_id IS NULL THEN 'product_slug' ELSE 'product_id' END), 'code', 'product_not_found')
           ELSE jsonb_build_object('pointer', format('/items/%s/%s', l.position - 1,
             CASE WHEN l.variant_id IS NULL AND l.options IS NOT NULL THEN 'options' ELSE 'variant_id' END), 'code', 'variant_required',
             'product', l.title)
             || CASE WHEN f.nth IS NOT NULL THEN app.variant_choices(p_store.id, l.id, f.nth, 'Default') ELSE '{}' END END
         ORDER BY l.position), '[]')
    FROM unclear AS l LEFT JOIN first AS f ON f.position = l.position
$$;

-- Places a shopper's order at the store's prices. The customer is found by phone number, and created if needed; an existing
-- customer stays as they are. All shoppers share one caller for idempotency keys, so the Worker makes p_key different for each phone number. A retry then finds the order even if the customer was
-- merged, changed or anonymized in between.
-- An order of a blocked customer is accepted like any other, so that nobody can tell, but put on hold with nothing reserved.
-- Nor does a refusal reveal whether the phone number is known: the cart is priced for anybody first, and what an unknown shopper
-- would be refused for is refused first. A customer who gets another price learns it only with the total for anybody, and one whose
-- number is at its limit not at all: that is refused last.
-- p_input ->> 'network': see app.limit_addresses.
CREATE OR REPLACE FUNCTION app.place_storefront_order(p_input jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
  -- As in app.place_order.
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_shopper jsonb := p_input -> 'customer';
  v_new constant uuid := (v_shopper ->> 'id')::uuid;
  v_visitor constant uuid := app.user_id('storefront', 'visitor');
  v_store public.stores;
  v_customer public.customers;
  v_cart record;
  v_priced jsonb;
  -- For the customer, if that can make a difference.
  v_own record;
  v_own_priced jsonb;
  v_own_problems jsonb;
  v_own_total numeric;
  v_variants uuid[];
  v_orderable bigint;
  v_problems jsonb;
  v_blocked boolean;
  v_is_at_limit boolean;
  v_result jsonb;
BEGIN
  SELECT * INTO v_store FROM public.stores WHERE id = (app.stores())[1];
  v_shopper := v_shopper || jsonb_build_object('phone_e164', app.phone_of_visitor(v_store, v_shopper ->> 'phone', v_shopper ->> 'phone_e164',
    v_shopper ->> 'country', coalesce(p_input #>> '{address,country}', p_input #>> '{destination,country}')));
  -- Orders with the same phone number run one after another, so that the second finds the customer of the first.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', v_store.id, 'shopper', v_shopper ->> 'phone_e164'), 0));
  SELECT * INTO v_customer FROM public.customers
   WHERE store_id = v_store.id AND id = app.customer_of_phone(v_store.id, v_shopper ->> 'phone_e164');
  PERFORM set_config('app.caller', v_visitor::text, true);
  PERFORM app.begin_write(v_store.id, p_operation, p_key, p_hash);
  -- The actor of the events is the customer.
  PERFORM set_config('app.caller', coalesce(v_customer.id, v_new)::text, true);

  v_blocked := coalesce(v_customer.blocked, false);
  PERFORM app.limit_units(v_store, p_input -> 'items');

  v_cart := app.shop_cart(v_store, p_input, NULL);
  v_priced := v_cart.priced;
  v_problems := coalesce(v_cart.problems, app.code_problems(v_priced));
  IF v_shopper ->> 'phone_e164' IS NULL THEN
    v_problems := '[{"pointer": "/customer/phone", "code": "phone_unreadable"}]' || v_problems;
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;

  v_variants := app.variants_of(v_priced -> 'lines');
  IF cardinality(v_variants) < jsonb_array_length(v_priced -> 'lines') THEN
    PERFORM app.limit_variants(v_store, (v_priced -> 'lines')::json);
  END IF;
  PERFORM app.limit_addresses(v_store, p_input ->> 'network');
  SELECT min(l.orderable) INTO v_orderable
    FROM (
      SELECT CASE WHEN i.tracked AND NOT i.allow_backorder THEN
               app.orderable(i.on_hand - i.reserved - i.unconfirmed_blocked, i.unconfirmed, v_store.max_reserved_percent) END AS orderable
        FROM public.inventory i
       WHERE i.store_id = v_store.id AND i.variant_id = ANY (v_variants) ORDER BY i.variant_id FOR UPDATE
    ) AS l;
  -- Read again under the locks. If each variant has as many units as the whole order, no line can exceed the stock.
  IF v_cart.units > v_orderable THEN
    PERFORM app.limit_stock(v_store, p_input -> 'items');
  END IF;

  v_is_at_limit := app.is_phone_at_limit(v_store, v_shopper ->> 'phone_e164');
  IF v_customer.id IS NOT NULL AND (v_priced -> 'personal')::boolean AND NOT v_is_at_limit THEN
    v_own := app.shop_cart(v_store, p_input, v_customer.id);
    v_own_priced := v_own.priced;
    v_own_problems := coalesce(v_own.problems, app.code_problems(v_own_priced));
    IF v_own_problems = '[]' THEN
      v_own_total := v_own_priced ->> 'total';
    END IF;
  END IF;
  v_problems := app.shop_total_problems(v_store, v_priced, p_input, v_own_total);
  IF v_problems = '[]' AND v_own_priced IS NOT NULL THEN
    v_priced := v_own_priced;
    v_problems := CASE WHEN v_own_problems <> '[]' THEN v_own_problems ELSE app.shop_total_problems(v_store, v_priced, p_input, NULL) END;
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'order_refused', v_problems);
  END IF;
  IF v_is_at_limit THEN
    PERFORM app.refuse(409, 'limit_reached', jsonb_build_object('pointer', '/customer/phone', 'limit', v_store.max_orders_per_phone));
  END IF;
  IF p_input ->> 'network' IS NOT NULL THEN
    INSERT INTO public.shopper_addresses (store_id, address, id, created_at)
    VALUES (v_store.id, p_input ->> 'network', (p_input ->> 'id')::uuid, clock_timestamp());
  END IF;

  IF v_customer.id IS NULL THEN
    PERFORM app.add_customer_of_order(v_store.id, v_new, v_shopper || jsonb_build_object(
      'address', p_input -> 'shipping_address', 'addresses', CASE WHEN p_input ? 'address' THEN jsonb_build_array(p_input -> 'address') END));
    SELECT * INTO v_customer FROM public.customers WHERE store_id = v_store.id AND id = v_new;
  END IF;

  v_result := app.place_order(v_customer,
    jsonb_build_object(
      'id', p_input ->> 'id', 'customer_name', v_shopper ->> 'name',
      'customer_phone', v_shopper ->> 'phone', 'customer_phone_e164', v_shopper ->> 'phone_e164',
      'priced', v_priced || jsonb_build_object('problems', '[]'::jsonb,
        'destination', app.destination_of(p_input), 'lines', app.lines_with_shares(v_priced -> 'lines', v_priced), 'adjustment', 0,
        'lines_key', app.lines_key(v_priced -> 'lines'), 'variants', v_variants),
      'platform', 'website', 'source', 'storefront',
      'shipping_address', p_input ->> 'shipping_address', 'address', p_input -> 'address', 'payment_method', p_input ->> 'payment_method',
      -- An email address that differs from the customer's own is kept in the notes.
      'notes', nullif(concat_ws(E'\n', p_input ->> 'notes', CASE
        WHEN v_customer.id <> v_new AND v_shopper ->> 'email' IS DISTINCT FROM v_customer.email
        THEN 'Email: ' || (v_shopper ->> 'email') END), ''),
      'tags', '[]'::jsonb, 'reservation_hours', v_store.reservation_hours, 'released', v_blocked,
      'hold_reason', CASE WHEN v_blocked THEN 'customer_blocked' END));
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
  PERFORM set_config('app.caller', v_visitor::text, true);
  v_result := v_result || jsonb_build_object('ignored_region', app.ignored_region(p_input));
  RETURN app.finish_write(p_operation, p_key, p_hash, v_result);
END
$$;
