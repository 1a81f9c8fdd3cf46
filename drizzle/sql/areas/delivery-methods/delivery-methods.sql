-- Creates a delivery method of the open store, or changes the fields sent. The caller has locked an existing one. p_fields:
-- fields of the request under their names on the wire, with min_days and max_days for estimated_days.
CREATE OR REPLACE FUNCTION app.save_delivery_method(p_id uuid, p_fields jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_fields jsonb;
  v_problems jsonb;
  v_old public.delivery_methods;
  v_new public.delivery_methods;
BEGIN
  SELECT m.fields, m.problems INTO v_fields, v_problems
    FROM app.minor_fields(p_fields, '{price,free_from,min_subtotal,max_subtotal,rate_per_kg,cod_fee}') AS m;
  SELECT * INTO v_old FROM public.delivery_methods d WHERE d.store_id = app.store() AND d.id = p_id;
  v_new := jsonb_populate_record(v_old, v_fields);
  v_new.kind := coalesce(v_new.kind, 'delivery');
  IF v_new.min_subtotal_minor > v_new.max_subtotal_minor THEN
    v_problems := v_problems || '{"pointer": "/min_subtotal", "code": "subtotals_contradict"}'::jsonb;
  END IF;
  IF v_new.pickup_address IS NOT NULL AND v_new.kind <> 'pickup' THEN
    v_problems := v_problems || '{"pointer": "/pickup_address", "code": "not_a_pickup"}'::jsonb;
  END IF;
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'invalid_input', v_problems);
  END IF;

  IF v_old.id IS NULL THEN
    -- Serializes concurrent requests, so that each counts the methods of the others.
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', app.store(), 'delivery methods'), 0));
    PERFORM app.expect_room('delivery_methods', (SELECT count(*) FROM public.delivery_methods d WHERE d.store_id = app.store()));
    v_new.zones := coalesce(v_new.zones, '[]');
    v_new.price_minor := coalesce(v_new.price_minor, 0);
    v_new.payment_methods := coalesce(v_new.payment_methods, '{}');
    v_new.active := coalesce(v_new.active, true);
    v_new.position := coalesce(v_new.position, (
      SELECT least(coalesce(max(d.position), 0) + 1, 10000) FROM public.delivery_methods d WHERE d.store_id = app.store()));
    INSERT INTO public.delivery_methods (store_id, id,
      -- each delivery_methods.saved: %
      name, kind, zones, price_minor, free_from_minor, min_subtotal_minor, max_subtotal_minor, max_weight_g, rate_per_kg_minor, min_days, max_days, payment_methods, cod_fee_minor, pickup_address, active, position
    ) VALUES (app.store(), p_id,
      -- each delivery_methods.saved: v_new.%
      v_new.name, v_new.kind, v_new.zones, v_new.price_minor, v_new.free_from_minor, v_new.min_subtotal_minor, v_new.max_subtotal_minor, v_new.max_weight_g, v_new.rate_per_kg_minor, v_new.min_days, v_new.max_days, v_new.payment_methods, v_new.cod_fee_minor, v_new.pickup_address, v_new.active, v_new.position
    );
  ELSE
    UPDATE public.delivery_methods d SET version = d.version + 1, updated_at = now(),
      -- each delivery_methods.saved: % = v_new.%
      name = v_new.name, kind = v_new.kind, zones = v_new.zones, price_minor = v_new.price_minor, free_from_minor = v_new.free_from_minor, min_subtotal_minor = v_new.min_subtotal_minor, max_subtotal_minor = v_new.max_subtotal_minor, max_weight_g = v_new.max_weight_g, rate_per_kg_minor = v_new.rate_per_kg_minor, min_days = v_new.min_days, max_days = v_new.max_days, payment_methods = v_new.payment_methods, cod_fee_minor = v_new.cod_fee_minor, pickup_address = v_new.pickup_address, active = v_new.active, position = v_new.position
     WHERE d.store_id = app.store() AND d.id = p_id;
  END IF;
END
$$;


-- The other active methods of kind delivery that shoppers in the zones of this one can choose, in the order that they see: at most
-- 10. NULL if there are none, or if shoppers cannot choose this one.
CREATE OR REPLACE FUNCTION app.also_offered(p_method public.delivery_methods) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'price_minor', m.price_minor, 'free_from_minor', m.free_from_minor)
           ORDER BY m.position, m.created_at, m.id)
    FROM (
      SELECT d.* FROM public.delivery_methods d
       WHERE d.store_id = p_method.store_id AND d.id <> p_method.id AND d.active AND p_method.active
         AND d.kind = 'delivery' AND p_method.kind = 'delivery'
         AND coalesce(d.min_subtotal_minor, 0) <= coalesce(p_method.max_subtotal_minor, 9223372036854775807)
         AND coalesce(p_method.min_subtotal_minor, 0) <= coalesce(d.max_subtotal_minor, 9223372036854775807)
         AND (d.zone_keys = '{}' OR p_method.zone_keys = '{}'
              OR EXISTS (SELECT unnest(app.with_countries(d.zone_keys)) INTERSECT SELECT unnest(p_method.zone_keys))
              OR EXISTS (SELECT unnest(d.zone_keys) INTERSECT SELECT unnest(app.with_countries(p_method.zone_keys))))
       ORDER BY d.position, d.created_at, d.id LIMIT 10) AS m
$$;

-- The keys of zones, with the countries of their regions.
CREATE OR REPLACE FUNCTION app.with_countries(p_keys text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE
AS $$ SELECT p_keys || ARRAY(SELECT DISTINCT split_part(k, '/', 1) FROM unnest(p_keys) AS k) $$;
