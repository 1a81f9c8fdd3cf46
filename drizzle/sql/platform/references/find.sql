-- What people call a resource. A request may name an order by its number, a product by its SKU, slug or title, a variant by
-- its SKU, a customer by phone number or email address, a discount by its code, a collection or page by its slug, and each of
-- these and a delivery method by its name, in place of the id. The tenant context is followed by app.find,
-- which finds the id once; from then on app.named returns it to every statement of the batch.

-- The id that app.find found in this transaction.
CREATE OR REPLACE FUNCTION app.named(p_kind text) RETURNS uuid
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$ BEGIN RETURN nullif(current_setting('app.named_' || p_kind, true), '')::uuid; END $$;

-- The order with this number, or NULL. Refuses if several stores of the caller have one.
CREATE OR REPLACE FUNCTION app.find_order(p_number text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_ids uuid[];
  v_stores uuid[];
BEGIN
  SELECT array_agg(o.id), array_agg(o.store_id) INTO v_ids, v_stores
    FROM public.orders o WHERE o.store_id = ANY (app.stores()) AND o.number = p_number::bigint;
  PERFORM app.expect_one_store(v_stores);
  RETURN v_ids[1];
END
$$;

-- The products with this SKU, slug or title. By an SKU, with its variant. Archived ones only if there are no others.
-- Bypasses the policies, under which no index on a folded title is used, and restricts rows to the stores of the tenant
-- context itself.
CREATE OR REPLACE FUNCTION app.products_named(p_stores uuid[], p_name text)
  RETURNS TABLE (store_id uuid, id uuid, variant_id uuid, title text, sku text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
AS $$
BEGIN
  RETURN QUERY
  SELECT s.store_id, s.id, s.variant_id, s.title, coalesce(s.sku, (
           SELECT v.sku FROM public.product_variants v
            WHERE v.store_id = s.store_id AND v.product_id = s.id AND v.archived_at IS NULL ORDER BY v.position, v.id LIMIT 1))
    FROM (
      SELECT DISTINCT ON (f.store_id, f.id) f.*, min(f.rank) OVER () AS best FROM (
        SELECT p.store_id, p.id, v.id AS variant_id, p.title, v.sku, (p.status = 'archived')::integer AS rank
          FROM public.product_variants v JOIN public.products p ON p.store_id = v.store_id AND p.id = v.product_id
         WHERE v.store_id = ANY (p_stores) AND v.sku_key = app.sku_key(p_name) AND v.archived_at IS NULL
        UNION ALL
        SELECT p.store_id, p.id, NULL, p.title, NULL, (p.status = 'archived')::integer FROM public.products p
         WHERE p.store_id = ANY (p_stores) AND p.slug = lower(normalize(p_name, NFKC))
        UNION ALL
        (SELECT p.store_id, p.id, NULL, p.title, NULL, (p.status = 'archived')::integer FROM public.products p
          WHERE p.store_id = ANY (p_stores) AND app.fold(p.title) = app.fold(p_name)
          ORDER BY p.status = 'archived', p.created_at DESC, p.id DESC LIMIT 20)
      ) AS f
      WHERE f.store_id = ANY (app.stores())
      ORDER BY f.store_id, f.id, f.variant_id
    ) AS s
   WHERE s.rank = s.best
   ORDER BY s.title, s.id LIMIT 20;
END
$$;

-- The variants with this SKU, and those of the products with this slug or title.
CREATE OR REPLACE FUNCTION app.variants_named(p_stores uuid[], p_name text)
  RETURNS TABLE (store_id uuid, id uuid, title text, sku text)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY
  SELECT v.store_id, v.id, concat_ws(' – ', p.title, nullif(v.title, '')), v.sku
    FROM app.products_named(p_stores, p_name) AS p
    JOIN public.product_variants v ON v.store_id = p.store_id AND v.product_id = p.id AND v.archived_at IS NULL
     AND (p.variant_id IS NULL OR v.id = p.variant_id)
   ORDER BY p.title, v.position, v.id LIMIT 20;
END
$$;

-- The customers with this phone number, in any notation, or this email address, by name. A number with its country code, or of the
-- store's country, is one customer's, unless others are noted with just these digits, such as for another country. Any other
-- number may be the end of several, or have their ends. A stored number without a country is never that of one.
CREATE OR REPLACE FUNCTION app.customers_named(p_stores uuid[], p_name text)
  RETURNS TABLE (store_id uuid, id uuid, name text, phone text)
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_text constant text := btrim(app.fold(p_name));
  v_written constant text := app.written_phone(v_text);
  v_is_national constant boolean := v_written NOT LIKE '+%';
  v_key constant text := CASE WHEN v_is_national THEN v_written ELSE app.key_with_calling_code(v_written) END;
BEGIN
  IF v_text LIKE '%@%' THEN
    RETURN QUERY
    SELECT c.store_id, c.id, c.name, c.phone FROM public.customers c
     WHERE c.store_id = ANY (p_stores) AND c.email_key = v_text
    UNION
    SELECT c.store_id, c.id, c.name, c.phone FROM public.customer_contacts k
      JOIN public.customers c ON c.store_id = k.store_id AND c.id = k.customer_id
     WHERE k.store_id = ANY (p_stores) AND k.kind = 'email' AND k.key = v_text
     ORDER BY 3, 2 LIMIT 20;
    RETURN;
  END IF;
  RETURN QUERY
  WITH alike AS MATERIALIZED (
    SELECT c.store_id, c.id, c.phone, coalesce(c.phone_e164, regexp_replace(app.fold(c.phone), '\D', '', 'g')) AS key
      FROM public.customers c WHERE c.store_id = ANY (p_stores) AND c.phone_tail = right(v_key, 7)
    UNION ALL
    SELECT k.store_id, k.customer_id, (SELECT o.phone FROM unnest(c.other_phones, c.other_phones_key) AS o(phone, key) WHERE o.key = k.value LIMIT 1), k.value
      FROM public.customer_contacts k JOIN public.customers c ON c.store_id = k.store_id AND c.id = k.customer_id
     WHERE k.store_id = ANY (p_stores) AND k.kind = 'phone' AND k.key = right(v_key, 7)
  ), known AS MATERIALIZED (
    SELECT s.id AS store_id, app.customer_of_phone(s.id, CASE WHEN v_is_national THEN app.e164(v_text, NULL, s.country) ELSE v_key END) AS id
      FROM public.stores s WHERE s.id = ANY (p_stores)
  ), found AS (
    SELECT * FROM known
    UNION
    SELECT a.store_id, a.id FROM alike a
     WHERE app.written_phone(a.phone) = v_written
        OR v_is_national AND app.same_phone(v_key, a.key)
       AND NOT EXISTS (SELECT FROM known k WHERE k.store_id = a.store_id AND k.id IS NOT NULL)
  )
  SELECT c.store_id, c.id, c.name, c.phone FROM found f JOIN public.customers c ON c.store_id = f.store_id AND c.id = f.id
   ORDER BY 3, 2 LIMIT 20;
END
$$;

-- The candidates for a name, each as JSON with its id.
CREATE OR REPLACE FUNCTION app.candidates(p_kind text, p_stores uuid[], p_name text) RETURNS jsonb[]
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN CASE p_kind
    WHEN 'product' THEN ARRAY(SELECT to_jsonb(n) FROM app.products_named(p_stores, p_name) AS n)
    WHEN 'variant' THEN ARRAY(SELECT to_jsonb(n) FROM app.variants_named(p_stores, p_name) AS n)
    WHEN 'customer' THEN ARRAY(SELECT to_jsonb(n) FROM app.customers_named(p_stores, p_name) AS n)
    ELSE ARRAY(SELECT to_jsonb(n) FROM app.records_named(p_kind, p_stores, p_name) AS n) END;
END
$$;

-- Whether the caller may read customers. People of every role may.
CREATE OR REPLACE FUNCTION app.reads_customers() RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT app.caller_kind() NOT IN ('token', 'key') OR 'crm:read' = ANY (app.with_reads(app.caller_scopes()))
$$;

-- What the caller is told of candidates. Tokens and keys that may not read customers get only the ids of these.
CREATE OR REPLACE FUNCTION app.shown_candidates(p_kind text, p_found jsonb[]) RETURNS jsonb
  LANGUAGE sql STABLE
AS $$
  SELECT coalesce(jsonb_agg(CASE
           WHEN p_kind = 'customer' AND NOT app.reads_customers()
           THEN f.value - '{name,phone}'::text[] ELSE f.value END ORDER BY f.place), '[]')
    FROM unnest(p_found) WITH ORDINALITY AS f(value, place)
$$;

-- The id of the resource with this name in the caller's stores, or NULL. Refuses a name that matches several, and names of customers
-- from tokens and keys that may not read these: an order for whoever has an email address would tell who has it.
CREATE OR REPLACE FUNCTION app.found_by_name(p_kind text, p_name text) RETURNS uuid
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_found jsonb[];
BEGIN
  IF p_kind = 'order' THEN
    RETURN app.find_order(p_name);
  ELSIF p_kind = 'customer' AND NOT app.reads_customers() THEN
    PERFORM app.refuse(403, 'insufficient_scope', 'crm:read');
  END IF;
  v_found := app.candidates(p_kind, CASE WHEN app.store() IS NULL THEN app.stores() ELSE ARRAY[app.store()] END, p_name);
  IF cardinality(v_found) > 1 THEN
    IF (SELECT count(DISTINCT f ->> 'store_id') FROM unnest(v_found) AS f) > 1 THEN
      PERFORM app.refuse_store_required();
    END IF;
    PERFORM app.refuse(409, 'ambiguous_name', jsonb_build_object('kind', p_kind, 'name', p_name, 'candidates', app.shown_candidates(p_kind, v_found)));
  END IF;
  RETURN (v_found[1] ->> 'id')::uuid;
END
$$;

-- Finds what a request names. p_operation, p_key and p_hash: the idempotency key of a write. It may have changed the name, or
-- somebody else gave it to another one, so that its repetition no longer finds it: the stored result is replayed first.
CREATE OR REPLACE FUNCTION app.find(
  p_kind text, p_name text, p_operation text DEFAULT NULL, p_key text DEFAULT NULL, p_hash text DEFAULT NULL
) RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id uuid;
  v_store uuid;
BEGIN
  IF p_key IS NOT NULL THEN
    SELECT k.store_id INTO v_store FROM public.idempotency_keys k
     WHERE k.store_id = ANY (app.stores()) AND k.caller = app.caller() AND k.operation = p_operation AND k.key = p_key
       AND k.request_hash = p_hash;
    IF FOUND THEN
      PERFORM app.refuse(208, 'replay', v_store::text);
    END IF;
  END IF;
  v_id := app.found_by_name(p_kind, p_name);
  IF v_id IS NULL THEN
    PERFORM app.refuse(404, CASE WHEN p_kind IN ('order', 'delivery_method') THEN p_kind || '_' ELSE '' END || 'name_not_found',
      jsonb_build_object('kind', p_kind, 'name', p_name, 'stores', cardinality(app.stores())));
  END IF;
  PERFORM set_config('app.named_' || p_kind, v_id::text, true);
  RETURN v_id;
END
$$;

-- The ids of several references of one kind, each an id or a name, without repetitions. Refuses names that nothing has, all at
-- once; p_pointer is the field that has them.
CREATE OR REPLACE FUNCTION app.ids_named(p_kind text, p_references text[], p_pointer text) RETURNS uuid[]
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_ids uuid[] := '{}';
  v_unknown jsonb := '[]';
  v_reference record;
  v_id uuid;
BEGIN
  FOR v_reference IN SELECT r.text, r.place - 1 AS place FROM unnest(p_references) WITH ORDINALITY AS r(text, place) LOOP
    v_id := CASE WHEN v_reference.text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN v_reference.text::uuid
                 ELSE app.found_by_name(p_kind, v_reference.text) END;
    IF v_id IS NULL THEN
      v_unknown := v_unknown || jsonb_build_object('pointer', format('%s/%s', p_pointer, v_reference.place), 'kind', p_kind,
        'name', v_reference.text, 'stores', cardinality(app.stores()));
    ELSIF v_id <> ALL (v_ids) THEN
      v_ids := v_ids || v_id;
    END IF;
  END LOOP;
  IF v_unknown <> '[]' THEN
    PERFORM app.refuse(404, 'name_not_found', v_unknown);
  END IF;
  RETURN v_ids;
END
$$;
