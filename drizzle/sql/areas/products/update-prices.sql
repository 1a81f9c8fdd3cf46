-- The prices of products that a change would change, as rows, and the former prices that it would set. p_change: see app.update_prices.
-- A row without variant is the price of a product; variants: how many of its variants are sold at it. before, after, former_before,
-- former_after: minor units. A price stays below the former price: `problem`; a variant that is no longer shown with the former price
-- of its product has a `warning`, because that may be meant for the cheaper variants. `priced` is false for a variant that is sold at
-- the product's price, and of which only the former price changes. reached: such a variant, if its former price is the problem.
CREATE OR REPLACE FUNCTION app.changed_prices(p_change jsonb, p_products uuid[], p_amount bigint) RETURNS TABLE (
  product uuid, variant uuid, title text, sku text, variants bigint, before bigint, after bigint, former_before bigint,
  former_after bigint, problem boolean, warning boolean, priced boolean, reached text, product_title text, "position" integer
)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_sets constant boolean := coalesce((p_change ->> 'set_compare_at')::boolean, false);
BEGIN
  RETURN QUERY
    WITH own AS MATERIALIZED (
      SELECT v.* FROM public.product_variants v
       WHERE v.store_id = app.store() AND v.product_id = ANY (p_products) AND v.archived_at IS NULL
    ), inherited AS (
      SELECT o.product_id, count(*) AS count, min(o.compare_at_price_minor) AS former,
             (array_agg(o.title ORDER BY o.compare_at_price_minor, o.position, o.id))[1] AS lowest
        FROM own AS o WHERE o.price_minor IS NULL GROUP BY 1
    ), priced AS (
      SELECT p.id AS product, NULL::uuid AS variant, p.title AS title, NULL::text AS sku, coalesce(i.count, 0) AS variants, p.price_minor AS before,
             p.compare_at_price_minor AS former, i.former AS of_variants, i.lowest, NULL::bigint AS of_product, p.title AS product_title, 0 AS "position"
        FROM public.products p LEFT JOIN inherited AS i ON i.product_id = p.id
       WHERE p.store_id = app.store() AND p.id = ANY (p_products)
      UNION ALL
      SELECT p.id, o.id, concat_ws(' – ', p.title, nullif(o.title, '')), o.sku, NULL, o.price_minor, o.compare_at_price_minor, NULL, NULL,
             p.compare_at_price_minor, p.title, o.position
        FROM own AS o JOIN public.products p ON p.store_id = o.store_id AND p.id = o.product_id WHERE o.price_minor IS NOT NULL
    ), changed AS MATERIALIZED (
      SELECT r.*, a.after, CASE WHEN v_sets THEN r.before ELSE r.former END AS former_after
        FROM priced AS r CROSS JOIN LATERAL (
          SELECT CASE WHEN p_amount IS NULL THEN round(r.before * (100 + (p_change ->> 'percentage')::numeric) / 100)::bigint
                   ELSE r.before + p_amount END AS after) AS a
       WHERE a.after <> r.before
    )
    SELECT c.product, c.variant, c.title, c.sku, CASE WHEN c.variant IS NULL THEN c.variants END, c.before, c.after, c.former, c.former_after,
           coalesce(c.former_after <= c.after OR NOT v_sets AND c.of_variants <= c.after, false),
           coalesce(c.former_after IS NULL AND c.of_product <= c.after AND c.before < c.of_product, false), true,
           CASE WHEN NOT v_sets AND c.of_variants <= c.after AND (c.former_after <= c.after) IS NOT TRUE
             THEN concat_ws(' – ', c.title, nullif(c.lowest, '')) END, c.product_title, c.position
      FROM changed AS c
    UNION ALL
    SELECT o.product_id, o.id, o.title, o.sku, NULL, NULL, NULL, o.compare_at_price_minor, NULL, false, false, false, NULL, NULL, 0
      FROM changed AS c JOIN own AS o ON o.product_id = c.product
     WHERE v_sets AND c.variant IS NULL AND o.price_minor IS NULL AND o.compare_at_price_minor IS NOT NULL;
