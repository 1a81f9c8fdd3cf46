-- Which products of a list are on sale, or in a collection. A list examines up to 10,000 products, so all of them are compared
-- with all discounts at once. app.covered_products finds out for a few products which discounts for collections are for them.
-- p_scopes: products to look for, as in the columns of discounts: [{store_id, product_ids, tag_keys, collection_ids, price_from}].
-- Without product_ids and tag_keys, all products of the store. Products whose prices are all below price_from do not count.

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
  v_excepting public.discounts[];
BEGIN
  IF p_discounts = '{}' THEN
    RETURN ARRAY(SELECT f FROM unnest(p_products) AS f WHERE f.reduced = p_on_sale);
  END IF;
  SELECT jsonb_agg(jsonb_build_object('store_id', s.store_id, 'product_ids', s.product_ids, 'tag_keys', s.tag_keys,
                                      'collection_ids', s.collection_ids, 'price_from', s.price_from)) FILTER (WHERE NOT app.has_exceptions(s.d)),
         array_agg(s.d) FILTER (WHERE app.has_exceptions(s.d))
    INTO v_scopes, v_excepting
    FROM (SELECT d.*, d, app.discounted_from(d) AS price_from FROM unnest(p_discounts) AS d) AS s WHERE s.price_from IS NOT NULL;
  v_others := app.products_outside(ARRAY(SELECT f FROM unnest(p_products) AS f WHERE NOT f.reduced), v_scopes);
  IF v_excepting IS NOT NULL AND v_others <> '{}' THEN
    v_others := app.products_uncovered(v_others, v_excepting);
  END IF;
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
  v_by_tag boolean;
  v_by_collection boolean;
BEGIN
  SELECT jsonb_object_agg(s.store_id, s.price_from ORDER BY s.price_from DESC) FILTER (WHERE s.product_ids IS NULL AND s.tag_keys IS NULL),
         bool_or(cardinality(s.product_ids) > 0 OR s.collection_ids IS NOT NULL),
         bool_or(s.tag_keys IS NOT NULL), bool_or(s.collection_ids IS NOT NULL)
    INTO v_all, v_by_id, v_by_tag, v_by_collection
    FROM jsonb_to_recordset(p_scopes) AS s(store_id uuid, product_ids uuid[], tag_keys text[], collection_ids uuid[], price_from bigint);
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
  IF v_by_tag AND cardinality(v_rest) > 0 THEN
    v_rest := ARRAY(
      SELECT f FROM unnest(v_rest) AS f
       WHERE (f.store_id, f.product_id) NOT IN (
         -- OFFSET 0 keeps the planner from joining each product with all tags of its store.
         SELECT g.store_id, g.product_id
           FROM (SELECT p.*, t.tag FROM unnest(v_rest) AS p CROSS JOIN LATERAL unnest(p.tag_keys) AS t(tag) OFFSET 0) AS g
           JOIN (SELECT s.store_id, t.tag, min(s.price_from) AS price_from
                   FROM jsonb_to_recordset(p_scopes) AS s(store_id uuid, tag_keys text[], price_from bigint), unnest(s.tag_keys) AS t(tag)
                  GROUP BY 1, 2) AS c ON c.store_id = g.store_id AND c.tag = g.tag
          WHERE g.prices[cardinality(g.prices)] >= c.price_from));
  END IF;
  IF v_by_collection AND cardinality(v_rest) > 0 THEN
    v_rest := app.products_uncollected(v_rest, p_scopes);
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

-- Those of the products that no rule-based collection of the scopes has.
CREATE OR REPLACE FUNCTION app.products_uncollected(p_products public.product_facts[], p_scopes jsonb) RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  -- More are compared in parts, because setting a bit copies those of all products.
  v_max constant integer := 1000;
  v_store uuid;
  v_all public.product_facts[];
  v_part public.product_facts[];
  v_bits bit varying[];
  v_prices bigint[];
  v_collections uuid[];
  v_rest public.product_facts[] := '{}';
