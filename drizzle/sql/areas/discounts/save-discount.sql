-- What contradicts in a discount, as problems. p_fields: as in app.save_discount.
CREATE OR REPLACE FUNCTION app.discount_problems(
  p_old public.discounts, p_new public.discounts, p_fields jsonb, p_decimals integer
) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(p.problem ORDER BY p.place), '[]') FROM (
    SELECT 0 AS place, app.inexact_amount('/value', p_decimals) AS problem
      FROM (SELECT (p_fields ->> 'value')::numeric * power(10::numeric, p_decimals) AS minor) AS v
     WHERE p_new.kind = 'fixed' AND (v.minor % 1 <> 0 OR v.minor > app.max_amount())
    UNION ALL
    SELECT 1, jsonb_build_object('pointer', '/value', 'code', 'value_required', 'kind', p_new.kind)
     WHERE p_new.kind <> 'free_delivery'
       AND CASE WHEN p_fields ? 'value' THEN p_fields ->> 'value' ELSE coalesce(p_new.percentage, p_new.amount_minor)::text END IS NULL
    UNION ALL
    SELECT 2, jsonb_build_object('pointer', '/value', 'code', 'invalid_percentage')
     WHERE p_new.kind = 'percentage'
       AND ((p_fields ->> 'value')::numeric > 100 OR (p_fields ->> 'value')::numeric * 10000 % 1 <> 0)
    UNION ALL
    SELECT 3, jsonb_build_object('pointer', '/value', 'code', 'value_unused')
     WHERE p_new.kind = 'free_delivery' AND (p_fields ->> 'value')::numeric <> 0
    UNION ALL
    SELECT 3, jsonb_build_object('pointer', '/value', 'code', 'value_not_positive')
     WHERE p_new.kind <> 'free_delivery' AND (p_fields ->> 'value')::numeric = 0
    UNION ALL
    SELECT 4, jsonb_build_object('pointer', '/max_amount', 'code', 'max_amount_unused')
     WHERE p_new.kind <> 'percentage' AND p_fields ->> 'max_amount' IS NOT NULL
    UNION ALL
    SELECT 5, CASE WHEN p_fields -> 'automatic' = 'true' THEN '{"pointer": "/automatic", "code": "automatic_with_code"}'::jsonb
                   ELSE '{"pointer": "/code", "code": "code_required"}' END
     WHERE CASE p_fields -> 'automatic' WHEN 'true' THEN p_fields ->> 'code' IS NOT NULL
                ELSE p_new.code IS NULL AND (p_old.id IS NULL OR p_old.code IS NOT NULL OR p_fields -> 'automatic' = 'false') END
    UNION ALL
    SELECT 6, jsonb_build_object('pointer', '/code', 'code', 'invalid_code') WHERE app.discount_key(p_new.code) = ''
    UNION ALL
    SELECT 7, jsonb_build_object('pointer', '/code', 'code', 'code_taken', 'discount_id', d.id, 'name', d.name)
      FROM public.discounts d
     WHERE d.store_id = app.store() AND d.code_key = app.discount_key(p_new.code) AND d.id <> p_new.id
    UNION ALL
    SELECT 8, jsonb_build_object('pointer', '/ends_at', 'code', 'ends_before_start') WHERE p_new.ends_at <= p_new.starts_at
    UNION ALL
    SELECT 9, g.problem FROM app.unknown_goods(p_fields) AS g(problem)
  ) AS p
$$;

-- The products and collections of a discount that the store does not have, as problems. p_fields: as in app.save_discount.
CREATE OR REPLACE FUNCTION app.unknown_goods(p_fields jsonb) RETURNS SETOF jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object('pointer', format('/applies_to/%s/%s', f.pointer, g.place - 1), 'code', f.code)
    FROM (VALUES (1, 'product_ids', 'product_ids', 'product_not_found'), (2, 'collection_ids', 'collection_ids', 'collection_not_found'),
                 (3, 'except_product_ids', 'except/product_ids', 'product_not_found'),
                 (4, 'except_collection_ids', 'except/collection_ids', 'collection_not_found')) AS f(nth, name, pointer, code)
   CROSS JOIN LATERAL jsonb_array_elements_text(nullif(p_fields -> f.name, 'null')) WITH ORDINALITY AS g(id, place)
   WHERE NOT CASE f.code WHEN 'product_not_found' THEN EXISTS (
           SELECT FROM public.products p WHERE p.store_id = app.store() AND p.id = g.id::uuid)
         ELSE EXISTS (SELECT FROM public.collections c WHERE c.store_id = app.store() AND c.id = g.id::uuid) END
   ORDER BY f.nth, g.place
$$;

-- Whether a discount is automatic, active and has not ended. Those that start later are among them: so time alone never makes
-- them more than the limit.
CREATE OR REPLACE FUNCTION app.counts_as_automatic(d public.discounts) RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT d.id IS NOT NULL AND d.code IS NULL AND app.discount_state(d.active, d.starts_at, d.ends_at) IN ('scheduled', 'running')
$$;

