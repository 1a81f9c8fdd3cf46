CREATE TABLE "erasures" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"subjects" uuid[] DEFAULT '{}' NOT NULL,
	"customers" uuid[] NOT NULL,
	"words" text[] DEFAULT '{}'::text[] NOT NULL,
	"tails" text[] DEFAULT '{}'::text[] NOT NULL,
	"position" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasures_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "erasures_source" CHECK ("erasures"."source" in ('orders', 'conversations', 'events', 'movements', 'results'))
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idempotency_keys_customer_idx" ON "idempotency_keys" USING btree ("store_id",(result ->> 'id')) WHERE result ? 'orders_count';