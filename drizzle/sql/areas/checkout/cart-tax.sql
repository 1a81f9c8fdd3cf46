-- The tax of a cart.

-- of_lines: of what each line costs after discounts, NULL without tax; of_delivery: of p_shipping. p_tax: stores.tax. p_stated: the tax
-- that the merchant states, or NULL.
CREATE OR REPLACE FUNCTION app.cart_tax(
  p_tax jsonb, p_destination jsonb, p_left bigint[], p_taxable boolean[], p_shipping bigint, p_stated bigint,
  OUT rate numeric, OUT of_lines bigint[], OUT of_delivery bigint, OUT total bigint
)
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_rates constant jsonb := p_tax -> 'country_rates';
  v_whole numeric; -- of which the rate is tax
BEGIN
  of_delivery := 0;
  IF p_tax IS NOT NULL THEN
    rate := p_tax -> 'rate';
    FOR v_at IN 0 .. coalesce(jsonb_array_length(v_rates), 0) - 1 LOOP
      IF upper(v_rates -> v_at ->> 'country') = upper(p_destination ->> 'country') THEN
        rate := v_rates -> v_at -> 'rate';
        EXIT;
      END IF;
    END LOOP;
  END IF;
  IF p_stated IS NOT NULL THEN
    total := p_stated;
    of_lines := app.stated_taxes(p_stated, p_left, p_taxable);
    RETURN;
  END IF;
  total := 0;
  IF p_tax IS NOT NULL THEN
    v_whole := CASE WHEN (p_tax -> 'prices_include_tax')::boolean THEN 100 + rate ELSE 100 END;
    IF p_shipping > 0 AND (p_tax -> 'tax_delivery')::boolean THEN
      of_delivery := app.part(p_shipping, rate, v_whole);
      total := of_delivery;
    END IF;
    FOR v_at IN 1 .. cardinality(p_left) LOOP
      of_lines[v_at] := CASE WHEN p_taxable[v_at] THEN app.part(p_left[v_at], rate, v_whole) ELSE 0 END;
      total := total + of_lines[v_at];
    END LOOP;
  END IF;
END
$$;

-- The tax of goods for which the merchant states a discount, or a total that differs by p_adjustment from the sum. NULL without tax.
CREATE OR REPLACE FUNCTION app.expected_tax(
  p_tax jsonb, p_destination jsonb, p_left bigint[], p_taxable boolean[], p_shipping bigint, p_discount bigint, p_adjustment bigint
) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  IF p_tax IS NULL THEN
    RETURN NULL;
  END IF;
  -- Of a total below the goods, less is included.
  IF p_adjustment < 0 AND (p_tax -> 'prices_include_tax')::boolean THEN
    p_discount := p_discount - p_adjustment;
  END IF;
  IF p_discount > 0 THEN
    p_discount := least(p_discount, app.sum_of(p_left));
  END IF;
  IF p_discount > 0 THEN -- The goods may cost nothing.
    p_left := app.take_off(p_discount, p_left, NULL);
  END IF;
  RETURN (app.cart_tax(p_tax, p_destination, p_left, p_taxable, p_shipping, NULL)).total;
END
$$;

-- The shares that the lines have of a tax that the merchant states: of the taxable lines, in proportion to what they cost.
CREATE OR REPLACE FUNCTION app.stated_taxes(p_tax numeric, p_left bigint[], p_taxable boolean[]) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_lines integer[] := ARRAY(SELECT t.at FROM unnest(p_taxable) WITH ORDINALITY AS t(taxable, at) WHERE t.taxable);
  v_left bigint[] := p_left;
  v_rest bigint[];
BEGIN
  IF app.sum_of(v_left, v_lines) = 0 THEN
    v_lines := NULL;
  END IF;
  IF app.sum_of(v_left, v_lines) = 0 THEN
    v_left := array_fill(1::bigint, ARRAY[cardinality(p_left)]);
  END IF;
  v_rest := app.take_off(p_tax, v_left, v_lines);
  RETURN ARRAY(SELECT t.whole - t.rest FROM unnest(v_left, v_rest) WITH ORDINALITY AS t(whole, rest, at) ORDER BY t.at);
END
$$;
