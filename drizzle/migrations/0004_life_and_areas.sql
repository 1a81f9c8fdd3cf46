CREATE TABLE "product_sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"product_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"units" bigint NOT NULL,
	"returned_units" bigint NOT NULL,
	"revenue_minor" bigint NOT NULL,
	CONSTRAINT "product_sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","product_id")
);--> statement-breakpoint
CREATE TABLE "sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"platform" text NOT NULL,
	"orders" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"gross_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"units" bigint NOT NULL,
	"shipped" integer NOT NULL,
	"returned" integer NOT NULL,
	"new_orders" integer NOT NULL,
	"new_gross_minor" bigint NOT NULL,
	"new_refunded_minor" bigint NOT NULL,
	"cod_placed" integer NOT NULL,
	"cod_confirmed" integer NOT NULL,
	"cod_shipped" integer NOT NULL,
	"cod_delivered" integer NOT NULL,
	"cod_returned" integer NOT NULL,
	"cod_cancelled" integer NOT NULL,
	CONSTRAINT "sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","platform")
);--> statement-breakpoint
CREATE TABLE "customer_contacts" (
	"store_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "customer_contacts_pkey" PRIMARY KEY("store_id","customer_id","kind","value"),
	CONSTRAINT "customer_contacts_kind" CHECK ("customer_contacts"."kind" in ('phone', 'email'))
);--> statement-breakpoint
CREATE TABLE "customer_merges" (
	"store_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_merges_pkey" PRIMARY KEY("store_id","merged_id")
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "order_payments" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"method" text,
	"reference" text,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_payments_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "order_payments_kind" CHECK ("order_payments"."kind" in ('payment', 'refund')),
	CONSTRAINT "order_payments_amount" CHECK ("order_payments"."amount_minor" > 0)
);--> statement-breakpoint
CREATE TABLE "order_returns" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"items" jsonb NOT NULL,
	"restock" boolean NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_returns_pkey" PRIMARY KEY("store_id","id")
);--> statement-breakpoint
CREATE TABLE "shipments" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"items" jsonb NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_pkey" PRIMARY KEY("store_id","id")
);--> statement-breakpoint
CREATE TABLE "segments" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "segments_name_key" UNIQUE("store_id","name")
);--> statement-breakpoint
CREATE TABLE "storefront_page_revisions" (
	"store_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"body_html" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_page_revisions_pkey" PRIMARY KEY("store_id","page_id","revision")
);--> statement-breakpoint
CREATE TABLE "storefront_pages" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"body_html" text NOT NULL,
	"seo" jsonb NOT NULL,
	"position" integer NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_pages_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "storefront_pages_body" CHECK (octet_length("storefront_pages"."body") <= 102400)
);--> statement-breakpoint
CREATE TABLE "storefront_versions" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"note" text,
	"restored_from" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_versions_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "storefront_versions_number_key" UNIQUE("store_id","number")
);--> statement-breakpoint
CREATE TABLE "storefronts" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"published_version" integer,
	"last_version" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
