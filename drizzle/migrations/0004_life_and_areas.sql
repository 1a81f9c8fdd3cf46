CREATE TABLE "product_sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"product_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"units" bigint NOT NULL,
	"returned_units" bigint NOT NULL,
	"revenue_minor" bigint NOT NULL,
	CONSTRAINT "product_sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","product_id"),
	CONSTRAINT "product_sales_minutes" CHECK ("product_sales"."minutes" in (60, 1440))
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"platform" text NOT NULL,
	"orders" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"gross_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"units" bigint NOT NULL,
	"shipped" integer NOT NULL,
	"returned" integer NOT NULL,
	"new_orders" integer NOT NULL,
	"new_gross_minor" bigint NOT NULL,
	"new_refunded_minor" bigint NOT NULL,
	"cod_placed" integer NOT NULL,
	"cod_confirmed" integer NOT NULL,
	"cod_shipped" integer NOT NULL,
	"cod_delivered" integer NOT NULL,
	"cod_returned" integer NOT NULL,
	"cod_cancelled" integer NOT NULL,
	CONSTRAINT "sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","platform"),
	CONSTRAINT "sales_minutes" CHECK ("sales"."minutes" in (15, 1440))
);
--> statement-breakpoint
CREATE TABLE "customer_contacts" (
	"store_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "customer_contacts_pkey" PRIMARY KEY("store_id","customer_id","kind","value"),
	CONSTRAINT "customer_contacts_kind" CHECK ("customer_contacts"."kind" in ('phone', 'email'))
);
--> statement-breakpoint
CREATE TABLE "customer_merges" (
	"store_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_merges_pkey" PRIMARY KEY("store_id","merged_id")
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"method" text,
	"reference" text,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_payments_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "order_payments_kind" CHECK ("order_payments"."kind" in ('payment', 'refund')),
	CONSTRAINT "order_payments_amount" CHECK ("order_payments"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"items" jsonb NOT NULL,
	"restock" boolean NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_returns_pkey" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"items" jsonb NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_pkey" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "segments_name_key" UNIQUE("store_id","name")
);
--> statement-breakpoint
ALTER TABLE "oauth_grants" DROP CONSTRAINT "oauth_grants_reason";--> statement-breakpoint
DROP INDEX "events_subject_idx";--> statement-breakpoint
ALTER TABLE "customers" drop column "search_text";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes, nullif(jsonb_path_query_array(addresses, 'strict $.**?(@.type() == "string")')::text, '[]')] || other_phones || other_phones_key || other_emails || tags))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_phones" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_phones_key" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_emails" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "anonymized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_tail" text GENERATED ALWAYS AS (right(app.phone_text(phone, phone_e164), 7)) STORED;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email_key" text GENERATED ALWAYS AS (app.fold(email)) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moves_stock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "first_of_customer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_contacts_phone_key" ON "customer_contacts" USING btree ("store_id","value") WHERE kind = 'phone' and value like '+%';--> statement-breakpoint
CREATE INDEX "customer_contacts_key_idx" ON "customer_contacts" USING btree ("store_id","kind","key");--> statement-breakpoint
CREATE INDEX "customer_merges_customer_idx" ON "customer_merges" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "order_payments_order_idx" ON "order_payments" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "order_returns_order_idx" ON "order_returns" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "shipments_order_idx" ON "shipments" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "segments_created_idx" ON "segments" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_key" ON "customers" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree ("store_id","phone_tail") WHERE phone_tail is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id","email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_key" ON "orders" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_external_key" ON "products" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "events_subject_idx" ON "events" USING btree ("store_id","subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_blocked_reason" CHECK ("customers"."blocked" or "customers"."blocked_reason" is null);--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_reason" CHECK ("oauth_grants"."revoked_reason" in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_minor" <= "orders"."paid_minor");