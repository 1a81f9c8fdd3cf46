-- What a merchant is told of an order's amounts, and how changing an order changes them.

-- The amounts that differ, as {name: [before, after]} in minor units.
CREATE OR REPLACE FUNCTION app.recalculated(p_before public.orders, p_after public.orders) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_object_agg(a.name, jsonb_build_array(a.before, a.after))
    FROM (VALUES ('subtotal_amount', p_before.subtotal_minor, p_after.subtotal_minor),
                 ('discount_amount', p_before.discount_minor, p_after.discount_minor),
                 ('shipping_amount', p_before.shipping_minor, p_after.shipping_minor),
                 ('tax_amount', p_before.tax_minor, p_after.tax_minor),
                 ('total_amount', p_before.total_minor, p_after.total_minor)) AS a(name, before, after)
   WHERE a.before <> a.after
$$;

-- Whether an order gets another payment method while that can change the fee of its delivery method. Later than the items, the
-- payment method no longer changes the price.
CREATE OR REPLACE FUNCTION app.changes_fee(p_before public.orders, p_after public.orders) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT p_before.delivery ->> 'method_id' IS NOT NULL AND p_after.payment_method IS DISTINCT FROM p_before.payment_method
     AND app.can_edit_items(p_before)
$$;

-- The fee that an order's delivery method has for its new payment method. One that is charged already stays as it was, and another
-- word for cash on delivery changes none.
CREATE OR REPLACE FUNCTION app.payment_fee(p_before public.orders, o public.orders) RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_fee constant bigint := o.delivery ->> 'cod_fee_minor';
  v_was_cash constant boolean := p_before.payment_kind IS NOT DISTINCT FROM 'cash_on_delivery';
  v_is_cash constant boolean := app.payment_kind(o.payment_method) IS NOT DISTINCT FROM 'cash_on_delivery';
BEGIN
  RETURN CASE WHEN v_is_cash = v_was_cash OR v_is_cash AND v_fee > 0 THEN v_fee WHEN v_is_cash THEN coalesce((
    SELECT m.cod_fee_minor FROM public.delivery_methods m
     WHERE m.store_id = o.store_id AND m.id = (o.delivery ->> 'method_id')::uuid), 0) ELSE 0 END;
END
$$;

-- The order with the cash-on-delivery fee for its payment method. It keeps the rest of its price, because later changes to a
-- method, discount or rate change no order. Refuses a payment method that its delivery method does not take.
CREATE OR REPLACE FUNCTION app.with_payment_fee(p_before public.orders, p_order public.orders) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
  v_method public.delivery_methods;
  v_old_fee constant bigint := (p_order.delivery ->> 'cod_fee_minor')::bigint;
  v_old_tax constant bigint := (p_order.delivery ->> 'tax_minor')::bigint;
  v_fee constant bigint := app.payment_fee(p_before, p_order);
  v_tax bigint := 0;
BEGIN
  SELECT * INTO v_method FROM public.delivery_methods m
   WHERE m.store_id = o.store_id AND m.id = (o.delivery ->> 'method_id')::uuid;
  IF v_method.payment_methods <> '{}' AND NOT app.takes_payment(v_method.payment_methods, o.payment_method) THEN
    PERFORM app.refuse(422, 'order_refused',
      '[{"pointer": "/delivery_method_id", "code": "delivery_method_not_offered", "reason": "payment_method"}]'::jsonb);
  END IF;
  IF 'shipping' = ANY (o.stated) THEN
    RETURN o;
  END IF;
  o.shipping_minor := o.shipping_minor - v_old_fee + v_fee;
  IF (o.delivery -> 'taxed')::boolean AND o.tax_rate IS NOT NULL AND 'tax' <> ALL (o.stated) THEN
    v_tax := app.part(o.shipping_minor, o.tax_rate, 100 + CASE WHEN o.tax_included THEN o.tax_rate ELSE 0 END);
  END IF;
  o.tax_minor := o.tax_minor - v_old_tax + v_tax;
  o.total_minor := o.total_minor + v_fee - v_old_fee + CASE WHEN o.tax_included THEN 0 ELSE v_tax - v_old_tax END;
  o.delivery := o.delivery || jsonb_build_object('cod_fee_minor', v_fee, 'tax_minor', v_tax);
  IF o.total_minor > app.max_order_amount() THEN
    PERFORM app.refuse(422, 'order_refused', jsonb_build_array(app.order_too_large(o.currency_exponent)));
  END IF;
  RETURN o;