BEGIN
  FOR v_store, v_all IN SELECT f.store_id, array_agg(f) FROM unnest(p_products) AS f GROUP BY 1 LOOP
    v_collections := ARRAY(SELECT s.id FROM app.collections_in_scopes(p_scopes) AS s WHERE s.store_id = v_store);
    FOR v_at IN 1 .. cardinality(v_all) BY v_max LOOP
      v_part := v_all[v_at : v_at + v_max - 1];
      SELECT array_agg(b.bits), array_agg(b.price_from) INTO v_bits, v_prices
        FROM (SELECT bit_or(c.bits)::bit varying AS bits, s.price_from
                FROM app.collections_in_scopes(p_scopes) AS s
                JOIN app.products_collected(v_store, v_collections, v_part) AS c ON c.collection_id = s.id
               WHERE s.store_id = v_store GROUP BY s.price_from) AS b;
      v_rest := v_rest || app.products_without_bits(v_part, v_bits, v_prices);
    END LOOP;
  END LOOP;
  RETURN v_rest;
END
$$;

-- The products (at most 1,000) that no entry matches. An entry matches a product if the product's bit is set and its highest price is
-- at least the price_from at the same position.
CREATE OR REPLACE FUNCTION app.products_without_bits(p_products public.product_facts[], p_bits bit varying[], p_prices_from bigint[])
  RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN ARRAY(
    SELECT n.f FROM (SELECT f, f.prices, row_number() OVER ()::integer - 1 AS place FROM unnest(p_products) AS f) AS n
     WHERE NOT EXISTS (SELECT FROM unnest(p_bits, p_prices_from) AS b(bits, price_from)
                        WHERE get_bit(b.bits, n.place) = 1 AND n.prices[cardinality(n.prices)] >= b.price_from));
END
$$;

-- The products of one store that its rule-based collections have, as app.meets_condition finds them: a bit for each product, in their
-- order. So a condition is compared with all products at once, and each collection is looked at once. Those without any are left out.
CREATE OR REPLACE FUNCTION app.products_collected(p_store uuid, p_collections uuid[], p_products public.product_facts[])
  RETURNS TABLE (collection_id uuid, bits bit varying)
  LANGUAGE plpgsql STABLE
  -- Otherwise PostgreSQL, which expects few elements of an array, compares all tags with all conditions.
  SET enable_nestloop = off
  SET enable_mergejoin = off
  SET enable_sort = off
AS $$
DECLARE
  v_none constant bit varying := repeat('0', cardinality(p_products))::bit varying;
  v_in_stock bit varying;
  -- The different prices and times, the lowest first, and the products below the first, the second and so on.
  v_prices bigint[];
  v_cheaper bit varying[];
  v_times timestamptz[];
  v_older bit varying[];
  v_ids uuid[];
  v_bits bit varying[];
