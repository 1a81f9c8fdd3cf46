ALTER TABLE "oauth_pending" ADD COLUMN "begun_from" text;--> statement-breakpoint
ALTER TABLE "oauth_pending" ADD COLUMN "begun_network" text;--> statement-breakpoint
CREATE INDEX "oauth_clients_idle_idx" ON "oauth_clients" USING btree ("last_used_at") WHERE kind = 'dcr' and expires_at is null;--> statement-breakpoint
CREATE INDEX "oauth_grants_client_idx" ON "oauth_grants" USING btree ("client_id","store_id","user_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "oauth_pending_from_idx" ON "oauth_pending" USING btree ("begun_from","expires_at");--> statement-breakpoint
UPDATE "oauth_grants" SET "expires_at" = "created_at" + interval '180 days' WHERE "expires_at" > "created_at" + interval '180 days';