END
$$;

-- Writes prices and former prices: [{product, variant, price, former}], variant null for the price of a product, without price for one
-- that a variant has from its product. The caller has locked the products.
CREATE OR REPLACE FUNCTION app.write_prices(p_prices jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.record_event('product.updated', n.product, jsonb_build_object('changed', n.changed))
     FROM (SELECT r.product, array_agg(DISTINCT c.name) AS changed
             FROM jsonb_to_recordset(p_prices) AS r(product uuid, variant uuid, price bigint, former bigint)
             JOIN public.products p ON p.store_id = app.store() AND p.id = r.product
            CROSS JOIN LATERAL unnest(CASE WHEN r.variant IS NOT NULL THEN '{variants}'
              WHEN r.former IS DISTINCT FROM p.compare_at_price_minor THEN '{price,compare_at_price}' ELSE '{price}' END::text[]) AS c(name)
            GROUP BY 1 ORDER BY 1) AS n;
  UPDATE public.product_variants v SET price_minor = n.price, compare_at_price_minor = n.former, updated_at = now()
    FROM jsonb_to_recordset(p_prices) AS n(variant uuid, price bigint, former bigint)
   WHERE v.store_id = app.store() AND v.id = n.variant;
  UPDATE public.products p
     SET price_minor = coalesce(n.price, p.price_minor), version = p.version + 1, updated_at = now(),
         compare_at_price_minor = CASE WHEN n.price IS NULL THEN p.compare_at_price_minor ELSE n.former END
    FROM (SELECT r.product, min(r.price) FILTER (WHERE r.variant IS NULL) AS price, min(r.former) FILTER (WHERE r.variant IS NULL) AS former
            FROM jsonb_to_recordset(p_prices) AS r(product uuid, variant uuid, price bigint, former bigint) GROUP BY 1) AS n
   WHERE p.store_id = app.store() AND p.id = n.product;
END
$$;

-- Changes the prices of products, and of their variants that have prices of their own, by a percentage or an amount. A result
-- between two minor units is rounded half up. p_change: {id, tag, search, collection, products, percentage, amount, set_compare_at,
-- dry_run, expected_changes}. Returns {products, changes, problems, archived, rows: the first 20, change_id: for app.undo_prices}, with
-- amounts in major units. Rows with a problem come first (a dry run shows them, a change is refused), then those with a warning.
-- Also exponent and prices, all of them in the order of rows, from which the caller tells what automatic discounts make of them.
CREATE OR REPLACE FUNCTION app.update_prices(p_change jsonb) RETURNS jsonb
  LANGUAGE plpgsql
AS $$
DECLARE
  v_ids uuid[];
  v_archived bigint;
  v_exponent smallint;
  v_amount constant bigint := app.minor((p_change ->> 'amount')::numeric, '/amount');
  v_changed jsonb;
  v_result jsonb;
BEGIN
  SELECT m.ids, m.archived INTO v_ids, v_archived FROM app.products_to_price(p_change) AS m;
  IF cardinality(v_ids) + (
       SELECT count(*) FROM (
         SELECT FROM public.product_variants v
          WHERE v.store_id = app.store() AND v.product_id = ANY (v_ids) AND v.archived_at IS NULL
            AND (v.price_minor IS NOT NULL OR (p_change ->> 'set_compare_at')::boolean AND v.compare_at_price_minor IS NOT NULL)
          LIMIT app.most('bulk.prices')) AS own) > app.most('bulk.prices') THEN
    PERFORM app.refuse(422, 'too_many_prices');
  END IF;
  SELECT s.currency_exponent INTO v_exponent FROM public.stores s WHERE s.id = app.store();
  PERFORM FROM public.products p WHERE p.store_id = app.store() AND p.id = ANY (v_ids) ORDER BY p.id FOR UPDATE;
  v_changed := (
    SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.priced DESC, c.problem DESC, c.warning DESC, c.product_title, c.product, c.variant IS NOT NULL,
             c.position, c.variant), '[]') FROM app.changed_prices(p_change, v_ids, v_amount) AS c);
  SELECT jsonb_build_object(
           'products', count(DISTINCT c.value ->> 'product'), 'changes', count(*), 'problems', count(*) FILTER (WHERE (c.value -> 'problem')::boolean),
           'archived', v_archived, 'change_id', NULL, 'exponent', v_exponent,
           'prices', coalesce(jsonb_agg(jsonb_build_object('product', c.value -> 'product', 'after', c.value -> 'after') ORDER BY c.place), '[]'),
           'rows', coalesce(jsonb_agg(jsonb_build_object('title', c.value ->> 'title', 'sku', c.value ->> 'sku',
             'price', app.major((c.value ->> 'before')::bigint, v_exponent), 'new_price', app.major((c.value ->> 'after')::bigint, v_exponent))
             || jsonb_strip_nulls(jsonb_build_object('variants', c.value -> 'variants', 'reached', c.value -> 'reached',
                  'problem', CASE WHEN (c.value -> 'problem')::boolean THEN 'compare_at_price_not_above_price' END,
                  'warning', CASE WHEN (c.value -> 'warning')::boolean THEN 'compare_at_price_not_above_price' END))
             ORDER BY c.place) FILTER (WHERE c.place <= 20), '[]'))
    INTO v_result FROM jsonb_array_elements(v_changed) WITH ORDINALITY AS c(value, place) WHERE (c.value -> 'priced')::boolean;
  PERFORM app.refuse(422, 'price_out_of_range', jsonb_build_object('product', min(c ->> 'title'), 'rows', count(*)))
     FROM jsonb_array_elements(v_changed) AS c
    WHERE NOT (c ->> 'after')::numeric BETWEEN 0 AND app.max_amount()
   HAVING count(*) > 0;
  IF (p_change ->> 'dry_run')::boolean THEN
    RETURN v_result;
  END IF;
  PERFORM app.refuse(422, 'compare_at_price_not_above_price', jsonb_build_object('count', count(*), 'products',
            jsonb_agg(jsonb_build_object('id', c.value -> 'product', 'title', coalesce(c.value ->> 'reached', c.value ->> 'title')) ORDER BY c.place)
              FILTER (WHERE c.place <= 20)))
     FROM jsonb_array_elements(v_changed) WITH ORDINALITY AS c(value, place) WHERE (c.value -> 'problem')::boolean
   HAVING count(*) > 0;
  IF (v_result ->> 'changes')::integer <> (p_change ->> 'expected_changes')::integer THEN
    PERFORM app.refuse(409, 'other_changes', jsonb_build_object('changes', v_result -> 'changes'));
  END IF;
  IF v_changed = '[]' THEN
    RETURN v_result;
  END IF;
  PERFORM app.write_prices((
    SELECT jsonb_agg(jsonb_build_object('product', c -> 'product', 'variant', c -> 'variant', 'price', c -> 'after', 'former', c -> 'former_after'))
      FROM jsonb_array_elements(v_changed) AS c));
  INSERT INTO public.price_changes (store_id, id, prices)
  SELECT app.store(), (p_change ->> 'id')::uuid, jsonb_agg(jsonb_build_object('product', c -> 'product', 'variant', c -> 'variant',
           'before', c -> 'before', 'after', c -> 'after', 'former_before', c -> 'former_before', 'former_after', c -> 'former_after') ORDER BY c.place)
    FROM jsonb_array_elements(v_changed) WITH ORDINALITY AS c(c, place);
  RETURN v_result || jsonb_build_object('change_id', p_change -> 'id');
END
$$;
