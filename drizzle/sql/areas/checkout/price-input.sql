-- The price of an order as a request describes it.

-- What app.place_order and app.edit_order store, in the form of app.price_cart, with lines_key, variants, adjustment,
-- destination and problems. For app.total_problems also catalogue_total: the total at catalogue prices, without a discount that
-- the merchant states. For app.price_warnings also expected_tax, of an order whose total is stated without tax.
-- p_input has the items and amounts of the request; without items, those of p_before stay.
-- p_cart: see app.price_cart, with customer_id. NULL: the merchant states the amounts.
-- p_before: the order being edited, or NULL.
CREATE OR REPLACE FUNCTION app.price_order(p_store public.stores, p_input jsonb, p_cart jsonb, p_before public.orders) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_decimals constant integer := p_store.currency_exponent;
  v_goods record;
  v_cart record;
  v_result jsonb;
  v_amounts record;
  v_destination jsonb;
  v_included boolean;
  v_problems jsonb := '[]';
BEGIN
  IF p_input ? 'items' THEN
    SELECT * INTO v_goods
      FROM app.price_items(p_store.id, p_input -> 'items', v_decimals, coalesce((p_input -> 'archived')::boolean, false));
    v_problems := v_goods.problems;
  ELSE
    SELECT p_before.lines, p_before.lines_key, '{}'::uuid[] AS variants, p_before.subtotal_minor::numeric AS subtotal, s.*
      INTO v_goods FROM app.stored_goods(p_store.id, p_before.lines) AS s;
  END IF;
  IF p_cart IS NULL THEN
    SELECT * INTO v_amounts FROM app.order_totals(p_input, v_goods.subtotal, v_decimals, p_before);
    v_problems := v_problems || v_amounts.problems;
    v_destination := CASE WHEN p_input ? 'destination' THEN app.destination_of(p_input) ELSE p_before.destination END;
    v_included := coalesce((p_input ->> 'tax_included')::boolean, p_before.tax_included, false);
    v_result := jsonb_build_object(
      'subtotal', v_goods.subtotal, 'shipping', v_amounts.shipping, 'tax', v_amounts.tax, 'discount', v_amounts.discount,
      'adjustment', v_amounts.adjustment, 'total', v_amounts.total, 'lines', v_goods.lines, 'discounts', '[]'::jsonb,
      'tax_included', v_included,
      'tax_rate', coalesce((p_input ->> 'tax_rate')::numeric, p_before.tax_rate),
      'tax_label', coalesce(p_input ->> 'tax_label', p_before.tax_label),
      'stated', '["total"]'::jsonb || CASE WHEN v_problems = '[]' THEN app.stated_parts(p_store, v_goods, p_input, p_before) ELSE '[]' END,
      'states_shipping', p_input ->> 'shipping_amount' IS NOT NULL,
      'destination', v_destination,
      -- The name of an earlier delivery method stays, but no longer its price.
      'delivery', p_before.delivery || jsonb_build_object('method_id', NULL, 'amount_minor', v_amounts.shipping,
        'cod_fee_minor', 0, 'tax_minor', 0),
      'expected_tax', CASE WHEN v_amounts.tax = 0 AND v_problems = '[]' THEN app.expected_tax(p_store.tax, v_destination,
        v_goods.amounts::bigint[], v_goods.taxable, v_amounts.shipping::bigint, v_amounts.discount::bigint, v_amounts.adjustment::bigint) END,
      'catalogue_total', CASE WHEN app.limits_total(p_store) THEN
        app.list_price_of(v_goods.lines) + v_amounts.shipping + CASE WHEN v_included THEN 0 ELSE v_amounts.tax END END);
  ELSIF v_problems = '[]' THEN
    v_cart := app.price_goods(p_store, v_goods, p_input, p_cart);
    v_result := v_cart.priced;
    v_problems := coalesce(v_cart.problems, '[]') || CASE
      WHEN v_result IS NULL THEN '[]' ELSE app.code_problems(v_result) END;
    v_problems := CASE WHEN v_problems = '[]' THEN app.amount_mismatches(p_input, v_result, v_decimals) ELSE v_problems END;
    v_result := v_result || jsonb_build_object('adjustment', 0, 'destination', app.destination_of(v_cart.cart),
      'lines', app.lines_with_shares(v_goods.lines, v_result));
  END IF;
  RETURN coalesce(v_result, '{}') || jsonb_build_object('problems', v_problems, 'lines_key', v_goods.lines_key, 'variants', v_goods.variants);