BEGIN
  SELECT array_agg(l.price_minor ORDER BY l.price_minor), ARRAY[v_none] || array_agg(l.bits ORDER BY l.price_minor) INTO v_prices, v_cheaper
    FROM (SELECT f.price_minor, bit_or(bit_or(set_bit(v_none, f.ordinality::integer - 1, 1))) OVER (ORDER BY f.price_minor)::bit varying AS bits
            FROM unnest(p_products) WITH ORDINALITY AS f GROUP BY 1) AS l;
  SELECT array_agg(l.created_at ORDER BY l.created_at), ARRAY[v_none] || array_agg(l.bits ORDER BY l.created_at) INTO v_times, v_older
    FROM (SELECT f.created_at, bit_or(bit_or(set_bit(v_none, f.ordinality::integer - 1, 1))) OVER (ORDER BY f.created_at)::bit varying AS bits
            FROM unnest(p_products) WITH ORDINALITY AS f GROUP BY 1) AS l;
  IF EXISTS (SELECT FROM public.collections c
              WHERE c.store_id = p_store AND c.id = ANY (p_collections) AND c.conditions @? '$[*].in_stock ? (@ != null)') THEN
    SELECT bit_or(CASE WHEN f.variants > 0 AND (NOT f.product_id IN (
                         SELECT x.product_id FROM public.sold_out_variants x
                          WHERE x.store_id = p_store AND x.product_id = ANY (ARRAY(SELECT p.product_id FROM unnest(p_products) AS p)))
                       OR app.product_in_stock(p_store, f.product_id))
                  THEN set_bit(v_none, f.ordinality::integer - 1, 1) ELSE v_none END) INTO v_in_stock
      FROM unnest(p_products) WITH ORDINALITY AS f;
  END IF;
  -- Not RETURN QUERY, for which PostgreSQL copies the arrays, and then looks for each element from the first.
  WITH conditions AS MATERIALIZED (
    SELECT c.id, row_number() OVER () AS n, r.*
      FROM public.collections c
     CROSS JOIN LATERAL jsonb_to_recordset(c.conditions) AS r(tags text[], price_from bigint, price_to bigint, in_stock boolean, days integer)
     WHERE c.store_id = p_store AND c.id = ANY (p_collections)
  ), demanded AS MATERIALIZED (
    SELECT k.n, t.tag FROM conditions AS k CROSS JOIN LATERAL unnest(k.tags) AS t(tag)
  ), tagged AS MATERIALIZED (
    SELECT g.tag, bit_or(set_bit(v_none, g.place, 1)) AS bits
      FROM (SELECT t.tag, f.ordinality::integer - 1 AS place
              FROM unnest(p_products) WITH ORDINALITY AS f CROSS JOIN LATERAL unnest(f.tag_keys) AS t(tag) OFFSET 0) AS g
     WHERE g.tag IN (SELECT d.tag FROM demanded AS d) GROUP BY 1
  ), met AS MATERIALIZED (
    SELECT d.n, bit_and(t.bits) AS bits, count(*) AS count FROM demanded AS d JOIN tagged AS t ON t.tag = d.tag GROUP BY 1
  )
  SELECT array_agg(g.id), array_agg(g.bits) INTO v_ids, v_bits FROM (
    SELECT k.id, bit_or(
           CASE WHEN k.tags = '{}' THEN ~v_none ELSE m.bits END
           & ~ v_cheaper[1 + width_bucket(coalesce(k.price_from, 0) - 1, v_prices)]
           & v_cheaper[1 + width_bucket(coalesce(k.price_to, 9223372036854775807), v_prices)]
           & ~ CASE WHEN k.days IS NULL THEN v_none
                    ELSE v_older[1 + width_bucket(now() - make_interval(hours => 24 * k.days) - interval '1 microsecond', v_times)] END
           & CASE k.in_stock WHEN true THEN v_in_stock WHEN false THEN ~v_in_stock ELSE ~v_none END)::bit varying AS bits
      FROM conditions AS k LEFT JOIN met AS m ON m.n = k.n
     WHERE k.tags = '{}' OR m.count = cardinality(k.tags)
     GROUP BY 1) AS g;
  RETURN QUERY SELECT * FROM unnest(v_ids, v_bits);
END
$$;

-- The collections of scopes.
CREATE OR REPLACE FUNCTION app.collections_in_scopes(p_scopes jsonb)
  RETURNS TABLE (store_id uuid, id uuid, price_from bigint)
  LANGUAGE plpgsql STABLE
  ROWS 10
AS $$
BEGIN
  RETURN QUERY
    SELECT s.store_id, c.id, min(s.price_from)
      FROM jsonb_to_recordset(p_scopes) AS s(store_id uuid, collection_ids uuid[], price_from bigint), unnest(s.collection_ids) AS c(id)
     GROUP BY 1, 2;
END
$$;
