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
DROP INDEX "events_subject_idx";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_phones" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_phones_key" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_emails" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "anonymized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_tail" text GENERATED ALWAYS AS (right(app.phone_text(phone, phone_e164), 7)) STORED;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email_key" text GENERATED ALWAYS AS (app.fold(email)) STORED;--> statement-breakpoint
ALTER TABLE "customers" drop column "search_text";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes, nullif(jsonb_path_query_array(addresses, 'strict $.**?(@.type() == "string")')::text, '[]')] || other_phones || other_phones_key || other_emails || tags))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_search_idx" ON "customers" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_contacts_phone_key" ON "customer_contacts" USING btree ("store_id","value") WHERE kind = 'phone' and value like '+%';--> statement-breakpoint
CREATE INDEX "customer_contacts_key_idx" ON "customer_contacts" USING btree ("store_id","kind","key");--> statement-breakpoint
CREATE INDEX "customer_merges_customer_idx" ON "customer_merges" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "segments_created_idx" ON "segments" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree ("store_id","phone_tail") WHERE phone_tail is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id","email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "events_subject_idx" ON "events" USING btree ("store_id","subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_blocked_reason" CHECK ("customers"."blocked" or "customers"."blocked_reason" is null);