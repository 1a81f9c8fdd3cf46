-- Keeps product_facts, product_words and sold_out_variants, which lists of products read. They are triggers so that no writer can
-- forget them. They run with the rights of the writer, under row-level security. If one of them changes what it writes, the rows of
-- products that exist must be written again.

-- As for products (products.sql).
ALTER TABLE public.product_facts SET (fillfactor = 50);

-- What a variant cost before: its own former price, or the product's if that is above its price (formerPriceOf in
-- src/areas/products/variant.ts).
CREATE OR REPLACE FUNCTION app.former_price(v public.product_variants, p public.products) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(v.compare_at_price_minor,
    CASE WHEN p.compare_at_price_minor > coalesce(v.price_minor, p.price_minor) THEN p.compare_at_price_minor END)
$$;

-- Writes the facts of products again. An update writes only what differs. Equal tags and options are kept as they are stored: a new
-- value can be stored differently, and would be written to the search index again. The caller has locked the products.
CREATE OR REPLACE FUNCTION app.keep_facts(p_store uuid, p_products uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.product_facts AS f (store_id, product_id, status, title, title_key, tags, tag_keys, options, price_minor, prices,
         variants, reduced, created_at)
  SELECT p.store_id, p.id, p.status, p.title, app.fold(p.title), p.tags, p.tag_keys, v.options, p.price_minor, coalesce(v.prices, ARRAY[p.price_minor]), v.count,
         coalesce(v.reduced, p.compare_at_price_minor > p.price_minor, false), p.created_at
    FROM public.products p
   CROSS JOIN LATERAL (
     SELECT array_agg(DISTINCT coalesce(c.price_minor, p.price_minor)) AS prices, count(*) AS count,
            bool_or(app.former_price(c, p) IS NOT NULL) AS reduced,
            ARRAY(SELECT DISTINCT o.key || U&'\001F' || o.value
                    FROM public.product_variants d CROSS JOIN LATERAL jsonb_each_text(d.options) AS o
                   WHERE d.store_id = p.store_id AND d.product_id = p.id AND d.archived_at IS NULL ORDER BY 1) AS options
       FROM public.product_variants c
      WHERE c.store_id = p.store_id AND c.product_id = p.id AND c.archived_at IS NULL) AS v
   WHERE p.store_id = p_store AND p.id = ANY (p_products)
   ORDER BY p.id
      ON CONFLICT (store_id, product_id) DO UPDATE
     SET status = excluded.status, title = excluded.title, title_key = excluded.title_key, tags = excluded.tags,
         tag_keys = CASE WHEN f.tag_keys = excluded.tag_keys THEN f.tag_keys ELSE excluded.tag_keys END,
         options = CASE WHEN f.options = excluded.options THEN f.options ELSE excluded.options END, price_minor = excluded.price_minor, prices = excluded.prices, variants = excluded.variants, reduced = excluded.reduced, created_at = excluded.created_at
   WHERE (f.status, f.title, f.tags, f.options, f.price_minor, f.prices, f.variants, f.reduced, f.created_at) IS DISTINCT FROM
         (excluded.status, excluded.title, excluded.tags, excluded.options, excluded.price_minor, excluded.prices, excluded.variants, excluded.reduced, excluded.created_at);
END
$$;

CREATE OR REPLACE FUNCTION app.words_in(value text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT w FROM unnest(string_to_array(app.spaced(value), ' ')) AS w WHERE w <> '');
END
$$;

-- The words, and those with the Arabic article also without it, as app.searched writes them.
CREATE OR REPLACE FUNCTION app.words_to_find(p_words text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT p_words || ARRAY(SELECT substr(w, 3) FROM unnest(p_words) AS w WHERE left(w, 2) = U&'\0627\0644' AND length(w) >= 5)
$$;

-- The words of a product, hashed together with the store and its status. A word of at least four letters in p_near is also there
-- by its two halves, each with the length of the word: one mistake leaves one half as it is. p_near is folded already.
CREATE OR REPLACE FUNCTION app.product_words(store uuid, status text, near text, far text) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_seed constant bigint := hashtextextended(status, hashtextextended(store::text, 0));
  v_near constant text[] := app.words_to_find(app.words_in(near));
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT (hashtextextended(t.key, v_seed) >> 32)::integer FROM (
      SELECT '=' || w AS key FROM unnest(v_near) AS w
      UNION ALL SELECT '<' || length(w) || left(w, length(w) / 2) FROM unnest(v_near) AS w WHERE length(w) >= 4
      UNION ALL SELECT '>' || length(w) || right(w, -(length(w) / 2)) FROM unnest(v_near) AS w WHERE length(w) >= 4
      UNION ALL (SELECT '=' || w FROM unnest(app.words_to_find((app.words_in(app.fold(left(coalesce(far, ''), 4000))))[:200])) AS w)) AS t);
END
$$;

CREATE OR REPLACE FUNCTION app.keep_product_words() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.product_words AS w (store_id, product_id, words)
  VALUES (NEW.store_id, NEW.id, app.product_words(NEW.store_id, NEW.status, NEW.public_search_text, NEW.description))
      ON CONFLICT (store_id, product_id) DO UPDATE SET words = excluded.words WHERE w.words <> excluded.words;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER products_new_words AFTER INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION app.keep_product_words();

CREATE OR REPLACE TRIGGER products_words AFTER UPDATE OF title, status, tags, public_terms, description ON public.products
  FOR EACH ROW WHEN ((OLD.title, OLD.status, OLD.tags, OLD.public_terms, OLD.description)
    IS DISTINCT FROM (NEW.title, NEW.status, NEW.tags, NEW.public_terms, NEW.description))
  EXECUTE FUNCTION app.keep_product_words();

-- All products of a statement at once: one by one, a change of 1,000 prices took two seconds.
CREATE OR REPLACE FUNCTION app.keep_product_facts() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store uuid;
  v_products uuid[];
BEGIN
  FOR v_store, v_products IN
    SELECT d.store_id, array_agg(d.id) FROM (
      SELECT n.store_id, n.id, n.title, n.status, n.tags, n.price_minor, n.compare_at_price_minor, n.created_at FROM new_rows n
      EXCEPT
      SELECT o.store_id, o.id, o.title, o.status, o.tags, o.price_minor, o.compare_at_price_minor, o.created_at FROM old_rows o) AS d
     GROUP BY 1
  LOOP
    PERFORM app.keep_facts(v_store, v_products);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER products_facts AFTER UPDATE ON public.products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_product_facts();

-- A new product gets its facts with its first variants. The product is locked first, as by everybody who changes it, so that
-- two changes cannot wait for each other.
CREATE OR REPLACE FUNCTION app.keep_variant_facts() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  v_store uuid;
  v_products uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR v_store, v_products IN SELECT n.store_id, array_agg(DISTINCT n.product_id) FROM new_rows n GROUP BY 1 ORDER BY 1 LOOP
      PERFORM FROM public.products p WHERE p.store_id = v_store AND p.id = ANY (v_products) ORDER BY p.id FOR NO KEY UPDATE;
      PERFORM app.keep_facts(v_store, v_products);
    END LOOP;
  ELSE
    FOR v_store, v_products IN
      SELECT d.store_id, array_agg(DISTINCT d.product_id) FROM (
        SELECT n.store_id, n.product_id, n.id, n.options, n.price_minor, n.compare_at_price_minor, n.archived_at IS NULL FROM new_rows n
        EXCEPT
        SELECT o.store_id, o.product_id, o.id, o.options, o.price_minor, o.compare_at_price_minor, o.archived_at IS NULL FROM old_rows o) AS d
       GROUP BY 1 ORDER BY 1
    LOOP
      PERFORM FROM public.products p WHERE p.store_id = v_store AND p.id = ANY (v_products) ORDER BY p.id FOR NO KEY UPDATE;
      PERFORM app.keep_facts(v_store, v_products);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_variants_new_facts AFTER INSERT ON public.product_variants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_variant_facts();

CREATE OR REPLACE TRIGGER product_variants_facts AFTER UPDATE ON public.product_variants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_variant_facts();

-- Runs only when the last unit becomes unavailable, or the first one available. The lock of the inventory row protects the row
-- of the variant.
CREATE OR REPLACE FUNCTION app.note_sold_out() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  v_product constant uuid := (
    SELECT v.product_id FROM public.product_variants v WHERE v.store_id = NEW.store_id AND v.id = NEW.variant_id);
BEGIN
  IF NEW.tracked AND NEW.on_hand <= NEW.reserved + NEW.unconfirmed_blocked THEN
    INSERT INTO public.sold_out_variants (store_id, product_id, variant_id)
    VALUES (NEW.store_id, v_product, NEW.variant_id) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM public.sold_out_variants x
     WHERE x.store_id = NEW.store_id AND x.product_id = v_product AND x.variant_id = NEW.variant_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER inventory_new_sold_out AFTER INSERT ON public.inventory
  FOR EACH ROW WHEN (NEW.tracked AND NEW.on_hand <= NEW.reserved + NEW.unconfirmed_blocked)
  EXECUTE FUNCTION app.note_sold_out();

CREATE OR REPLACE TRIGGER inventory_sold_out AFTER UPDATE OF on_hand, reserved, unconfirmed_blocked, tracked ON public.inventory
  FOR EACH ROW WHEN ((OLD.tracked AND OLD.on_hand <= OLD.reserved + OLD.unconfirmed_blocked)
    <> (NEW.tracked AND NEW.on_hand <= NEW.reserved + NEW.unconfirmed_blocked))
  EXECUTE FUNCTION app.note_sold_out();

-- Counts the units of each product that the open store sold in the last 90 days. Returns for how many that changed. What is sold
-- from today on is added when a list is read.
CREATE OR REPLACE FUNCTION app.count_units_sold() RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_today constant timestamptz := app.bucket(1440, now());
  v_changed bigint;
BEGIN
  UPDATE public.product_facts f SET sold = n.units
    FROM (SELECT o.product_id, coalesce(t.units, 0) AS units
            FROM public.product_facts o
            LEFT JOIN (SELECT p.product_id, greatest(sum(p.units - p.returned_units - p.refused_units), 0)::integer AS units FROM public.product_sales p
                        WHERE p.store_id = app.store() AND p.minutes = 1440 AND p.starts_at >= v_today - interval '90 days'
                          AND p.starts_at < v_today
                        GROUP BY 1) AS t ON t.product_id = o.product_id
           WHERE o.store_id = app.store() AND o.sold <> coalesce(t.units, 0) ORDER BY o.product_id) AS n
   WHERE f.store_id = app.store() AND f.product_id = n.product_id;
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  INSERT INTO public.best_seller_counts (store_id, counted_to) VALUES (app.store(), v_today)
      ON CONFLICT (store_id) DO UPDATE SET counted_to = excluded.counted_to;
  RETURN v_changed;
END
$$;
