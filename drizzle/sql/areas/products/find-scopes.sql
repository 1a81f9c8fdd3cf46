-- Which products of a list are on sale, or in a collection. A list examines up to 10,000 products, so all of them are compared
-- with all discounts at once. app.covered_products finds out for a few products which discounts for collections are for them.
-- p_scopes: products to look for, as in the columns of discounts: [{store_id, product_ids, tags, collection_ids, price_from}].
-- Without product_ids and tags, all products of the store. Products whose prices are all below price_from do not count. With a
-- scope (an id), what scopes demand is not put together with what others do.

-- Those of the products that are on sale, or are not: products with a former price above the price, or of which an automatic
-- discount takes something off a variant.
CREATE OR REPLACE FUNCTION app.products_on_sale(
  p_products public.product_facts[], p_discounts public.discounts[], p_on_sale boolean
) RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scopes jsonb;
  v_others public.product_facts[];
BEGIN
  IF p_discounts = '{}' THEN
    RETURN ARRAY(SELECT f FROM unnest(p_products) AS f WHERE f.reduced = p_on_sale);
  END IF;
  SELECT jsonb_agg(jsonb_build_object('store_id', s.store_id, 'product_ids', s.product_ids, 'tags', s.tags,
                                      'collection_ids', s.collection_ids, 'price_from', s.price_from)) INTO v_scopes
    FROM (SELECT d.*, app.discounted_from(d) AS price_from FROM unnest(p_discounts) AS d) AS s WHERE s.price_from IS NOT NULL;
  v_others := app.products_outside(ARRAY(SELECT f FROM unnest(p_products) AS f WHERE NOT f.reduced), v_scopes);
  RETURN CASE WHEN p_on_sale THEN app.products_except(p_products, v_others) ELSE v_others END;
END
$$;

-- Those of the products that are in the collection with this id or slug.
CREATE OR REPLACE FUNCTION app.products_in_collection(
  p_products public.product_facts[], p_stores uuid[], p_collection text, p_public boolean
) RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_scopes constant jsonb := (
    SELECT jsonb_agg(jsonb_build_object('store_id', s.id, 'product_ids', '{}'::uuid[], 'collection_ids', ARRAY[c.id], 'price_from', 0))
      FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.collection_scope(s.id, p_collection, p_public) AS c WHERE c.id IS NOT NULL);
BEGIN
  RETURN app.products_except(p_products, app.products_outside(p_products, v_scopes));
END
$$;

-- The products without some of them.
CREATE OR REPLACE FUNCTION app.products_except(
  p_products public.product_facts[], p_others public.product_facts[]
) RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN ARRAY(SELECT f FROM unnest(p_products) AS f
                WHERE (f.store_id, f.product_id) NOT IN (SELECT o.store_id, o.product_id FROM unnest(p_others) AS o));
END
$$;

-- Those of the products that are in no scope. Each step examines only what the steps before it left.
CREATE OR REPLACE FUNCTION app.products_outside(p_products public.product_facts[], p_scopes jsonb) RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_rest public.product_facts[] := p_products;
  v_all jsonb;
  v_by_id boolean;
  v_by_condition boolean;
BEGIN
  SELECT jsonb_object_agg(s.store_id, s.price_from ORDER BY s.price_from DESC) FILTER (WHERE s.product_ids IS NULL AND s.tags IS NULL),
         bool_or(cardinality(s.product_ids) > 0 OR s.collection_ids IS NOT NULL),
         bool_or(s.tags IS NOT NULL OR s.collection_ids IS NOT NULL)
    INTO v_all, v_by_id, v_by_condition
    FROM jsonb_to_recordset(p_scopes) AS s(store_id uuid, product_ids uuid[], tags text[], collection_ids uuid[], price_from bigint);
  IF v_all IS NOT NULL THEN
    v_rest := ARRAY(SELECT f FROM unnest(v_rest) AS f
                     WHERE (f.prices[cardinality(f.prices)] >= (v_all -> f.store_id::text)::bigint) IS NOT TRUE);
  END IF;
  IF v_by_id AND cardinality(v_rest) > 0 THEN
    v_rest := ARRAY(
      SELECT f FROM unnest(v_rest) AS f
       WHERE NOT EXISTS (SELECT FROM app.scope_products(p_scopes) AS s
                          WHERE s.store_id = f.store_id AND s.product_id = f.product_id AND s.price_from <= f.prices[cardinality(f.prices)]));
  END IF;
  IF v_by_condition AND cardinality(v_rest) > 0 THEN
    v_rest := ARRAY(
      SELECT f FROM unnest(v_rest) AS f
       WHERE (f.store_id, f.product_id) NOT IN (
         -- OFFSET 0 keeps the planner from joining each product with all conditions of its store.
         SELECT g.store_id, g.product_id
           FROM (SELECT p.*, t.tag FROM unnest(v_rest) AS p CROSS JOIN LATERAL unnest(p.tags || '{""}') AS t(tag) OFFSET 0) AS g
           JOIN app.scope_demands(p_scopes) AS c ON c.store_id = g.store_id AND c.tag = g.tag
          WHERE g.created_at >= c.since AND g.prices[cardinality(g.prices)] >= c.price_from AND c.prices @> g.price_minor AND g.tags @> c.tags
            AND (c.in_stock IS NULL OR c.in_stock <> ((g.store_id, g.product_id) IN (
                  SELECT o.store_id, o.product_id FROM unnest(v_rest) AS o
                   WHERE EXISTS (SELECT FROM public.sold_out_variants x WHERE x.store_id = o.store_id AND x.product_id = o.product_id)
                     AND NOT app.product_in_stock(o.store_id, o.product_id))))));
  END IF;
  RETURN v_rest;