END
$$;

-- Whether the store limits how much a total of the caller may differ from the one at catalogue prices (app.total_problems).
CREATE OR REPLACE FUNCTION app.limits_total(p_store public.stores) RETURNS boolean
  LANGUAGE sql STABLE
AS $$ SELECT p_store.max_adjustment_percent ->> app.role(p_store.id) IS NOT NULL $$;

-- The price of goods, but for the amounts that p_input states. p_goods: as from app.price_items. cart: p_cart with these amounts.
-- priced, problems: see app.price_cart; priced with `stated`, their names, and catalogue_total.
CREATE OR REPLACE FUNCTION app.price_goods(
  p_store public.stores, p_goods record, p_input jsonb, p_cart jsonb, OUT cart jsonb, OUT priced jsonb, OUT problems jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_customer constant uuid := p_cart ->> 'customer_id';
  v_stated constant record := app.stated_amounts(p_input, p_store.currency_exponent);
  v_cart record;
  v_names text[];
BEGIN
  cart := p_cart - ARRAY(SELECT jsonb_object_keys(v_stated.amounts));
  IF v_stated.problems IS NOT NULL THEN
    problems := v_stated.problems;
    RETURN;
  END IF;
  IF v_stated.amounts <> '{}' THEN
    cart := cart || app.callers_amounts(p_store, p_goods, v_stated.amounts, cart);
  END IF;
  v_cart := app.price_cart(p_store, p_goods.lines::json, p_goods.products, p_goods.quantities, p_goods.amounts, p_goods.taxable,
    p_goods.weight_g, cart, v_customer, false);
  problems := v_cart.problems;
  v_names := ARRAY(SELECT left(s.key, -6) FROM jsonb_object_keys(cart) AS s(key) WHERE s.key LIKE '%\_minor');
  priced := v_cart.priced::jsonb || jsonb_build_object('stated', v_names, 'catalogue_total', CASE
    WHEN NOT app.limits_total(p_store) THEN NULL
    WHEN v_names = '{}' AND app.is_at_list_prices(p_goods.lines) THEN (v_cart.priced ->> 'total')::numeric
    ELSE app.computed_list_price(p_store, p_goods.lines, p_goods.products, p_goods.quantities, p_goods.taxable, p_goods.weight_g,
      cart - 'discount_minor') END);
END
$$;

-- The amounts that a request states of an order whose others are computed, in minor units. Those of a code must agree with what
-- it takes off, and the tax with what a code or method leaves to the service: app.amount_mismatches.
CREATE OR REPLACE FUNCTION app.stated_amounts(p_input jsonb, p_decimals integer, OUT amounts jsonb, OUT problems jsonb)
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_object_agg(a.name || '_minor', trim_scale(a.minor)), '{}'),
         jsonb_agg(app.inexact_amount('/' || a.name || '_amount', p_decimals, app.max_order_amount()))
           FILTER (WHERE a.minor % 1 <> 0 OR a.minor > app.max_order_amount())
    FROM (SELECT s.name, (p_input ->> (s.name || '_amount'))::numeric * power(10::numeric, p_decimals) AS minor
            FROM (VALUES ('shipping', true), ('discount', p_input ->> 'discount_code' IS NULL),
                         ('tax', coalesce(p_input ->> 'discount_code', p_input ->> 'delivery_method_id') IS NULL)) AS s(name, stands)
           WHERE s.stands) AS a
   WHERE a.minor IS NOT NULL
$$;

-- What the goods of an order cost at catalogue prices.
CREATE OR REPLACE FUNCTION app.list_price_of(p_lines jsonb) RETURNS numeric
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT sum((l ->> 'list_price_minor')::numeric * (l ->> 'quantity')::bigint) FROM jsonb_array_elements(p_lines) AS l
$$;

