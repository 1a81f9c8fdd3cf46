-- What a change of an order means for its price.

-- Whether an order's amounts were computed, but for single ones that the merchant stated.
CREATE OR REPLACE FUNCTION app.is_computed(o public.orders) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT 'total' <> ALL (o.stated) $$;

-- Whether the items and amounts of an order can still be changed.
CREATE OR REPLACE FUNCTION app.can_edit_items(o public.orders) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT o.status IN ('pending', 'confirmed') AND o.fulfillment_status = 'unfulfilled' $$;

-- Whether a change has something that only a computed order has: a code or a delivery method.
CREATE OR REPLACE FUNCTION app.has_cart_fields(p_changes jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(p_changes ->> 'discount_code', p_changes ->> 'delivery_method_id') IS NOT NULL
$$;

-- Whether a change has something to do with what the order costs. An order whose amounts the merchant stated has no code
-- or method that could be taken off, and costs the same wherever it goes.
CREATE OR REPLACE FUNCTION app.changes_price(p_before public.orders, p_changes jsonb) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN p_changes ?| '{items,total_amount,shipping_amount,tax_amount,discount_amount}' OR app.has_cart_fields(p_changes)
    OR (app.is_computed(p_before) AND (p_changes ?| '{discount_code,delivery_method_id}'
      OR (p_changes ? 'destination' AND app.goes_elsewhere(p_before.destination, app.destination_of(p_changes))
          -- Of goods that are packed, only the country decides.
          AND (app.can_edit_items(p_before) OR p_before.destination ->> 'country' IS DISTINCT FROM app.destination_of(p_changes) ->> 'country'))));
END
$$;

-- The cart of a changed order; NULL if the merchant states the amounts. p_order: with the changed texts.
CREATE OR REPLACE FUNCTION app.cart_of(p_order public.orders, p_changes jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  IF NOT app.has_cart_fields(p_changes)
     AND (NOT app.is_computed(p_order)
          OR (p_changes ? 'total_amount' AND NOT p_changes ?| '{discount_code,delivery_method_id}')) THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object(
    'delivery_method_id', p_order.delivery -> 'method_id', 'destination', p_order.destination,
    'discount_code', jsonb_path_query_first(p_order.discounts, '$[*].code ? (@ != null)'))
    || (
      SELECT coalesce(jsonb_object_agg(c.key, c.value), '{}') FROM jsonb_each(p_changes) AS c
       WHERE c.key IN ('delivery_method_id', 'destination', 'discount_code'))
    || jsonb_strip_nulls(jsonb_build_object(
      'discount_minor', CASE WHEN 'discount' = ANY (p_order.stated) AND p_changes ->> 'discount_code' IS NULL THEN p_order.discount_minor END,
      'shipping_minor', CASE WHEN 'shipping' = ANY (p_order.stated) AND p_changes ->> 'delivery_method_id' IS NULL THEN p_order.shipping_minor END,
      'tax_minor', CASE WHEN 'tax' = ANY (p_order.stated) AND p_changes ->> 'tax_amount' IS NULL THEN p_order.tax_minor END))
    || CASE WHEN p_changes ? 'discount_code' THEN '{}' ELSE jsonb_build_object(
      'kept_code', jsonb_path_query_first(p_order.discounts, '$[*] ? (@.code != null)') || jsonb_build_object('combines', jsonb_array_length(p_order.discounts) > 1,
             'conditions', p_changes ? 'items' AND app.can_edit_items(p_order))) END
    || jsonb_build_object('payment_method', p_order.payment_method, 'customer_id', p_order.customer_id, 'order_id', p_order.id);
END
$$;

-- The order without what was computed for it: its lines' shares, and a tax that the total does not add. An imported order
-- keeps its tax, because the file states it.
CREATE OR REPLACE FUNCTION app.without_shares(p_order public.orders) RETURNS public.orders
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  o public.orders := p_order;
BEGIN
  o.lines := (SELECT jsonb_agg(l.value - '{discount_minor,tax_minor}'::text[] ORDER BY l.at)
                FROM jsonb_array_elements(o.lines) WITH ORDINALITY AS l(value, at));
  IF app.is_computed(o) THEN
    o.tax_minor := CASE WHEN o.tax_included THEN 0 ELSE o.tax_minor END;
    o.tax_included := false;
    o.tax_rate := NULL;
    o.tax_label := NULL;
  END IF;
  RETURN o;
END
$$;
