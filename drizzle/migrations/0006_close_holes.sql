CREATE TABLE "shopper_addresses" (
	"store_id" uuid NOT NULL,
	"address" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopper_addresses_pkey" PRIMARY KEY("store_id","address","id")
);
--> statement-breakpoint
CREATE TABLE "store_slugs" (
	"store_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_slugs_pkey" PRIMARY KEY("store_id","slug"),
	CONSTRAINT "store_slugs_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "web_sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"auth_time" timestamp (3) with time zone,
	"user_agent" text,
	"address_prefix" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oauth_grants" DROP CONSTRAINT "oauth_grants_reason";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_hold_reason";--> statement-breakpoint
ALTER TABLE "product_sales" ALTER COLUMN "revenue_minor" SET DATA TYPE numeric;--> statement-breakpoint
-- Each table in one statement: each statement would write it anew.
ALTER TABLE "sales" ALTER COLUMN "gross_minor" SET DATA TYPE numeric, ALTER COLUMN "refunded_minor" SET DATA TYPE numeric, ALTER COLUMN "new_gross_minor" SET DATA TYPE numeric, ALTER COLUMN "new_refunded_minor" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "total_spent_minor" SET DATA TYPE numeric, ALTER COLUMN "total_spent_minor" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "oauth_pending" ADD COLUMN "begun_from" text;--> statement-breakpoint
ALTER TABLE "oauth_pending" ADD COLUMN "begun_network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "unconfirmed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "unconfirmed_blocked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "public_terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "products" p SET "public_terms" = t."terms"
  FROM (SELECT v."store_id", v."product_id", string_agg(concat_ws(' ', nullif(v."title", ''), o."values"), ' ' ORDER BY v."position", v."id") AS "terms"
          FROM "product_variants" v
         CROSS JOIN LATERAL (SELECT string_agg(value, ' ') AS "values" FROM jsonb_each_text(v."options")) AS o
         WHERE v."archived_at" IS NULL
         GROUP BY v."store_id", v."product_id") AS t
 WHERE t."store_id" = p."store_id" AND t."product_id" = p."id" AND t."terms" <> '';--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "public_search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[title, public_terms] || tags))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "reservation_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_orders_per_phone" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_units_per_line" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_units_per_order" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_hourly_orders_per_address" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_reserved_percent" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "shopper_addresses" ADD CONSTRAINT "shopper_addresses_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_slugs" ADD CONSTRAINT "store_slugs_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shopper_addresses_created_idx" ON "shopper_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "web_sessions_user_idx" ON "web_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "web_sessions_expires_idx" ON "web_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_idle_idx" ON "oauth_clients" USING btree ("last_used_at") WHERE kind = 'dcr' and expires_at is null;--> statement-breakpoint
CREATE INDEX "oauth_grants_client_idx" ON "oauth_grants" USING btree ("client_id","store_id","user_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "oauth_pending_from_idx" ON "oauth_pending" USING btree ("begun_from","expires_at");--> statement-breakpoint
CREATE INDEX "orders_reserved_until_idx" ON "orders" USING btree ("reserved_until") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "orders_unconfirmed_phone_idx" ON "orders" USING btree ("store_id","customer_phone_e164") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "inventory_movements_reason_idx" ON "inventory_movements" USING btree ("store_id","variant_id") WHERE reason <> 'import';--> statement-breakpoint
CREATE INDEX "products_public_search_idx" ON "products" USING gin (app.grams(store_id, public_search_text)) WITH (fastupdate=false) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "stores_created_by_idx" ON "stores" USING btree ("created_by","created_at");--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_reason" CHECK ("oauth_grants"."revoked_reason" in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced', 'role_lost'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_reserved_until" CHECK ("orders"."reserved_until" is null or "orders"."status" = 'pending');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_released" CHECK ("orders"."released_at" is null or ("orders"."status" in ('pending', 'cancelled') and not "orders"."moves_stock"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold_reason" CHECK (hold_reason in ('no_answer', 'call_later', 'wrong_number', 'incomplete_address', 'awaiting_payment', 'suspected_fraud', 'out_of_stock', 'duplicate', 'customer_blocked', 'other'));--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_unconfirmed" CHECK ("inventory"."unconfirmed_blocked" between 0 and "inventory"."unconfirmed");--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_shopper_limits" CHECK (reservation_hours between 1 and 168 and max_orders_per_phone between 1 and 100 and max_units_per_line between 1 and 100 and max_units_per_order between 1 and 10000 and max_hourly_orders_per_address between 1 and 10000 and max_reserved_percent between 1 and 100);--> statement-breakpoint
-- Every present slug belongs to its store from now on; former ones were never recorded.
INSERT INTO "store_slugs" ("store_id", "slug", "created_at") SELECT "id", "slug", "created_at" FROM "stores"
    ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Tokens and connections of people who lost the owner or admin role earlier: otherwise they would work again as soon as
-- the person regains it.
WITH ended AS (
  UPDATE "mcp_tokens" t SET "revoked_at" = now()
   WHERE t."revoked_at" IS NULL AND t."expires_at" > now() AND NOT EXISTS (
     SELECT FROM "store_members" m
      WHERE m."store_id" = t."store_id" AND m."user_id" = t."created_by" AND m."role" IN ('owner', 'admin'))
  RETURNING t."store_id", t."id"
)
INSERT INTO "events" ("store_id", "type", "subject_id", "actor_kind", "data")
SELECT "store_id", 'mcp_token.revoked', "id", 'system', '{"reason": "role_lost"}' FROM ended;--> statement-breakpoint
WITH ended AS (
  UPDATE "oauth_grants" g SET "revoked_at" = now(), "revoked_reason" = 'role_lost'
   WHERE g."revoked_at" IS NULL AND g."expires_at" > now() AND NOT EXISTS (
     SELECT FROM "store_members" m
      WHERE m."store_id" = g."store_id" AND m."user_id" = g."user_id" AND m."role" IN ('owner', 'admin'))
  RETURNING g."store_id", g."id"
)
INSERT INTO "events" ("store_id", "type", "subject_id", "actor_kind", "data")
SELECT "store_id", 'connection.revoked', "id", 'system', '{"reason": "role_lost"}' FROM ended;--> statement-breakpoint
UPDATE "oauth_grants" SET "expires_at" = "created_at" + interval '180 days' WHERE "expires_at" > "created_at" + interval '180 days';--> statement-breakpoint
-- Shoppers' orders from before there were reservations keep their stock for another day.
UPDATE "orders" SET "reserved_until" = now() + interval '24 hours' WHERE "source" = 'storefront' AND "status" = 'pending' AND "moves_stock";--> statement-breakpoint
UPDATE "inventory" AS i SET "unconfirmed" = o.quantity FROM (SELECT o."store_id", l.variant_id, sum(l.quantity) AS quantity FROM "orders" o CROSS JOIN LATERAL jsonb_to_recordset(o."lines") AS l(variant_id uuid, quantity bigint) WHERE o."reserved_until" IS NOT NULL GROUP BY 1, 2) AS o WHERE i."store_id" = o."store_id" AND i."variant_id" = o.variant_id;--> statement-breakpoint
UPDATE "segments" g SET "conditions" = (
    SELECT jsonb_agg(CASE WHEN c.value ->> 'value' LIKE '____-__-__T00:00:00.000Z' AND c.value ->> 'field' IN ('last_order', 'created')
             THEN c.value || jsonb_build_object('value', left(c.value ->> 'value', 10)) ELSE c.value END ORDER BY c.at)
      FROM jsonb_array_elements(g."conditions") WITH ORDINALITY AS c(value, at))
 WHERE g."filter" ~ '\d{4}-\d\d-\d\d' AND g."filter" !~ '\d{4}-\d\d-\d\dT';
