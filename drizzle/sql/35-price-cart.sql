-- Prices a cart. The quotes, the storefront's orders and the orders that a merchant leaves to the service all use it. It
-- reads the store's discounts, delivery methods and tax, and changes nothing.
-- The cart, line by line: products, quantities, amounts in minor units, and whether each line is taxed. p_weight_g: of all.
-- p_cart:
--   destination          {country, region}
--   delivery_method_id, payment_method, discount_code
--   chooses_delivery     true: without delivery_method_id, the first method on offer applies
--   customer_id          who orders, if known
--   order_id             the order being changed: its own use of a discount does not count
--   tax_rate             the rate if there is no destination; default: the store's
-- Returns amounts in minor units:
--   subtotal, discount, shipping, tax, total
--   goods, taxes         what each line costs after discounts, and its tax; taxes is null without tax
--   delivery, discounts, tax_rate, tax_label, tax_included    as stored in the columns of orders
--   methods              the delivery methods on offer
--   code_problem         why the code does not apply, or null. It is not among the problems: a quote goes on without it
--   problems             all other problems. With order_too_large, nothing else is returned
CREATE OR REPLACE FUNCTION app.price_cart(
  p_store public.stores, p_products uuid[], p_quantities bigint[], p_amounts numeric[], p_taxable boolean[], p_weight_g numeric,
  p_cart jsonb
) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_code constant text := p_cart ->> 'discount_code';
  v_customer constant uuid := p_cart ->> 'customer_id';
  v_order constant uuid := p_cart ->> 'order_id';
  v_destination constant jsonb := nullif(p_cart -> 'destination', 'null');
  v_payment_method constant text := p_cart ->> 'payment_method';
  v_method constant uuid := p_cart ->> 'delivery_method_id';
  v_chooses constant boolean := p_cart ->> 'chooses_delivery';
  v_tax constant jsonb := p_store.tax;
  v_included constant boolean := coalesce((v_tax ->> 'prices_include_tax')::boolean, false);
  v_rate numeric;
  -- The amount of which v_rate is tax.
  v_whole numeric;
  v_subtotal numeric := 0;
  v_automatic public.discounts[];
  v_methods public.delivery_methods[];
  v_discount public.discounts;
  v_best public.discounts;
  v_most bigint := 0;
  v_worth bigint;
  v_delivery_price bigint;
  v_coded public.discounts;
  v_code_problem jsonb;
  v_scope integer[];
  v_free boolean := false;
  -- What each line costs after discounts, and its tax.
  v_left bigint[];
  v_taxes bigint[];
  v_discounts jsonb := '[]';
  v_goods bigint;
  v_delivery record;
  v_shipping bigint;
  v_delivery_tax bigint := 0;
  v_total_tax bigint := 0;
