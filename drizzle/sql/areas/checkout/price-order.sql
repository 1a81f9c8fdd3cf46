-- Looks up the product and variant of each line of an order. product_name is NULL if there is no such product, variant_id
-- is NULL if the variant is unclear. A variant is found by id, else SKU, else options, else because it is the only one.
-- A line without a unit price gets the catalogue price.
-- p_archived: falls back to archived products and variants. So does a line that says `ordered`: the order being changed has it.
CREATE OR REPLACE FUNCTION app.found_lines(p_store uuid, p_items jsonb, p_archived boolean DEFAULT false)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, variant_name text, variant_sku text,
    variant_options jsonb, variant_attributes jsonb, quantity bigint, unit_price numeric, list_price_minor bigint,
    cost_minor bigint, weight_g integer, taxable boolean, image_url text
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, l.product_id, p.title, v.id, coalesce(l.variant_name, nullif(v.title, '')), v.sku,
         CASE WHEN v.options = '{}' THEN coalesce(l.variant_options, '{}') ELSE v.options END,
         coalesce(l.variant_attributes, '{}'), l.quantity, l.unit_price, coalesce(v.price_minor, p.price_minor),
         coalesce(v.cost_minor, p.cost_minor), coalesce(v.weight_g, p.weight_g, 0), coalesce(v.taxable, p.taxable),
         app.line_image(p.images, v.image_id)
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, variant_id uuid, variant_sku text, variant_options jsonb,
           variant_name text, variant_attributes jsonb, quantity bigint, unit_price numeric, ordered boolean)
    -- LIMIT makes the planner look up each product. It would read all products of the store instead, because it takes the
    -- number of lines for 100. Only columns that are used, because each of the others costs time as well.
    LEFT JOIN LATERAL (
      SELECT c.id, c.title, c.price_minor, c.cost_minor, c.weight_g, c.taxable, c.images FROM public.products c
       WHERE c.store_id = p_store AND c.id = l.product_id AND (p_archived OR l.ordered OR c.status <> 'archived') LIMIT 1
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT c.id, c.title, c.sku, c.options, c.price_minor, c.cost_minor, c.weight_g, c.taxable, c.image_id,
             count(*) OVER (PARTITION BY c.archived_at IS NULL) AS candidates
        FROM public.product_variants c
       WHERE c.store_id = p_store AND c.product_id = p.id AND (p_archived OR l.ordered OR c.archived_at IS NULL)
         AND CASE WHEN l.variant_id IS NOT NULL THEN c.id = l.variant_id
                  -- The sub-select is evaluated once for a line, not for each variant.
                  WHEN l.variant_sku IS NOT NULL THEN c.sku_key = (SELECT app.sku_key(l.variant_sku))
                  ELSE true END
       ORDER BY c.options = l.variant_options DESC NULLS LAST, c.archived_at IS NULL DESC
       LIMIT 1
    ) v ON v.candidates = 1 OR v.options = l.variant_options
$$;

-- A line as stored in orders.lines.
CREATE OR REPLACE FUNCTION app.line_json(
  p_position integer, p_product uuid, p_product_name text, p_variant uuid, p_variant_name text, p_variant_sku text,
  p_variant_options jsonb, p_variant_attributes jsonb, p_quantity bigint, p_unit_price_minor numeric,
  p_list_price_minor bigint, p_cost_minor bigint, p_image_url text
) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object(
      'position', p_position, 'product_id', p_product, 'product_name', p_product_name, 'variant_id', p_variant,
      'variant_name', p_variant_name, 'variant_sku', p_variant_sku, 'variant_options', p_variant_options,
      'variant_attributes', p_variant_attributes, 'quantity', p_quantity, 'unit_price_minor', p_unit_price_minor,
      'list_price_minor', p_list_price_minor)
    || CASE WHEN p_cost_minor IS NOT NULL THEN jsonb_build_object('cost_minor', p_cost_minor) ELSE '{}' END
    || CASE WHEN p_image_url IS NOT NULL THEN jsonb_build_object('image_url', p_image_url) ELSE '{}' END
$$;

