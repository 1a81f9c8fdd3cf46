CREATE TABLE "customers" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"phone_e164" text,
	"email" text,
	"address" text,
	"notes" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"orders_count" integer DEFAULT 0 NOT NULL,
	"total_spent_minor" bigint DEFAULT 0 NOT NULL,
	"last_order_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes] || tags))) STORED NOT NULL,
	CONSTRAINT "customers_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "customers_counts" CHECK ("customers"."orders_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "events_actor_kind" CHECK ("events"."actor_kind" in ('user', 'token', 'system'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"store_id" uuid NOT NULL,
	"caller" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("store_id","caller","operation","key")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"store_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_minor" bigint NOT NULL,
	"list_price_minor" bigint NOT NULL,
	CONSTRAINT "order_items_pkey" PRIMARY KEY("store_id","order_id","position"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 1000000),
	CONSTRAINT "order_items_prices" CHECK ("order_items"."unit_price_minor" >= 0 and "order_items"."list_price_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_status" text DEFAULT 'unpaid' NOT NULL,
	"fulfillment_status" text DEFAULT 'unfulfilled' NOT NULL,
	"hold_reason" text,
	"contact_attempts" integer DEFAULT 0 NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"currency" text NOT NULL,
	"currency_exponent" smallint NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"shipping_minor" bigint DEFAULT 0 NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"discount_minor" bigint DEFAULT 0 NOT NULL,
	"adjustment_minor" bigint DEFAULT 0 NOT NULL,
	"total_minor" bigint NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_name" text NOT NULL,
	"customer_phone" text,
	"customer_phone_e164" text,
	"shipping_address" text,
	"payment_method" text,
	"notes" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"lines" jsonb NOT NULL,
	"lines_key" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array['#' || number::text, customer_name, app.phone_text(customer_phone, customer_phone_e164), app.lines_text(lines), notes] || tags))) STORED NOT NULL,
	CONSTRAINT "orders_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "orders_number_key" UNIQUE("store_id","number"),
	CONSTRAINT "orders_total" CHECK ("orders"."total_minor" = "orders"."subtotal_minor" + "orders"."shipping_minor" + "orders"."tax_minor" - "orders"."discount_minor" + "orders"."adjustment_minor"),
	CONSTRAINT "orders_amounts" CHECK (least("orders"."subtotal_minor", "orders"."shipping_minor", "orders"."tax_minor", "orders"."discount_minor", "orders"."total_minor", "orders"."paid_minor", "orders"."refunded_minor") >= 0),
	CONSTRAINT "orders_status" CHECK (status in ('pending', 'confirmed', 'completed', 'cancelled')),
	CONSTRAINT "orders_payment_status" CHECK (payment_status in ('unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded')),
	CONSTRAINT "orders_fulfillment_status" CHECK (fulfillment_status in ('unfulfilled', 'preparing', 'partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned')),
	CONSTRAINT "orders_hold_reason" CHECK (hold_reason in ('no_answer', 'call_later', 'wrong_number', 'incomplete_address', 'awaiting_payment', 'suspected_fraud', 'out_of_stock', 'duplicate', 'other'))
);
--> statement-breakpoint
CREATE TABLE "inventory" (
	"store_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"on_hand" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"tracked" boolean DEFAULT true NOT NULL,
	"allow_backorder" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_pkey" PRIMARY KEY("store_id","variant_id"),
	CONSTRAINT "inventory_enough" CHECK (not "inventory"."tracked" or "inventory"."allow_backorder" or "inventory"."reserved" <= "inventory"."on_hand"),
	CONSTRAINT "inventory_reserved" CHECK ("inventory"."reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE "inventory_movements" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"variant_id" uuid NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"on_hand_delta" bigint DEFAULT 0 NOT NULL,
	"reserved_delta" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_movements_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "inventory_movements_kind" CHECK ("inventory_movements"."kind" in ('initial', 'adjusted', 'reserved', 'released', 'shipped', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"sku" text,
	"barcode" text,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"price_minor" bigint,
	"position" integer NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_variants_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "product_variants_product_key" UNIQUE("store_id","product_id","id"),
	CONSTRAINT "product_variants_price" CHECK ("product_variants"."price_minor" is null or "product_variants"."price_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"price_minor" bigint NOT NULL,
	"compare_at_price_minor" bigint,
	"currency" text NOT NULL,
	"currency_exponent" integer NOT NULL,
	"variant_terms" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[title, slug, variant_terms] || tags))) STORED NOT NULL,
	CONSTRAINT "products_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "products_slug_key" UNIQUE("store_id","slug"),
	CONSTRAINT "products_status" CHECK ("products"."status" in ('draft', 'active', 'archived')),
	CONSTRAINT "products_price" CHECK ("products"."price_minor" >= 0 and ("products"."compare_at_price_minor" is null or "products"."compare_at_price_minor" >= 0))
);
--> statement-breakpoint
CREATE TABLE "store_counters" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"last_order_number" bigint DEFAULT 1000 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_members" (
	"store_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_members_pkey" PRIMARY KEY("store_id","user_id"),
	CONSTRAINT "store_members_role" CHECK ("store_members"."role" in ('owner', 'admin', 'staff', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"currency_exponent" smallint NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stores_slug_key" UNIQUE("slug"),
	CONSTRAINT "stores_currency_exponent" CHECK ("stores"."currency_exponent" between 0 and 3),
	CONSTRAINT "stores_status" CHECK ("stores"."status" in ('active', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_variant_fkey" FOREIGN KEY ("store_id","product_id","variant_id") REFERENCES "public"."product_variants"("store_id","product_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_variant_fkey" FOREIGN KEY ("store_id","variant_id") REFERENCES "public"."product_variants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD CONSTRAINT "inventory_movements_variant_fkey" FOREIGN KEY ("store_id","variant_id") REFERENCES "public"."product_variants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_fkey" FOREIGN KEY ("store_id","product_id") REFERENCES "public"."products"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_counters" ADD CONSTRAINT "store_counters_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_members" ADD CONSTRAINT "store_members_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_key" ON "customers" USING btree ("store_id","phone_e164") WHERE phone_e164 is not null;--> statement-breakpoint
CREATE INDEX "customers_created_idx" ON "customers" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_search_idx" ON "customers" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "events_subject_idx" ON "events" USING btree ("store_id","subject_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "order_items_variant_idx" ON "order_items" USING btree ("store_id","product_id","variant_id");--> statement-breakpoint
CREATE INDEX "orders_created_idx" ON "orders" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_status_idx" ON "orders" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_customer_idx" ON "orders" USING btree ("store_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_search_idx" ON "orders" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "inventory_movements_variant_idx" ON "inventory_movements" USING btree ("store_id","variant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_variants_sku_key" ON "product_variants" USING btree ("store_id","sku") WHERE sku is not null and archived_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "product_variants_options_key" ON "product_variants" USING btree ("store_id","product_id","options") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_status_idx" ON "products" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_search_idx" ON "products" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "store_members_user_idx" ON "store_members" USING btree ("user_id");