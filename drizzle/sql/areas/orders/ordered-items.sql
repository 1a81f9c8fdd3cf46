-- Which line of an order each item of a change is, and what it keeps of that line.

-- The items of a change with the variants that only the order still has: one that is named by the SKU of an archived variant, and one
-- that names just a product, once, of which the order has a single variant, archived since. Another variant would be another article.
CREATE OR REPLACE FUNCTION app.with_archived_variants(p_order public.orders, p_items jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  WITH lines AS MATERIALIZED (
    SELECT DISTINCT l.product_id, l.variant_id, l.variant_sku
      FROM jsonb_to_recordset(p_order.lines) AS l(product_id uuid, variant_id uuid, variant_sku text)),
  items AS MATERIALIZED (
    SELECT s.value, s.at, s.value ->> 'product' AS name, (s.value ->> 'product_id')::uuid AS product_id,
           coalesce(s.value ->> 'variant_id', s.value ->> 'variant_sku', s.value ->> 'variant_options') IS NULL AS is_open,
           count(*) OVER (PARTITION BY s.value ->> 'product_id') AS items
      FROM jsonb_array_elements(p_items) WITH ORDINALITY AS s(value, at))
  SELECT jsonb_agg(CASE WHEN own.variants = 1 THEN i.value - 'product' || jsonb_build_object('product_id', own.product_id, 'variant_id', own.variant_id)
           ELSE i.value END ORDER BY i.at)
    FROM items AS i
    LEFT JOIN LATERAL (
      SELECT count(DISTINCT l.variant_id) AS variants, min(l.product_id::text) AS product_id, min(l.variant_id::text) AS variant_id
        FROM lines AS l
       WHERE CASE WHEN i.product_id IS NOT NULL THEN l.product_id = i.product_id AND i.items = 1
               ELSE app.sku_key(l.variant_sku) = app.sku_key(i.name) AND NOT EXISTS (SELECT FROM app.products_named(ARRAY[p_order.store_id], i.name)) END
      HAVING bool_and(EXISTS (SELECT FROM public.product_variants v
                               WHERE v.store_id = p_order.store_id AND v.id = l.variant_id AND v.archived_at IS NOT NULL))) AS own ON i.is_open
$$;

-- The pairs of items and lines of the same variant, the better ones first: the line has the price that the item sends, and then its
-- attributes. If items can only become fewer, it has room for the item's quantity, and first if something of it was shipped. Of equal
-- pairs, those come first whose item has the fewest lines to choose from, and then those with the same quantity or place.
-- attributes: a hash. Each change calls this twice: 10,000 pairs as JSON would take longer.
CREATE OR REPLACE FUNCTION app.line_pairs(p_order public.orders, p_items jsonb, p_fewer boolean)
  RETURNS TABLE (
    at bigint, line integer, variant_id uuid, price bigint, attributes text, is_priced boolean, is_marked boolean, is_ordered boolean,
    is_equal boolean, is_in_place boolean, looks boolean, fits boolean, quality boolean[], choices bigint)
  LANGUAGE sql STABLE
AS $$
  SELECT i.at, l.position, l.variant_id, l.unit_price_minor, l.attributes, i.price IS NOT NULL, i.variant_attributes <> '{}',
         i.units <= l.units, i.quantity = l.quantity AS is_equal, i.nth = l.nth AS is_in_place, q.looks, q.fits,
         ARRAY[i.price IS NOT DISTINCT FROM l.unit_price_minor, i.price IS NULL, q.looks, q.fits, p_fewer AND coalesce(l.shipped, 0) > 0] AS quality,
         count(*) FILTER (WHERE q.fits) OVER (PARTITION BY i.at) AS choices
    FROM (SELECT f.*, s.at, f.unit_price * power(10::numeric, p_order.currency_exponent) AS price, md5(f.variant_attributes::text) AS attributes,
                 row_number() OVER (PARTITION BY f.variant_id ORDER BY s.at) AS nth,
                 sum(f.quantity) OVER (PARTITION BY f.variant_id) AS units
            FROM jsonb_array_elements(p_items) WITH ORDINALITY AS s(value, at)
            JOIN app.found_lines(p_order.store_id, p_items, true) AS f ON f.position = (s.value ->> 'position')::integer) AS i
    JOIN (SELECT o.*, md5(o.variant_attributes::text) AS attributes,
                 row_number() OVER (PARTITION BY o.variant_id ORDER BY o.position) AS nth,
                 sum(o.quantity) OVER (PARTITION BY o.variant_id) AS units
            FROM jsonb_to_recordset(p_order.lines) AS o(
              "position" integer, variant_id uuid, quantity bigint, unit_price_minor bigint, variant_attributes jsonb, shipped bigint)) AS l
      ON l.variant_id = i.variant_id,
         LATERAL (SELECT i.attributes = l.attributes AS looks,
                         NOT p_fewer OR i.quantity BETWEEN coalesce(l.shipped, 0) AND l.quantity AS fits) AS q
   ORDER BY quality DESC, choices, is_equal DESC, is_in_place DESC, i.at, l.position
$$;

-- The items of a change, as the order already has them: each with its `line`, if it has one. A variant keeps the price that the
-- customer agreed to, whatever the catalogue says now, unless another is sent. Up to the quantity that the order has of it, it may be
-- archived meanwhile (`ordered`). Refuses an item that could be either of two lines, if it matters which.
CREATE OR REPLACE FUNCTION app.with_ordered_items(p_order public.orders, p_items jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_fewer constant boolean := NOT app.can_edit_items(p_order);
  v_pair record;
  v_items bigint[] := '{}';
  v_lines integer[] := '{}';
  v_unclear jsonb;
  v_result jsonb;
BEGIN
  FOR v_pair IN SELECT p.at, p.line FROM app.line_pairs(p_order, p_items, v_fewer) AS p LOOP
    IF v_pair.at <> ALL (v_items) AND v_pair.line <> ALL (v_lines) THEN
      v_items := v_items || v_pair.at;
      v_lines := v_lines || v_pair.line;
    END IF;
  END LOOP;
  WITH pairs AS MATERIALIZED (
    SELECT p.*, m.at IS NOT NULL AS is_met
      FROM app.line_pairs(p_order, p_items, v_fewer) AS p LEFT JOIN unnest(v_items, v_lines) AS m(at, line) USING (at, line)),
  met AS (SELECT p.*, bool_and(p.is_equal) OVER (PARTITION BY p.variant_id) AS all_equal FROM pairs AS p WHERE p.is_met),
  unclear AS (
    -- It could be a line that no item is, or the line in its place, if the item that is this line could be another.
    SELECT m.at
      FROM met AS m JOIN pairs AS other USING (at) LEFT JOIN met AS taker ON taker.line = other.line
     WHERE m.fits AND (m.looks OR NOT (v_fewer AND m.is_marked))
       AND (NOT m.is_priced AND other.price <> m.price OR v_fewer AND other.attributes <> m.attributes)
       AND CASE WHEN taker.line IS NULL THEN other.quality = m.quality AND other.is_equal = m.is_equal
             ELSE other.is_in_place AND other.quality[1:4] = m.quality[1:4] AND taker.choices > 1
               AND CASE WHEN taker.is_priced THEN NOT v_fewer ELSE NOT m.all_equal END END
    UNION
    SELECT p.at FROM pairs AS p WHERE NOT v_fewer AND NOT p.is_priced AND p.at <> ALL (v_items)
     GROUP BY p.at HAVING min(p.price) < max(p.price))
  SELECT (SELECT jsonb_agg(jsonb_build_object('code', 'ambiguous_line', 'pointer', '/items/' || u.at - 1) ORDER BY u.at) FROM unclear AS u),
         (SELECT jsonb_agg(i.value || CASE WHEN p.at IS NULL THEN '{}' ELSE jsonb_strip_nulls(jsonb_build_object(
                   'variant_id', p.variant_id, 'ordered', p.is_ordered, 'line', CASE WHEN p.is_met THEN p.line END,
                   'unit_price', CASE WHEN NOT p.is_priced THEN p.price / power(10::numeric, p_order.currency_exponent) END)) END ORDER BY i.at)
            FROM jsonb_array_elements(p_items) WITH ORDINALITY AS i(value, at)
            LEFT JOIN (SELECT DISTINCT ON (o.at) o.* FROM pairs AS o ORDER BY o.at, o.is_met DESC, o.line) AS p USING (at))
    INTO v_unclear, v_result;
  IF v_unclear IS NOT NULL AND (NOT v_fewer OR app.can_reduce_items(p_order)) THEN
    PERFORM app.refuse(422, 'order_refused', v_unclear);
  END IF;
  RETURN v_result;
END
$$;