-- The key by which duplicate orders are detected. p_lines: as stored.
CREATE OR REPLACE FUNCTION app.lines_key(p_lines jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT left(md5(string_agg(l.variant_id || ' ' || l.quantity, ',' ORDER BY l.variant_id, l.quantity)), 16)
    FROM jsonb_to_recordset(p_lines) AS l(variant_id uuid, quantity bigint)
$$;

-- The lines as stored in orders.lines, the key that detects duplicate orders, the variants, the subtotal in minor units,
-- what app.price_cart has to know of each line, and all problems of the lines.
CREATE OR REPLACE FUNCTION app.price_items(
  p_store uuid, p_items jsonb, p_decimals integer, p_archived boolean,
  OUT lines jsonb, OUT lines_key text, OUT variants uuid[], OUT subtotal numeric, OUT products uuid[], OUT quantities bigint[],
  OUT amounts numeric[], OUT taxable boolean[], OUT weight_g numeric, OUT problems jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_decimals);
  v_has_problems boolean;
BEGIN
  SELECT jsonb_agg(app.line_json(l.position, l.product_id, l.product_name, l.variant_id, l.variant_name, l.variant_sku,
           l.variant_options, l.variant_attributes, l.quantity,
           coalesce(trim_scale(l.unit_price * v_scale), l.list_price_minor), l.list_price_minor, l.cost_minor, l.image_url)
           ORDER BY l.position),
         array_agg(DISTINCT l.variant_id),
         sum(coalesce(l.unit_price * v_scale, l.list_price_minor) * l.quantity),
         array_agg(l.product_id ORDER BY l.position), array_agg(l.quantity ORDER BY l.position),
         array_agg(coalesce(l.unit_price * v_scale, l.list_price_minor) * l.quantity ORDER BY l.position),
         array_agg(l.taxable ORDER BY l.position), sum(l.weight_g::numeric * l.quantity),
         bool_or(l.variant_id IS NULL OR l.unit_price * v_scale % 1 <> 0 OR l.unit_price * v_scale > app.max_order_amount())
    INTO lines, variants, subtotal, products, quantities, amounts, taxable, weight_g, v_has_problems
    FROM app.found_lines(p_store, p_items, p_archived) AS l;
  lines_key := app.lines_key(lines);
  problems := CASE WHEN v_has_problems THEN app.line_problems(p_store, p_items, p_decimals, p_archived) ELSE '[]' END;
END
$$;

-- What app.price_cart has to know of the lines of an order, from the catalogue as it is now.
CREATE OR REPLACE FUNCTION app.stored_goods(
  p_store uuid, p_lines jsonb,
  OUT products uuid[], OUT quantities bigint[], OUT amounts numeric[], OUT taxable boolean[], OUT weight_g numeric
)
  LANGUAGE sql STABLE
AS $$
  SELECT array_agg(p.id ORDER BY l.position), array_agg(l.quantity ORDER BY l.position),
         array_agg(l.unit_price_minor::numeric * l.quantity ORDER BY l.position),
         array_agg(coalesce(v.taxable, p.taxable) ORDER BY l.position),
         sum(coalesce(v.weight_g, p.weight_g, 0)::numeric * l.quantity)
    FROM jsonb_to_recordset(p_lines) AS l("position" integer, variant_id uuid, quantity bigint, unit_price_minor bigint)
    JOIN public.product_variants v ON v.store_id = p_store AND v.id = l.variant_id
    JOIN public.products p ON p.store_id = p_store AND p.id = v.product_id
$$;

-- The total of an order and its parts in minor units, and all problems with them, if the merchant states them. Only this and
-- app.price_cart add up an order.
-- p_amounts has the following amounts in major units, all optional. p_before is the order being edited, or NULL.
--   shipping_amount, tax_amount, discount_amount   default: unchanged, or 0 for a new order
--   tax_included        whether the prices contain the tax, so that the total does not add it. Default: unchanged, or false
--   adjustment_amount   how much the total differs from the sum of the other parts
--   total_amount        default: the sum. It must be the exact sum if any other amount is sent
CREATE OR REPLACE FUNCTION app.order_totals(
  p_amounts jsonb, p_subtotal numeric, p_decimals integer, p_before public.orders,
  OUT shipping numeric, OUT tax numeric, OUT discount numeric, OUT adjustment numeric, OUT total numeric, OUT problems jsonb
)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_scale constant numeric := power(10::numeric, p_decimals);
  v_requested_total constant numeric := trim_scale((p_amounts ->> 'total_amount')::numeric * v_scale);
  v_requested_adjustment constant numeric := trim_scale(coalesce((p_amounts ->> 'adjustment_amount')::numeric, 0) * v_scale);
  v_must_match constant boolean := p_amounts ?| '{shipping_amount,tax_amount,discount_amount,adjustment_amount}';
  v_sum numeric;
BEGIN
  -- They are stored as JSON too, where 50.000 is no integer.
  shipping := trim_scale(coalesce((p_amounts ->> 'shipping_amount')::numeric * v_scale, p_before.shipping_minor, 0));
  tax := trim_scale(coalesce((p_amounts ->> 'tax_amount')::numeric * v_scale, p_before.tax_minor, 0));
  discount := trim_scale(coalesce((p_amounts ->> 'discount_amount')::numeric * v_scale, p_before.discount_minor, 0));
  problems := '[]';
  -- One check of all amounts, because the statement costs far more and hardly ever finds any.
  IF greatest(scale(v_requested_total), scale(shipping), scale(tax), scale(discount), scale(v_requested_adjustment)) > 0
     OR greatest(abs(v_requested_total), abs(shipping), abs(tax), abs(discount), abs(v_requested_adjustment)) > app.max_order_amount() THEN
    SELECT coalesce(jsonb_agg(app.inexact_amount(a.pointer, p_decimals, app.max_order_amount())), '[]') INTO problems
      FROM (VALUES ('/total_amount', v_requested_total), ('/shipping_amount', shipping), ('/tax_amount', tax),
                   ('/discount_amount', discount), ('/adjustment_amount', v_requested_adjustment)) AS a(pointer, minor)
     WHERE a.minor % 1 <> 0 OR abs(a.minor) > app.max_order_amount();
  END IF;
  v_sum := p_subtotal + shipping - discount + v_requested_adjustment
    + CASE WHEN coalesce((p_amounts ->> 'tax_included')::boolean, p_before.tax_included, false) THEN 0 ELSE tax END;
  total := coalesce(v_requested_total, v_sum);
  adjustment := total - v_sum + v_requested_adjustment;
  IF problems <> '[]' OR p_subtotal % 1 <> 0 THEN
    RETURN;
  ELSIF greatest(p_subtotal, total) > app.max_order_amount() THEN
    problems := jsonb_build_array(app.order_too_large(p_decimals));
  ELSIF v_sum < 0 AND (v_must_match OR v_requested_total IS NULL) THEN
    problems := '[{"pointer": "/discount_amount", "code": "discount_too_large"}]';
  ELSIF v_must_match AND v_sum <> total THEN
    problems := jsonb_build_array(jsonb_build_object('pointer', '/total_amount', 'code', 'total_mismatch',
      'expected_total_amount', v_sum / v_scale, 'is_exact', p_amounts ? 'exact_total'));
  END IF;
END
$$;

-- Whether so many units in all could exceed the stock of one of the variants. False for most orders, at little cost.
CREATE OR REPLACE FUNCTION app.could_be_short(p_store uuid, p_variants uuid[], p_units bigint) RETURNS boolean
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM public.inventory i
     WHERE i.store_id = p_store AND i.variant_id = ANY (p_variants) AND i.tracked AND NOT i.allow_backorder
       AND i.on_hand - i.reserved < p_units);
