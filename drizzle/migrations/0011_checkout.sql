-- What identifies a discount's code: upper and lower case, spaces and Arabic-Indic digits do not matter.
CREATE FUNCTION app.discount_key(p_code text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT regexp_replace(app.fold(p_code), '\s', '', 'g') $$;
--> statement-breakpoint
-- What delivery methods and destinations have in common if one delivers to the other: a country, or a country and region.
-- Upper and lower case, accents and Arabic letter forms do not matter in regions.
CREATE FUNCTION app.destination_keys(p_country text, p_region text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_remove(ARRAY[upper(p_country), upper(p_country) || '/' || app.fold(btrim(p_region))], NULL) $$;
--> statement-breakpoint
-- The keys of a list of zones.
CREATE FUNCTION app.zone_keys(p_zones jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(k.key), '{}')
    FROM jsonb_to_recordset(p_zones) AS z(country text, regions jsonb)
   CROSS JOIN LATERAL (
     SELECT upper(z.country) AS key WHERE coalesce(z.regions, 'null') IN ('null', '[]')
      UNION ALL
     SELECT upper(z.country) || '/' || app.fold(btrim(r))
       FROM jsonb_array_elements_text(CASE jsonb_typeof(z.regions) WHEN 'array' THEN z.regions ELSE '[]' END) AS r) AS k
$$;
--> statement-breakpoint
CREATE TABLE "delivery_methods" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'delivery' NOT NULL,
	"zones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"zone_keys" text[] GENERATED ALWAYS AS (app.zone_keys(zones)) STORED,
	"price_minor" bigint DEFAULT 0 NOT NULL,
	"free_from_minor" bigint,
	"min_subtotal_minor" bigint,
	"max_subtotal_minor" bigint,
	"max_weight_g" integer,
	"rate_per_kg_minor" bigint,
	"min_days" integer,
	"max_days" integer,
	"payment_methods" text[] DEFAULT '{}'::text[] NOT NULL,
	"cod_fee_minor" bigint,
	"pickup_address" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_methods_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "delivery_methods_kind" CHECK (kind in ('delivery', 'pickup')),
	CONSTRAINT "delivery_methods_amounts" CHECK (least("delivery_methods"."price_minor", "delivery_methods"."free_from_minor", "delivery_methods"."min_subtotal_minor", "delivery_methods"."max_subtotal_minor", "delivery_methods"."max_weight_g", "delivery_methods"."rate_per_kg_minor", "delivery_methods"."cod_fee_minor") >= 0),
	CONSTRAINT "delivery_methods_days" CHECK ("delivery_methods"."min_days" between 0 and "delivery_methods"."max_days")
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"store_id" uuid NOT NULL,
	"discount_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_uses_pkey" PRIMARY KEY("store_id","order_id","discount_id")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"code_key" text GENERATED ALWAYS AS (app.discount_key(code)) STORED,
	"kind" text NOT NULL,
	"percentage" numeric(7, 4),
	"amount_minor" bigint,
	"max_amount_minor" bigint,
	"product_ids" uuid[],
	"tags" text[],
	"min_subtotal_minor" bigint,
	"min_quantity" integer,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"usage_limit" integer,
	"usage_limit_per_customer" integer,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"combines" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "discounts_kind" CHECK (kind in ('percentage', 'fixed', 'free_delivery')),
	CONSTRAINT "discounts_value" CHECK (case "discounts"."kind" when 'percentage' then "discounts"."percentage" > 0 and "discounts"."percentage" <= 100 when 'fixed' then "discounts"."amount_minor" > 0 else true end),
	CONSTRAINT "discounts_uses" CHECK ("discounts"."uses" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discounts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_rate" numeric(7, 4);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_label" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "taxable" boolean;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "cost_minor" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "taxable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_minor" bigint;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "tax" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_methods" ADD CONSTRAINT "delivery_methods_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_discount_fkey" FOREIGN KEY ("store_id","discount_id") REFERENCES "public"."discounts"("store_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discount_uses_discount_idx" ON "discount_uses" USING btree ("store_id","discount_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_code_key" ON "discounts" USING btree ("store_id","code_key");--> statement-breakpoint
CREATE INDEX "discounts_created_idx" ON "discounts" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "discounts_automatic_idx" ON "discounts" USING btree ("store_id") WHERE code is null and active;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_minor" = "orders"."subtotal_minor" + "orders"."shipping_minor" + case when "orders"."tax_included" then 0 else "orders"."tax_minor" end - "orders"."discount_minor" + "orders"."adjustment_minor");--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_weight_and_cost" CHECK (least("product_variants"."weight_g", "product_variants"."cost_minor") >= 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_weight_and_cost" CHECK (least("products"."weight_g", "products"."cost_minor") >= 0);