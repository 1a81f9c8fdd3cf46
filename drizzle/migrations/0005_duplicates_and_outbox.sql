DROP INDEX "customers_phone_tail_idx";--> statement-breakpoint
DROP INDEX "customers_email_idx";--> statement-breakpoint
CREATE INDEX "message_outbox_channel_idx" ON "message_outbox" USING btree ("store_id","channel_id","due_at");--> statement-breakpoint
CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree ("store_id","phone_tail","created_at","id") WHERE phone_tail is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id","email_key","created_at","id") WHERE email_key is not null;