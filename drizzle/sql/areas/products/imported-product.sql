-- Finds and locks the product of a row: by external id, else by id, slug or SKUs. A row without any of these is matched by
-- the slug that is derived from its title.
CREATE OR REPLACE FUNCTION app.imported_product(p_row jsonb) RETURNS public.products
  LANGUAGE plpgsql
AS $$
DECLARE
  v_product public.products;
  v_skus constant text[] := ARRAY(SELECT app.sku_key(v ->> 'sku') FROM jsonb_array_elements(p_row -> 'variants') AS v
                                   WHERE v ->> 'sku' IS NOT NULL);
  v_ids uuid[];
BEGIN
  SELECT * INTO v_product FROM public.products p
   WHERE p.store_id = app.store() AND p.external_id = p_row ->> 'key' FOR UPDATE;
  IF NOT FOUND AND p_row ->> 'own_id' IS NOT NULL THEN
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.id = (p_row ->> 'own_id')::uuid FOR UPDATE;
  END IF;
  IF v_product.id IS NULL AND p_row ->> 'slug' IS NOT NULL THEN
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.slug = p_row ->> 'slug' FOR UPDATE;
    IF p_row ->> 'key' <> v_product.external_id THEN
      PERFORM app.refuse(409, 'slug_of_another', jsonb_build_object('external_id', v_product.external_id));
    END IF;
  END IF;
  IF v_product.id IS NULL AND v_skus <> '{}' THEN
    v_ids := ARRAY(SELECT DISTINCT v.product_id FROM public.product_variants v
                    WHERE v.store_id = app.store() AND v.sku_key = ANY (v_skus) AND v.archived_at IS NULL);
    IF cardinality(v_ids) > 1 THEN
      PERFORM app.refuse(409, 'skus_of_several');
    END IF;
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.id = v_ids[1] FOR UPDATE;
    IF p_row ->> 'key' <> v_product.external_id THEN
      PERFORM app.refuse(409, 'sku_of_another', jsonb_build_object('external_id', v_product.external_id));
    END IF;
  END IF;
  IF v_product.id IS NULL AND p_row ->> 'key' IS NULL AND p_row ->> 'slug' IS NULL AND v_skus = '{}' THEN
    SELECT * INTO v_product FROM public.products p
     WHERE p.store_id = app.store() AND p.slug = p_row ->> 'default_slug' FOR UPDATE;
  END IF;
  RETURN v_product;
END
$$;

-- The fields of a product that an import sets, as its file has them.
CREATE OR REPLACE FUNCTION app.importable_product(p public.products) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT jsonb_build_object('external_id', p.external_id, 'title', p.title, 'slug', p.slug, 'description', p.description, 'status', p.status,
    'tags', p.tags, 'images', p.images, 'options', p.options, 'weight_g', p.weight_g, 'taxable', p.taxable,
    'price', app.major(p.price_minor, p.currency_exponent), 'cost', app.major(p.cost_minor, p.currency_exponent),
    'compare_at_price', app.major(p.compare_at_price_minor, p.currency_exponent))
$$;

-- By what a row and the product that it is about are the same: key (an id), slug or sku.
CREATE OR REPLACE FUNCTION app.matches_of(p_row jsonb, p_product public.products) RETURNS text[]
  LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN p_product.external_id = p_row ->> 'key' OR p_product.id::text = p_row ->> 'own_id' THEN '{key}' ELSE array_remove(ARRAY[
    CASE WHEN p_product.slug = coalesce(p_row ->> 'slug', p_row ->> 'default_slug') THEN 'slug' END,
    CASE WHEN EXISTS (
      SELECT FROM jsonb_array_elements(p_row -> 'variants') AS n(value)
        JOIN public.product_variants v ON v.store_id = app.store() AND v.sku_key = app.sku_key(n.value ->> 'sku')
       WHERE v.product_id = p_product.id AND v.archived_at IS NULL) THEN 'sku' END], NULL) END
$$;

-- Refuses to change a product that a row matches only by its slug or by the SKU of a variant: the row may be about another product of
-- another system. p_matches: see app.matches_of. p_allowed: which of them may identify a product (match of import_products).
CREATE OR REPLACE FUNCTION app.expect_match(p_row jsonb, p_product public.products, p_matches text[], p_allowed jsonb) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_has_slug constant boolean := p_row ->> 'slug' IS NOT NULL;
  v_by constant text := CASE WHEN 'slug' = ANY (p_matches) AND (v_has_slug OR 'sku' <> ALL (p_matches)) THEN 'slug' ELSE 'sku' END;
BEGIN
  IF 'key' = ANY (p_matches) OR p_allowed ?| p_matches THEN
    RETURN;
  END IF;
  PERFORM app.refuse(409, 'match_required', jsonb_build_object('product', p_product.title, 'product_id', p_product.id, 'by', v_by, 'pointer',
    CASE WHEN v_by = 'sku' THEN '/variants/' || (
      SELECT min(v.place) - 1 FROM jsonb_array_elements(p_row -> 'variants') WITH ORDINALITY AS v(value, place)
       WHERE v.value ->> 'sku' IS NOT NULL) || '/sku'
      WHEN v_has_slug THEN '/slug' ELSE '/title' END));
END
$$;