-- Creates a discount of the open store, or changes the fields sent. The caller has locked an existing one. p_fields: fields
-- of the request under their names on the wire, with product_ids, tags and collection_ids for applies_to, and the same three
-- with except_ before them for what it excepts. Another kind drops the value and the maximum of the former kind.
CREATE OR REPLACE FUNCTION app.save_discount(p_id uuid, p_fields jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_max_automatic constant integer := app.most('store.active_automatic_discounts');
  v_decimals constant integer := (SELECT s.currency_exponent FROM public.stores s WHERE s.id = app.store());
  v_value constant numeric := (p_fields ->> 'value')::numeric;
  v_fields jsonb;
  v_problems jsonb;
  v_old public.discounts;
  v_new public.discounts;
  v_counts boolean;
BEGIN
  SELECT m.fields, m.problems INTO v_fields, v_problems FROM app.minor_fields(p_fields, '{max_amount,min_subtotal}') AS m;
  SELECT * INTO v_old FROM public.discounts d WHERE d.store_id = app.store() AND d.id = p_id;
  -- Keeps them from being deleted until the discount is stored.
  PERFORM FROM public.collections c
    WHERE c.store_id = app.store() AND (p_fields -> 'collection_ids' ? c.id::text OR p_fields -> 'except_collection_ids' ? c.id::text)
    ORDER BY c.id FOR KEY SHARE;
  v_new := jsonb_populate_record(v_old, v_fields);
  IF p_fields ? 'starts_at' THEN
    v_new.starts_at := app.moment_of(app.store(), p_fields ->> 'starts_at');
  END IF;
  IF p_fields ? 'ends_at' THEN
    v_new.ends_at := app.moment_of(app.store(), p_fields ->> 'ends_at', true);
  END IF;
  -- Without product_ids and tags, a discount is on all goods, so one on collections has an empty list.
  IF v_new.collection_ids IS NOT NULL THEN
    v_new.product_ids := '{}';
  END IF;
  v_new.id := p_id;
  v_new.name := coalesce(v_new.name, v_new.code, 'Discount');
  IF p_fields -> 'automatic' = 'true' THEN
    v_new.code := NULL;
  END IF;
  IF v_old.kind <> v_new.kind THEN
    v_new.percentage := NULL;
    v_new.amount_minor := NULL;
    v_new.max_amount_minor := CASE WHEN p_fields ? 'max_amount' THEN v_new.max_amount_minor END;
  END IF;
  v_problems := v_problems || app.discount_problems(v_old, v_new, p_fields, v_decimals);
  IF v_problems <> '[]' THEN
    PERFORM app.refuse(422, 'invalid_input', v_problems);
  END IF;
  IF v_value IS NOT NULL THEN
    v_new.percentage := CASE v_new.kind WHEN 'percentage' THEN v_value END;
    v_new.amount_minor := CASE v_new.kind WHEN 'fixed' THEN v_value * power(10::numeric, v_decimals) END;
  END IF;

  v_counts := app.counts_as_automatic(v_new) AND NOT coalesce(app.counts_as_automatic(v_old), false);
  IF v_old.id IS NULL OR v_counts THEN
    -- Serializes concurrent requests, so that each counts the discounts of the others.
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', app.store(), 'discounts'), 0));
    IF v_old.id IS NULL THEN
      PERFORM app.expect_room('discounts', (SELECT count(*) FROM public.discounts d WHERE d.store_id = app.store()));
    END IF;
    IF v_counts AND (
      SELECT count(*) FROM public.discounts d WHERE d.store_id = app.store() AND d.code IS NULL AND app.counts_as_automatic(d)
    ) >= v_max_automatic THEN
      PERFORM app.refuse(409, 'automatic_limit_reached', jsonb_build_object('max_automatic_discounts', v_max_automatic));
    END IF;
  END IF;
  IF v_old.id IS NULL THEN
    v_new.first_order_only := coalesce(v_new.first_order_only, false);
    v_new.combines := coalesce(v_new.combines, false);
    v_new.active := coalesce(v_new.active, true);
    INSERT INTO public.discounts (store_id, id,
      -- each discounts.saved: %
      name, code, kind, percentage, amount_minor, max_amount_minor, product_ids, tags, collection_ids, except_product_ids, except_tags, except_collection_ids, min_subtotal_minor, min_quantity, starts_at, ends_at, usage_limit, usage_limit_per_customer, first_order_only, combines, active
    ) VALUES (app.store(), p_id,
      -- each discounts.saved: v_new.%
      v_new.name, v_new.code, v_new.kind, v_new.percentage, v_new.amount_minor, v_new.max_amount_minor, v_new.product_ids, v_new.tags, v_new.collection_ids, v_new.except_product_ids, v_new.except_tags, v_new.except_collection_ids, v_new.min_subtotal_minor, v_new.min_quantity, v_new.starts_at, v_new.ends_at, v_new.usage_limit, v_new.usage_limit_per_customer, v_new.first_order_only, v_new.combines, v_new.active
    );
  ELSE
    UPDATE public.discounts d SET version = d.version + 1, updated_at = now(),
      -- each discounts.saved: % = v_new.%
      name = v_new.name, code = v_new.code, kind = v_new.kind, percentage = v_new.percentage, amount_minor = v_new.amount_minor, max_amount_minor = v_new.max_amount_minor, product_ids = v_new.product_ids, tags = v_new.tags, collection_ids = v_new.collection_ids, except_product_ids = v_new.except_product_ids, except_tags = v_new.except_tags, except_collection_ids = v_new.except_collection_ids, min_subtotal_minor = v_new.min_subtotal_minor, min_quantity = v_new.min_quantity, starts_at = v_new.starts_at, ends_at = v_new.ends_at, usage_limit = v_new.usage_limit, usage_limit_per_customer = v_new.usage_limit_per_customer, first_order_only = v_new.first_order_only, combines = v_new.combines, active = v_new.active
     WHERE d.store_id = app.store() AND d.id = p_id;
  END IF;
END
$$;
