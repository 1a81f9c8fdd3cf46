ALTER TABLE "events" ADD COLUMN "xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_feed_idx" ON "events" USING btree ("store_id","xact","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_created_idx" ON "events" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- By hand: drizzle/sql/80-events.sql replaces this function with the types of the catalogue.
CREATE FUNCTION app.is_event_type(p_type text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RETURN true; END $$;--> statement-breakpoint
-- NOT VALID: the tests have compared the earlier types with the catalogue, so no row of this large table needs to be read.
ALTER TABLE "events" ADD CONSTRAINT "events_type" CHECK (app.is_event_type("events"."type")) NOT VALID;
