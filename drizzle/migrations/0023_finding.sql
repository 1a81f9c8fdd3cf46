CREATE TABLE "best_seller_counts" (
	"store_id" uuid NOT NULL,
	"counted_to" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "best_seller_counts_pkey" PRIMARY KEY("store_id")
);
--> statement-breakpoint
CREATE TABLE "product_facts" (
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"options" text[] DEFAULT '{}'::text[] NOT NULL,
	"price_minor" bigint NOT NULL,
	"prices" bigint[] NOT NULL,
	"variants" integer NOT NULL,
	"reduced" boolean NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_facts_pkey" PRIMARY KEY("store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"words" integer[] NOT NULL,
	CONSTRAINT "product_words_pkey" PRIMARY KEY("store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "sold_out_variants" (
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	CONSTRAINT "sold_out_variants_pkey" PRIMARY KEY("store_id","product_id","variant_id")
);
--> statement-breakpoint
CREATE INDEX "product_facts_created_idx" ON "product_facts" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_facts_keys_idx" ON "product_facts" USING gin (app.product_keys(store_id, product_id, tags, options, reduced)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "product_words_idx" ON "product_words" USING gin ("words") WITH (fastupdate=true,gin_pending_list_limit=64);--> statement-breakpoint
-- By hand, from here on.
-- What products are found by, hashed together with the store, as in app.grams: their tags, options and reduced prices. Case of
-- options does not matter. The product itself is one, for discounts on it.
CREATE FUNCTION app.product_keys(store uuid, product uuid, tags text[], options text[], reduced boolean) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
DECLARE
  v_store constant bigint := hashtextextended(store::text, 0);
BEGIN
  RETURN ARRAY(
    SELECT (hashtextextended(t.key, v_store) >> 32)::integer FROM (
      SELECT '#' || k AS key FROM unnest(tags) AS k
      UNION ALL SELECT '=' || lower(k) FROM unnest(options) AS k
      UNION ALL SELECT '!' WHERE reduced
      UNION ALL SELECT '@' || product) AS t);
END
$$;
--> statement-breakpoint
CREATE FUNCTION app.words_in(value text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT w FROM unnest(string_to_array(
    translate(value, E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~،؛؟«»“”‘’–—…·', repeat(' ', 60)), ' ')) AS w WHERE w <> '');
END
$$;
--> statement-breakpoint
-- The words of a product, hashed together with the store and its status. A word of at least four letters in p_near is also there
-- by its two halves, each with the length of the word: one mistake leaves one half as it is. p_near is folded already.
CREATE FUNCTION app.product_words(store uuid, status text, near text, far text) RETURNS integer[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_seed constant bigint := hashtextextended(status, hashtextextended(store::text, 0));
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT (hashtextextended(t.key, v_seed) >> 32)::integer FROM (
      SELECT '=' || w AS key FROM unnest(app.words_in(near)) AS w
      UNION ALL SELECT '<' || length(w) || left(w, length(w) / 2) FROM unnest(app.words_in(near)) AS w WHERE length(w) >= 4
      UNION ALL SELECT '>' || length(w) || right(w, -(length(w) / 2)) FROM unnest(app.words_in(near)) AS w WHERE length(w) >= 4
      UNION ALL (SELECT '=' || w FROM unnest(app.words_in(app.fold(left(coalesce(far, ''), 4000)))) AS w LIMIT 200)) AS t);
END
$$;
--> statement-breakpoint
CREATE FUNCTION app.keep_facts(p_store uuid, p_products uuid[]) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.product_facts AS f (store_id, product_id, status, title, title_key, tags, options, price_minor, prices,
         variants, reduced, created_at)
  SELECT p.store_id, p.id, p.status, p.title, app.fold(p.title), p.tags, v.options, p.price_minor, coalesce(v.prices, ARRAY[p.price_minor]), v.count,
         coalesce(p.compare_at_price_minor > p.price_minor, false), p.created_at
    FROM public.products p
   CROSS JOIN LATERAL (
     SELECT array_agg(DISTINCT coalesce(c.price_minor, p.price_minor)) AS prices, count(*) AS count,
            ARRAY(SELECT DISTINCT o.key || U&'\001F' || o.value
                    FROM public.product_variants d CROSS JOIN LATERAL jsonb_each_text(d.options) AS o
                   WHERE d.store_id = p.store_id AND d.product_id = p.id AND d.archived_at IS NULL ORDER BY 1) AS options
       FROM public.product_variants c
      WHERE c.store_id = p.store_id AND c.product_id = p.id AND c.archived_at IS NULL) AS v
   WHERE p.store_id = p_store AND p.id = ANY (p_products)
   ORDER BY p.id
      ON CONFLICT (store_id, product_id) DO UPDATE
     SET status = excluded.status, title = excluded.title, title_key = excluded.title_key, tags = excluded.tags,
         options = excluded.options, price_minor = excluded.price_minor, prices = excluded.prices, variants = excluded.variants, reduced = excluded.reduced, created_at = excluded.created_at
   WHERE (f.status, f.title, f.tags, f.options, f.price_minor, f.prices, f.variants, f.reduced, f.created_at) IS DISTINCT FROM
         (excluded.status, excluded.title, excluded.tags, excluded.options, excluded.price_minor, excluded.prices, excluded.variants, excluded.reduced, excluded.created_at);
END
$$;
--> statement-breakpoint
CREATE FUNCTION app.keep_product_words() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.product_words AS w (store_id, product_id, words)
  VALUES (NEW.store_id, NEW.id, app.product_words(NEW.store_id, NEW.status, NEW.public_search_text, NEW.description))
      ON CONFLICT (store_id, product_id) DO UPDATE SET words = excluded.words WHERE w.words <> excluded.words;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION app.keep_product_facts() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM app.keep_facts(NEW.store_id, ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION app.keep_variant_facts() RETURNS trigger
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
      SELECT n.store_id, array_agg(DISTINCT n.product_id) FROM new_rows n JOIN old_rows o ON o.store_id = n.store_id AND o.id = n.id
       WHERE (n.options, n.price_minor, n.archived_at IS NULL) IS DISTINCT FROM (o.options, o.price_minor, o.archived_at IS NULL)
       GROUP BY 1 ORDER BY 1
    LOOP
      PERFORM FROM public.products p WHERE p.store_id = v_store AND p.id = ANY (v_products) ORDER BY p.id FOR NO KEY UPDATE;
      PERFORM app.keep_facts(v_store, v_products);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION app.note_sold_out() RETURNS trigger
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
--> statement-breakpoint
-- The triggers write with the rights of the service, whose present release may be in use before drizzle/sql is applied.
GRANT SELECT, INSERT, UPDATE ON "product_facts", "product_words" TO app_rw, app_door;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "sold_out_variants" TO app_rw, app_door;
--> statement-breakpoint
CREATE TRIGGER "products_new_words" AFTER INSERT ON "products" FOR EACH ROW EXECUTE FUNCTION app.keep_product_words();
--> statement-breakpoint
CREATE TRIGGER "products_words" AFTER UPDATE OF title, status, tags, public_terms, description ON "products"
  FOR EACH ROW WHEN ((OLD.title, OLD.status, OLD.tags, OLD.public_terms, OLD.description)
    IS DISTINCT FROM (NEW.title, NEW.status, NEW.tags, NEW.public_terms, NEW.description))
  EXECUTE FUNCTION app.keep_product_words();
--> statement-breakpoint
CREATE TRIGGER "products_facts" AFTER UPDATE OF title, status, tags, price_minor, compare_at_price_minor, created_at ON "products"
  FOR EACH ROW WHEN ((OLD.title, OLD.status, OLD.tags, OLD.price_minor, OLD.compare_at_price_minor, OLD.created_at)
    IS DISTINCT FROM (NEW.title, NEW.status, NEW.tags, NEW.price_minor, NEW.compare_at_price_minor, NEW.created_at))
  EXECUTE FUNCTION app.keep_product_facts();
--> statement-breakpoint
CREATE TRIGGER "product_variants_new_facts" AFTER INSERT ON "product_variants"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_variant_facts();
--> statement-breakpoint
CREATE TRIGGER "product_variants_facts" AFTER UPDATE ON "product_variants"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_variant_facts();
--> statement-breakpoint
CREATE TRIGGER "inventory_new_sold_out" AFTER INSERT ON "inventory"
  FOR EACH ROW WHEN (NEW.tracked AND NEW.on_hand <= NEW.reserved + NEW.unconfirmed_blocked)
  EXECUTE FUNCTION app.note_sold_out();
--> statement-breakpoint
CREATE TRIGGER "inventory_sold_out" AFTER UPDATE OF on_hand, reserved, unconfirmed_blocked, tracked ON "inventory"
  FOR EACH ROW WHEN ((OLD.tracked AND OLD.on_hand <= OLD.reserved + OLD.unconfirmed_blocked)
    <> (NEW.tracked AND NEW.on_hand <= NEW.reserved + NEW.unconfirmed_blocked))
  EXECUTE FUNCTION app.note_sold_out();
--> statement-breakpoint
-- The facts and words of the products that exist are written afterwards (app.fill_product_facts), a few at a time.
INSERT INTO "sold_out_variants" ("store_id", "product_id", "variant_id")
SELECT i.store_id, v.product_id, v.id FROM "inventory" i JOIN "product_variants" v ON v.store_id = i.store_id AND v.id = i.variant_id
 WHERE i.tracked AND i.on_hand <= i.reserved + i.unconfirmed_blocked;
