CREATE TABLE "former_members" (
	"store_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"left_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_members_pkey" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "store_members" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;