END
$$;

-- What a merchant should know of an order's price, which may be as they meant it. NULL: nothing. p_priced: see app.price_order; NULL
-- if an order whose total is stated was not priced again.
CREATE OR REPLACE FUNCTION app.price_warnings(p_store public.stores, o public.orders, p_priced jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_lacks_tax constant boolean := o.tax_minor = 0 AND p_store.tax IS NOT NULL;
  v_lacks_delivery constant boolean := o.delivery IS NULL AND o.destination IS NOT NULL AND o.shipping_minor = 0
    AND o.adjustment_minor = 0 AND 'shipping' <> ALL (o.stated) AND NOT coalesce((p_priced -> 'states_shipping')::boolean, false);
  v_methods jsonb := p_priced -> 'methods';
  v_goods record;
  v_tax bigint;
  v_problem jsonb;
  v_warnings jsonb := '[]';
BEGIN
  IF 'total' = ANY (o.stated) THEN
    IF NOT v_lacks_tax AND NOT v_lacks_delivery THEN
      RETURN NULL;
    ELSIF v_lacks_delivery OR p_priced IS NULL THEN
      SELECT * INTO v_goods FROM app.stored_goods(p_store.id, o.lines);
    END IF;
    IF v_lacks_delivery THEN
      v_methods := (app.delivery_offer(p_store.id, o.destination, v_goods.weight_g, o.subtotal_minor - o.discount_minor, NULL, false, NULL,
        false)).methods;
    END IF;
    IF v_lacks_tax THEN
      v_tax := p_priced -> 'expected_tax';
      IF p_priced IS NULL THEN
        v_tax := app.expected_tax(p_store.tax, o.destination, v_goods.amounts::bigint[], v_goods.taxable, o.shipping_minor, o.discount_minor,
          o.adjustment_minor);
      END IF;
      IF v_tax > 0 THEN
        v_warnings := jsonb_build_array(jsonb_build_object('code', 'tax_not_charged', 'tax_minor', v_tax,
          'included', p_store.tax -> 'prices_include_tax'));
      END IF;
    END IF;
  END IF;
  IF v_lacks_delivery AND v_methods = '[]' THEN
    IF 'total' <> ALL (o.stated) THEN
      SELECT * INTO v_goods FROM app.stored_goods(p_store.id, o.lines);
    END IF;
    v_problem := app.delivery_problem(p_store.id, o.destination, v_goods.weight_g, o.subtotal_minor - o.discount_minor, o.payment_method, NULL) -> 0;
    IF v_problem IS NOT NULL THEN
      v_warnings := v_warnings || jsonb_build_object('code', 'not_delivered_there', 'reason', v_problem -> 'reason');
    END IF;
  ELSIF v_lacks_delivery AND jsonb_path_exists(v_methods, CASE WHEN coalesce(o.payment_kind, 'cash_on_delivery') = 'cash_on_delivery'
      THEN '$[*] ? (@.amount_minor > 0 || @.cod_fee_minor > 0)' ELSE '$[*] ? (@.amount_minor > 0)' END::jsonpath) THEN
    v_warnings := v_warnings || jsonb_build_object('code', 'delivery_not_chosen', 'methods', v_methods,
      'computed', 'total' <> ALL (o.stated));
  END IF;
  RETURN v_warnings;
END
$$;

-- What a merchant should know after a change: of the price, of stated amounts that stay although the order goes elsewhere, of an
-- address that was changed without the destination for which the amounts were computed, of a fee that no longer follows the payment
-- method, and of money that is now paid too much.
CREATE OR REPLACE FUNCTION app.change_warnings(
  p_store public.stores, p_before public.orders, o public.orders, p_changes jsonb, p_priced jsonb
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_goes_elsewhere constant boolean := o.destination IS DISTINCT FROM p_before.destination;
  v_kept constant text[] := ARRAY(
    SELECT s.name FROM unnest(o.stated) AS s(name)
     WHERE s.name IN ('total', 'shipping', 'tax') AND (s.name = 'total' OR 'total' <> ALL (o.stated)) AND p_changes ->> (s.name || '_amount') IS NULL
       AND (s.name <> 'total' OR o.total_minor = p_before.total_minor));
  v_fee bigint;
BEGIN
  IF o.payment_method IS DISTINCT FROM p_before.payment_method AND o.delivery ->> 'method_id' IS NOT NULL
     AND NOT app.can_edit_items(o) AND o.status <> 'cancelled' AND 'shipping' <> ALL (o.stated) THEN
    v_fee := app.payment_fee(p_before, o);
  END IF;
  RETURN coalesce(CASE WHEN v_goes_elsewhere OR p_priced IS NOT NULL
      AND ('total' <> ALL (o.stated) OR p_changes ?| '{total_amount,tax_amount,delivery_method_id}') THEN app.price_warnings(p_store, o, p_priced) END, '[]')
    || CASE WHEN v_goes_elsewhere AND v_kept <> '{}'
       THEN jsonb_build_object('code', 'amounts_kept', 'amounts', v_kept) ELSE '[]' END
    || CASE WHEN o.shipping_address IS DISTINCT FROM p_before.shipping_address AND o.destination IS NOT NULL AND NOT p_changes ? 'destination'
       THEN jsonb_build_object('code', 'destination_kept', 'destination', o.destination) ELSE '[]' END
    || CASE WHEN v_fee <> (o.delivery -> 'cod_fee_minor')::bigint
       THEN jsonb_build_object('code', 'cod_fee_kept', 'cod_fee_minor', o.delivery -> 'cod_fee_minor', 'expected_minor', v_fee) ELSE '[]' END
    || CASE WHEN o.total_minor < p_before.total_minor AND o.overpaid_minor > 0
       THEN jsonb_build_object('code', 'overpaid', 'overpaid_minor', o.overpaid_minor) ELSE '[]' END;
END
$$;

-- The order with what app.price_order found.
CREATE OR REPLACE FUNCTION app.with_price(o public.orders, p_priced jsonb) RETURNS public.orders
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  o.lines := p_priced -> 'lines';
  o.lines_key := p_priced ->> 'lines_key';
  o.subtotal_minor := (p_priced ->> 'subtotal')::numeric;
  o.shipping_minor := (p_priced ->> 'shipping')::numeric;
  o.tax_minor := (p_priced ->> 'tax')::numeric;
  o.discount_minor := (p_priced ->> 'discount')::numeric;
  o.total_minor := (p_priced ->> 'total')::numeric;
  o.adjustment_minor := (p_priced ->> 'adjustment')::numeric;
  o.delivery := nullif(p_priced -> 'delivery', 'null');
  o.destination := nullif(p_priced -> 'destination', 'null');
  o.discounts := p_priced -> 'discounts';
  o.tax_rate := (p_priced ->> 'tax_rate')::numeric;
  o.tax_label := p_priced ->> 'tax_label';
  o.tax_included := (p_priced ->> 'tax_included')::boolean;
  o.stated := ARRAY(SELECT jsonb_array_elements_text(p_priced -> 'stated'));
  RETURN o;
END
$$;
