ALTER TABLE "order_payments" ADD COLUMN "actor_kind" text;--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "actor_id" uuid;