-- What a cart comes to with these discounts. p_price, p_fee: what delivery costs if it is not free, and its fee. NULL: those of the method for
-- what the goods then cost. NULL if it is not delivered.
CREATE OR REPLACE FUNCTION app.end_total(
  p_store public.stores, p_amounts bigint[], p_taxable boolean[], p_weight_g numeric, p_cart jsonb, p_chooses boolean,
  p_discounts public.discounts[], p_scopes jsonb[], p_price bigint, p_fee bigint
) RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_method constant uuid := p_cart ->> 'delivery_method_id';
  v_destination constant jsonb := nullif(p_cart -> 'destination', 'null');
  v_left bigint[] := p_amounts;
  v_scope integer[];
  v_worth bigint;
  v_free boolean := false;
  v_goods bigint;
  v_delivery jsonb;
  v_shipping bigint;
BEGIN
  FOR v_at IN 1 .. cardinality(p_discounts) LOOP
    v_scope := CASE WHEN p_scopes[v_at] IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(p_scopes[v_at])::integer) END;
    v_worth := app.discount_amount(p_discounts[v_at], app.sum_of(v_left, v_scope));
    IF v_worth > 0 THEN
      v_left := app.take_off(v_worth, v_left, v_scope);
    END IF;
    v_free := v_free OR p_discounts[v_at].kind = 'free_delivery';
  END LOOP;
  v_goods := app.sum_of(v_left);
  IF p_price IS NULL THEN
    v_delivery := (app.delivery_offer(p_store.id, v_destination, p_weight_g, v_goods, p_cart ->> 'payment_method', v_free, v_method,
      p_chooses)).chosen;
    IF v_delivery IS NULL AND app.delivery_problem(p_store.id, v_destination, p_weight_g, v_goods, p_cart ->> 'payment_method', v_method)
       IS NOT NULL THEN
      RETURN NULL;
    END IF;
  END IF;
  v_shipping := CASE WHEN p_cart ? 'shipping_minor' THEN (p_cart -> 'shipping_minor')::bigint
    WHEN p_price IS NOT NULL THEN CASE WHEN v_free THEN 0 ELSE p_price END + p_fee
    ELSE coalesce((v_delivery ->> 'amount_minor')::bigint + app.fee_of(v_delivery, p_cart ->> 'payment_method'), 0) END;
  RETURN v_goods + v_shipping + CASE WHEN p_store.tax IS NULL OR (p_store.tax -> 'prices_include_tax')::boolean THEN 0
    ELSE (app.cart_tax(p_store.tax, v_destination, v_left, p_taxable, v_shipping, (p_cart -> 'tax_minor')::bigint)).total END;
END
$$;
