-- Prices a cart. The quotes, the storefront's orders and the orders that a merchant leaves to the service all use it. It
-- reads the store's discounts, delivery methods and tax, and changes nothing.
-- A quote is priced at every step of a checkout, so it should cost no more than a product page. In PL/pgSQL, each expression
-- is set up once in every transaction, and each table has its policy: what few carts need is behind an IF.
-- The cart, line by line: the lines as stored in orders.lines, products, quantities, amounts in minor units, and whether each
-- line is taxed. p_weight_g: of all. p_customer: who orders; NULL if unknown or new.
-- p_chooses: without delivery_method_id, the first method on offer applies.
-- p_cart:
--   destination          {country, region}
--   delivery_method_id, payment_method, discount_code
--   order_id             the order being changed: its own use of a discount does not count
--   tax_rate             the rate if there is no destination; default: the store's
-- problems: NULL if there are none. priced: the parts of a quote (src/checkout/quote.ts), with amounts in minor units;
-- NULL if the goods alone are too expensive:
--   lines                p_lines
--   subtotal, discount, shipping, tax, total
--   goods, taxes         what each line costs after discounts, and its tax; taxes is null without tax
--   delivery, discounts, tax_rate, tax_label, tax_included    as stored in the columns of orders
--   methods              the delivery methods on offer
--   code_problem         why the code does not apply, or null. It is not among the problems: a quote goes on without it
--   currency, currency_exponent
CREATE OR REPLACE FUNCTION app.price_cart(
  p_store uuid, p_lines json, p_products uuid[], p_quantities bigint[], p_amounts numeric[], p_taxable boolean[],
  p_weight_g numeric, p_cart jsonb, p_customer uuid, p_chooses boolean, OUT priced json, OUT problems jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_code constant text := p_cart ->> 'discount_code';
  v_destination constant jsonb := nullif(p_cart -> 'destination', 'null');
  v_payment_method constant text := p_cart ->> 'payment_method';
  v_method constant uuid := p_cart ->> 'delivery_method_id';
  v_code_key text;
  v_store record;
  v_included boolean := false;
  v_rate numeric;
  -- The amount of which v_rate is tax.
  v_whole numeric;
  v_amount numeric;
  v_subtotal numeric := 0;
  v_discount public.discounts;
  v_best public.discounts;
  v_coded public.discounts;
  v_most bigint := 0;
  v_worth bigint;
  v_delivery_price bigint;
  v_code_problem jsonb;
  -- The lines that a discount is for.
  v_scope integer[];
  v_best_scope integer[];
  v_coded_scope integer[];
  v_free boolean := false;
  -- What each line costs after discounts, and its tax.
  v_left bigint[];
  v_taxes bigint[];
  v_discounts jsonb := '[]';
  v_goods bigint;
  v_methods jsonb;
  v_delivery jsonb;
  v_shipping bigint := 0;
  v_delivery_tax bigint := 0;
  v_total_tax bigint := 0;
BEGIN
  FOREACH v_amount IN ARRAY p_amounts LOOP
    v_subtotal := v_subtotal + v_amount;
  END LOOP;
  SELECT s.tax, s.currency, s.currency_exponent,
         ARRAY(SELECT d FROM public.discounts d WHERE d.store_id = p_store AND d.code IS NULL AND d.active
                ORDER BY d.created_at, d.id) AS automatic
    INTO v_store FROM public.stores s WHERE s.id = p_store;
  IF v_subtotal > app.max_order_amount() THEN
    problems := jsonb_build_array(app.order_too_large(v_store.currency_exponent));
    RETURN;
  END IF;
  v_left := p_amounts;
  v_goods := v_subtotal;

  IF v_code IS NOT NULL THEN
    -- As a variable: in the query, it could be computed for each row.
    v_code_key := app.discount_key(v_code);
    SELECT d.* INTO v_coded FROM public.discounts d WHERE d.store_id = p_store AND d.code_key = v_code_key;
    v_coded_scope := app.discounted_lines(v_coded, p_products);
    v_code_problem := app.discount_problem(v_coded, app.sum_of(v_left, v_coded_scope), app.sum_of(p_quantities, v_coded_scope),
      p_customer, (p_cart ->> 'order_id')::uuid, v_store.currency_exponent);
    IF v_code_problem IS NOT NULL THEN
      v_coded := NULL;
    END IF;
  END IF;
  -- A code takes the place of the automatic discount, unless both combine.
  IF v_store.automatic <> '{}' AND (v_coded.id IS NULL OR v_coded.combines) THEN
    -- Of several automatic discounts that take off as much, the first: they come oldest first.
    FOREACH v_discount IN ARRAY v_store.automatic LOOP
      v_scope := app.discounted_lines(v_discount, p_products);
      CONTINUE WHEN app.discount_problem(v_discount, app.sum_of(v_left, v_scope), app.sum_of(p_quantities, v_scope),
        p_customer, (p_cart ->> 'order_id')::uuid, v_store.currency_exponent) IS NOT NULL;
      IF v_discount.kind <> 'free_delivery' THEN
        v_worth := app.discount_amount(v_discount, app.sum_of(v_left, v_scope));
      ELSE
        v_delivery_price := coalesce(v_delivery_price, (app.chosen_method(app.methods_on_offer(p_store, v_destination, p_weight_g,
          v_subtotal, v_payment_method, false), v_method, p_chooses) ->> 'amount_minor')::bigint, 0);
        v_worth := v_delivery_price;
      END IF;
      IF v_worth > v_most THEN
        v_most := v_worth;
        v_best := v_discount;
        v_best_scope := v_scope;
      END IF;
    END LOOP;
    IF v_coded.id IS NOT NULL AND NOT v_best.combines THEN
      v_best := NULL;
    END IF;
  END IF;

  IF v_best.id IS NOT NULL OR v_coded.id IS NOT NULL THEN
    FOREACH v_discount IN ARRAY ARRAY[v_best, v_coded] LOOP
      CONTINUE WHEN v_discount.id IS NULL;
      v_scope := CASE WHEN v_discount.code IS NULL THEN v_best_scope ELSE v_coded_scope END;
      v_worth := app.discount_amount(v_discount, app.sum_of(v_left, v_scope));
      IF v_worth > 0 THEN
        v_left := app.take_off(v_worth, v_left, v_scope);
        v_goods := v_goods - v_worth;
      END IF;
      v_free := v_free OR v_discount.kind = 'free_delivery';
      v_discounts := v_discounts || jsonb_build_object('discount_id', v_discount.id, 'code', v_discount.code,
        'name', v_discount.name, 'kind', v_discount.kind, 'amount_minor', v_worth);
    END LOOP;
  END IF;

  v_methods := app.methods_on_offer(p_store, v_destination, p_weight_g, v_goods, v_payment_method, v_free);
  v_delivery := app.chosen_method(v_methods, v_method, p_chooses);
  IF v_delivery IS NOT NULL THEN
    IF v_delivery -> 'cod_fee_minor' <> '0' AND NOT coalesce(app.is_cash_on_delivery(v_payment_method), false) THEN
      v_delivery := v_delivery || '{"cod_fee_minor": 0}';
    END IF;
    v_shipping := (v_delivery ->> 'amount_minor')::bigint + (v_delivery ->> 'cod_fee_minor')::bigint;
  ELSIF v_method IS NOT NULL OR p_chooses THEN
    problems := app.delivery_problem(p_store, v_destination, p_weight_g, v_goods, v_payment_method, v_method);
  END IF;

  IF v_store.tax IS NOT NULL THEN
    v_included := v_store.tax -> 'prices_include_tax';
    v_rate := app.tax_rate(v_store.tax, v_destination, (p_cart ->> 'tax_rate')::numeric);
    v_whole := 100 + CASE WHEN v_included THEN v_rate ELSE 0 END;
    IF v_shipping > 0 AND (v_store.tax -> 'tax_delivery')::boolean THEN
      v_delivery_tax := app.part(v_shipping, v_rate, v_whole);
    END IF;
    v_total_tax := v_delivery_tax;
    FOR v_at IN 1 .. cardinality(v_left) LOOP
      v_taxes[v_at] := CASE WHEN p_taxable[v_at] THEN app.part(v_left[v_at], v_rate, v_whole) ELSE 0 END;
      v_total_tax := v_total_tax + v_taxes[v_at];
    END LOOP;
  END IF;
  IF problems IS NULL AND v_goods + v_shipping + v_total_tax > app.max_order_amount() THEN
    problems := jsonb_build_array(app.order_too_large(v_store.currency_exponent));
  END IF;
  IF v_delivery IS NOT NULL THEN
    v_delivery := v_delivery || jsonb_build_object('tax_minor', v_delivery_tax, 'destination', app.destination_of(p_cart));
  END IF;

  priced := json_build_object(
    'lines', p_lines, 'subtotal', v_subtotal::bigint, 'discount', v_subtotal::bigint - v_goods, 'shipping', v_shipping,
    'tax', v_total_tax, 'total', v_goods + v_shipping + CASE WHEN v_included THEN 0 ELSE v_total_tax END,
    'goods', v_left, 'taxes', v_taxes, 'delivery', v_delivery, 'discounts', v_discounts,
    'tax_rate', v_rate, 'tax_label', v_store.tax -> 'label', 'tax_included', v_included,
    'methods', v_methods, 'code_problem', v_code_problem,
    'currency', v_store.currency, 'currency_exponent', v_store.currency_exponent);
END
$$;

-- The destination of a cart, as stored in orders. NULL: none.
CREATE OR REPLACE FUNCTION app.destination_of(p_cart jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_cart -> 'destination' <> 'null' THEN jsonb_build_object(
    'country', upper(p_cart -> 'destination' ->> 'country'), 'region', p_cart -> 'destination' -> 'region') END
$$;

-- The rate for a destination, as a percentage.
CREATE OR REPLACE FUNCTION app.tax_rate(p_tax jsonb, p_destination jsonb, p_default numeric) RETURNS numeric
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_rates constant jsonb := p_tax -> 'country_rates';
  v_country constant text := upper(p_destination ->> 'country');
BEGIN
  IF p_destination IS NULL THEN
    RETURN coalesce(p_default, (p_tax ->> 'rate')::numeric);
  END IF;
  FOR v_at IN 0 .. coalesce(jsonb_array_length(v_rates), 0) - 1 LOOP
    IF upper(v_rates -> v_at ->> 'country') = v_country THEN
      RETURN (v_rates -> v_at ->> 'rate')::numeric;
    END IF;
  END LOOP;
  RETURN (p_tax ->> 'rate')::numeric;
END
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
