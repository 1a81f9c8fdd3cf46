CREATE TABLE "shopper_addresses" (
	"store_id" uuid NOT NULL,
	"address" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopper_addresses_pkey" PRIMARY KEY("store_id","address","id")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_hold_reason";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "unconfirmed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "unconfirmed_blocked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "reservation_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_orders_per_phone" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_units_per_line" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_units_per_order" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_hourly_orders_per_address" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "max_reserved_percent" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "shopper_addresses" ADD CONSTRAINT "shopper_addresses_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shopper_addresses_created_idx" ON "shopper_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_reserved_until_idx" ON "orders" USING btree ("reserved_until") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "orders_unconfirmed_phone_idx" ON "orders" USING btree ("store_id","customer_phone_e164") WHERE reserved_until is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_reserved_until" CHECK ("orders"."reserved_until" is null or "orders"."status" = 'pending');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_released" CHECK ("orders"."released_at" is null or ("orders"."status" in ('pending', 'cancelled') and not "orders"."moves_stock"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold_reason" CHECK (hold_reason in ('no_answer', 'call_later', 'wrong_number', 'incomplete_address', 'awaiting_payment', 'suspected_fraud', 'out_of_stock', 'duplicate', 'customer_blocked', 'other'));--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_unconfirmed" CHECK ("inventory"."unconfirmed_blocked" between 0 and "inventory"."unconfirmed");--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_shopper_limits" CHECK (reservation_hours between 1 and 168 and max_orders_per_phone between 1 and 100 and max_units_per_line between 1 and 100 and max_units_per_order between 1 and 10000 and max_hourly_orders_per_address between 1 and 10000 and max_reserved_percent between 1 and 100);--> statement-breakpoint
-- Shoppers' orders from before there were reservations keep their stock for another day.
UPDATE "orders" SET "reserved_until" = now() + interval '24 hours' WHERE "source" = 'storefront' AND "status" = 'pending' AND "moves_stock";--> statement-breakpoint
UPDATE "inventory" AS i SET "unconfirmed" = o.quantity FROM (SELECT o."store_id", l.variant_id, sum(l.quantity) AS quantity FROM "orders" o CROSS JOIN LATERAL jsonb_to_recordset(o."lines") AS l(variant_id uuid, quantity bigint) WHERE o."reserved_until" IS NOT NULL GROUP BY 1, 2) AS o WHERE i."store_id" = o."store_id" AND i."variant_id" = o.variant_id;