BEGIN
  FOR v_at IN 1 .. cardinality(p_amounts) LOOP
    v_subtotal := v_subtotal + p_amounts[v_at];
  END LOOP;
  IF v_subtotal > app.max_order_amount() THEN
    RETURN jsonb_build_object('problems', jsonb_build_array(app.order_too_large(p_store.currency_exponent)));
  END IF;
  v_left := p_amounts;
  SELECT ARRAY(SELECT d FROM public.discounts d WHERE d.store_id = p_store.id AND d.code IS NULL AND d.active
                ORDER BY d.created_at, d.id),
         ARRAY(SELECT m FROM public.delivery_methods m WHERE m.store_id = p_store.id AND m.active
                ORDER BY m.position, m.created_at, m.id)
    INTO v_automatic, v_methods;

  -- Of several automatic discounts that take off as much, the first: they come oldest first.
  FOREACH v_discount IN ARRAY v_automatic LOOP
    v_scope := app.discounted_lines(v_discount, p_products);
    CONTINUE WHEN app.discount_problem(v_discount, app.sum_of(v_left, v_scope), app.sum_of(p_quantities, v_scope), v_customer,
      v_order, p_store.currency_exponent) IS NOT NULL;
    IF v_discount.kind <> 'free_delivery' THEN
      v_worth := app.discount_amount(v_discount, app.sum_of(v_left, v_scope));
    ELSE
      v_delivery_price := coalesce(v_delivery_price, ((app.cart_delivery(v_methods, v_destination, p_weight_g, v_subtotal,
        v_payment_method, v_method, v_chooses, false)).chosen ->> 'amount_minor')::bigint, 0);
      v_worth := v_delivery_price;
    END IF;
    IF v_worth > v_most THEN
      v_most := v_worth;
      v_best := v_discount;
    END IF;
  END LOOP;
  IF v_code IS NOT NULL THEN
    SELECT * INTO v_coded FROM public.discounts d WHERE d.store_id = p_store.id AND d.code_key = app.discount_key(v_code);
    v_scope := app.discounted_lines(v_coded, p_products);
    v_code_problem := app.discount_problem(v_coded, app.sum_of(v_left, v_scope), app.sum_of(p_quantities, v_scope), v_customer,
      v_order, p_store.currency_exponent);
    IF v_code_problem IS NOT NULL THEN
      v_coded := NULL;
    END IF;
  END IF;
  -- A code takes the place of the automatic discount, unless both combine.
  IF v_coded.id IS NOT NULL AND NOT (v_coded.combines AND v_best.combines) THEN
    v_best := NULL;
  END IF;

  FOREACH v_discount IN ARRAY ARRAY[v_best, v_coded] LOOP
    CONTINUE WHEN v_discount.id IS NULL;
    v_scope := app.discounted_lines(v_discount, p_products);
    v_worth := app.discount_amount(v_discount, app.sum_of(v_left, v_scope));
    IF v_worth > 0 THEN
      v_left := app.take_off(v_worth, v_left, v_scope);
    END IF;
    v_free := v_free OR v_discount.kind = 'free_delivery';
    v_discounts := v_discounts || jsonb_build_object('discount_id', v_discount.id, 'code', v_discount.code,
      'name', v_discount.name, 'kind', v_discount.kind, 'amount_minor', v_worth);
  END LOOP;
  v_goods := app.sum_of(v_left);

  v_delivery := app.cart_delivery(v_methods, v_destination, p_weight_g, v_goods, v_payment_method, v_method, v_chooses, v_free);
  v_shipping := coalesce((v_delivery.chosen ->> 'amount_minor')::bigint + (v_delivery.chosen ->> 'cod_fee_minor')::bigint, 0);

  IF v_tax IS NOT NULL THEN
    v_rate := app.tax_rate(v_tax, v_destination, (p_cart ->> 'tax_rate')::numeric);
    v_whole := 100 + CASE WHEN v_included THEN v_rate ELSE 0 END;
    IF (v_tax ->> 'tax_delivery')::boolean THEN
      v_delivery_tax := app.part(v_shipping, v_rate, v_whole);
    END IF;
    v_total_tax := v_delivery_tax;
    FOR v_at IN 1 .. cardinality(v_left) LOOP
      v_taxes[v_at] := CASE WHEN p_taxable[v_at] THEN app.part(v_left[v_at], v_rate, v_whole) ELSE 0 END;
      v_total_tax := v_total_tax + v_taxes[v_at];
    END LOOP;
  END IF;

  RETURN jsonb_build_object(
    'subtotal', v_subtotal::bigint, 'discount', v_subtotal::bigint - v_goods, 'shipping', v_shipping, 'tax', v_total_tax,
    'total', v_goods + v_shipping + CASE WHEN v_included THEN 0 ELSE v_total_tax END,
    'goods', v_left, 'taxes', v_taxes,
    'delivery', CASE WHEN v_delivery_tax = 0 THEN v_delivery.chosen
      ELSE v_delivery.chosen || jsonb_build_object('tax_minor', v_delivery_tax) END,
    'discounts', v_discounts, 'tax_rate', v_rate, 'tax_label', v_tax -> 'label', 'tax_included', v_included,
    'methods', v_delivery.methods, 'code_problem', v_code_problem,
    'problems', CASE
      WHEN v_delivery.problem IS NOT NULL THEN jsonb_build_array(v_delivery.problem)
      WHEN v_goods + v_shipping + v_total_tax > app.max_order_amount()
        THEN jsonb_build_array(app.order_too_large(p_store.currency_exponent))
      ELSE '[]' END);
END
$$;

-- The rate for a destination, as a percentage.
CREATE OR REPLACE FUNCTION app.tax_rate(p_tax jsonb, p_destination jsonb, p_default numeric) RETURNS numeric
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_rate numeric;
BEGIN
  IF p_destination IS NULL THEN
    v_rate := p_default;
  ELSIF p_tax -> 'country_rates' <> '[]' THEN
    v_rate := (SELECT (r.value ->> 'rate')::numeric FROM jsonb_array_elements(p_tax -> 'country_rates') AS r
                WHERE upper(r.value ->> 'country') = upper(p_destination ->> 'country') LIMIT 1);
  END IF;
  RETURN coalesce(v_rate, (p_tax ->> 'rate')::numeric);
END
$$;

-- The lines as stored in orders.lines, with their shares of the discounts and the tax as app.price_cart found them.
CREATE OR REPLACE FUNCTION app.lines_with_shares(p_lines jsonb, p_priced jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_agg(l.value - '{discount_minor,tax_minor}'::text[] || jsonb_strip_nulls(jsonb_build_object(
           'discount_minor', nullif((l.value ->> 'unit_price_minor')::bigint * (l.value ->> 'quantity')::bigint
             - (p_priced -> 'goods' ->> l.at::integer - 1)::bigint, 0),
           'tax_minor', nullif((p_priced -> 'taxes' ->> l.at::integer - 1)::bigint, 0))) ORDER BY l.at)
    FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS l(value, at)
$$;

-- What a quote is made of (src/orders/quote.ts).
CREATE OR REPLACE FUNCTION app.quote_json(p_store public.stores, p_priced jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN p_priced - 'problems' || jsonb_build_object('currency', p_store.currency, 'currency_exponent', p_store.currency_exponent);
END
$$;