-- Whether each line has its catalogue price. Equal sums are not enough: a discount may be for some of the lines only.
CREATE OR REPLACE FUNCTION app.is_at_list_prices(p_lines jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT bool_and(l -> 'unit_price_minor' = l -> 'list_price_minor') FROM jsonb_array_elements(p_lines) AS l
$$;

-- The total of a cart at catalogue prices. See app.price_cart.
CREATE OR REPLACE FUNCTION app.computed_list_price(
  p_store public.stores, p_lines jsonb, p_products uuid[], p_quantities bigint[], p_taxable boolean[], p_weight_g numeric, p_cart jsonb
) RETURNS numeric
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce((c.priced ->> 'total')::numeric, app.list_price_of(p_lines))
    FROM app.price_cart(p_store, '[]', p_products, p_quantities, ARRAY(
           SELECT (l.value ->> 'list_price_minor')::numeric * (l.value ->> 'quantity')::bigint
             FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS l(value, at) ORDER BY l.at),
         p_taxable, p_weight_g, p_cart, (p_cart ->> 'customer_id')::uuid, false) AS c
$$;

-- The amounts of a request that differ from those that were computed.
CREATE OR REPLACE FUNCTION app.amount_mismatches(p_amounts jsonb, p_priced jsonb, p_decimals integer) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('pointer', '/' || a.name, 'code', 'amount_mismatch', 'amount', a.name,
           'expected_amount', a.minor / power(10::numeric, p_decimals), 'is_exact', p_amounts ? 'exact_total',
           'expected_total_amount', (p_priced ->> 'total')::numeric / power(10::numeric, p_decimals)) ORDER BY a.place), '[]')
    FROM (VALUES (1, 'total_amount', (p_priced ->> 'total')::numeric), (2, 'shipping_amount', (p_priced ->> 'shipping')::numeric),
                 (3, 'tax_amount', (p_priced ->> 'tax')::numeric), (4, 'discount_amount', (p_priced ->> 'discount')::numeric))
         AS a(place, name, minor)
   WHERE (p_amounts ->> a.name)::numeric * power(10::numeric, p_decimals) <> a.minor
$$;

-- The discounts of a priced order.
CREATE OR REPLACE FUNCTION app.priced_discounts(p_priced jsonb) RETURNS uuid[]
  LANGUAGE sql IMMUTABLE
AS $$ SELECT ARRAY(SELECT (d.value ->> 'discount_id')::uuid FROM jsonb_array_elements(p_priced -> 'discounts') AS d) $$;

-- The destination of a cart, as stored in orders. NULL: none. STABLE like jsonb_build_object, or it would not be inlined.
CREATE OR REPLACE FUNCTION app.destination_of(p_cart jsonb) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN p_cart -> 'destination' <> 'null' THEN jsonb_build_object(
    'country', upper(p_cart -> 'destination' ->> 'country'), 'region', p_cart -> 'destination' -> 'region') END
$$;

-- The lines as stored in orders.lines, with their shares of the discounts and the tax as app.price_cart found them. What is
-- null or 0 is left out.
CREATE OR REPLACE FUNCTION app.lines_with_shares(p_lines jsonb, p_priced jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_agg(l.value - '{cost_minor,image_url,discount_minor,tax_minor}'::text[] || jsonb_strip_nulls(jsonb_build_object(
           'cost_minor', l.value -> 'cost_minor', 'image_url', l.value -> 'image_url',
           'discount_minor', nullif((l.value ->> 'unit_price_minor')::bigint * (l.value ->> 'quantity')::bigint
             - (p_priced -> 'goods' ->> l.at::integer - 1)::bigint, 0),
           'tax_minor', nullif((p_priced -> 'taxes' ->> l.at::integer - 1)::bigint, 0))) ORDER BY l.at)
    FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS l(value, at)
$$;

-- The problem of an order's discount code. A code that would make the order dearer is none: it is left out.
CREATE OR REPLACE FUNCTION app.code_problems(p_priced jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_priced -> 'code_problem' <> 'null' AND p_priced #>> '{code_problem,code}' NOT IN ('better_discount_applied', 'cheaper_without_code')
           THEN jsonb_build_array(p_priced -> 'code_problem' || '{"pointer": "/discount_code"}') ELSE '[]' END
$$;
