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
--   personal             whether it matters what the customer has ordered before
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
  v_included constant boolean := coalesce((p_store.tax -> 'prices_include_tax')::boolean, false);
  v_kept constant jsonb := nullif(p_cart -> 'kept_code', 'null');
  -- In the query, it could be computed for each row.
  v_code_key constant text := CASE WHEN v_code IS NOT NULL AND v_kept IS NULL THEN app.discount_key(v_code) END;
  v_amount numeric;
  v_subtotal numeric := 0;
  v_found record;
  v_coded public.discounts;
  v_chosen public.discounts[];
  v_scopes jsonb[];
  v_code_problem jsonb;
  v_personal boolean;
  v_discount public.discounts;
  v_worth bigint;
  v_scope integer[]; -- the lines that a discount is for
  v_free boolean;
  v_left bigint[];
  v_discounts jsonb := '[]';
  v_goods bigint;
  v_offer record;
  v_delivery jsonb;
  v_shipping bigint;
  v_tax record;
  v_total bigint;
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
  v_coded := v_found.coded;
  IF v_kept IS NOT NULL THEN
    v_coded := app.kept_discount(p_store.id, v_kept);
  END IF;
  IF (v_code IS NOT NULL OR v_found.automatic <> '{}') AND NOT p_cart ? 'discount_minor' THEN
    SELECT c.discounts, c.scopes, c.code_problem, c.personal INTO v_chosen, v_scopes, v_code_problem, v_personal
      FROM app.chosen_discounts(p_store, v_found.automatic, v_coded, p_products, p_quantities, v_left, p_taxable, p_weight_g, p_cart,
        p_customer, p_chooses) AS c;
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
  ELSIF v_chosen <> '{}' THEN
    FOR v_at IN 1 .. cardinality(v_chosen) LOOP
      v_discount := v_chosen[v_at];
      v_scope := CASE WHEN v_scopes[v_at] IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(v_scopes[v_at])::integer) END;
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

  v_offer := app.delivery_offer(p_store.id, v_destination, p_weight_g, v_goods, v_payment_method, v_free, v_method, p_chooses);
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
