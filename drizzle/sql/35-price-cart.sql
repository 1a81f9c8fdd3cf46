-- Prices a cart. The quotes, the storefront's orders and the orders that a merchant leaves to the service all use it. It
-- reads the store's discounts, delivery methods and tax, and changes nothing.
-- p_lines: as stored in orders.lines. p_taxable: whether each of them is taxed. p_weight_g: of all together.
-- p_cart:
--   destination          {country, region}
--   delivery_method_id, payment_method, discount_code
--   chooses_delivery     true: without delivery_method_id, the first method on offer applies
--   customer_id          who orders, if known
--   order_id             the order being changed: its own use of a discount does not count
--   tax_rate             the rate if there is no destination; default: the store's
-- Returns amounts in minor units:
--   subtotal, discount, shipping, tax, total
--   lines, delivery, discounts, tax_rate, tax_label, tax_included    as stored in the columns of orders
--   methods              the delivery methods on offer
--   code_problem         why the code does not apply, or null. It is not among the problems: a quote goes on without it
--   problems             all other problems. With order_too_large, nothing else is returned
CREATE OR REPLACE FUNCTION app.price_cart(
  p_store public.stores, p_lines jsonb, p_taxable boolean[], p_weight_g numeric, p_cart jsonb
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_code constant text := p_cart ->> 'discount_code';
  v_destination constant jsonb := nullif(p_cart -> 'destination', 'null');
  v_tax constant jsonb := p_store.tax;
  v_rate constant numeric := app.tax_rate(v_tax, v_destination, (p_cart ->> 'tax_rate')::numeric);
  v_included constant boolean := coalesce((v_tax ->> 'prices_include_tax')::boolean, false);
  -- The amount of which v_rate is tax.
  v_whole constant numeric := 100 + CASE WHEN v_included THEN v_rate ELSE 0 END;
  v_amounts bigint[];
  v_quantities bigint[];
  v_products uuid[];
  v_subtotal numeric;
  v_found record;
  v_automatic public.discounts;
  v_automatic_lines integer[];
  v_coded public.discounts;
  v_coded_lines integer[];
  v_code_problem jsonb := CASE WHEN v_code IS NOT NULL THEN '{"code": "discount_not_found"}'::jsonb END;
  v_delivery_price bigint;
  v_worth bigint;
  v_most bigint := 0;
  v_discount public.discounts;
  v_scope integer[];
  v_amount bigint;
  v_free boolean := false;
  -- What each line costs after discounts, and its tax.
  v_left bigint[];
  v_taxes bigint[] := '{}';
  v_discounts jsonb := '[]';
  v_goods bigint;
  v_delivery record;
  v_shipping bigint;
  v_delivery_tax bigint := 0;
  v_total_tax bigint;
BEGIN
  SELECT array_agg(l.quantity), array_agg(l.product_id), sum(l.unit_price_minor::numeric * l.quantity)
    INTO v_quantities, v_products, v_subtotal
    FROM jsonb_to_recordset(p_lines) AS l(product_id uuid, quantity bigint, unit_price_minor bigint);
  IF v_subtotal > app.max_order_amount() THEN
    RETURN jsonb_build_object('problems', jsonb_build_array(app.order_too_large(p_store.currency_exponent)));
  END IF;
  SELECT array_agg(l.unit_price_minor * l.quantity) INTO v_amounts
    FROM jsonb_to_recordset(p_lines) AS l(quantity bigint, unit_price_minor bigint);

  FOR v_found IN
    SELECT c.*, app.discount_problem(c.discount, c.base, c.quantity, (p_cart ->> 'customer_id')::uuid,
             (p_cart ->> 'order_id')::uuid, p_store.currency_exponent) AS problem
      FROM app.cart_discounts(p_store.id, v_products, v_amounts, v_quantities, v_code) AS c
  LOOP
    IF v_found.is_code THEN
      v_code_problem := v_found.problem;
      IF v_code_problem IS NULL THEN
        v_coded := v_found.discount;
        v_coded_lines := v_found.lines;
      END IF;
    ELSIF v_found.problem IS NULL THEN
      v_worth := app.discount_amount(v_found.discount, v_found.base);
      IF (v_found.discount).kind = 'free_delivery' THEN
        v_delivery_price := coalesce(v_delivery_price, (
          SELECT (d.chosen ->> 'amount_minor')::bigint
            FROM app.cart_delivery(p_store.id, v_destination, p_weight_g, v_subtotal, p_cart ->> 'payment_method',
              (p_cart ->> 'delivery_method_id')::uuid, (p_cart ->> 'chooses_delivery')::boolean, false) AS d), 0);
        v_worth := v_delivery_price;
      END IF;
      -- The first of several that take off as much: they come oldest first.
      IF v_worth > v_most THEN
        v_most := v_worth;
        v_automatic := v_found.discount;
        v_automatic_lines := v_found.lines;
      END IF;
    END IF;
  END LOOP;

  v_left := v_amounts;
  FOREACH v_discount IN ARRAY ARRAY[v_automatic, v_coded] LOOP
    -- A code takes the place of the automatic discount, unless both combine.
    CONTINUE WHEN v_discount.id IS NULL
      OR (v_discount.code IS NULL AND v_coded.id IS NOT NULL AND NOT (v_automatic.combines AND v_coded.combines));
    v_scope := CASE WHEN v_discount.id = v_coded.id THEN v_coded_lines ELSE v_automatic_lines END;
    v_amount := app.discount_amount(v_discount, (
      SELECT sum(l.amount) FROM unnest(v_left) WITH ORDINALITY AS l(amount, at) WHERE v_scope IS NULL OR l.at = ANY (v_scope))::bigint);
    IF v_amount > 0 THEN
      v_left := app.take_off(v_amount, v_left, v_scope);
    END IF;
    v_free := v_free OR v_discount.kind = 'free_delivery';
    v_discounts := v_discounts || jsonb_build_object('discount_id', v_discount.id, 'code', v_discount.code,
      'name', v_discount.name, 'kind', v_discount.kind, 'amount_minor', v_amount);
  END LOOP;
  v_goods := (SELECT sum(l) FROM unnest(v_left) AS l);

  SELECT * INTO v_delivery
    FROM app.cart_delivery(p_store.id, v_destination, p_weight_g, v_goods, p_cart ->> 'payment_method',
      (p_cart ->> 'delivery_method_id')::uuid, (p_cart ->> 'chooses_delivery')::boolean, v_free);
  v_shipping := coalesce((v_delivery.chosen ->> 'amount_minor')::bigint + (v_delivery.chosen ->> 'cod_fee_minor')::bigint, 0);

  IF v_rate > 0 THEN
    FOR v_at IN 1 .. cardinality(v_left) LOOP
      v_taxes[v_at] := CASE WHEN p_taxable[v_at] THEN app.part(v_left[v_at], v_rate, v_whole) ELSE 0 END;
    END LOOP;
    IF (v_tax ->> 'tax_delivery')::boolean THEN
      v_delivery_tax := app.part(v_shipping, v_rate, v_whole);
    END IF;
  END IF;
  v_total_tax := v_delivery_tax + coalesce((SELECT sum(t) FROM unnest(v_taxes) AS t), 0);

  RETURN jsonb_build_object(
    'subtotal', v_subtotal, 'discount', v_subtotal - v_goods, 'shipping', v_shipping, 'tax', v_total_tax,
    'total', v_goods + v_shipping + CASE WHEN v_included THEN 0 ELSE v_total_tax END,
    'lines', app.lines_with_shares(p_lines, v_amounts, v_left, v_taxes),
    'delivery', v_delivery.chosen || jsonb_build_object('tax_minor', v_delivery_tax),
    'discounts', v_discounts, 'tax_rate', v_rate, 'tax_label', v_tax -> 'label', 'tax_included', v_included,
    'methods', v_delivery.methods, 'code_problem', v_code_problem,
    'problems', CASE
      WHEN v_delivery.problem IS NOT NULL THEN jsonb_build_array(v_delivery.problem)
      WHEN v_goods + v_shipping + v_total_tax > app.max_order_amount()
        THEN jsonb_build_array(app.order_too_large(p_store.currency_exponent))
      ELSE '[]' END);
END
$$;

-- The rate for a destination, as a percentage. NULL: the store charges no tax.
CREATE OR REPLACE FUNCTION app.tax_rate(p_tax jsonb, p_destination jsonb, p_default numeric) RETURNS numeric
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_rate numeric;
BEGIN
  IF p_tax IS NULL THEN
    RETURN NULL;
  ELSIF p_destination IS NULL THEN
    RETURN coalesce(p_default, (p_tax ->> 'rate')::numeric);
  END IF;
  IF p_tax -> 'country_rates' <> '[]' THEN
    v_rate := (SELECT (r.value ->> 'rate')::numeric FROM jsonb_array_elements(p_tax -> 'country_rates') AS r
                WHERE upper(r.value ->> 'country') = upper(p_destination ->> 'country') LIMIT 1);
  END IF;
  RETURN coalesce(v_rate, (p_tax ->> 'rate')::numeric);
END
$$;

-- The lines with their shares of the discount and the tax. p_left: what they cost after discounts.
CREATE OR REPLACE FUNCTION app.lines_with_shares(p_lines jsonb, p_amounts bigint[], p_left bigint[], p_taxes bigint[]) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN (
    SELECT jsonb_agg(l.value - '{discount_minor,tax_minor}'::text[] || CASE
             WHEN p_left[l.at] <> p_amounts[l.at] THEN jsonb_build_object('discount_minor', p_amounts[l.at] - p_left[l.at])
             ELSE '{}' END || CASE
             WHEN p_taxes[l.at] > 0 THEN jsonb_build_object('tax_minor', p_taxes[l.at])
             ELSE '{}' END ORDER BY l.at)
      FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS l(value, at));
END
$$;

-- What a quote answers. The lines are without what only the merchant may know.
CREATE OR REPLACE FUNCTION app.quote_json(p_store public.stores, p_priced jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN p_priced - 'problems' || jsonb_build_object('currency', p_store.currency, 'currency_exponent', p_store.currency_exponent);
END
$$;
