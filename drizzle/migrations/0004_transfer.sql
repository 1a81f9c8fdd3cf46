ALTER TABLE "customers" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moves_stock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_key" ON "customers" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id","email") WHERE email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_key" ON "orders" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_external_key" ON "products" USING btree ("store_id","external_id") WHERE external_id is not null;