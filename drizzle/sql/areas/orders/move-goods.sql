-- Goods of an order that leave or come back: shipped, returned by the customer, or refused at the door.

-- Marks items of an order as shipped, or shipped items as returned or refused (p_effect). p_items: list of {position, variant_id,
-- product_id, `named` (SKUs and titles of products, all of which must fit), quantity}, where no quantity means everything that is
-- left; NULL means all items. If several lines match, they are used in order. Refuses items that match no line or of which nothing
-- is left, quantities above what is left, a part of what is left if it could be of several variants, and for goods that come back, an
-- item without a quantity of which more than one could be meant.
CREATE OR REPLACE FUNCTION app.move_lines(
  o public.orders, p_items jsonb, p_effect text, OUT lines jsonb, OUT moved jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_to constant text := CASE p_effect WHEN 'ship' THEN 'shipped' WHEN 'return' THEN 'returned' ELSE 'refused' END;
  v_item record;
  v_line jsonb;
  v_index integer;
  v_left bigint;
  v_quantity bigint;
  v_requested bigint;
  v_taken bigint;
  v_there bigint;
  v_variants jsonb;
  v_found boolean;
  v_name text;
  v_problems jsonb := '[]';
BEGIN
  lines := o.lines;
  moved := '[]';
  FOR v_item IN
    SELECT i.value AS item, '/items/' || i.ordinality - 1 AS pointer
      FROM jsonb_array_elements(coalesce(p_items, '[{}]')) WITH ORDINALITY AS i
  LOOP
    v_requested := (v_item.item ->> 'quantity')::bigint;
    v_left := v_requested;
    v_taken := 0;
    v_there := 0;
    v_variants := '{}';
    v_found := false;
    FOR v_index IN 0 .. jsonb_array_length(lines) - 1 LOOP
      v_line := lines -> v_index;
      CONTINUE WHEN NOT app.is_meant(v_line, v_item.item);
      v_found := true;
      v_name := v_line ->> 'product_name';
      v_quantity := app.units_left(v_line, p_effect);
      IF v_quantity > 0 THEN
        v_there := v_there + v_quantity;
        v_variants := v_variants || jsonb_build_object(v_line ->> 'variant_id', jsonb_build_object(
          'id', v_line -> 'variant_id', 'title', coalesce(v_line ->> 'variant_name', v_name), 'sku', v_line -> 'variant_sku'));
      END IF;
      v_quantity := least(v_quantity, coalesce(v_left, v_quantity));
      CONTINUE WHEN v_quantity <= 0;
      v_left := v_left - v_quantity;
      v_taken := v_taken + v_quantity;
      lines := jsonb_set(lines, ARRAY[v_index::text, v_to], to_jsonb(coalesce((v_line ->> v_to)::bigint, 0) + v_quantity));
      moved := moved || jsonb_build_object(
        'position', v_line -> 'position', 'variant_id', v_line -> 'variant_id', 'quantity', v_quantity);
    END LOOP;
    IF NOT v_found THEN
      v_problems := v_problems || jsonb_build_object('code', 'no_such_line', 'pointer', v_item.pointer);
    ELSIF v_left > 0 THEN
      v_problems := v_problems || jsonb_build_object('code', 'too_many_' || v_to, 'pointer', v_item.pointer || '/quantity',
        'requested', v_requested, 'available', v_requested - v_left);
    ELSIF p_items IS NOT NULL AND (v_taken < v_there OR v_requested IS NULL AND p_effect <> 'ship')
          AND (SELECT count(*) FROM jsonb_object_keys(v_variants)) > 1 THEN
      v_problems := v_problems || jsonb_build_object('code', 'ambiguous_item', 'pointer', v_item.pointer, 'product', v_name,
        'item', v_item.item, 'candidates', (SELECT jsonb_agg(c.value) FROM jsonb_each(v_variants) AS c));
    ELSIF v_requested IS NULL AND v_taken = 0 AND p_items IS NOT NULL THEN
      v_problems := v_problems || jsonb_build_object('code', 'too_many_' || v_to, 'pointer', v_item.pointer,
        'product', v_name, 'available', 0);
    ELSIF v_requested IS NULL AND v_taken > 1 AND p_items IS NOT NULL AND p_effect <> 'ship' THEN
      v_problems := v_problems || jsonb_build_object('code', 'quantity_required', 'pointer', v_item.pointer || '/quantity',
        'available', v_taken);
    END IF;
  END LOOP;
  -- Of several items that together take all that is left, it does not matter which is which.
  v_problems := (
    SELECT coalesce(jsonb_agg(p.value - 'item' ORDER BY p.place), '[]')
      FROM jsonb_array_elements(v_problems) WITH ORDINALITY AS p(value, place)
     WHERE NOT p.value ? 'item' OR p.value -> 'item' -> 'quantity' IS NULL OR EXISTS (
       SELECT FROM jsonb_array_elements(lines) AS l WHERE app.units_left(l.value, p_effect) > 0 AND app.is_meant(l.value, p.value -> 'item')));
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(409, 'no_such_line', (
      SELECT jsonb_agg(app.order_state(o) || p.value ORDER BY p.place)
        FROM jsonb_array_elements(v_problems) WITH ORDINALITY AS p(value, place)));
  END IF;
  IF moved = '[]' THEN
    PERFORM app.refuse(409, 'invalid_transition', app.order_state(o) || jsonb_build_object('action', p_effect));
  END IF;
END
$$;

-- Whether an item of a shipment or return can mean a line.
CREATE OR REPLACE FUNCTION app.is_meant(p_line jsonb, p_item jsonb) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN p_line @> (p_item - '{quantity,named}'::text[]) AND NOT EXISTS (
    SELECT FROM jsonb_array_elements_text(p_item -> 'named') AS n(name)
     WHERE app.sku_key(n.name) IS DISTINCT FROM app.sku_key(p_line ->> 'variant_sku') AND app.fold(n.name) <> app.fold(p_line ->> 'product_name'));
END
$$;

-- How many units of a line can still be shipped, or come back.
CREATE OR REPLACE FUNCTION app.units_left(p_line jsonb, p_effect text) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE p_effect WHEN 'ship' THEN (p_line ->> 'quantity')::bigint - coalesce((p_line ->> 'shipped')::bigint, 0)
    ELSE coalesce((p_line ->> 'shipped')::bigint, 0) - coalesce((p_line ->> 'returned')::bigint, 0)
      - coalesce((p_line ->> 'refused')::bigint, 0) END
$$;

-- Moves goods of an order, with their stock. Returns the order and what its event says.
CREATE OR REPLACE FUNCTION app.move_goods(p_order public.orders, p_effect text, p_input jsonb, OUT o public.orders, OUT data jsonb)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_lines jsonb;
  v_moved jsonb;
  v_shipment public.shipments;
  v_at constant timestamptz(3) := coalesce((p_input ->> 'at')::timestamptz, clock_timestamp());
  v_kind constant text := CASE p_effect WHEN 'return' THEN 'returned' ELSE 'refused' END;
BEGIN
  o := p_order;
  SELECT * INTO v_lines, v_moved FROM app.move_lines(o, p_input -> 'items', p_effect);
  o.lines := v_lines;
  o.fulfillment_status := app.fulfillment_of(o, NULL);
  IF p_effect = 'ship' THEN
    IF jsonb_array_length(o.shipments) + 1 >= app.most('order.shipments') AND (app.order_facts(o) -> 'unshipped')::boolean
       AND NOT coalesce((p_input -> 'imported')::boolean, false) THEN
      PERFORM app.refuse(409, 'last_shipment', app.order_state(p_order));
    END IF;
    PERFORM app.move_stock(o, 'shipped', v_moved, -1, -1);
    INSERT INTO public.shipments (store_id, order_id, items, carrier, tracking_number, tracking_url, created_at)
    VALUES (o.store_id, o.id, v_moved, p_input ->> 'carrier', p_input ->> 'tracking_number',
      p_input ->> 'tracking_url', v_at)
    RETURNING * INTO v_shipment;
    data := jsonb_build_object('shipment_id', v_shipment.id, 'at', p_input -> 'at', 'items', v_moved,
      'carrier', p_input -> 'carrier', 'tracking_number', p_input -> 'tracking_number', 'tracking_url', p_input -> 'tracking_url');
    o.shipments := o.shipments || (data - '{shipment_id,at}'::text[] || jsonb_build_object('id', v_shipment.id,
      'created_at', app.rfc3339(v_shipment.created_at)));
    RETURN;
  END IF;
  IF (p_input -> 'restock')::boolean THEN
    PERFORM app.move_stock(o, 'returned', v_moved, 1, 0);
  END IF;
  INSERT INTO public.order_returns (store_id, order_id, kind, items, restock, reason, created_at)
  VALUES (o.store_id, o.id, v_kind, v_moved, (p_input -> 'restock')::boolean, p_input ->> 'reason', v_at);
  PERFORM app.note_activity(o, v_at, v_kind, 1);
  data := jsonb_build_object('items', v_moved, 'restock', p_input -> 'restock', 'reason', p_input -> 'reason');
  IF p_effect = 'refuse' THEN
    o := app.with_refusal(o);
  END IF;
END
$$;

-- The order, cancelled if goods of it were refused at the door, nothing of it is out, and nothing is left to ship.
CREATE OR REPLACE FUNCTION app.with_refusal(p_order public.orders) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
  v_facts constant jsonb := app.order_facts(o);
BEGIN
  IF NOT (v_facts -> 'out')::boolean AND NOT (v_facts -> 'unshipped')::boolean AND jsonb_path_exists(o.lines, '$[*].refused ? (@ > 0)') THEN
    o.status := 'cancelled';
    o.cancel_reason := 'refused';
  END IF;
  RETURN o;
END
$$;

-- What came back and is in stock again, as {position, variant_id, product_name, variant_name, quantity}.
CREATE OR REPLACE FUNCTION app.restocked(p_before public.orders, p_after public.orders, p_act jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('position', a.value -> 'position', 'variant_id', a.value -> 'variant_id',
           'product_name', a.value -> 'product_name', 'variant_name', a.value -> 'variant_name',
           'quantity', b.left - a.left) ORDER BY a.place) FILTER (WHERE b.left > a.left), '[]')
    FROM (SELECT l.value, l.place, app.units_left(l.value, 'return') AS left
            FROM jsonb_array_elements(p_after.lines) WITH ORDINALITY AS l(value, place)) AS a
    JOIN (SELECT l.place, app.units_left(l.value, 'return') AS left
            FROM jsonb_array_elements(p_before.lines) WITH ORDINALITY AS l(value, place)) AS b USING (place)
   WHERE (p_act #> '{input,restock}')::boolean
$$;

-- Refuses to ship a shipped order again, unless that would change nothing: a request that was repeated.
CREATE OR REPLACE FUNCTION app.expect_same_shipment(o public.orders, p_input jsonb) RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF coalesce(p_input -> 'items', 'null') <> 'null' THEN
    PERFORM app.move_lines(o, p_input -> 'items', 'ship');
  ELSIF NOT EXISTS (
      SELECT FROM jsonb_array_elements(o.shipments) AS s
       WHERE s.value @> jsonb_strip_nulls(jsonb_build_object('carrier', p_input -> 'carrier',
         'tracking_number', p_input -> 'tracking_number', 'tracking_url', p_input -> 'tracking_url'))) THEN
    PERFORM app.refuse(409, 'already_shipped', app.order_state(o) || jsonb_build_object('shipments', (
      SELECT jsonb_agg(s.value - 'items'::text ORDER BY s.place) FROM jsonb_array_elements(o.shipments) WITH ORDINALITY AS s(value, place))));
  END IF;
END
$$;
