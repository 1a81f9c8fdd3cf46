-- Prices a cart. The quotes, the storefront's orders and the orders that a merchant leaves to the service all use it. It
-- reads the store's discounts, delivery methods and tax, and changes nothing.
-- A quote is priced at every step of a checkout. In PL/pgSQL, each expression is set up once in every transaction, about 1 µs, and each
-- table has its policy: what few carts need is behind an IF, and flags have no default, since NULL does as well as false.
-- The cart, line by line: the lines as stored in orders.lines, products, quantities, amounts in minor units, and whether each
-- line is taxed. p_weight_g: of all. p_customer: who orders; NULL if unknown or new.
-- p_chooses: without delivery_method_id, the first method on offer applies.
-- p_cart:
--   destination          {country, region}
--   delivery_method_id, payment_method, discount_code
--   order_id             the order being changed: its own use of a discount does not count
--   kept_code            the discount of its code (as in orders.discounts), if the change names none: see app.kept_discount
--   discount_minor, shipping_minor, tax_minor
--                        what the merchant states of it; the rest is computed. With a discount, no other applies
-- problems: NULL if there are none. priced: the parts of a quote (src/areas/checkout/quote.ts), with amounts in minor units;
-- NULL if the goods alone are too expensive:
--   lines                p_lines
--   subtotal, discount, shipping, tax, total, currency, currency_exponent
--   goods, taxes         what each line costs after discounts, and its tax, which is its share of a tax that the merchant
--                        states; taxes is null without tax
--   delivery, discounts, tax_rate, tax_label, tax_included    as stored in the columns of orders
--   methods              the delivery methods on offer
--   code_problem         why the code does not apply, or null. It is not among the problems: a quote goes on without it
--   personal             whether one of the discounts asks what the customer has ordered before
CREATE OR REPLACE FUNCTION app.price_cart(
  p_store public.stores, p_lines json, p_products uuid[], p_quantities bigint[], p_amounts numeric[], p_taxable boolean[],
  p_weight_g numeric, p_cart jsonb, p_customer uuid, p_chooses boolean, OUT priced json, OUT problems jsonb
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_code constant text := p_cart ->> 'discount_code';
  v_destination constant jsonb := nullif(p_cart -> 'destination', 'null');
  v_payment_method constant text := p_cart ->> 'payment_method';
  v_method constant uuid := p_cart ->> 'delivery_method_id';
  v_order constant uuid := p_cart ->> 'order_id';
  v_included constant boolean := coalesce((p_store.tax -> 'prices_include_tax')::boolean, false);
  v_kept constant jsonb := nullif(p_cart -> 'kept_code', 'null');
  -- In the query, it could be computed for each row.
  v_code_key constant text := CASE WHEN v_code IS NOT NULL AND v_kept IS NULL THEN app.discount_key(v_code) END;
  v_amount numeric;
  v_subtotal numeric := 0;
  v_found record;
  v_automatic public.discounts[];
  v_discount public.discounts;
  v_best public.discounts;
  v_coded public.discounts;
  v_candidates public.discounts[];
  v_most bigint;
  v_worth bigint;
  v_delivery_price bigint;
  v_code_problem jsonb;
  v_personal boolean;
  v_is_for_tags boolean;
  v_is_for_collections boolean;
  v_history jsonb;
  v_tags jsonb[];
  v_in_scope jsonb;
  v_scope integer[]; -- the lines that a discount is for
  v_best_scope integer[];
  v_coded_scope integer[];
  v_free boolean;
  v_left bigint[];
  v_discounts jsonb := '[]';
  v_goods bigint;
  v_offer record;
  v_delivery jsonb;
  v_shipping bigint;
  v_tax record;
  v_total bigint;
  v_gain bigint; -- what the code takes off more than the discount that it replaces
  v_without record;
BEGIN
  FOREACH v_amount IN ARRAY p_amounts LOOP
    v_subtotal := v_subtotal + v_amount;
  END LOOP;
  IF v_subtotal > app.max_order_amount() THEN
    problems := jsonb_build_array(app.order_too_large(p_store.currency_exponent));
    RETURN;
  END IF;
  v_left := p_amounts;
  v_goods := v_subtotal;

  SELECT ARRAY(SELECT d FROM app.running_discounts(p_store.id) AS d) AS automatic,
         (SELECT d FROM public.discounts d WHERE d.store_id = p_store.id AND d.code_key = v_code_key) AS coded
    INTO v_found;
  v_automatic := v_found.automatic;
  v_coded := v_found.coded;
  IF v_kept IS NOT NULL THEN
    v_coded := app.kept_discount(p_store.id, v_kept);
  END IF;
  IF v_coded.id IS NOT NULL AND (v_automatic = '{}' OR v_included OR p_store.tax IS NULL)
     AND app.replaces_all(v_coded, v_automatic, v_goods, app.sum_of(p_quantities), v_order) THEN
    v_automatic := '{}';
  ELSIF v_code IS NOT NULL OR v_automatic <> '{}' THEN
    v_candidates := CASE WHEN v_coded.id IS NULL THEN v_automatic ELSE v_automatic || v_coded END;
    FOREACH v_discount IN ARRAY v_candidates LOOP
      v_personal := v_personal OR v_discount.first_order_only OR v_discount.usage_limit_per_customer IS NOT NULL;
      v_is_for_tags := v_is_for_tags OR v_discount.tags IS NOT NULL;
      v_is_for_collections := v_is_for_collections OR v_discount.collection_ids IS NOT NULL;
    END LOOP;
    IF v_is_for_tags THEN
      v_tags := app.tags_of_lines(p_store.id, p_products);
    END IF;
    IF v_is_for_collections THEN
      v_in_scope := app.products_in_scope(p_store.id, v_candidates, p_products);
    END IF;
    IF v_personal AND p_customer IS NOT NULL THEN
      v_history := app.customer_history(p_store.id, p_customer, v_order, v_candidates);
    END IF;
    IF v_code IS NOT NULL THEN
      v_coded_scope := app.discounted_lines(v_coded, p_products, v_tags, v_in_scope);
      v_code_problem := app.discount_problem(v_coded, app.sum_of(v_left, v_coded_scope), app.sum_of(p_quantities, v_coded_scope),
        v_history, v_order, p_store.currency_exponent);
      IF v_code_problem IS NOT NULL AND NOT (v_kept -> 'conditions')::boolean THEN
        -- None of the items is for it: it takes off nothing.
        v_code_problem := NULL;
      ELSIF v_code_problem IS NOT NULL THEN
        v_coded := NULL;
      END IF;
    END IF;
  END IF;

  -- Unless both combine, the code or the automatic discount applies: whichever takes more off.
  IF v_automatic <> '{}' AND NOT p_cart ? 'discount_minor' THEN
    FOREACH v_discount IN ARRAY v_automatic LOOP -- oldest first: of several that take off as much, the first
      v_scope := app.discounted_lines(v_discount, p_products, v_tags, v_in_scope);
      CONTINUE WHEN app.discount_problem(v_discount, app.sum_of(v_left, v_scope), app.sum_of(p_quantities, v_scope),
        v_history, v_order, p_store.currency_exponent) IS NOT NULL;
      IF v_discount.kind <> 'free_delivery' THEN
        v_worth := app.discount_amount(v_discount, app.sum_of(v_left, v_scope));
      ELSE
        v_delivery_price := coalesce(v_delivery_price,
          app.delivery_price(p_store.id, v_destination, p_weight_g, v_subtotal, v_payment_method, v_method, p_chooses));
        v_worth := v_delivery_price;
      END IF;
      IF v_worth > coalesce(v_most, 0) THEN
        v_most := v_worth;
        v_best := v_discount;
        v_best_scope := v_scope;
      END IF;
    END LOOP;
    IF v_coded.id IS NOT NULL AND v_best.id IS NOT NULL AND NOT (v_coded.combines AND v_best.combines) THEN
      v_worth := CASE WHEN v_coded.kind <> 'free_delivery' THEN app.discount_amount(v_coded, app.sum_of(v_left, v_coded_scope))
        ELSE coalesce(v_delivery_price,
          app.delivery_price(p_store.id, v_destination, p_weight_g, v_subtotal, v_payment_method, v_method, p_chooses)) END;
      IF v_worth < v_most THEN
        v_coded := NULL;
        v_code_problem := jsonb_build_object('code', 'better_discount_applied', 'name', v_best.name);
      ELSE
        v_gain := v_worth - v_most;
        v_best := NULL;
      END IF;
    END IF;
  END IF;

  IF p_cart ? 'discount_minor' THEN
    v_worth := p_cart -> 'discount_minor';
    IF v_worth > v_subtotal THEN
      problems := '[{"pointer": "/discount_amount", "code": "discount_too_large"}]';
      RETURN;
    ELSIF v_worth > 0 THEN
      v_left := app.take_off(v_worth, v_left, NULL);
      v_goods := v_goods - v_worth;
    END IF;
  ELSIF v_best.id IS NOT NULL OR v_coded.id IS NOT NULL THEN
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
        'name', v_discount.name, 'kind', CASE WHEN v_discount.created_at IS NULL THEN v_kept ->> 'kind' ELSE v_discount.kind END,
        'amount_minor', v_worth);
    END LOOP;
  END IF;

  v_offer := app.delivery_offer(p_store.id, v_destination, p_weight_g, v_goods, v_payment_method, v_free, v_method, p_chooses, v_subtotal);
  v_delivery := v_offer.chosen;
  IF v_delivery IS NULL AND (v_method IS NOT NULL OR p_chooses) THEN
    problems := app.delivery_problem(p_store.id, v_destination, p_weight_g, v_goods, v_payment_method, v_method);
  ELSIF v_delivery -> 'cod_fee_minor' <> '0' AND app.payment_kind(v_payment_method) IS DISTINCT FROM 'cash_on_delivery' THEN
    v_delivery := v_delivery || '{"cod_fee_minor": 0}';
  END IF;
  IF p_cart ? 'shipping_minor' THEN
    v_shipping := p_cart -> 'shipping_minor';
    v_delivery := v_delivery || jsonb_build_object('amount_minor', v_shipping, 'cod_fee_minor', 0);
  ELSE
    v_shipping := coalesce((v_delivery ->> 'amount_minor')::bigint + (v_delivery ->> 'cod_fee_minor')::bigint, 0);
  END IF;

  v_tax := app.cart_tax(p_store.tax, v_destination, v_left, p_taxable, v_shipping, (p_cart -> 'tax_minor')::bigint);
  IF v_included AND v_tax.total > v_goods + v_shipping THEN
    problems := jsonb_build_array(app.inexact_amount('/tax_amount', p_store.currency_exponent, v_goods + v_shipping));
  ELSIF problems IS NULL AND v_goods + v_shipping + v_tax.total > app.max_order_amount() THEN
    problems := jsonb_build_array(app.order_too_large(p_store.currency_exponent));
  END IF;
  v_total := v_goods + v_shipping + CASE WHEN v_included THEN 0 ELSE v_tax.total END;

  -- A code must not make the cart dearer. It could where delivery costs more, or is not offered, for a smaller amount; and with tax on
  -- top, if it replaces a discount for goods that are taxed otherwise, or of nearly the same amount, by how the taxes are rounded.
  IF v_coded.id IS NOT NULL AND (
       v_gain IS NOT NULL AND p_store.tax IS NOT NULL AND NOT v_included
         AND (v_gain <= cardinality(p_amounts) + 1 OR v_free OR false = ANY (p_taxable))
       OR (v_shipping > 0 OR problems IS NOT NULL AND v_method IS NULL) AND NOT p_cart ? 'shipping_minor'
         AND v_offer.differs) THEN
    v_without := app.price_cart(p_store, p_lines, p_products, p_quantities, p_amounts, p_taxable, p_weight_g, p_cart - '{discount_code,kept_code}'::text[],
      p_customer, p_chooses);
    -- Discounts that the code surely replaces were not looked at above, but this depends on them.
    v_personal := v_personal OR (v_without.priced ->> 'personal')::boolean;
    IF v_without.problems IS NULL
       AND (problems IS NOT NULL AND v_method IS NULL OR (v_without.priced ->> 'total')::bigint < v_total) THEN
      priced := v_without.priced::jsonb || jsonb_build_object('personal', v_personal IS TRUE, 'code_problem', CASE
        WHEN v_best.id IS NULL AND v_without.priced -> 'discounts' -> 0 IS NOT NULL
        THEN jsonb_build_object('code', 'better_discount_applied', 'name', v_without.priced -> 'discounts' -> 0 -> 'name')
        ELSE '{"code": "cheaper_without_code"}' END);
      problems := NULL;
      RETURN;
    END IF;
  END IF;
  IF v_delivery IS NOT NULL THEN
    v_delivery := v_delivery || jsonb_build_object('tax_minor', v_tax.of_delivery, 'destination', app.destination_of(p_cart),
      'taxed', coalesce((p_store.tax -> 'tax_delivery')::boolean, false));
  END IF;

  priced := json_build_object(
    'lines', p_lines, 'subtotal', v_subtotal::bigint, 'discount', v_subtotal::bigint - v_goods, 'shipping', v_shipping,
    'tax', v_tax.total, 'total', v_total,
    'goods', v_left, 'taxes', v_tax.of_lines, 'delivery', v_delivery, 'discounts', v_discounts,
    'tax_rate', v_tax.rate, 'tax_label', p_store.tax -> 'label', 'tax_included', v_included,
    'methods', v_offer.methods, 'code_problem', v_code_problem, 'personal', v_personal IS TRUE,
    'currency', p_store.currency, 'currency_exponent', p_store.currency_exponent);
END
$$;
