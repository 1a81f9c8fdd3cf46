-- Which products discounts are for.

-- Which discounts for collections, and which with exceptions, are for which of the products, found for all of them at once.
CREATE OR REPLACE FUNCTION app.covered_products(p_store uuid, p_discounts public.discounts[], p_products uuid[])
  RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_collections constant uuid[] := ARRAY(SELECT DISTINCT c FROM unnest(p_discounts) AS d, unnest(d.collection_ids) AS c);
  v_facts constant public.product_facts[] := ARRAY(
    SELECT f FROM public.product_facts f WHERE f.store_id = p_store AND f.product_id = ANY (p_products));
  v_discount public.discounts;
BEGIN
  IF v_facts = '{}' THEN
    RETURN;
  END IF;
  FOREACH v_discount IN ARRAY p_discounts LOOP
    IF app.has_exceptions(v_discount) THEN
      RETURN QUERY
        SELECT c.discount_id, f.product_id
          FROM app.products_covered(p_store, ARRAY(
                 SELECT d FROM unnest(p_discounts) AS d WHERE d.collection_ids IS NOT NULL OR app.has_exceptions(d)), v_facts) AS c
         CROSS JOIN unnest(v_facts) WITH ORDINALITY AS f
         WHERE get_bit(c.bits, f.ordinality::integer - 1) = 1;
      RETURN;
    END IF;
  END LOOP;
  IF v_collections = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH listed AS MATERIALIZED (
      SELECT m.collection_id, m.product_id FROM public.collection_products m
       WHERE m.store_id = p_store AND m.collection_id = ANY (v_collections) AND m.product_id = ANY (p_products)
    ), ruled AS MATERIALIZED (
      SELECT d.id, bit_or(c.bits) AS bits FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id)
        JOIN app.products_collected(p_store, v_collections, v_facts) AS c ON c.collection_id = n.id GROUP BY 1
    )
    SELECT d.id, l.product_id
      FROM unnest(p_discounts) AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n(id) JOIN listed AS l ON l.collection_id = n.id
    UNION
    SELECT r.id, f.product_id FROM ruled AS r CROSS JOIN unnest(v_facts) WITH ORDINALITY AS f
     WHERE get_bit(r.bits, f.ordinality::integer - 1) = 1;
END
$$;

-- Which products of these stores the automatic discounts for collections or with exceptions are for: each discount only those of its
-- own store. In PL/pgSQL, so that it costs nothing where there are none.
CREATE OR REPLACE FUNCTION app.shown_by_collection(p_stores uuid[], p_products uuid[]) RETURNS TABLE (discount_id uuid, product_id uuid)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY SELECT c.* FROM unnest(p_stores) AS s(id) CROSS JOIN LATERAL app.covered_products(s.id, ARRAY(
    SELECT d FROM app.automatic_discounts(ARRAY[s.id]) AS d), p_products) AS c;
END
$$;

-- The products of one store that each of its discounts is for: those of its goods without those of its exceptions, as a bit for each
-- product, in their order. So each collection is looked at once for all discounts and products. Those for none may be left out.
CREATE OR REPLACE FUNCTION app.products_covered(p_store uuid, p_discounts public.discounts[], p_products public.product_facts[])
  RETURNS TABLE (discount_id uuid, bits bit varying)
  LANGUAGE plpgsql STABLE
  -- Otherwise PostgreSQL, which expects few elements of an array, compares all products with all goods.
  SET enable_nestloop = off
  SET enable_mergejoin = off
  SET enable_sort = off
AS $$
DECLARE
  v_none constant bit varying := repeat('0', cardinality(p_products))::bit varying;
  v_collections constant uuid[] := ARRAY(
    SELECT DISTINCT c FROM unnest(p_discounts) AS d, unnest(d.collection_ids || d.except_collection_ids) AS c);
  v_ids uuid[];
  v_bits bit varying[];
