-- The delivery methods that a cart can choose from, and the price of each.

-- Whether a method delivers to a country. p_keys: those of the region (app.destination_keys), which cost more than all else
-- here and are only needed by methods for regions. Without a destination, only methods for everywhere do.
CREATE OR REPLACE FUNCTION app.delivers_to(m public.delivery_methods, p_country text, p_keys text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT coalesce(m.zone_keys = '{}' OR p_country = ANY (m.zone_keys) OR m.zone_keys && p_keys, false) $$;

-- Whether a delivery method that accepts only some payment methods can be paid with this. NULL: not known yet.
CREATE OR REPLACE FUNCTION app.takes_payment(p_accepted text[], p_payment_method text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN p_payment_method IS NULL OR EXISTS (
    SELECT FROM unnest(p_accepted) AS a
     WHERE app.fold(a) = app.fold(btrim(p_payment_method))
        OR (app.payment_kind(p_payment_method) = 'cash_on_delivery' AND app.payment_kind(a) = 'cash_on_delivery'));
END
$$;

-- Why a method is not on offer for a cart, wherever it goes; NULL if it is. p_subtotal: after discounts.
CREATE OR REPLACE FUNCTION app.method_refusal(
  m public.delivery_methods, p_weight_g numeric, p_subtotal numeric, p_payment_method text
) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE
    WHEN m.max_weight_g < p_weight_g THEN 'weight'
    WHEN m.min_subtotal_minor > p_subtotal OR m.max_subtotal_minor < p_subtotal THEN 'subtotal'
    WHEN m.payment_methods <> '{}' AND NOT app.takes_payment(m.payment_methods, p_payment_method) THEN 'payment_method' END
$$;

-- The delivery of a cart:
--   methods   those on offer, in the store's order, each as in orders.delivery without tax and destination
--   chosen    of them p_method, or without it the first if p_chooses; NULL: none
-- p_free: a discount pays for the delivery.
CREATE OR REPLACE FUNCTION app.delivery_offer(
  p_store uuid, p_destination jsonb, p_weight_g numeric, p_subtotal numeric, p_payment_method text, p_free boolean, p_method uuid,
  p_chooses boolean, OUT methods jsonb, OUT chosen jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_country constant text := upper(p_destination ->> 'country');
  o record;
BEGIN
  methods := '[]';
  FOR o IN
    SELECT m.id,
           CASE WHEN app.method_refusal(m, p_weight_g, p_subtotal, p_payment_method) IS NULL
               -- The sub-select computes the keys once, and only if a method needs them.
               AND app.delivers_to(m, v_country, (SELECT app.destination_keys(v_country, p_destination ->> 'region')))
             THEN jsonb_build_object('method_id', m.id, 'name', m.name, 'kind', m.kind,
               'amount_minor', CASE WHEN p_free OR m.free_from_minor <= p_subtotal THEN 0
                 ELSE least(m.price_minor + coalesce(m.rate_per_kg_minor * ceil(p_weight_g / 1000), 0), app.max_amount()) END,
               'cod_fee_minor', coalesce(m.cod_fee_minor, 0),
               'estimated_days', CASE WHEN m.min_days IS NOT NULL THEN jsonb_build_object('min', m.min_days, 'max', m.max_days) END,
               'pickup_address', m.pickup_address) END AS offer
      FROM public.delivery_methods m WHERE m.store_id = p_store AND m.active ORDER BY m.position, m.created_at, m.id
  LOOP
    IF o.offer IS NOT NULL THEN
      methods := methods || o.offer;
      IF o.id = p_method THEN
        chosen := o.offer;
      END IF;
    END IF;
  END LOOP;
  IF p_method IS NULL AND p_chooses THEN
    chosen := methods -> 0;
  END IF;
END
$$;

-- Why a cart has no delivery method, as an array of problems. p_method: the method that was asked for; NULL: any would do. NULL
-- if the store has no methods.
CREATE OR REPLACE FUNCTION app.delivery_problem(
  p_store uuid, p_destination jsonb, p_weight_g numeric, p_subtotal numeric, p_payment_method text, p_method uuid
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_country constant text := upper(p_destination ->> 'country');
  v_methods record;
BEGIN
  SELECT count(*) AS active, bool_or(m.refusal IS NULL AND NOT m.is_there) AS only_destination,
         (array_agg(m.refusal ORDER BY m.place) FILTER (WHERE m.is_there))[1] AS refusal,
         max(CASE WHEN m.is_there THEN m.refusal ELSE 'destination' END) FILTER (WHERE m.id = p_method) AS asked_refusal
    INTO v_methods
    FROM (
      SELECT m.id, row_number() OVER (ORDER BY m.position, m.created_at, m.id) AS place,
             app.method_refusal(m, p_weight_g, p_subtotal, p_payment_method) AS refusal,
             app.delivers_to(m, v_country, app.destination_keys(v_country, p_destination ->> 'region')) AS is_there
        FROM public.delivery_methods m WHERE m.store_id = p_store AND m.active) AS m;
  RETURN CASE
    WHEN p_method IS NOT NULL AND v_methods.asked_refusal IS NULL
      THEN '[{"pointer": "/delivery_method_id", "code": "delivery_method_not_found"}]'
    WHEN p_destination IS NULL AND v_methods.only_destination AND coalesce(v_methods.asked_refusal, 'destination') = 'destination'
      THEN '[{"pointer": "/destination", "code": "destination_required"}]'
    WHEN p_method IS NOT NULL THEN jsonb_build_array(jsonb_build_object(
      'pointer', '/delivery_method_id', 'code', 'delivery_method_not_offered', 'reason', v_methods.asked_refusal))
    WHEN v_methods.active > 0 THEN jsonb_build_array(jsonb_build_object(
      'pointer', '/destination', 'code', 'not_delivered_there', 'reason', coalesce(v_methods.refusal, 'destination'))) END;
END
$$;

-- Whether a method (p_method NULL: any) could cost something else, or not be offered, for goods from p_least up to p_most. In minor units.
CREATE OR REPLACE FUNCTION app.delivery_depends(p_store uuid, p_method uuid, p_least bigint, p_most bigint) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN p_least < p_most AND EXISTS (
    SELECT FROM public.delivery_methods m
     WHERE m.store_id = p_store AND m.active AND (p_method IS NULL OR m.id = p_method) AND (m.free_from_minor > p_least AND m.free_from_minor <= p_most
       OR m.min_subtotal_minor > p_least AND m.min_subtotal_minor <= p_most
       OR m.max_subtotal_minor >= p_least AND m.max_subtotal_minor < p_most));
END
$$;

-- The fee of a delivery method (app.delivery_offer) for a payment method: only cash on delivery has one.
CREATE OR REPLACE FUNCTION app.fee_of(p_delivery jsonb, p_payment_method text) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN CASE WHEN p_delivery -> 'cod_fee_minor' <> '0' AND app.payment_kind(p_payment_method) = 'cash_on_delivery'
    THEN (p_delivery ->> 'cod_fee_minor')::bigint ELSE 0 END;
END
$$;