ALTER TABLE "oauth_grants" DROP CONSTRAINT "oauth_grants_reason";--> statement-breakpoint
DROP INDEX "events_subject_idx";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_phones" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_phones_key" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_emails" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "anonymized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_tail" text GENERATED ALWAYS AS (right(app.phone_text(phone, phone_e164), 7)) STORED;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email_key" text GENERATED ALWAYS AS (app.fold(email)) STORED;--> statement-breakpoint
ALTER TABLE "customers" drop column "search_text";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes, nullif(jsonb_path_query_array(addresses, 'strict $.**?(@.type() == "string")')::text, '[]')] || other_phones || other_phones_key || other_emails || tags))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_search_idx" ON "customers" USING gin (app.grams(store_id, search_text)) WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moves_stock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "first_of_customer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "store_members" ADD COLUMN "membership_id" uuid DEFAULT uuidv7() NOT NULL;--> statement-breakpoint
ALTER TABLE "store_members" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "contact_address" text;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_channel_fkey" FOREIGN KEY ("store_id","channel_id") REFERENCES "public"."channels"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_outbox" ADD CONSTRAINT "message_outbox_message_fkey" FOREIGN KEY ("store_id","message_id") REFERENCES "public"."messages"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_fkey" FOREIGN KEY ("store_id","conversation_id") REFERENCES "public"."conversations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_fkey" FOREIGN KEY ("store_id","channel_id") REFERENCES "public"."channels"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_invitations" ADD CONSTRAINT "store_invitations_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_page_revisions" ADD CONSTRAINT "storefront_page_revisions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_pages" ADD CONSTRAINT "storefront_pages_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_versions" ADD CONSTRAINT "storefront_versions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_published_fkey" FOREIGN KEY ("store_id","published_version") REFERENCES "public"."storefront_versions"("store_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_contacts_phone_key" ON "customer_contacts" USING btree ("store_id","value") WHERE kind = 'phone' and value like '+%';--> statement-breakpoint
CREATE INDEX "customer_contacts_key_idx" ON "customer_contacts" USING btree ("store_id","kind","key");--> statement-breakpoint
CREATE INDEX "customer_merges_customer_idx" ON "customer_merges" USING btree ("store_id","customer_id");--> statement-breakpoint
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
CREATE INDEX "store_invitations_email_idx" ON "store_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "store_invitations_expires_idx" ON "store_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_payments_order_idx" ON "order_payments" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "order_returns_order_idx" ON "order_returns" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "shipments_order_idx" ON "shipments" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "segments_created_idx" ON "segments" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "storefront_pages_slug_key" ON "storefront_pages" USING btree ("store_id","slug") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "storefront_pages_created_idx" ON "storefront_pages" USING btree ("store_id","deleted","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "storefront_versions_created_idx" ON "storefront_versions" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_key" ON "customers" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree ("store_id","phone_tail") WHERE phone_tail is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id","email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_key" ON "orders" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_external_key" ON "products" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "events_subject_idx" ON "events" USING btree ("store_id","subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_blocked_reason" CHECK ("customers"."blocked" or "customers"."blocked_reason" is null);--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_reason" CHECK ("oauth_grants"."revoked_reason" in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_minor" <= "orders"."paid_minor");--> statement-breakpoint
-- Of orders of before there were shipments and a ledger: what their stock's movements and their own row tell.
UPDATE "orders" o SET
    "lines" = (
      SELECT jsonb_agg(l.line || jsonb_strip_nulls(jsonb_build_object(
               'shipped', nullif(least((l.line ->> 'quantity')::bigint, greatest(m.shipped - l.before, 0)), 0),
               'returned', nullif(least((l.line ->> 'quantity')::bigint, greatest(m.returned - l.before, 0)), 0))) ORDER BY l.at)
        FROM (SELECT line, at, coalesce(sum((line ->> 'quantity')::bigint) OVER (
                       PARTITION BY line ->> 'variant_id' ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
                FROM jsonb_array_elements(o."lines") WITH ORDINALITY AS e(line, at)) AS l
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(-i."on_hand_delta") FILTER (WHERE i."kind" = 'shipped'), 0) AS shipped,
                coalesce(sum(i."on_hand_delta") FILTER (WHERE i."kind" = 'returned'), 0) AS returned
           FROM "inventory_movements" i
          WHERE i."store_id" = o."store_id" AND i."order_id" = o."id" AND i."variant_id" = (l.line ->> 'variant_id')::uuid) AS m),
    "delivered_at" = CASE WHEN o."fulfillment_status" IN ('delivered', 'partially_returned', 'returned') THEN o."updated_at" END
  WHERE o."fulfillment_status" NOT IN ('unfulfilled', 'preparing');--> statement-breakpoint
WITH moved AS (
  SELECT o."store_id", o."id" AS order_id, k.kind, o."updated_at",
         jsonb_agg(jsonb_build_object('position', l -> 'position', 'variant_id', l -> 'variant_id', 'quantity', l -> k.kind)
                   ORDER BY (l ->> 'position')::int) AS items
    FROM "orders" o CROSS JOIN jsonb_array_elements(o."lines") AS l CROSS JOIN (VALUES ('shipped'), ('returned')) AS k(kind)
   WHERE l ? k.kind GROUP BY 1, 2, 3, 4
), sent AS (
  INSERT INTO "shipments" ("store_id", "order_id", "items", "created_at")
  SELECT "store_id", order_id, items, "updated_at" FROM moved WHERE kind = 'shipped' RETURNING *
), came_back AS (
  INSERT INTO "order_returns" ("store_id", "order_id", "items", "restock", "created_at")
  SELECT "store_id", order_id, items, true, "updated_at" FROM moved WHERE kind = 'returned'
)
UPDATE "orders" o SET "shipments" = jsonb_build_array(jsonb_build_object('id', s."id", 'carrier', NULL, 'tracking_number', NULL,
    'tracking_url', NULL, 'items', s."items", 'created_at', to_char(s."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  FROM sent s WHERE o."store_id" = s."store_id" AND o."id" = s."order_id";--> statement-breakpoint
INSERT INTO "order_payments" ("store_id", "order_id", "kind", "amount_minor", "method", "created_at")
SELECT "store_id", "id", 'payment', "paid_minor", "payment_method", "updated_at" FROM "orders" WHERE "paid_minor" > 0
UNION ALL
SELECT "store_id", "id", 'refund', "refunded_minor", NULL, "updated_at" FROM "orders" WHERE "refunded_minor" > 0;
