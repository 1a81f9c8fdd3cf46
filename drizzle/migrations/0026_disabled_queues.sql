CREATE TABLE "departed_assignees" (
	"store_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"left_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "departed_assignees_pkey" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
DROP INDEX "conversations_snoozed_idx";--> statement-breakpoint
DROP INDEX "media_unused_idx";--> statement-breakpoint
DROP INDEX "orders_reserved_until_idx";--> statement-breakpoint
DROP INDEX "webhook_deliveries_due_idx";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "queue" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failed_event_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "webhooks" w SET "failed_event_at" = (
  SELECT min(e.created_at) FROM "webhook_deliveries" d JOIN "events" e ON e.store_id = d.store_id AND e.id = d.id
   WHERE d.store_id = w.store_id AND d.webhook_id = w.id AND d.status = 'failed' AND d.last_attempt_at >= w.failing_since)
 WHERE w.failing_since IS NOT NULL AND w.enabled;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "queue" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "given_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "departed_assignees" ADD CONSTRAINT "departed_assignees_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "conversations_snoozes_idx" ON "conversations" USING btree ("store_id","snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mcp_tokens_valid_idx" ON "mcp_tokens" USING btree ("store_id","created_by") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_unused_files_idx" ON "media" USING btree ("store_id","unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "oauth_grants_valid_idx" ON "oauth_grants" USING btree ("store_id","user_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_reservations_idx" ON "orders" USING btree ("store_id","reserved_until") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_turn_idx" ON "webhook_deliveries" USING btree ("store_id","webhook_id","queue","due_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_queue_idx" ON "webhook_deliveries" USING btree ("store_id","webhook_id","queue","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhooks_given_up_idx" ON "webhooks" USING btree ("given_up_at") WHERE given_up_at is not null;