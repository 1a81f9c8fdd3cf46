-- Which amounts of an order are the caller's. One that the service would have come to anyway is not, such as those of a quote.

-- Of p_sent ({shipping_minor, discount_minor, tax_minor}), the caller's. p_goods: as from app.price_items. p_cart: without p_sent.
CREATE OR REPLACE FUNCTION app.callers_amounts(p_store public.stores, p_goods record, p_sent jsonb, p_cart jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_own jsonb := app.unlike_computed(p_sent, app.computed_price(p_store, p_goods, p_cart));
  v_other jsonb;
BEGIN
  IF v_own = '{}' OR v_own = p_sent AND (SELECT count(*) FROM jsonb_object_keys(p_sent)) = 1 THEN
    RETURN v_own;
  END IF;
  -- One can follow from another. So each is computed beside the others: first delivery, then the discount, and the tax last.
  v_own := v_own - 'tax_minor';
  IF v_own ?& '{shipping_minor,discount_minor}' THEN
    v_other := v_own - 'discount_minor';
    IF app.unlike_computed(v_own - 'shipping_minor', app.computed_price(p_store, p_goods, p_cart || v_other)) <> '{}' THEN
      v_other := v_own - 'shipping_minor';
      IF app.unlike_computed(v_own - 'discount_minor', app.computed_price(p_store, p_goods, p_cart || v_other)) <> '{}' THEN
        v_other := v_own;
      END IF;
    END IF;
    v_own := v_other;
  END IF;
  RETURN v_own || app.unlike_computed(p_sent - ARRAY(SELECT jsonb_object_keys(v_own)), app.computed_price(p_store, p_goods, p_cart || v_own));
END
$$;

CREATE OR REPLACE FUNCTION app.computed_price(p_store public.stores, p_goods record, p_cart jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (app.price_cart(p_store, p_goods.lines::json, p_goods.products, p_goods.quantities, p_goods.amounts, p_goods.taxable, p_goods.weight_g,
    p_cart, (p_cart ->> 'customer_id')::uuid, false)).priced;
END
$$;

-- The amounts that a price does not have. Delivery without a method has no price that could be computed.
CREATE OR REPLACE FUNCTION app.unlike_computed(p_sent jsonb, p_priced jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_object_agg(s.key, s.value), '{}')
    FROM jsonb_each(p_sent) AS s
   WHERE s.value IS DISTINCT FROM p_priced -> left(s.key, -6) OR s.key = 'shipping_minor' AND p_priced -> 'delivery' = 'null'
$$;

-- The names of the caller's amounts of an order whose total is stated: a method or code that is chosen later has the total computed, which
-- was their sum, and leaves them as they are. p_input: the request, with `ordered_by`, the customer of a new order;
-- amounts that it does not name stay the caller's. A tax that the total adds
-- is none that prices include, and a total without tax says so, until it is computed.
CREATE OR REPLACE FUNCTION app.stated_parts(p_store public.stores, p_goods record, p_input jsonb, p_before public.orders) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_sent jsonb;
  v_included constant boolean := coalesce((p_store.tax -> 'prices_include_tax')::boolean, false);
  v_kept constant text[] := ARRAY(
    SELECT s.name FROM unnest(p_before.stated) AS s(name) WHERE s.name <> 'total' AND p_input ->> (s.name || '_amount') IS NULL AND (s.name <> 'tax' OR NOT v_included));
BEGIN
  IF p_input ->> 'source' = 'import' OR coalesce(p_input ->> 'shipping_amount', p_input ->> 'discount_amount', p_input ->> 'tax_amount') IS NULL THEN
    RETURN to_jsonb(v_kept);
  END IF;
  v_sent := (app.stated_amounts(p_input, p_store.currency_exponent)).amounts;
  IF v_included OR v_sent -> 'tax_minor' = '0' THEN
    v_sent := v_sent - 'tax_minor';
  END IF;
  RETURN to_jsonb(v_kept || ARRAY(
    SELECT left(k.key, -6) FROM jsonb_object_keys(app.callers_amounts(p_store, p_goods, v_sent, jsonb_build_object(
      'destination', coalesce(nullif(p_input -> 'destination', 'null'), p_before.destination), 'payment_method', p_input -> 'payment_method',
      'customer_id', coalesce(p_before.customer_id::text, p_input ->> 'ordered_by'), 'order_id', p_before.id))) AS k(key)));
END
$$;
