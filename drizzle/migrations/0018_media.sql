CREATE TABLE "media" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"unused_since" timestamp (3) with time zone DEFAULT now(),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "media_name_key" UNIQUE("store_id","name"),
	CONSTRAINT "media_status" CHECK (status in ('pending', 'ready', 'deleting')),
	CONSTRAINT "media_name" CHECK ("media"."name" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "media_size" CHECK (least("media"."width", "media"."height", "media"."bytes") > 0)
);
--> statement-breakpoint
CREATE TABLE "media_totals" (
	"store_id" uuid NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "media_totals_pkey" PRIMARY KEY("store_id"),
	CONSTRAINT "media_totals_bytes" CHECK ("media_totals"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "media_uses" (
	"store_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"keeps" boolean NOT NULL,
	CONSTRAINT "media_uses_pkey" PRIMARY KEY("store_id","media_id","kind","subject_id"),
	CONSTRAINT "media_uses_kind" CHECK (kind in ('product', 'order', 'draft', 'page', 'version', 'revision'))
);
--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "image_id" uuid;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_totals" ADD CONSTRAINT "media_totals_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uses" ADD CONSTRAINT "media_uses_media_fkey" FOREIGN KEY ("store_id","media_id") REFERENCES "public"."media"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "media_content_key" ON "media" USING btree ("store_id","sha256") WHERE status <> 'deleting';--> statement-breakpoint
CREATE INDEX "media_status_idx" ON "media" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_unused_idx" ON "media" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "media_uses_subject_idx" ON "media_uses" USING btree ("store_id","kind","subject_id");--> statement-breakpoint
-- Orders keep the address of a line's picture. The functions change their columns here, so that the Worker of the last release
-- finds them at every moment.
CREATE FUNCTION app.line_image(p_images jsonb, p_image uuid) RETURNS text
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(CASE WHEN p_image IS NOT NULL THEN (
           SELECT i ->> 'url' FROM jsonb_array_elements(p_images) AS i WHERE i ->> 'media_id' = p_image::text LIMIT 1) END,
         p_images -> 0 ->> 'url')
$$;
--> statement-breakpoint
DROP FUNCTION IF EXISTS app.found_lines(uuid, jsonb, boolean);
--> statement-breakpoint
CREATE FUNCTION app.found_lines(p_store uuid, p_items jsonb, p_archived boolean DEFAULT false)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, variant_name text, variant_sku text,
    variant_options jsonb, variant_attributes jsonb, quantity bigint, unit_price numeric, list_price_minor bigint,
    cost_minor bigint, weight_g integer, taxable boolean, image_url text
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, l.product_id, p.title, v.id, coalesce(l.variant_name, nullif(v.title, '')), v.sku,
         CASE WHEN v.options = '{}' THEN coalesce(l.variant_options, '{}') ELSE v.options END,
         coalesce(l.variant_attributes, '{}'), l.quantity, l.unit_price, coalesce(v.price_minor, p.price_minor),
         coalesce(v.cost_minor, p.cost_minor), coalesce(v.weight_g, p.weight_g, 0), coalesce(v.taxable, p.taxable),
         app.line_image(p.images, v.image_id)
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, variant_id uuid, variant_sku text, variant_options jsonb,
           variant_name text, variant_attributes jsonb, quantity bigint, unit_price numeric)
    -- LIMIT makes the planner look up each product. It would read all products of the store instead, because it takes the
    -- number of lines for 100.
    LEFT JOIN LATERAL (
      SELECT c.* FROM public.products c
       WHERE c.store_id = p_store AND c.id = l.product_id AND (p_archived OR c.status <> 'archived') LIMIT 1
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT c.*, count(*) OVER (PARTITION BY c.archived_at IS NULL) AS candidates
        FROM public.product_variants c
       WHERE c.store_id = p_store AND c.product_id = p.id AND (p_archived OR c.archived_at IS NULL)
         AND CASE WHEN l.variant_id IS NOT NULL THEN c.id = l.variant_id
                  WHEN l.variant_sku IS NOT NULL THEN c.sku = l.variant_sku
                  ELSE true END
       ORDER BY c.options = l.variant_options DESC NULLS LAST, c.archived_at IS NULL DESC
       LIMIT 1
    ) v ON v.candidates = 1 OR v.options = l.variant_options
$$;
--> statement-breakpoint
DROP FUNCTION IF EXISTS app.items_on_sale(uuid, jsonb);
--> statement-breakpoint
CREATE FUNCTION app.items_on_sale(p_store uuid, p_items jsonb)
  RETURNS TABLE (
    "position" integer, product_id uuid, product_name text, variant_id uuid, variant_name text, variant_sku text,
    variant_options jsonb, price_minor bigint, cost_minor bigint, weight_g integer, taxable boolean, quantity bigint,
    image_url text
  )
  LANGUAGE sql STABLE
AS $$
  SELECT l.position, p.id, p.title, v.id, nullif(v.title, ''), v.sku, v.options, coalesce(v.price_minor, p.price_minor),
         coalesce(v.cost_minor, p.cost_minor), coalesce(v.weight_g, p.weight_g, 0), coalesce(v.taxable, p.taxable), l.quantity,
         app.line_image(p.images, v.image_id)
    FROM jsonb_to_recordset(p_items) AS l(
           "position" integer, product_id uuid, product_slug text, variant_id uuid, options jsonb, quantity bigint)
    LEFT JOIN public.products p ON p.store_id = p_store AND p.status = 'active' AND p.id = coalesce(l.product_id,
           (SELECT n.id FROM public.products n WHERE n.store_id = p_store AND n.slug = l.product_slug))
    LEFT JOIN LATERAL (
      SELECT c.*, count(*) OVER () AS candidates
        FROM public.product_variants c
       WHERE c.store_id = p_store AND c.product_id = p.id AND c.archived_at IS NULL
         AND (l.variant_id IS NULL OR c.id = l.variant_id) AND (l.options IS NULL OR c.options = l.options)
       LIMIT 2
    ) v ON v.candidates = 1
$$;
--> statement-breakpoint
-- What uses a file is recorded from the moment on when drizzle/sql is applied.
CREATE FUNCTION app.note_product_media() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE FUNCTION app.note_storefront_media() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER "products_media_rows" AFTER INSERT ON "products"
  FOR EACH ROW WHEN (NEW.images <> '[]') EXECUTE FUNCTION app.note_product_media();
--> statement-breakpoint
CREATE TRIGGER "products_media_changes" AFTER UPDATE OF images, status ON "products"
  FOR EACH ROW WHEN (OLD.images <> NEW.images OR (OLD.status = 'archived') <> (NEW.status = 'archived') AND NEW.images <> '[]')
  EXECUTE FUNCTION app.note_product_media();
--> statement-breakpoint
CREATE TRIGGER "storefronts_media" AFTER INSERT OR UPDATE OF draft ON "storefronts"
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();
--> statement-breakpoint
CREATE TRIGGER "storefront_pages_media" AFTER INSERT OR UPDATE OF body, seo, deleted ON "storefront_pages"
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();
--> statement-breakpoint
CREATE TRIGGER "storefront_versions_media" AFTER INSERT ON "storefront_versions"
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();
--> statement-breakpoint
CREATE TRIGGER "storefront_page_revisions_media" AFTER INSERT ON "storefront_page_revisions"
  FOR EACH ROW EXECUTE FUNCTION app.note_storefront_media();
