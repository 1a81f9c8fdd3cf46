-- Where an order goes.

-- The region of the destination that was sent with an address in another region, which is the one that counts. NULL if it is the same, in
-- any spelling.
CREATE OR REPLACE FUNCTION app.ignored_region(p_input jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_input ? 'ignored_region' AND app.place_key(p_input #>> '{destination,country}', p_input ->> 'ignored_region')
    <> app.place_key(p_input #>> '{destination,country}', p_input #>> '{address,region}') THEN p_input ->> 'ignored_region' END
$$;

-- A change of the address with what it leaves out of the destination. An address without a country stays in that of the order. If nothing
-- says its region, that is not known, unless the address is at the same place as before.
CREATE OR REPLACE FUNCTION app.with_known_destination(p_changes jsonb, p_before public.orders) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_before constant jsonb := p_before.destination;
  v_after constant jsonb := coalesce(app.destination_of(p_changes), jsonb_build_object('country', v_before -> 'country'));
  v_beside constant text[] := '{label,recipient,phone,line2,instructions}';
  v_region constant text := coalesce(v_after ->> 'region', p_changes #>> '{address,region}',
    CASE WHEN (p_changes -> 'address') - v_beside = p_before.address - v_beside THEN v_before ->> 'region' END);
BEGIN
  IF v_before IS NULL OR p_changes -> 'destination' = 'null' OR v_after ->> 'country' <> v_before ->> 'country' THEN
    RETURN p_changes;
  END IF;
  RETURN p_changes || jsonb_build_object('destination', v_after || jsonb_build_object('region', v_region));
END
$$;

-- Whether a destination is another place, and not the same in other words.
CREATE OR REPLACE FUNCTION app.goes_elsewhere(p_before jsonb, p_after jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT app.destination_keys(p_before ->> 'country', p_before ->> 'region')
    IS DISTINCT FROM app.destination_keys(p_after ->> 'country', p_after ->> 'region')
$$;

-- The input with the parts of the customer's address, and their destination, if it says nothing of where the order goes: those that
-- the text was written from for one of their last orders. Anybody may have placed a shopper's order: its address counts only if it is one
-- of the customer's, and the region of its destination does not.
CREATE OR REPLACE FUNCTION app.with_usual_address(p_input jsonb, p_customer public.customers) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_last record;
BEGIN
  IF p_customer.address IS NULL OR p_customer.addresses = '[]' OR p_input ?| '{address,shipping_address,destination}' THEN
    RETURN p_input;
  END IF;
  SELECT o.address, CASE WHEN o.source <> 'storefront' THEN o.destination
         WHEN o.destination IS NOT NULL THEN jsonb_build_object(
           'country', o.destination -> 'country', 'region', o.address -> 'region') END AS destination
    INTO v_last FROM (
    SELECT n.address, n.destination, n.shipping_address, n.status, n.source, n.created_at, n.id FROM public.orders n
     WHERE n.store_id = p_customer.store_id AND n.customer_id = p_customer.id ORDER BY n.created_at DESC, n.id DESC LIMIT 20) AS o
   WHERE o.shipping_address = p_customer.address AND o.address IS NOT NULL AND o.status <> 'cancelled'
     AND (o.source <> 'storefront' OR o.address IN (SELECT jsonb_array_elements(p_customer.addresses)))
   ORDER BY o.created_at DESC, o.id DESC LIMIT 1;
  RETURN p_input || CASE WHEN FOUND
    THEN jsonb_strip_nulls(jsonb_build_object('address', v_last.address, 'destination', v_last.destination)) ELSE '{}' END;
END
$$;
