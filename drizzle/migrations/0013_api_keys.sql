ALTER TABLE "mcp_tokens" ADD COLUMN "use" text DEFAULT 'mcp' NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_tokens" ADD CONSTRAINT "mcp_tokens_use" CHECK ("mcp_tokens"."use" in ('mcp', 'api'));--> statement-breakpoint
CREATE INDEX "mcp_tokens_use_idx" ON "mcp_tokens" USING btree ("store_id","use","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX "mcp_tokens_created_idx";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_actor_kind";--> statement-breakpoint
-- NOT VALID: the old check allowed less, so no row of this large table needs to be read.
ALTER TABLE "events" ADD CONSTRAINT "events_actor_kind" CHECK ("events"."actor_kind" in ('user', 'token', 'key', 'system')) NOT VALID;