END
$$;

-- The products that scopes name, and those of their manual collections.
CREATE OR REPLACE FUNCTION app.scope_products(p_scopes jsonb) RETURNS TABLE (store_id uuid, product_id uuid, price_from bigint)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY
    SELECT i.store_id, i.id, min(i.price_from) FROM (
      SELECT s.store_id, p.id, s.price_from
        FROM jsonb_to_recordset(p_scopes) AS s(store_id uuid, product_ids uuid[], price_from bigint), unnest(s.product_ids) AS p(id)
      UNION ALL
      SELECT c.store_id, m.product_id, c.price_from FROM app.collections_in_scopes(p_scopes) AS c
        JOIN public.collection_products m ON m.store_id = c.store_id AND m.collection_id = c.id) AS i
     GROUP BY 1, 2;
END
$$;

-- What scopes demand of products that they do not name. As in app.meets_condition, but one row for all prices that are demanded
-- together with the same tags, stock and age, and without a price for all ages. tag: one of the tags, or '' without any.
CREATE OR REPLACE FUNCTION app.scope_demands(p_scopes jsonb)
  RETURNS TABLE (
    store_id uuid, scope uuid, tag text, tags text[], prices int8multirange, in_stock boolean, since timestamptz, price_from bigint
  )
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY
    WITH s AS MATERIALIZED (
      SELECT * FROM app.collections_in_scopes(p_scopes)
    ), conditions AS MATERIALIZED (
      -- Each collection once, whatever the number of its scopes.
      SELECT c.store_id, c.id, r.tags, int8range(r.price_from, r.price_to, '[]') AS prices, r.in_stock,
             coalesce(now() - make_interval(hours => 24 * r.days), '-infinity') AS since
        FROM (SELECT DISTINCT s.store_id, s.id FROM s) AS d
        JOIN public.collections c ON c.store_id = d.store_id AND c.id = d.id
       CROSS JOIN LATERAL jsonb_to_recordset(c.conditions) AS r(tags text[], price_from bigint, price_to bigint, in_stock boolean, days integer)
       WHERE coalesce(r.price_from <= r.price_to, true))
    SELECT u.store_id, u.scope, coalesce(u.tags[1], ''), u.tags, range_agg(u.prices), u.in_stock, min(u.since), u.price_from FROM (
      SELECT t.store_id, t.scope, ARRAY[g] AS tags, int8range(NULL, NULL) AS prices, NULL::boolean AS in_stock,
             timestamptz '-infinity' AS since, t.price_from
        FROM jsonb_to_recordset(p_scopes) AS t(store_id uuid, scope uuid, tags text[], price_from bigint), unnest(t.tags) AS g
      UNION ALL
      SELECT s.store_id, s.scope, c.tags, c.prices, c.in_stock, c.since, s.price_from
        FROM s JOIN conditions AS c ON c.store_id = s.store_id AND c.id = s.id) AS u
     GROUP BY u.store_id, u.scope, u.tags, u.in_stock, u.price_from,
              CASE WHEN NOT (lower_inf(u.prices) AND upper_inf(u.prices)) THEN u.since END;
END
$$;

-- The collections of scopes, each once for each scope.
CREATE OR REPLACE FUNCTION app.collections_in_scopes(p_scopes jsonb)
  RETURNS TABLE (store_id uuid, scope uuid, id uuid, price_from bigint)
  LANGUAGE plpgsql STABLE
  ROWS 10
AS $$
BEGIN
  RETURN QUERY
    SELECT s.store_id, s.scope, c.id, min(s.price_from)
      FROM jsonb_to_recordset(p_scopes) AS s(store_id uuid, scope uuid, collection_ids uuid[], price_from bigint), unnest(s.collection_ids) AS c(id)
     GROUP BY 1, 2, 3;
END
$$;
