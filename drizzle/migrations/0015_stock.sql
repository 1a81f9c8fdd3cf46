ALTER TABLE "messages" ADD COLUMN "unconfirmed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "low_stock_threshold" integer;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD COLUMN "on_hand_after" bigint;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD COLUMN "reserved_after" bigint;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD COLUMN "actor_kind" text;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inventory_threshold_idx" ON "inventory" USING btree ("store_id","variant_id") WHERE low_stock_threshold is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inventory_movements_order_idx" ON "inventory_movements" USING btree ("store_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_low_stock_threshold" CHECK ("inventory"."low_stock_threshold" >= 0);--> statement-breakpoint
-- By hand: set after the columns were added, because it is not known who recorded the existing movements.
ALTER TABLE "inventory_movements" ALTER COLUMN "actor_kind" SET DEFAULT coalesce(nullif(current_setting('app.caller_kind', true), ''), 'system');--> statement-breakpoint
ALTER TABLE "inventory_movements" ALTER COLUMN "actor_id" SET DEFAULT nullif(current_setting('app.caller', true), '')::uuid;
