ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_disabled_reason";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "history" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "managed_by" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "managed_by_kind" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "access_ends_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "webhooks_access_ends_idx" ON "webhooks" USING btree ("access_ends_at") WHERE enabled and access_ends_at is not null;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_managed_by_kind" CHECK (managed_by_kind in ('user', 'key'));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason" CHECK (disabled_reason in ('by_hand', 'gone', 'failing', 'access_ended'));