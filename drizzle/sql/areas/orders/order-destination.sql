-- Where an order goes.

-- A change of the address with what it leaves out of the destination. An address without a country stays in that of the order, and
-- the region of the destination stays where neither address has one.
CREATE OR REPLACE FUNCTION app.with_known_destination(p_changes jsonb, p_before public.orders) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_before constant jsonb := p_before.destination;
  v_after constant jsonb := coalesce(app.destination_of(p_changes), jsonb_build_object('country', v_before -> 'country'));
  v_region constant text := coalesce(v_after ->> 'region', p_changes #>> '{address,region}',
    CASE WHEN p_before.address ->> 'region' IS NULL THEN v_before ->> 'region' END);
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

-- Keeps the address of a known customer's order among their other ones. The default one stays: anybody may have sent this.
CREATE OR REPLACE FUNCTION app.keep_address(p_order jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.customers c
     SET addresses = c.addresses || jsonb_build_array(p_order -> 'address'),
         version = c.version + 1, updated_at = clock_timestamp()
   WHERE c.store_id = (p_order ->> 'store_id')::uuid AND c.id = (p_order ->> 'customer_id')::uuid AND p_order -> 'address' <> 'null'
     AND jsonb_array_length(c.addresses) < app.most('customer.other_addresses')
     AND NOT EXISTS (SELECT FROM jsonb_array_elements(c.addresses) AS known WHERE known = p_order -> 'address');
  IF FOUND THEN
    PERFORM app.record_event('customer.updated', (p_order ->> 'customer_id')::uuid, '{"changed": ["addresses"]}');
  END IF;
END
$$;

-- The input with the parts of the customer's address, and their destination, if it says nothing of where the order goes: those that
-- the text was written from for one of their last orders. One of a shopper counts once the store has confirmed it.
CREATE OR REPLACE FUNCTION app.with_usual_address(p_input jsonb, p_customer public.customers) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_last record;
BEGIN
  IF p_customer.address IS NULL OR p_customer.addresses = '[]' OR p_input ?| '{address,shipping_address,destination}' THEN
    RETURN p_input;
  END IF;
  SELECT o.address, o.destination INTO v_last FROM (
    SELECT n.address, n.destination, n.shipping_address, n.status, n.source, n.created_at, n.id FROM public.orders n
     WHERE n.store_id = p_customer.store_id AND n.customer_id = p_customer.id ORDER BY n.created_at DESC, n.id DESC LIMIT 20) AS o
   WHERE o.shipping_address = p_customer.address AND o.address IS NOT NULL AND o.status <> 'cancelled'
     AND (o.status <> 'pending' OR o.source <> 'storefront')
   ORDER BY o.created_at DESC, o.id DESC LIMIT 1;
  RETURN p_input || CASE WHEN FOUND
    THEN jsonb_strip_nulls(jsonb_build_object('address', v_last.address, 'destination', v_last.destination)) ELSE '{}' END;
END
$$;
