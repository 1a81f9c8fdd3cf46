DROP INDEX IF EXISTS "inventory_threshold_idx";--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "is_low" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inventory_low_idx" ON "inventory" USING btree ("store_id","variant_id") WHERE is_low;--> statement-breakpoint
-- Keeps the mark right from now on (33-stock.sql). dev/migrate.ts marks the stock that is low already, in short transactions.
CREATE FUNCTION app.flip_low_stock() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN NEW.is_low := NOT NEW.is_low; RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER "inventory_low" BEFORE INSERT OR UPDATE OF on_hand, reserved, tracked, low_stock_threshold ON "inventory"
  FOR EACH ROW WHEN (NEW.is_low <> (NEW.tracked AND NEW.on_hand - NEW.reserved <= coalesce(NEW.low_stock_threshold, 0)))
  EXECUTE FUNCTION app.flip_low_stock();
