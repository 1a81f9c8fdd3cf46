CREATE TABLE "store_invitations" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_invitations_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "store_invitations_email_key" UNIQUE("store_id","email"),
	CONSTRAINT "store_invitations_role" CHECK ("store_invitations"."role" in ('owner', 'admin', 'staff', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "store_members" ADD COLUMN "membership_id" uuid DEFAULT uuidv7() NOT NULL;--> statement-breakpoint
ALTER TABLE "store_members" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "contact_address" text;--> statement-breakpoint
ALTER TABLE "store_invitations" ADD CONSTRAINT "store_invitations_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_invitations_email_idx" ON "store_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "store_invitations_expires_idx" ON "store_invitations" USING btree ("expires_at");