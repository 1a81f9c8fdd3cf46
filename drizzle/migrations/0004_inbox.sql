CREATE TABLE "channels" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"account_id" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"credentials" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secret_rotated_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "channels_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "channels_kind" CHECK (kind in ('web_form', 'email', 'whatsapp', 'instagram', 'messenger', 'webhook'))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"thread_key" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"assignee_id" uuid,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"subject" text,
	"contact_name" text,
	"contact_phone" text,
	"contact_phone_e164" text,
	"contact_email" text,
	"customer_id" uuid,
	"order_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"last_inbound_at" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_message_kind" text,
	"last_message_type" text,
	"last_message_preview" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[subject, contact_name, app.phone_text(contact_phone, contact_phone_e164), contact_email] || tags))) STORED NOT NULL,
	CONSTRAINT "conversations_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "conversations_status" CHECK (status in ('open', 'pending', 'closed')),
	CONSTRAINT "conversations_snoozed" CHECK ("conversations"."snoozed_until" is null or "conversations"."status" = 'open'),
	CONSTRAINT "conversations_unread" CHECK ("conversations"."unread_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "message_outbox" (
	"store_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_id" uuid,
	"interrupted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_outbox_pkey" PRIMARY KEY("store_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"type" text DEFAULT 'text' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"provider_message_id" text,
	"in_reply_to" text,
	"sender_name" text,
	"author_id" uuid,
	"delivery_status" text,
	"failure_code" text,
	"failure_reason" text,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[body, sender_name]))) STORED NOT NULL,
	CONSTRAINT "messages_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "messages_kind" CHECK (kind in ('message', 'reply', 'note')),
	CONSTRAINT "messages_type" CHECK (type in ('text', 'image', 'audio', 'video', 'document', 'sticker', 'location', 'contacts', 'interactive', 'postback', 'reaction', 'deleted', 'unsupported')),
	CONSTRAINT "messages_delivery_status" CHECK (delivery_status in ('queued', 'sent', 'delivered', 'read', 'failed')),
	CONSTRAINT "messages_delivered" CHECK (("messages"."delivery_status" is not null) = ("messages"."kind" = 'reply'))
);
--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_channel_fkey" FOREIGN KEY ("store_id","channel_id") REFERENCES "public"."channels"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_outbox" ADD CONSTRAINT "message_outbox_message_fkey" FOREIGN KEY ("store_id","message_id") REFERENCES "public"."messages"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_fkey" FOREIGN KEY ("store_id","conversation_id") REFERENCES "public"."conversations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_fkey" FOREIGN KEY ("store_id","channel_id") REFERENCES "public"."channels"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_account_key" ON "channels" USING btree ("store_id","kind","account_id") WHERE archived_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_id_key" ON "channels" USING btree ("id");--> statement-breakpoint
CREATE INDEX "channels_created_idx" ON "channels" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_thread_key" ON "conversations" USING btree ("store_id","channel_id","thread_key");--> statement-breakpoint
CREATE INDEX "conversations_newest_idx" ON "conversations" USING btree ("store_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_status_idx" ON "conversations" USING btree ("store_id","status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_assignee_idx" ON "conversations" USING btree ("store_id","assignee_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_channel_idx" ON "conversations" USING btree ("store_id","channel_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_customer_idx" ON "conversations" USING btree ("store_id","customer_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_unread_idx" ON "conversations" USING btree ("store_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE unread_count > 0;--> statement-breakpoint
CREATE INDEX "conversations_snoozed_idx" ON "conversations" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "conversations_search_idx" ON "conversations" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "message_outbox_conversation_idx" ON "message_outbox" USING btree ("store_id","conversation_id","created_at","message_id");--> statement-breakpoint
CREATE INDEX "message_outbox_due_idx" ON "message_outbox" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_provider_key" ON "messages" USING btree ("store_id","channel_id","provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE INDEX "messages_conversation_idx" ON "messages" USING btree ("store_id","conversation_id","sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_search_idx" ON "messages" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id",lower(email)) WHERE email is not null;