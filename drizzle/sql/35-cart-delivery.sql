-- The delivery methods that a cart can choose from, and the price of each.

-- The methods on offer as `methods`, the chosen one as `chosen` (as in orders.delivery, before tax), and the problem with
-- the choice, if any.
-- p_methods: the store's active methods, in their order.
-- p_subtotal: after discounts. p_method: the method that was asked for; NULL: the first on offer if p_chooses, else none.
-- p_free: a discount pays for the delivery.
CREATE OR REPLACE FUNCTION app.cart_delivery(
  p_methods public.delivery_methods[], p_destination jsonb, p_weight_g numeric, p_subtotal numeric, p_payment_method text,
  p_method uuid, p_chooses boolean, p_free boolean, OUT methods jsonb, OUT chosen jsonb, OUT problem jsonb
)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_country constant text := upper(p_destination ->> 'country');
  v_is_cod constant boolean := p_payment_method IS NOT NULL AND app.is_cash_on_delivery(p_payment_method);
  v_keys text[];
  v_reason text;
  -- Why a method that delivers there is not on offer all the same.
  v_other_reason text;
  v_only_destination boolean := false;
  v_requested text;
  v_amount bigint;
  v_method jsonb;
  m public.delivery_methods;
BEGIN
  methods := '[]';
  FOREACH m IN ARRAY p_methods LOOP
    v_keys := coalesce(v_keys, app.destination_keys(v_country, p_destination ->> 'region'));
    v_reason := CASE
      WHEN m.max_weight_g < p_weight_g THEN 'weight'
      WHEN m.min_subtotal_minor > p_subtotal OR m.max_subtotal_minor < p_subtotal THEN 'subtotal'
      WHEN p_payment_method IS NOT NULL AND m.payment_methods <> '{}'
        AND NOT app.takes_payment(m.payment_methods, p_payment_method, v_is_cod) THEN 'payment_method' END;
    IF m.zone_keys <> '{}' AND NOT m.zone_keys && v_keys THEN
      v_only_destination := v_only_destination OR v_reason IS NULL;
      v_reason := 'destination';
    ELSE
      v_other_reason := coalesce(v_other_reason, v_reason);
    END IF;
    IF m.id = p_method THEN
      v_requested := coalesce(v_reason, 'offered');
    END IF;
    CONTINUE WHEN v_reason IS NOT NULL;
    v_amount := CASE WHEN p_free OR m.free_from_minor <= p_subtotal THEN 0
      ELSE m.price_minor + coalesce(m.rate_per_kg_minor * ceil(p_weight_g / 1000), 0) END;
    v_method := jsonb_build_object('method_id', m.id, 'name', m.name, 'kind', m.kind, 'amount_minor', v_amount,
      'cod_fee_minor', coalesce(m.cod_fee_minor, 0), 'estimated_days',
      CASE WHEN m.min_days IS NOT NULL THEN jsonb_build_object('min', m.min_days, 'max', m.max_days) END,
      'pickup_address', m.pickup_address);
    methods := methods || v_method;
    IF m.id = p_method OR (p_method IS NULL AND p_chooses AND chosen IS NULL) THEN
      chosen := v_method || jsonb_build_object('tax_minor', 0, 'destination', CASE WHEN p_destination IS NOT NULL
          THEN jsonb_build_object('country', v_country, 'region', p_destination -> 'region') END)
        || CASE WHEN v_is_cod THEN '{}' ELSE '{"cod_fee_minor": 0}'::jsonb END;
    END IF;
  END LOOP;

  IF p_method IS NOT NULL AND v_requested IS NULL THEN
    problem := '{"pointer": "/delivery_method_id", "code": "delivery_method_not_found"}';
  ELSIF p_destination IS NULL AND v_only_destination
        AND (v_requested = 'destination' OR (p_method IS NULL AND p_chooses AND chosen IS NULL)) THEN
    problem := '{"pointer": "/destination", "code": "destination_required"}';
  ELSIF v_requested <> 'offered' THEN
    problem := jsonb_build_object('pointer', '/delivery_method_id', 'code', 'delivery_method_not_offered', 'reason', v_requested);
  ELSIF p_method IS NULL AND p_chooses AND p_methods <> '{}' AND chosen IS NULL THEN
    problem := jsonb_build_object('pointer', '/destination', 'code', 'not_delivered_there',
      'reason', coalesce(v_other_reason, 'destination'));
  END IF;
END
$$;

-- Whether a delivery method that accepts only some payment methods can be paid with this.
CREATE OR REPLACE FUNCTION app.takes_payment(p_accepted text[], p_payment_method text, p_is_cod boolean) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM unnest(p_accepted) AS a
     WHERE app.fold(a) = app.fold(btrim(p_payment_method)) OR (p_is_cod AND app.is_cash_on_delivery(a)));
END
$$;
