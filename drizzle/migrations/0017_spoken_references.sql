ALTER TABLE "stores" ADD COLUMN "max_adjustment_percent" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_title_key_idx" ON "products" USING btree ("store_id",app.fold(title));