CREATE TABLE "storefront_page_revisions" (
	"store_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"body_html" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_page_revisions_pkey" PRIMARY KEY("store_id","page_id","revision")
);
--> statement-breakpoint
CREATE TABLE "storefront_pages" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"body_html" text NOT NULL,
	"seo" jsonb NOT NULL,
	"position" integer NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_pages_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "storefront_pages_body" CHECK (octet_length("storefront_pages"."body") <= 102400)
);
--> statement-breakpoint
CREATE TABLE "storefront_versions" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"note" text,
	"restored_from" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_versions_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "storefront_versions_number_key" UNIQUE("store_id","number")
);
--> statement-breakpoint
CREATE TABLE "storefronts" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"published_version" integer,
	"last_version" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storefront_page_revisions" ADD CONSTRAINT "storefront_page_revisions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_pages" ADD CONSTRAINT "storefront_pages_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_versions" ADD CONSTRAINT "storefront_versions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_published_fkey" FOREIGN KEY ("store_id","published_version") REFERENCES "public"."storefront_versions"("store_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "storefront_pages_slug_key" ON "storefront_pages" USING btree ("store_id","slug") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "storefront_pages_created_idx" ON "storefront_pages" USING btree ("store_id","deleted","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "storefront_versions_created_idx" ON "storefront_versions" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);