END
$$;

-- The lines that exceed the available stock; lines with the same variant are added up. For an order, the caller must have locked the
-- inventory. p_held: lines whose units are already reserved for this order, so they count as available.
CREATE OR REPLACE FUNCTION app.stock_problems(p_store uuid, p_lines jsonb, p_held jsonb DEFAULT '[]') RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_agg(jsonb_build_object('pointer', format('/items/%s/quantity', l.position - 1), 'code', 'insufficient_stock',
           'product', l.product_name, 'available', l.available, 'requested', l.requested) ORDER BY l.position)
    FROM (
      SELECT line.position, line.product_name, sum(line.quantity) OVER (PARTITION BY line.variant_id) AS requested,
             i.on_hand - i.reserved + coalesce((
               SELECT sum(h.quantity) FROM jsonb_to_recordset(p_held) AS h(variant_id uuid, quantity bigint)
                WHERE h.variant_id = line.variant_id), 0) AS available
        FROM jsonb_to_recordset(p_lines) AS line("position" integer, product_name text, variant_id uuid, quantity bigint)
       -- LIMIT: as in app.found_lines.
       CROSS JOIN LATERAL (
         SELECT c.on_hand, c.reserved FROM public.inventory c
          WHERE c.store_id = p_store AND c.variant_id = line.variant_id AND c.tracked AND NOT c.allow_backorder LIMIT 1
       ) AS i
    ) AS l
   WHERE l.requested > l.available
$$;
