CREATE TABLE "collection_products" (
	"store_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "collection_products_pkey" PRIMARY KEY("store_id","collection_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"image" jsonb,
	"seo" jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"rules" jsonb,
	"match" text,
	"conditions" jsonb,
	"products_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "collections_slug_key" UNIQUE("store_id","slug"),
	CONSTRAINT "collections_match" CHECK (match in ('all', 'any')),
	CONSTRAINT "collections_rules" CHECK (("collections"."rules" is null) = ("collections"."match" is null) and ("collections"."rules" is null) = ("collections"."conditions" is null)),
	CONSTRAINT "collections_products" CHECK ("collections"."products_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "media_uses" DROP CONSTRAINT "media_uses_kind";--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "collection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_fkey" FOREIGN KEY ("store_id","collection_id") REFERENCES "public"."collections"("store_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_fkey" FOREIGN KEY ("store_id","product_id") REFERENCES "public"."products"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_products_position_idx" ON "collection_products" USING btree ("store_id","collection_id","position","product_id");--> statement-breakpoint
CREATE INDEX "collection_products_product_idx" ON "collection_products" USING btree ("store_id","product_id");--> statement-breakpoint
CREATE INDEX "collections_created_idx" ON "collections" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "media_uses" ADD CONSTRAINT "media_uses_kind" CHECK (kind in ('product', 'order', 'draft', 'page', 'version', 'revision', 'collection')) NOT VALID;
--> statement-breakpoint
-- Written by hand. The rows that exist meet the check, so it need not read them. Pictures of collections are recorded from the
-- moment on when drizzle/sql is applied.
CREATE FUNCTION app.note_collection_media() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER "collections_media" AFTER INSERT OR DELETE OR UPDATE OF image, seo ON "collections"
  FOR EACH ROW EXECUTE FUNCTION app.note_collection_media();
