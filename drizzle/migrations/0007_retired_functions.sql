-- Functions of earlier releases whose parameters have changed. drizzle/sql creates their successors under the same names.
DROP FUNCTION IF EXISTS app.accept_invitations(text, text, text);
DROP FUNCTION IF EXISTS app.accept_invitations(text, text, text, uuid);
DROP FUNCTION IF EXISTS app.begin_authorization(bytea, jsonb, text, text, text, text[], text, text, jsonb, integer);
DROP FUNCTION IF EXISTS app.customer_of_contact(uuid, text, text);
DROP FUNCTION IF EXISTS app.enter_member(text, text, uuid, text[]);
DROP FUNCTION IF EXISTS app.find_customer(text, text);
DROP FUNCTION IF EXISTS app.find_shown(text, jsonb, timestamptz, uuid, integer);
DROP FUNCTION IF EXISTS app.forget_conversations(uuid);
DROP FUNCTION IF EXISTS app.import_order(jsonb);
DROP FUNCTION IF EXISTS app.minor(numeric);
DROP FUNCTION IF EXISTS app.move_conversations(uuid, uuid);
DROP FUNCTION IF EXISTS app.move_lines(jsonb, jsonb, text, text);
DROP FUNCTION IF EXISTS app.oauth_grant_holds(uuid, uuid, timestamptz);
DROP FUNCTION IF EXISTS app.place_order(jsonb, text, text, text);
DROP FUNCTION IF EXISTS app.price_lines(uuid, jsonb, numeric, boolean);
DROP FUNCTION IF EXISTS app.resolve_lines(uuid, jsonb);
DROP FUNCTION IF EXISTS app.scrub_records(uuid[], uuid[], text[], text[]);
DROP FUNCTION IF EXISTS app.scrubbed(jsonb, text[], text[]);
DROP FUNCTION IF EXISTS app.shopper(uuid, text);
--> statement-breakpoint
-- Functions that return something else than they did before 0006. CREATE OR REPLACE cannot change a return type.
-- The present ones stay: the Worker in service calls them while this runs.
DO $$
BEGIN
  IF to_regprocedure('app.expect_amounts(jsonb)') IS NULL THEN
    DROP FUNCTION IF EXISTS app.my_invitations(text);
    DROP FUNCTION IF EXISTS app.claim_outbox(uuid, uuid, uuid, integer);
    DROP FUNCTION IF EXISTS app.customer_bounds(uuid, jsonb);
    DROP FUNCTION IF EXISTS app.search_condition(text, text);
    DROP FUNCTION IF EXISTS app.search_words(text);
    DROP FUNCTION IF EXISTS app.resolve_lines(uuid, jsonb, boolean);
    DROP FUNCTION IF EXISTS app.storefront_lines(uuid, jsonb);
  END IF;
END
$$;
