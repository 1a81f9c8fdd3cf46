-- The discounts of a cart.

-- Takes an amount off some of the lines (p_lines NULL: all), in proportion. Minor units that are left over go to the lines
-- with the largest remainders, and among equal ones to the first.
CREATE OR REPLACE FUNCTION app.take_off(p_amount numeric, p_left bigint[], p_lines integer[]) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_base constant numeric := app.sum_of(p_left, p_lines);
  v_left bigint[] := p_left;
  v_remainders numeric[] := '{}';
  v_open bigint := p_amount;
  v_share bigint;
  v_most integer;
BEGIN
  FOR v_at IN 1 .. cardinality(p_left) LOOP
    v_remainders[v_at] := -1;
    IF p_lines IS NULL OR v_at = ANY (p_lines) THEN
      v_share := div(p_amount * p_left[v_at], v_base);
      v_remainders[v_at] := p_amount * p_left[v_at] % v_base;
      v_left[v_at] := p_left[v_at] - v_share;
      v_open := v_open - v_share;
    END IF;
  END LOOP;
  -- Fewer than there are lines. Sorting them in a query costs more.
  FOR v_unit IN 1 .. v_open LOOP
    v_most := 1;
    FOR v_at IN 2 .. cardinality(p_left) LOOP
      IF v_remainders[v_at] > v_remainders[v_most] THEN
        v_most := v_at;
      END IF;
    END LOOP;
    v_left[v_most] := v_left[v_most] - 1;
    v_remainders[v_most] := -1;
  END LOOP;
  RETURN v_left;
END
$$;

-- The sum of some of the numbers (p_at NULL: of all). Costs less than a query.
CREATE OR REPLACE FUNCTION app.sum_of(p_numbers bigint[], p_at integer[] DEFAULT NULL) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_sum bigint := 0;
  v_number bigint;
  v_at integer;
BEGIN
  IF p_at IS NULL THEN
    FOREACH v_number IN ARRAY p_numbers LOOP
      v_sum := v_sum + v_number;
    END LOOP;
  ELSE
    FOREACH v_at IN ARRAY p_at LOOP
      v_sum := v_sum + p_numbers[v_at];
    END LOOP;
  END IF;
  RETURN v_sum;
END
$$;

-- Whether a code surely applies to all goods and replaces every automatic discount, because none could take off more: then they need
-- not be looked at. p_base, p_quantity: of all goods. p_order: see app.discount_problem.
CREATE OR REPLACE FUNCTION app.replaces_all(
  d public.discounts, p_automatic public.discounts[], p_base bigint, p_quantity bigint, p_order uuid
) RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_other public.discounts;
  v_worth bigint;
BEGIN
  IF d.kind = 'free_delivery' OR d.product_ids IS NOT NULL OR d.tags IS NOT NULL OR app.has_exceptions(d) OR d.first_order_only
     OR d.usage_limit_per_customer IS NOT NULL OR app.discount_problem(d, p_base, p_quantity, NULL, p_order, 0) IS NOT NULL THEN
    RETURN false;
  END IF;
  v_worth := app.discount_amount(d, p_base);
  FOREACH v_other IN ARRAY p_automatic LOOP
    IF v_other.kind = 'free_delivery' OR (d.combines AND v_other.combines) OR app.discount_amount(v_other, p_base) > v_worth THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END
$$;

-- The keys of the tags of each line's product, as jsonb, because an array of arrays would need as many tags for each.
CREATE OR REPLACE FUNCTION app.tags_of_lines(p_store uuid, p_products uuid[]) RETURNS jsonb[]
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN ARRAY(
    SELECT (SELECT to_jsonb(p.tag_keys) FROM public.products p WHERE p.store_id = p_store AND p.id = l.product_id)
      FROM unnest(p_products) WITH ORDINALITY AS l(product_id, at) ORDER BY l.at);
END
$$;

-- The products of the cart that each discount for collections or with exceptions applies to, as {discount_id: [product_id]}.
CREATE OR REPLACE FUNCTION app.products_in_scope(p_store uuid, p_discounts public.discounts[], p_products uuid[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT jsonb_object_agg(s.discount_id, s.products) FROM (
    SELECT c.discount_id, jsonb_agg(c.product_id) AS products
      FROM app.covered_products(p_store, p_discounts, p_products) AS c
     GROUP BY c.discount_id) AS s);
END
$$;

-- The lines that a discount applies to, by their place in the cart; NULL if it applies to all goods. p_tags: from
-- app.tags_of_lines if the discount is for tags. p_in_scope: from app.products_in_scope if it is for collections or has exceptions.
CREATE OR REPLACE FUNCTION app.discounted_lines(d public.discounts, p_products uuid[], p_tags jsonb[], p_in_scope jsonb) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_in_scope constant jsonb := p_in_scope -> d.id::text;
  v_lines integer[] := '{}';
BEGIN
  IF app.has_exceptions(d) THEN
    FOR v_at IN 1 .. cardinality(p_products) LOOP
      IF v_in_scope ? p_products[v_at]::text THEN
        v_lines := v_lines || v_at;
      END IF;
    END LOOP;
    RETURN v_lines;
  ELSIF d.product_ids IS NULL AND d.tags IS NULL THEN
    RETURN NULL;
  END IF;
  FOR v_at IN 1 .. cardinality(p_products) LOOP
    IF p_products[v_at] = ANY (d.product_ids) OR p_tags[v_at] ?| d.tag_keys OR v_in_scope ? p_products[v_at]::text THEN
      v_lines := v_lines || v_at;
    END IF;
  END LOOP;
  RETURN v_lines;
END
$$;
