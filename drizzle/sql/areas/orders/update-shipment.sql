-- Adds or corrects who carries a shipment and how to track it. p_changes has only the fields to change. Returns the shipment, with
-- its order, and the customer, whose anonymizing erases the stored result.
CREATE OR REPLACE FUNCTION app.update_shipment(p_shipment uuid, p_changes jsonb, p_operation text, p_key text, p_hash text) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before public.orders;
  o public.orders;
  v_shipment public.shipments;
BEGIN
  SELECT * INTO v_shipment FROM public.shipments s WHERE s.store_id = ANY (app.stores()) AND s.id = p_shipment;
  PERFORM app.begin_write(v_shipment.store_id, p_operation, p_key, p_hash);
  v_before := (app.locked_orders(ARRAY[v_shipment.order_id], 'note'))[1];
  o := v_before;
  -- As it is once the order is locked.
  SELECT * INTO v_shipment FROM public.shipments s WHERE s.store_id = v_before.store_id AND s.id = p_shipment;
  IF v_shipment.undone_at IS NOT NULL THEN
    PERFORM app.refuse(404, 'not_found');
  END IF;
  UPDATE public.shipments s
     SET carrier = n.carrier, tracking_number = n.tracking_number, tracking_url = n.tracking_url
    FROM jsonb_populate_record(v_shipment, p_changes) AS n
   WHERE s.store_id = v_shipment.store_id AND s.id = p_shipment
     AND (s.carrier, s.tracking_number, s.tracking_url) IS DISTINCT FROM (n.carrier, n.tracking_number, n.tracking_url);
  IF FOUND THEN
    o.shipments := (
      SELECT jsonb_agg(CASE WHEN s.value ->> 'id' = p_shipment::text THEN s.value || p_changes ELSE s.value END ORDER BY s.place)
        FROM jsonb_array_elements(o.shipments) WITH ORDINALITY AS s(value, place));
    PERFORM app.record_event('order.shipment_updated', o.id, jsonb_build_object(
      'shipment_id', p_shipment, 'changed', ARRAY(SELECT jsonb_object_keys(p_changes))));
    PERFORM app.save_orders(ARRAY[v_before], ARRAY[o]);
  END IF;
  RETURN app.finish_write(p_operation, p_key, p_hash, jsonb_build_object('order_id', v_before.id, 'customer_id', v_before.customer_id) || (
    SELECT s FROM jsonb_array_elements(o.shipments) AS s WHERE s ->> 'id' = p_shipment::text));
END
$$;