BEGIN
  -- Not RETURN QUERY, as in app.products_collected.
  WITH discounts AS MATERIALIZED (
    SELECT d.id, d.product_ids IS NULL AND d.tags IS NULL AS is_for_all, d.product_ids, d.tag_keys, d.collection_ids,
           d.except_product_ids, d.except_tag_keys, d.except_collection_ids
      FROM unnest(p_discounts) AS d
  ), products AS MATERIALIZED (
    SELECT f.product_id, f.tag_keys, set_bit(v_none, f.ordinality::integer - 1, 1) AS bits FROM unnest(p_products) WITH ORDINALITY AS f
  ), tagged AS MATERIALIZED (
    SELECT t.tag, bit_or(p.bits) AS bits FROM products AS p CROSS JOIN LATERAL unnest(p.tag_keys) AS t(tag)
     WHERE t.tag IN (SELECT u.tag FROM discounts AS d CROSS JOIN LATERAL unnest(d.tag_keys || d.except_tag_keys) AS u(tag)) GROUP BY 1
  ), collected AS MATERIALIZED (
    SELECT c.collection_id, c.bits FROM app.products_collected(p_store, v_collections, p_products) AS c
    UNION ALL
    SELECT m.collection_id, bit_or(p.bits)
      FROM public.collection_products m JOIN products AS p ON p.product_id = m.product_id
     WHERE m.store_id = p_store AND m.collection_id = ANY (v_collections)
       AND m.product_id = ANY (ARRAY(SELECT o.product_id FROM products AS o)) GROUP BY 1
  ), goods AS MATERIALIZED (
    SELECT g.id, g.is_excepted, bit_or(g.bits) AS bits FROM (
      SELECT i.id, i.is_excepted, p.bits FROM (
        SELECT d.id, false AS is_excepted, n AS product_id FROM discounts AS d CROSS JOIN LATERAL unnest(d.product_ids) AS n
        UNION ALL SELECT d.id, true, n FROM discounts AS d CROSS JOIN LATERAL unnest(d.except_product_ids) AS n) AS i
        JOIN products AS p ON p.product_id = i.product_id
      UNION ALL
      SELECT i.id, i.is_excepted, t.bits FROM (
        SELECT d.id, false AS is_excepted, n AS tag FROM discounts AS d CROSS JOIN LATERAL unnest(d.tag_keys) AS n
        UNION ALL SELECT d.id, true, n FROM discounts AS d CROSS JOIN LATERAL unnest(d.except_tag_keys) AS n) AS i
        JOIN tagged AS t ON t.tag = i.tag
      UNION ALL
      SELECT i.id, i.is_excepted, c.bits FROM (
        SELECT d.id, false AS is_excepted, n AS collection_id FROM discounts AS d CROSS JOIN LATERAL unnest(d.collection_ids) AS n
        UNION ALL SELECT d.id, true, n FROM discounts AS d CROSS JOIN LATERAL unnest(d.except_collection_ids) AS n) AS i
        JOIN collected AS c ON c.collection_id = i.collection_id) AS g
     GROUP BY 1, 2
  )
  SELECT array_agg(d.id), array_agg(CASE WHEN d.is_for_all THEN ~ v_none ELSE g.bits END & ~ coalesce(e.bits, v_none)) INTO v_ids, v_bits
    FROM discounts AS d
    LEFT JOIN goods AS g ON g.id = d.id AND NOT g.is_excepted
    LEFT JOIN goods AS e ON e.id = d.id AND e.is_excepted
   WHERE d.is_for_all OR g.id IS NOT NULL;
  RETURN QUERY SELECT * FROM unnest(v_ids, v_bits);
END
$$;

-- Those of the products from which none of the discounts takes anything off.
CREATE OR REPLACE FUNCTION app.products_uncovered(p_products public.product_facts[], p_discounts public.discounts[])
  RETURNS public.product_facts[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  -- As in app.products_uncollected.
  v_max constant integer := 1000;
  v_store uuid;
  v_all public.product_facts[];
  v_part public.product_facts[];
  v_discounts public.discounts[];
  v_bits bit varying[];
  v_prices bigint[];
  v_rest public.product_facts[] := '{}';
BEGIN
  FOR v_store, v_all IN SELECT f.store_id, array_agg(f) FROM unnest(p_products) AS f GROUP BY 1 LOOP
    v_discounts := ARRAY(SELECT d FROM unnest(p_discounts) AS d WHERE d.store_id = v_store);
    FOR v_at IN 1 .. cardinality(v_all) BY v_max LOOP
      v_part := v_all[v_at : v_at + v_max - 1];
      SELECT array_agg(b.bits), array_agg(b.price_from) INTO v_bits, v_prices
        FROM (SELECT bit_or(c.bits)::bit varying AS bits, s.price_from
                FROM (SELECT d.id, app.discounted_from(d) AS price_from FROM unnest(v_discounts) AS d) AS s
                JOIN app.products_covered(v_store, v_discounts, v_part) AS c ON c.discount_id = s.id
               GROUP BY s.price_from) AS b;
      v_rest := v_rest || app.products_without_bits(v_part, v_bits, v_prices);
    END LOOP;
  END LOOP;
  RETURN v_rest;
END
$$;
