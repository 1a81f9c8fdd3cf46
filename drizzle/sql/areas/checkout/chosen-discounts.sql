-- Which discounts a cart has: those with which the customer pays least in the end, with delivery, its fee and the tax.

-- The discounts of a cart: an automatic one, a code, or first the one and then the other; and the lines that each is for, NULL for all.
-- p_automatic: those of the store that are running, oldest first. p_coded: that of the code in p_cart, or NULL. The rest is as in
-- app.price_cart. A code that costs no more than anything else applies, else the oldest of the automatic discounts with the lowest total.
-- personal: whether it matters what the customer has ordered before.
CREATE OR REPLACE FUNCTION app.chosen_discounts(
  p_store public.stores, p_automatic public.discounts[], p_coded public.discounts, p_products uuid[], p_quantities bigint[],
  p_amounts bigint[], p_taxable boolean[], p_weight_g numeric, p_cart jsonb, p_customer uuid, p_chooses boolean,
  OUT discounts public.discounts[], OUT scopes jsonb[], OUT code_problem jsonb, OUT personal boolean
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_order constant uuid := p_cart ->> 'order_id';
  v_method constant uuid := p_cart ->> 'delivery_method_id';
  v_kept constant jsonb := nullif(p_cart -> 'kept_code', 'null');
  v_subtotal constant bigint := app.sum_of(p_amounts);
  v_adds_tax constant boolean := p_store.tax IS NOT NULL AND NOT (p_store.tax -> 'prices_include_tax')::boolean AND NOT p_cart ? 'tax_minor';
  -- What delivery costs can depend on the discounts.
  v_is_delivered constant boolean := v_method IS NOT NULL OR p_chooses;
  v_coded public.discounts := p_coded;
  v_coded_scope jsonb;
  v_candidates constant public.discounts[] := CASE WHEN p_coded.id IS NULL THEN p_automatic ELSE p_automatic || p_coded END;
  v_discount public.discounts;
  v_scope integer[];
  v_is_free boolean;
  v_is_for_tags boolean;
  v_is_scoped boolean;
  v_history jsonb;
  v_tags jsonb[];
  v_in_scope jsonb;
  v_able public.discounts[] := '{}';
  v_able_scopes jsonb[] := '{}';
  v_worth bigint;
  v_goods_worth bigint;
  v_goods_worths bigint[] := '{}';
  v_most bigint := 0;
  v_most_goods bigint := 0;
  v_coded_worth bigint := 0;
  v_best integer; -- of v_able
  v_delivery jsonb;
  v_fee bigint := 0;
  v_price bigint; -- NULL: it depends on the discounts
  v_total bigint;
  v_least bigint;
  v_both boolean;
BEGIN
  discounts := '{}';
  scopes := '{}';
  personal := false;
  IF p_coded.id IS NOT NULL AND NOT (v_adds_tax AND p_automatic <> '{}')
     AND app.replaces_all(p_coded, p_automatic, v_subtotal, app.sum_of(p_quantities), v_order)
     AND NOT (v_is_delivered AND app.delivery_depends(p_store.id, v_method, v_subtotal - app.discount_amount(p_coded, v_subtotal), v_subtotal)) THEN
    discounts := ARRAY[p_coded];
    scopes := ARRAY[NULL::jsonb];
    RETURN;
  END IF;
  FOREACH v_discount IN ARRAY v_candidates LOOP
    personal := personal OR v_discount.first_order_only OR v_discount.usage_limit_per_customer IS NOT NULL;
    v_is_free := v_is_free OR v_discount.kind = 'free_delivery';
    v_is_for_tags := v_is_for_tags OR v_discount.tags IS NOT NULL;
    v_is_scoped := v_is_scoped OR v_discount.collection_ids IS NOT NULL OR app.has_exceptions(v_discount);
  END LOOP;
  IF v_is_for_tags THEN
    v_tags := app.tags_of_lines(p_store.id, p_products);
  END IF;
  IF v_is_scoped THEN
    v_in_scope := app.products_in_scope(p_store.id, v_candidates, p_products);
  END IF;
  IF personal AND p_customer IS NOT NULL THEN
    v_history := app.customer_history(p_store.id, p_customer, v_order, v_candidates);
  END IF;
  IF p_cart ->> 'discount_code' IS NOT NULL THEN
    v_scope := app.discounted_lines(v_coded, p_products, v_tags, v_in_scope);
    code_problem := app.discount_problem(v_coded, app.sum_of(p_amounts, v_scope), app.sum_of(p_quantities, v_scope),
      v_history, v_order, p_store.currency_exponent);
    IF code_problem IS NOT NULL AND NOT (v_kept -> 'conditions')::boolean THEN
      -- None of the items is for it: it takes off nothing.
      code_problem := NULL;
    ELSIF code_problem IS NOT NULL THEN
      v_coded := NULL;
    END IF;
    v_coded_scope := to_jsonb(v_scope);
    v_coded_worth := coalesce(app.discount_amount(v_coded, app.sum_of(p_amounts, v_scope)), 0);
  END IF;

  -- What delivery costs without free delivery matters only to that. A price that the merchant states is not its worth.
  v_price := 0;
  IF v_is_free AND v_is_delivered AND NOT p_cart ? 'shipping_minor' THEN
    v_delivery := (app.delivery_offer(p_store.id, nullif(p_cart -> 'destination', 'null'), p_weight_g, v_subtotal, p_cart ->> 'payment_method',
      false, v_method, p_chooses)).chosen;
    v_price := coalesce((v_delivery ->> 'amount_minor')::bigint, 0);
    v_fee := app.fee_of(v_delivery, p_cart ->> 'payment_method');
  END IF;
  FOREACH v_discount IN ARRAY p_automatic LOOP
    v_scope := app.discounted_lines(v_discount, p_products, v_tags, v_in_scope);
    CONTINUE WHEN app.discount_problem(v_discount, app.sum_of(p_amounts, v_scope), app.sum_of(p_quantities, v_scope),
      v_history, v_order, p_store.currency_exponent) IS NOT NULL;
    v_goods_worth := app.discount_amount(v_discount, app.sum_of(p_amounts, v_scope));
    v_most_goods := greatest(v_most_goods, v_goods_worth);
    v_worth := CASE v_discount.kind WHEN 'free_delivery' THEN v_price ELSE v_goods_worth END;
    CONTINUE WHEN v_worth <= 0;
    v_able := v_able || v_discount;
    v_able_scopes := v_able_scopes || to_jsonb(v_scope);
    v_goods_worths := v_goods_worths || v_goods_worth;
    IF v_worth > v_most THEN
      v_most := v_worth;
      v_best := cardinality(v_able);
    END IF;
  END LOOP;

  IF v_is_delivered AND v_most_goods + v_coded_worth > 0
     AND app.delivery_depends(p_store.id, v_method, v_subtotal - v_most_goods - v_coded_worth, v_subtotal) THEN
    v_price := NULL;
  END IF;
  v_both := v_best IS NOT NULL AND v_coded.combines AND v_able[v_best].combines;
  IF v_price IS NULL OR v_adds_tax AND cardinality(v_able) + (v_coded.id IS NOT NULL)::integer > 1 THEN
    -- What costs most is the last to give way: without a total, nothing delivers.
    v_least := CASE WHEN v_price IS NULL THEN app.end_total(p_store, p_amounts, p_taxable, p_weight_g, p_cart, p_chooses, '{}', '{}', NULL, NULL) END;
    v_most := v_best;
    v_best := NULL;
    FOR v_at IN 1 .. cardinality(v_able) LOOP
      -- Delivery and tax can only add to that.
      CONTINUE WHEN v_subtotal - v_goods_worths[v_at] > v_least;
      v_total := app.end_total(p_store, p_amounts, p_taxable, p_weight_g, p_cart, p_chooses, v_able[v_at : v_at], v_able_scopes[v_at : v_at],
        v_price, v_fee);
      IF v_total < v_least OR v_least IS NULL AND v_total IS NOT NULL OR v_total = v_least AND v_best IS NULL THEN
        v_least := v_total;
        v_best := v_at;
      END IF;
    END LOOP;
    IF v_least IS NULL THEN
      v_best := v_most;
    END IF;
    v_both := v_best IS NOT NULL AND v_coded.combines AND v_able[v_best].combines;
    IF v_coded.id IS NOT NULL THEN
      v_total := app.end_total(p_store, p_amounts, p_taxable, p_weight_g, p_cart, p_chooses, ARRAY[v_coded], ARRAY[v_coded_scope], v_price, v_fee);
      IF v_both THEN
        v_worth := app.end_total(p_store, p_amounts, p_taxable, p_weight_g, p_cart, p_chooses, v_able[v_best : v_best] || v_coded,
          v_able_scopes[v_best : v_best] || v_coded_scope, v_price, v_fee);
        v_both := v_total IS NULL OR coalesce(v_worth <= v_total, false);
        v_total := least(v_worth, v_total);
      END IF;
      IF v_total > v_least OR v_total IS NULL AND v_least IS NOT NULL THEN
        code_problem := app.replaced_code(v_coded, CASE WHEN v_best IS NOT NULL THEN v_able[v_best] END);
        v_coded := NULL;
      ELSIF NOT v_both THEN
        v_best := NULL;
      END IF;
    END IF;
  ELSIF v_coded.id IS NOT NULL AND v_best IS NOT NULL AND NOT v_both THEN
    IF (CASE v_coded.kind WHEN 'free_delivery' THEN v_price ELSE v_coded_worth END) < v_most THEN
      code_problem := app.replaced_code(v_coded, v_able[v_best]);
      v_coded := NULL;
    ELSE
      v_best := NULL;
    END IF;
  END IF;
  IF v_best IS NOT NULL THEN
    discounts := v_able[v_best : v_best];
    scopes := v_able_scopes[v_best : v_best];
  END IF;
  IF v_coded.id IS NOT NULL THEN
    discounts := discounts || v_coded;
    scopes := scopes || v_coded_scope;
  END IF;
END
$$;

-- Why a code does not apply without which the order costs less: with p_other in its place, or with p_other or nothing alone.
CREATE OR REPLACE FUNCTION app.replaced_code(p_coded public.discounts, p_other public.discounts) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_other.id IS NOT NULL AND NOT (p_coded.combines AND p_other.combines)
    THEN jsonb_build_object('code', 'better_discount_applied', 'name', p_other.name) ELSE '{"code": "cheaper_without_code"}' END
$$;
