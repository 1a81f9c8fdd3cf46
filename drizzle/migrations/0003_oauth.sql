CREATE TABLE "oauth_clients" (
	"client_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"metadata" jsonb NOT NULL,
	"secret_hash" "bytea",
	"registered_from" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_clients_kind" CHECK ("oauth_clients"."kind" in ('dcr', 'cimd', 'pre'))
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"store_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"grant_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_codes_pkey" PRIMARY KEY("store_id","code_hash"),
	CONSTRAINT "oauth_codes_hash_key" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_host" text NOT NULL,
	"scopes" text[] NOT NULL,
	"resource" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "oauth_grants_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "oauth_grants_reason" CHECK ("oauth_grants"."revoked_reason" in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused')),
	CONSTRAINT "oauth_grants_revoked" CHECK (("oauth_grants"."revoked_at" is null) = ("oauth_grants"."revoked_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "oauth_pending" (
	"handle_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"browser_hash" "bytea",
	"client" jsonb NOT NULL,
	"redirect_uri" text NOT NULL,
	"state" text,
	"challenge" text NOT NULL,
	"scopes" text[] NOT NULL,
	"resource" text NOT NULL,
	"issuer" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "oauth_pending_outcome" CHECK ("oauth_pending"."outcome" in ('approved', 'denied')),
	CONSTRAINT "oauth_pending_consumed" CHECK (("oauth_pending"."consumed_at" is null) = ("oauth_pending"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "oauth_tokens" (
	"store_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scopes" text[] NOT NULL,
	"parent" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"replaced_by" "bytea",
	CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY("store_id","token_hash"),
	CONSTRAINT "oauth_tokens_hash_key" UNIQUE("token_hash"),
	CONSTRAINT "oauth_tokens_kind" CHECK ("oauth_tokens"."kind" in ('access', 'refresh')),
	CONSTRAINT "oauth_tokens_replaced" CHECK (("oauth_tokens"."replaced_at" is null) = ("oauth_tokens"."replaced_by" is null))
);
--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_fkey" FOREIGN KEY ("store_id","grant_id") REFERENCES "public"."oauth_grants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_fkey" FOREIGN KEY ("store_id","grant_id") REFERENCES "public"."oauth_grants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_clients_expires_idx" ON "oauth_clients" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_from_idx" ON "oauth_clients" USING btree ("registered_from","created_at");--> statement-breakpoint
CREATE INDEX "oauth_codes_expires_idx" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_created_idx" ON "oauth_grants" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "oauth_pending_expires_idx" ON "oauth_pending" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_tokens_expires_idx" ON "oauth_tokens" USING btree ("expires_at");