-- Changing the items of an order that is being packed, on hold meanwhile, or shipped in part: what is not there can be left out. So
-- quantities only go down, and never below what was shipped.

-- Whether such an order has items that can be left out.
CREATE OR REPLACE FUNCTION app.can_reduce_items(o public.orders) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT o.status IN ('pending', 'confirmed') AND o.delivered_at IS NULL
     AND o.fulfillment_status IN ('preparing', 'partially_shipped', 'partially_returned') AND (app.order_facts(o) -> 'unshipped')::boolean
$$;

-- The changes, whose items (of app.with_ordered_items) have the position of their line and its price; without items if none becomes fewer.
-- Refuses anything but fewer items, and a code or method that the order does not have.
CREATE OR REPLACE FUNCTION app.fewer_items(o public.orders, p_changes jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_changes jsonb := p_changes;
  v_item record;
  v_line record;
  v_items jsonb := '[]';
  v_used integer[] := '{}';
  v_fewer boolean := false;
  v_problems jsonb := '[]';
BEGIN
  IF app.discount_key(p_changes ->> 'discount_code') = app.discount_key(jsonb_path_query_first(o.discounts, '$[*].code ? (@ != null)') #>> '{}') THEN
    v_changes := v_changes - 'discount_code';
  END IF;
  IF p_changes ->> 'delivery_method_id' IS NOT DISTINCT FROM o.delivery ->> 'method_id' THEN
    v_changes := v_changes - 'delivery_method_id';
  END IF;
  IF NOT p_changes ? 'items' OR v_changes ? 'delivery_method_id' OR v_changes ->> 'discount_code' IS NOT NULL OR NOT app.can_reduce_items(o) THEN
    PERFORM app.refuse(409, 'lines_fixed', app.order_state(o));
  END IF;
  FOR v_item IN
    SELECT i.value, '/items/' || i.at - 1 AS pointer, (i.value ->> 'quantity')::bigint AS quantity,
           (i.value ->> 'unit_price')::numeric * power(10::numeric, o.currency_exponent) AS price,
           coalesce(nullif(i.value -> 'variant_attributes', 'null'), '{}') AS attributes
      FROM jsonb_array_elements(p_changes -> 'items') WITH ORDINALITY AS i(value, at)
  LOOP
    SELECT l.*, coalesce(l.shipped, 0) AS gone INTO v_line
      FROM jsonb_to_recordset(o.lines) AS l(
        "position" integer, quantity bigint, unit_price_minor bigint, variant_attributes jsonb, shipped bigint)
     WHERE l.position = (v_item.value -> 'line')::integer;
    IF v_line.position IS NULL OR v_item.attributes <> '{}' AND v_item.attributes <> v_line.variant_attributes THEN
      v_problems := v_problems || jsonb_build_object('code', 'item_not_in_order', 'pointer', v_item.pointer);
      CONTINUE;
    END IF;
    v_used := v_used || v_line.position;
    v_items := v_items || jsonb_build_array(v_item.value || jsonb_build_object('position', v_line.position,
      'unit_price', v_line.unit_price_minor / power(10::numeric, o.currency_exponent)));
    v_fewer := v_fewer OR v_item.quantity < v_line.quantity;
    IF v_line.unit_price_minor <> v_item.price THEN
      v_problems := v_problems || jsonb_build_object('code', 'price_agreed', 'pointer', v_item.pointer || '/unit_price');
    ELSIF v_item.quantity NOT BETWEEN v_line.gone AND v_line.quantity THEN
      v_problems := v_problems || jsonb_build_object('code', 'quantity_not_reducible', 'pointer', v_item.pointer || '/quantity',
        'shipped', v_line.gone, 'ordered', v_line.quantity);
    END IF;
  END LOOP;
  v_problems := v_problems || coalesce((
    SELECT jsonb_agg(jsonb_build_object('code', 'shipped_item_left_out', 'pointer', '/items', 'product', l.product_name, 'shipped', l.shipped)
             ORDER BY l.position)
      FROM jsonb_to_recordset(o.lines) AS l("position" integer, product_name text, shipped bigint)
     WHERE l.shipped > 0 AND l.position <> ALL (v_used)), '[]');
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(409, v_problems #>> '{0,code}', (
      SELECT jsonb_agg(app.order_state(o) || p.value ORDER BY p.place) FROM jsonb_array_elements(v_problems) WITH ORDINALITY AS p(value, place)));
  END IF;
  RETURN CASE WHEN v_fewer OR jsonb_array_length(o.lines) > cardinality(v_used) THEN v_changes || jsonb_build_object('items', v_items)
              ELSE v_changes - 'items' END;
END
$$;

-- The lines of which something is left, with their new quantities and shares.
CREATE OR REPLACE FUNCTION app.fewer_lines(p_before jsonb, p_priced jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_agg(b.value - '{discount_minor,tax_minor}'::text[] || jsonb_strip_nulls(jsonb_build_object(
           'quantity', p.value -> 'quantity', 'discount_minor', p.value -> 'discount_minor', 'tax_minor', p.value -> 'tax_minor')) ORDER BY b.at)
    FROM jsonb_array_elements(p_before) WITH ORDINALITY AS b(value, at)
    JOIN jsonb_array_elements(p_priced) AS p(value) ON p.value -> 'position' = b.value -> 'position'
$$;

-- Whether a price failed for the delivery method alone: of goods that are packed, it stays as it was.
CREATE OR REPLACE FUNCTION app.lacks_delivery(p_priced jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT p_priced -> 'problems' <> '[]' AND NOT jsonb_path_exists(p_priced, '$.problems[*] ? (!(@.code == "delivery_method_not_found"
    || @.code == "delivery_method_not_offered" || @.code == "destination_required" || @.code == "not_delivered_there"))')
$$;

-- By how much the goods of an order are below the catalogue prices when it was placed: by their agreed prices and a discount that was
-- stated. In minor units.
CREATE OR REPLACE FUNCTION app.granted(o public.orders) RETURNS numeric
  LANGUAGE sql STABLE
AS $$
  SELECT greatest(0, coalesce(sum(l.quantity * (l.list_price_minor - l.unit_price_minor)), 0)
           + CASE WHEN o.discounts = '[]' OR 'discount' = ANY (o.stated) THEN o.discount_minor ELSE 0 END)
    FROM jsonb_to_recordset(o.lines) AS l(quantity numeric, unit_price_minor numeric, list_price_minor numeric)
$$;

-- Why the caller may not leave out these items: only if what was granted is a larger part of the goods that are left than it was, and
-- more than the limit. Automatic discounts and tax change what was granted as they change the goods.
CREATE OR REPLACE FUNCTION app.reduction_problems(p_store public.stores, p_before public.orders, p_after public.orders) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN app.granted(p_after) * app.list_price_of(p_before.lines) > app.granted(p_before) * app.list_price_of(p_after.lines)
    THEN app.total_problems(p_store, jsonb_build_object('total', p_after.total_minor, 'adjustment', p_after.adjustment_minor,
           'catalogue_total', p_after.total_minor + round(app.granted(p_after) * coalesce((p_after.total_minor - p_after.shipping_minor)
             / nullif(p_after.subtotal_minor - CASE WHEN p_after.discounts = '[]' THEN p_after.discount_minor ELSE 0 END, 0)::numeric, 1))), false)
    ELSE '[]' END
$$;
