CREATE TABLE "store_slugs" (
	"store_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_slugs_pkey" PRIMARY KEY("store_id","slug"),
	CONSTRAINT "store_slugs_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "oauth_grants" DROP CONSTRAINT "oauth_grants_reason";--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "store_slugs" ADD CONSTRAINT "store_slugs_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stores_created_by_idx" ON "stores" USING btree ("created_by","created_at");--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_reason" CHECK ("oauth_grants"."revoked_reason" in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced', 'role_lost'));--> statement-breakpoint
-- Every present slug belongs to its store from now on; former ones were never recorded.
INSERT INTO "store_slugs" ("store_id", "slug", "created_at") SELECT "id", "slug", "created_at" FROM "stores"
    ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Tokens and connections of people who lost the owner or admin role earlier: otherwise they would work again as soon as
-- the person regains it.
WITH ended AS (
  UPDATE "mcp_tokens" t SET "revoked_at" = now()
   WHERE t."revoked_at" IS NULL AND t."expires_at" > now() AND NOT EXISTS (
     SELECT FROM "store_members" m
      WHERE m."store_id" = t."store_id" AND m."user_id" = t."created_by" AND m."role" IN ('owner', 'admin'))
  RETURNING t."store_id", t."id"
)
INSERT INTO "events" ("store_id", "type", "subject_id", "actor_kind", "data")
SELECT "store_id", 'mcp_token.revoked', "id", 'system', '{"reason": "role_lost"}' FROM ended;--> statement-breakpoint
WITH ended AS (
  UPDATE "oauth_grants" g SET "revoked_at" = now(), "revoked_reason" = 'role_lost'
   WHERE g."revoked_at" IS NULL AND g."expires_at" > now() AND NOT EXISTS (
     SELECT FROM "store_members" m
      WHERE m."store_id" = g."store_id" AND m."user_id" = g."user_id" AND m."role" IN ('owner', 'admin'))
  RETURNING g."store_id", g."id"
)
INSERT INTO "events" ("store_id", "type", "subject_id", "actor_kind", "data")
SELECT "store_id", 'connection.revoked', "id", 'system', '{"reason": "role_lost"}' FROM ended;
