CREATE TABLE "access_tokens" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"use" text DEFAULT 'mcp' NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_prefix" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "access_tokens_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "access_tokens_hash_key" UNIQUE("token_hash"),
	CONSTRAINT "access_tokens_use" CHECK ("access_tokens"."use" in ('mcp', 'api'))
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"confirmed" integer NOT NULL,
	"shipped" integer NOT NULL,
	"delivered" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"refused" integer NOT NULL,
	"returned" integer NOT NULL,
	"paid_minor" numeric NOT NULL,
	"refunded_minor" numeric NOT NULL,
	CONSTRAINT "activity_pkey" PRIMARY KEY("store_id","minutes","starts_at")
);
--> statement-breakpoint
CREATE TABLE "city_sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"city_key" text NOT NULL,
	"orders" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"gross_minor" numeric NOT NULL,
	"refunded_minor" numeric NOT NULL,
	"units" bigint NOT NULL,
	"shipped" integer NOT NULL,
	"returned" integer NOT NULL,
	"refused" integer NOT NULL,
	"not_collected_minor" numeric NOT NULL,
	CONSTRAINT "city_sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","country","city_key")
);
--> statement-breakpoint
CREATE TABLE "discount_sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"discount_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"discount_minor" numeric NOT NULL,
	"gross_minor" numeric NOT NULL,
	"refunded_minor" numeric NOT NULL,
	"not_collected_minor" numeric NOT NULL,
	CONSTRAINT "discount_sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","discount_id")
);
--> statement-breakpoint
CREATE TABLE "product_sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"product_orders" integer NOT NULL,
	"units" bigint NOT NULL,
	"returned_units" bigint NOT NULL,
	"refused_units" bigint NOT NULL,
	"revenue_minor" numeric NOT NULL,
	CONSTRAINT "product_sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","variant_id")
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"platform" text NOT NULL,
	"orders" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"gross_minor" numeric NOT NULL,
	"refunded_minor" numeric NOT NULL,
	"units" bigint NOT NULL,
	"shipped" integer NOT NULL,
	"returned" integer NOT NULL,
	"new_orders" integer NOT NULL,
	"new_gross_minor" numeric NOT NULL,
	"new_refunded_minor" numeric NOT NULL,
	"cod_placed" integer NOT NULL,
	"cod_confirmed" integer NOT NULL,
	"cod_shipped" integer NOT NULL,
	"cod_delivered" integer NOT NULL,
	"cod_returned" integer NOT NULL,
	"cod_cancelled" integer NOT NULL,
	"discount_minor" numeric NOT NULL,
	"shipping_minor" numeric NOT NULL,
	"tax_minor" numeric NOT NULL,
	"goods_minor" numeric NOT NULL,
	"costed_minor" numeric NOT NULL,
	"cost_minor" numeric NOT NULL,
	"refused" integer NOT NULL,
	"cod_refused" integer NOT NULL,
	"not_collected_minor" numeric NOT NULL,
	"new_not_collected_minor" numeric NOT NULL,
	CONSTRAINT "sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","platform")
);
--> statement-breakpoint
CREATE TABLE "collection_products" (
	"store_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "collection_products_pkey" PRIMARY KEY("store_id","collection_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"image" jsonb,
	"seo" jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"rules" jsonb,
	"match" text,
	"conditions" jsonb,
	"products_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "collections_slug_key" UNIQUE("store_id","slug"),
	CONSTRAINT "collections_match" CHECK (match in ('all', 'any')),
	CONSTRAINT "collections_rules" CHECK (("collections"."rules" is null) = ("collections"."match" is null) and ("collections"."rules" is null) = ("collections"."conditions" is null)),
	CONSTRAINT "collections_products" CHECK ("collections"."products_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "customer_contacts" (
	"store_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "customer_contacts_pkey" PRIMARY KEY("store_id","customer_id","kind","value"),
	CONSTRAINT "customer_contacts_kind" CHECK ("customer_contacts"."kind" in ('phone', 'email'))
);
--> statement-breakpoint
CREATE TABLE "customer_merges" (
	"store_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text,
	"external_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_merges_pkey" PRIMARY KEY("store_id","merged_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text,
	"name" text NOT NULL,
	"phone" text,
	"phone_e164" text,
	"email" text,
	"address" text,
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"other_phones" text[] DEFAULT '{}'::text[] NOT NULL,
	"other_phones_key" text[] DEFAULT '{}'::text[] NOT NULL,
	"other_emails" text[] DEFAULT '{}'::text[] NOT NULL,
	"notes" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"tag_keys" text[] GENERATED ALWAYS AS (app.tag_keys(tags)) STORED NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"blocked_reason" text,
	"anonymized_at" timestamp (3) with time zone,
	"orders_count" integer DEFAULT 0 NOT NULL,
	"total_spent_minor" numeric DEFAULT 0 NOT NULL,
	"total_paid_minor" numeric DEFAULT 0 NOT NULL,
	"last_order_at" timestamp (3) with time zone,
	"counted_version" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"phone_tail" text GENERATED ALWAYS AS (right(app.phone_text(phone, phone_e164), 7)) STORED,
	"email_key" text GENERATED ALWAYS AS (app.fold(email)) STORED,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes, nullif(jsonb_path_query_array(addresses, 'strict $.**?(@.type() == "string")')::text, '[]')] || other_phones || other_phones_key || other_emails || tags))) STORED NOT NULL,
	CONSTRAINT "customers_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "customers_counts" CHECK ("customers"."orders_count" >= 0),
	CONSTRAINT "customers_blocked_reason" CHECK ("customers"."blocked" or "customers"."blocked_reason" is null)
);
--> statement-breakpoint
CREATE TABLE "delivery_methods" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'delivery' NOT NULL,
	"zones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"zone_keys" text[] GENERATED ALWAYS AS (app.zone_keys(zones)) STORED,
	"price_minor" bigint DEFAULT 0 NOT NULL,
	"free_from_minor" bigint,
	"min_subtotal_minor" bigint,
	"max_subtotal_minor" bigint,
	"max_weight_g" integer,
	"rate_per_kg_minor" bigint,
	"min_days" integer,
	"max_days" integer,
	"payment_methods" text[] DEFAULT '{}'::text[] NOT NULL,
	"cod_fee_minor" bigint,
	"pickup_address" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_methods_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "delivery_methods_kind" CHECK (kind in ('delivery', 'pickup')),
	CONSTRAINT "delivery_methods_amounts" CHECK (least("delivery_methods"."price_minor", "delivery_methods"."free_from_minor", "delivery_methods"."min_subtotal_minor", "delivery_methods"."max_subtotal_minor", "delivery_methods"."max_weight_g", "delivery_methods"."rate_per_kg_minor", "delivery_methods"."cod_fee_minor") >= 0),
	CONSTRAINT "delivery_methods_days" CHECK ("delivery_methods"."min_days" between 0 and "delivery_methods"."max_days")
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"store_id" uuid NOT NULL,
	"discount_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_uses_pkey" PRIMARY KEY("store_id","order_id","discount_id")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"code_key" text GENERATED ALWAYS AS (app.discount_key(code)) STORED,
	"kind" text NOT NULL,
	"percentage" numeric(7, 4),
	"amount_minor" bigint,
	"max_amount_minor" bigint,
	"product_ids" uuid[],
	"tags" text[],
	"tag_keys" text[] GENERATED ALWAYS AS (app.tag_keys(tags)) STORED,
	"collection_ids" uuid[],
	"except_product_ids" uuid[],
	"except_tags" text[],
	"except_tag_keys" text[] GENERATED ALWAYS AS (app.tag_keys(except_tags)) STORED,
	"except_collection_ids" uuid[],
	"min_subtotal_minor" bigint,
	"min_quantity" integer,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"usage_limit" integer,
	"usage_limit_per_customer" integer,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"combines" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "discounts_kind" CHECK (kind in ('percentage', 'fixed', 'free_delivery')),
	CONSTRAINT "discounts_value" CHECK (case "discounts"."kind" when 'percentage' then "discounts"."percentage" > 0 and "discounts"."percentage" <= 100 when 'fixed' then "discounts"."amount_minor" > 0 else true end),
	CONSTRAINT "discounts_uses" CHECK ("discounts"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"subjects" uuid[] DEFAULT '{}' NOT NULL,
	"customers" uuid[] NOT NULL,
	"words" text[] DEFAULT '{}'::text[] NOT NULL,
	"tails" text[] DEFAULT '{}'::text[] NOT NULL,
	"position" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasures_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "erasures_source" CHECK ("erasures"."source" in ('orders', 'conversations', 'events', 'movements', 'variant_events', 'results'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "events_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "events_type" CHECK (app.is_event_type("events"."type")),
	CONSTRAINT "events_actor_kind" CHECK ("events"."actor_kind" in ('user', 'token', 'key', 'system'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"store_id" uuid NOT NULL,
	"caller" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("store_id","caller","operation","key")
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
	"previous" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"original" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"provider_message_id" text,
	"in_reply_to" text,
	"sender_name" text,
	"author_id" uuid,
	"delivery_status" text,
	"unconfirmed_since" timestamp (3) with time zone,
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
CREATE TABLE "conversation_contacts" (
	"store_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"key" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "conversation_contacts_pkey" PRIMARY KEY("store_id","channel_id","key","conversation_id")
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
	"tag_keys" text[] GENERATED ALWAYS AS (app.tag_keys(tags)) STORED NOT NULL,
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
	"former_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
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
CREATE TABLE "departed_assignees" (
	"store_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"left_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "departed_assignees_pkey" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "inventory" (
	"store_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"on_hand" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"unconfirmed" bigint DEFAULT 0 NOT NULL,
	"unconfirmed_blocked" bigint DEFAULT 0 NOT NULL,
	"tracked" boolean DEFAULT true NOT NULL,
	"allow_backorder" boolean DEFAULT false NOT NULL,
	"low_stock_threshold" integer,
	"is_low" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_pkey" PRIMARY KEY("store_id","variant_id"),
	CONSTRAINT "inventory_enough" CHECK (not "inventory"."tracked" or "inventory"."allow_backorder" or "inventory"."reserved" <= "inventory"."on_hand"),
	CONSTRAINT "inventory_reserved" CHECK ("inventory"."reserved" >= 0),
	CONSTRAINT "inventory_low_stock_threshold" CHECK ("inventory"."low_stock_threshold" >= 0),
	CONSTRAINT "inventory_unconfirmed" CHECK ("inventory"."unconfirmed_blocked" between 0 and "inventory"."unconfirmed")
);
--> statement-breakpoint
CREATE TABLE "inventory_movements" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"variant_id" uuid NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"on_hand_delta" bigint DEFAULT 0 NOT NULL,
	"reserved_delta" bigint DEFAULT 0 NOT NULL,
	"on_hand_after" bigint NOT NULL,
	"reserved_after" bigint NOT NULL,
	"reason" text,
	"actor_kind" text DEFAULT coalesce(nullif(current_setting('app.caller_kind', true), ''), 'system') NOT NULL,
	"actor_id" uuid DEFAULT nullif(current_setting('app.caller', true), '')::uuid,
	CONSTRAINT "inventory_movements_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "inventory_movements_kind" CHECK ("inventory_movements"."kind" in ('initial', 'adjusted', 'reserved', 'released', 'shipped', 'returned'))
);
--> statement-breakpoint
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
	CONSTRAINT "store_invitations_role" CHECK (role in ('owner', 'admin', 'staff', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"store_id" uuid NOT NULL,
	"job" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_turns_pkey" PRIMARY KEY("store_id","job")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"unused_since" timestamp (3) with time zone DEFAULT now(),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "media_name_key" UNIQUE("store_id","name"),
	CONSTRAINT "media_status" CHECK (status in ('pending', 'ready', 'deleting')),
	CONSTRAINT "media_name" CHECK ("media"."name" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "media_size" CHECK (least("media"."width", "media"."height", "media"."bytes") > 0)
);
--> statement-breakpoint
CREATE TABLE "media_totals" (
	"store_id" uuid NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "media_totals_pkey" PRIMARY KEY("store_id"),
	CONSTRAINT "media_totals_bytes" CHECK ("media_totals"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "media_uses" (
	"store_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"keeps" boolean NOT NULL,
	CONSTRAINT "media_uses_pkey" PRIMARY KEY("store_id","media_id","kind","subject_id"),
	CONSTRAINT "media_uses_kind" CHECK (kind in ('product', 'order', 'draft', 'page', 'version', 'revision', 'collection'))
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_host" text NOT NULL,
	"is_device" boolean DEFAULT false NOT NULL,
	"allowed_from" text,
	"scopes" text[] NOT NULL,
	"resource" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "oauth_grants_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "oauth_grants_reason" CHECK (revoked_reason in ('disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused', 'replaced', 'too_many_devices', 'role_lost')),
	CONSTRAINT "oauth_grants_revoked" CHECK (("oauth_grants"."revoked_at" is null) = ("oauth_grants"."revoked_reason" is null))
);
--> statement-breakpoint
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
	CONSTRAINT "oauth_clients_kind" CHECK ("oauth_clients"."kind" in ('dcr', 'cimd'))
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
	"begun_from" text,
	"begun_network" text,
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
CREATE TABLE "order_payments" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"method" text,
	"reference" text,
	"reason" text,
	"voided_at" timestamp (3) with time zone,
	"void_reason" text,
	"actor_kind" text DEFAULT coalesce(nullif(current_setting('app.caller_kind', true), ''), 'system') NOT NULL,
	"actor_id" uuid DEFAULT nullif(current_setting('app.caller', true), '')::uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_payments_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "order_payments_kind" CHECK ("order_payments"."kind" in ('payment', 'refund')),
	CONSTRAINT "order_payments_amount" CHECK ("order_payments"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"items" jsonb NOT NULL,
	"restock" boolean NOT NULL,
	"reason" text,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_returns_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "order_returns_kind" CHECK ("order_returns"."kind" in ('returned', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"store_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"items" jsonb NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_pkey" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"external_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_status" text DEFAULT 'unpaid' NOT NULL,
	"fulfillment_status" text DEFAULT 'unfulfilled' NOT NULL,
	"hold_reason" text,
	"contact_attempts" integer DEFAULT 0 NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"currency" text NOT NULL,
	"currency_exponent" smallint NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"shipping_minor" bigint DEFAULT 0 NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"discount_minor" bigint DEFAULT 0 NOT NULL,
	"stated" text[] NOT NULL,
	"delivery" jsonb,
	"destination" jsonb,
	"discounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tax_rate" numeric(7, 4),
	"tax_label" text,
	"tax_included" boolean DEFAULT false NOT NULL,
	"adjustment_minor" bigint DEFAULT 0 NOT NULL,
	"total_minor" bigint NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"due_again_minor" bigint DEFAULT 0 NOT NULL,
	"came_back_minor" bigint DEFAULT 0 NOT NULL,
	"due_minor" bigint GENERATED ALWAYS AS (app.due(status, total_minor, came_back_minor, paid_minor, due_again_minor)) STORED NOT NULL,
	"overpaid_minor" bigint GENERATED ALWAYS AS (app.overpaid(total_minor, came_back_minor, paid_minor, refunded_minor)) STORED NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_name" text NOT NULL,
	"customer_phone" text,
	"customer_phone_e164" text,
	"shipping_address" text,
	"address" jsonb,
	"country" text GENERATED ALWAYS AS (coalesce(address ->> 'country', destination ->> 'country')) STORED,
	"region_key" text GENERATED ALWAYS AS (app.place_key(coalesce(address ->> 'country', destination ->> 'country'), coalesce(address ->> 'region', destination ->> 'region'))) STORED,
	"city_key" text GENERATED ALWAYS AS (app.place_key(coalesce(address ->> 'country', destination ->> 'country'), coalesce(address ->> 'city', address ->> 'area'))) STORED,
	"payment_method" text,
	"payment_kind" text GENERATED ALWAYS AS (app.payment_kind(payment_method)) STORED,
	"po_number" text,
	"notes" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"lines" jsonb NOT NULL,
	"variant_ids" uuid[] GENERATED ALWAYS AS (app.variants_of(lines)) STORED,
	"shipments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"lines_key" text NOT NULL,
	"moves_stock" boolean DEFAULT true NOT NULL,
	"reserved_until" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"first_of_customer" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "orders_number_key" UNIQUE("store_id","number"),
	CONSTRAINT "orders_total" CHECK ("orders"."total_minor" = "orders"."subtotal_minor" + "orders"."shipping_minor" + case when "orders"."tax_included" then 0 else "orders"."tax_minor" end - "orders"."discount_minor" + "orders"."adjustment_minor"),
	CONSTRAINT "orders_amounts" CHECK (least("orders"."subtotal_minor", "orders"."shipping_minor", "orders"."tax_minor", "orders"."discount_minor", "orders"."total_minor", "orders"."paid_minor", "orders"."refunded_minor") >= 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."due_again_minor" between 0 and "orders"."refunded_minor" and "orders"."refunded_minor" <= "orders"."paid_minor"),
	CONSTRAINT "orders_came_back" CHECK ("orders"."came_back_minor" between 0 and "orders"."total_minor"),
	CONSTRAINT "orders_status" CHECK (status in ('pending', 'confirmed', 'completed', 'cancelled')),
	CONSTRAINT "orders_payment_status" CHECK (payment_status in ('unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded')),
	CONSTRAINT "orders_fulfillment_status" CHECK (fulfillment_status in ('unfulfilled', 'preparing', 'partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned')),
	CONSTRAINT "orders_hold_reason" CHECK (hold_reason in ('no_answer', 'call_later', 'wrong_number', 'incomplete_address', 'awaiting_payment', 'suspected_fraud', 'out_of_stock', 'duplicate', 'customer_blocked', 'other')),
	CONSTRAINT "orders_cancel_reason" CHECK ("orders"."cancel_reason" is null or "orders"."cancel_reason" = 'refused' and "orders"."status" = 'cancelled'),
	CONSTRAINT "orders_reserved_until" CHECK ("orders"."reserved_until" is null or "orders"."status" = 'pending'),
	CONSTRAINT "orders_released" CHECK ("orders"."released_at" is null or ("orders"."status" in ('pending', 'cancelled') and not "orders"."moves_stock"))
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"prices" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_changes_pkey" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "best_seller_counts" (
	"store_id" uuid NOT NULL,
	"counted_to" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "best_seller_counts_pkey" PRIMARY KEY("store_id")
);
--> statement-breakpoint
CREATE TABLE "product_facts" (
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"tag_keys" text[] DEFAULT '{}'::text[] NOT NULL,
	"options" text[] DEFAULT '{}'::text[] NOT NULL,
	"price_minor" bigint NOT NULL,
	"prices" bigint[] NOT NULL,
	"variants" integer NOT NULL,
	"reduced" boolean NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_facts_pkey" PRIMARY KEY("store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"words" integer[] NOT NULL,
	CONSTRAINT "product_words_pkey" PRIMARY KEY("store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "sold_out_variants" (
	"store_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	CONSTRAINT "sold_out_variants_pkey" PRIMARY KEY("store_id","product_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"sku" text,
	"sku_key" text GENERATED ALWAYS AS (app.sku_key(sku)) STORED,
	"barcode" text,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"price_minor" bigint,
	"compare_at_price_minor" bigint,
	"weight_g" integer,
	"taxable" boolean,
	"cost_minor" bigint,
	"position" integer NOT NULL,
	"image_id" uuid,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_variants_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "product_variants_product_key" UNIQUE("store_id","product_id","id"),
	CONSTRAINT "product_variants_price" CHECK ("product_variants"."price_minor" is null or "product_variants"."price_minor" >= 0),
	CONSTRAINT "product_variants_not_negative" CHECK (least("product_variants"."weight_g", "product_variants"."cost_minor", "product_variants"."compare_at_price_minor") >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"tag_keys" text[] GENERATED ALWAYS AS (app.tag_keys(tags)) STORED NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"price_minor" bigint NOT NULL,
	"compare_at_price_minor" bigint,
	"currency" text NOT NULL,
	"currency_exponent" integer NOT NULL,
	"weight_g" integer,
	"taxable" boolean DEFAULT true NOT NULL,
	"cost_minor" bigint,
	"variant_terms" text DEFAULT '' NOT NULL,
	"public_terms" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[title, slug, variant_terms] || tags))) STORED NOT NULL,
	"public_search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[title, public_terms] || tags))) STORED NOT NULL,
	CONSTRAINT "products_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "products_slug_key" UNIQUE("store_id","slug"),
	CONSTRAINT "products_status" CHECK ("products"."status" in ('draft', 'active', 'archived')),
	CONSTRAINT "products_price" CHECK ("products"."price_minor" >= 0 and ("products"."compare_at_price_minor" is null or "products"."compare_at_price_minor" >= 0)),
	CONSTRAINT "products_compare_at_price" CHECK ("products"."compare_at_price_minor" > "products"."price_minor"),
	CONSTRAINT "products_weight_and_cost" CHECK (least("products"."weight_g", "products"."cost_minor") >= 0)
);
--> statement-breakpoint
CREATE TABLE "customer_search_texts" (
	"store_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "customer_search_texts_pkey" PRIMARY KEY("store_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "order_search_texts" (
	"store_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"band" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "order_search_texts_pkey" PRIMARY KEY("store_id","order_id")
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE TABLE "shopper_addresses" (
	"store_id" uuid NOT NULL,
	"address" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopper_addresses_pkey" PRIMARY KEY("store_id","address","id")
);
--> statement-breakpoint
CREATE TABLE "storefront_page_revisions" (
	"store_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"body_html" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storefront_page_revisions_pkey" PRIMARY KEY("store_id","page_id","revision")
);
--> statement-breakpoint
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
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE TABLE "storefronts" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"published_version" integer,
	"last_version" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_members" (
	"store_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"left_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_members_pkey" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "store_counters" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"last_order_number" bigint DEFAULT 1000 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_members" (
	"store_id" uuid NOT NULL,
	"membership_id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"name" text,
	"role" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_members_pkey" PRIMARY KEY("store_id","user_id"),
	CONSTRAINT "store_members_role" CHECK (role in ('owner', 'admin', 'staff', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "store_slugs" (
	"store_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_slugs_pkey" PRIMARY KEY("store_id","slug"),
	CONSTRAINT "store_slugs_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"currency_exponent" smallint NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"country" text,
	"contact_email" text,
	"contact_phone" text,
	"contact_address" text,
	"status" text DEFAULT 'active' NOT NULL,
	"tax" jsonb,
	"created_by" uuid NOT NULL,
	"reservation_hours" integer DEFAULT 24 NOT NULL,
	"max_orders_per_phone" integer DEFAULT 3 NOT NULL,
	"max_units_per_line" integer DEFAULT 10 NOT NULL,
	"max_units_per_order" integer DEFAULT 50 NOT NULL,
	"max_hourly_orders_per_address" integer DEFAULT 10 NOT NULL,
	"max_reserved_percent" integer DEFAULT 50 NOT NULL,
	"max_adjustment_percent" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stores_slug_key" UNIQUE("slug"),
	CONSTRAINT "stores_currency_exponent" CHECK ("stores"."currency_exponent" between 0 and 3),
	CONSTRAINT "stores_status" CHECK ("stores"."status" in ('active', 'closed')),
	CONSTRAINT "stores_shopper_limits" CHECK (reservation_hours between 1 and 168 and max_orders_per_phone between 1 and 100 and max_units_per_line between 1 and 100 and max_units_per_order between 1 and 10000 and max_hourly_orders_per_address between 1 and 10000 and max_reserved_percent between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "web_sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"auth_time" timestamp (3) with time zone,
	"user_agent" text,
	"address_prefix" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"idle" interval DEFAULT '24:00:00' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"store_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"queue" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_id" uuid,
	"response_status" integer,
	"error" text,
	"duration_ms" integer,
	"response_body" text,
	"body" text,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY("store_id","webhook_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK (status in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"events" text[] DEFAULT '{}'::text[] NOT NULL,
	"scopes" text[] DEFAULT '{}'::text[] NOT NULL,
	"managed_by" uuid NOT NULL,
	"managed_by_kind" text NOT NULL,
	"access_ends_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"secret" text NOT NULL,
	"previous_secret" text,
	"secret_rotated_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_event_at" timestamp (3) with time zone,
	"missed_since" timestamp (3) with time zone,
	"queue" integer DEFAULT 0 NOT NULL,
	"given_up_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("store_id","id"),
	CONSTRAINT "webhooks_managed_by_kind" CHECK (managed_by_kind in ('user', 'key')),
	CONSTRAINT "webhooks_disabled_reason" CHECK (disabled_reason in ('by_hand', 'gone', 'failing', 'access_ended')),
	CONSTRAINT "webhooks_disabled" CHECK ("webhooks"."enabled" = ("webhooks"."disabled_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_fkey" FOREIGN KEY ("store_id","collection_id") REFERENCES "public"."collections"("store_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_fkey" FOREIGN KEY ("store_id","product_id") REFERENCES "public"."products"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_methods" ADD CONSTRAINT "delivery_methods_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_discount_fkey" FOREIGN KEY ("store_id","discount_id") REFERENCES "public"."discounts"("store_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_outbox" ADD CONSTRAINT "message_outbox_message_fkey" FOREIGN KEY ("store_id","message_id") REFERENCES "public"."messages"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_fkey" FOREIGN KEY ("store_id","conversation_id") REFERENCES "public"."conversations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_fkey" FOREIGN KEY ("store_id","channel_id") REFERENCES "public"."channels"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_contacts" ADD CONSTRAINT "conversation_contacts_conversation_fkey" FOREIGN KEY ("store_id","conversation_id") REFERENCES "public"."conversations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_channel_fkey" FOREIGN KEY ("store_id","channel_id") REFERENCES "public"."channels"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departed_assignees" ADD CONSTRAINT "departed_assignees_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_variant_fkey" FOREIGN KEY ("store_id","variant_id") REFERENCES "public"."product_variants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD CONSTRAINT "inventory_movements_variant_fkey" FOREIGN KEY ("store_id","variant_id") REFERENCES "public"."product_variants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_invitations" ADD CONSTRAINT "store_invitations_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_turns" ADD CONSTRAINT "job_turns_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_totals" ADD CONSTRAINT "media_totals_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uses" ADD CONSTRAINT "media_uses_media_fkey" FOREIGN KEY ("store_id","media_id") REFERENCES "public"."media"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_fkey" FOREIGN KEY ("store_id","grant_id") REFERENCES "public"."oauth_grants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_fkey" FOREIGN KEY ("store_id","grant_id") REFERENCES "public"."oauth_grants"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_fkey" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_fkey" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_fkey" FOREIGN KEY ("store_id","product_id") REFERENCES "public"."products"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopper_addresses" ADD CONSTRAINT "shopper_addresses_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_page_revisions" ADD CONSTRAINT "storefront_page_revisions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_pages" ADD CONSTRAINT "storefront_pages_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_versions" ADD CONSTRAINT "storefront_versions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_published_fkey" FOREIGN KEY ("store_id","published_version") REFERENCES "public"."storefront_versions"("store_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_counters" ADD CONSTRAINT "store_counters_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_members" ADD CONSTRAINT "store_members_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_slugs" ADD CONSTRAINT "store_slugs_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fkey" FOREIGN KEY ("store_id","webhook_id") REFERENCES "public"."webhooks"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_use_idx" ON "access_tokens" USING btree ("store_id","use","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "access_tokens_valid_idx" ON "access_tokens" USING btree ("store_id","created_by") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "product_sales_products_idx" ON "product_sales" USING btree ("store_id","product_id","starts_at") WHERE minutes = 1440;--> statement-breakpoint
CREATE INDEX "sales_platforms_idx" ON "sales" USING btree ("store_id","platform") WHERE minutes = 1440;--> statement-breakpoint
CREATE INDEX "collection_products_position_idx" ON "collection_products" USING btree ("store_id","collection_id","position","product_id");--> statement-breakpoint
CREATE INDEX "collection_products_product_idx" ON "collection_products" USING btree ("store_id","product_id");--> statement-breakpoint
CREATE INDEX "collections_created_idx" ON "collections" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "customer_contacts_phone_key" ON "customer_contacts" USING btree ("store_id","value") WHERE kind = 'phone' and value like '+%';--> statement-breakpoint
CREATE INDEX "customer_contacts_key_idx" ON "customer_contacts" USING btree ("store_id","kind","key");--> statement-breakpoint
CREATE INDEX "customer_merges_customer_idx" ON "customer_merges" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "customer_merges_external_idx" ON "customer_merges" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_key" ON "customers" USING btree ("store_id","phone_e164") WHERE phone_e164 is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_key" ON "customers" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "customers_created_idx" ON "customers" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_name_idx" ON "customers" USING btree ("store_id",name collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree ("store_id","phone_tail","created_at","id") WHERE phone_tail is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_id","email_key","created_at","id") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "discount_uses_discount_idx" ON "discount_uses" USING btree ("store_id","discount_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_code_key" ON "discounts" USING btree ("store_id","code_key");--> statement-breakpoint
CREATE INDEX "discounts_created_idx" ON "discounts" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "discounts_automatic_idx" ON "discounts" USING btree ("store_id") WHERE code is null and active;--> statement-breakpoint
CREATE INDEX "events_subject_idx" ON "events" USING btree ("store_id","subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_feed_idx" ON "events" USING btree ("store_id","xact","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_created_idx" ON "events" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idempotency_keys_customer_idx" ON "idempotency_keys" USING btree ("store_id",(result ->> 'id')) WHERE result ? 'orders_count';--> statement-breakpoint
CREATE INDEX "message_outbox_conversation_idx" ON "message_outbox" USING btree ("store_id","conversation_id","created_at","message_id");--> statement-breakpoint
CREATE INDEX "message_outbox_channel_idx" ON "message_outbox" USING btree ("store_id","channel_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_provider_key" ON "messages" USING btree ("store_id","channel_id","provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE INDEX "messages_conversation_idx" ON "messages" USING btree ("store_id","conversation_id","sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_search_idx" ON "messages" USING gin (app.grams(store_id, 0, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "channels_account_key" ON "channels" USING btree ("store_id","kind","account_id") WHERE archived_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_id_key" ON "channels" USING btree ("id");--> statement-breakpoint
CREATE INDEX "channels_created_idx" ON "channels" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversation_contacts_conversation_idx" ON "conversation_contacts" USING btree ("store_id","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_thread_key" ON "conversations" USING btree ("store_id","channel_id","thread_key");--> statement-breakpoint
CREATE INDEX "conversations_newest_idx" ON "conversations" USING btree ("store_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_status_idx" ON "conversations" USING btree ("store_id","status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_assignee_idx" ON "conversations" USING btree ("store_id","assignee_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_channel_idx" ON "conversations" USING btree ("store_id","channel_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_customer_idx" ON "conversations" USING btree ("store_id","customer_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_unread_idx" ON "conversations" USING btree ("store_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE unread_count > 0;--> statement-breakpoint
CREATE INDEX "conversations_waiting_idx" ON "conversations" USING btree ("store_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "conversations_snoozes_idx" ON "conversations" USING btree ("store_id","snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "conversations_search_idx" ON "conversations" USING gin (app.grams(store_id, 0, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inventory_low_idx" ON "inventory" USING btree ("store_id","variant_id") WHERE is_low;--> statement-breakpoint
CREATE INDEX "inventory_movements_variant_idx" ON "inventory_movements" USING btree ("store_id","variant_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inventory_movements_order_idx" ON "inventory_movements" USING btree ("store_id","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "inventory_movements_reason_idx" ON "inventory_movements" USING btree ("store_id","variant_id") WHERE reason <> 'import';--> statement-breakpoint
CREATE INDEX "store_invitations_email_idx" ON "store_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "store_invitations_expires_idx" ON "store_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "media_content_key" ON "media" USING btree ("store_id","sha256") WHERE status <> 'deleting';--> statement-breakpoint
CREATE INDEX "media_status_idx" ON "media" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_unused_files_idx" ON "media" USING btree ("store_id","unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "media_uses_subject_idx" ON "media_uses" USING btree ("store_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_created_idx" ON "oauth_grants" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "oauth_grants_client_idx" ON "oauth_grants" USING btree ("client_id","store_id","user_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "oauth_grants_valid_idx" ON "oauth_grants" USING btree ("store_id","user_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "oauth_clients_expires_idx" ON "oauth_clients" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_from_idx" ON "oauth_clients" USING btree ("registered_from","created_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_idle_idx" ON "oauth_clients" USING btree ("last_used_at") WHERE kind = 'dcr' and expires_at is null;--> statement-breakpoint
CREATE INDEX "oauth_codes_expires_idx" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_pending_expires_idx" ON "oauth_pending" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_pending_from_idx" ON "oauth_pending" USING btree ("begun_from","expires_at");--> statement-breakpoint
CREATE INDEX "oauth_tokens_expires_idx" ON "oauth_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_payments_order_idx" ON "order_payments" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "order_returns_order_idx" ON "order_returns" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE INDEX "shipments_order_idx" ON "shipments" USING btree ("store_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_key" ON "orders" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "orders_created_idx" ON "orders" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_status_idx" ON "orders" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_customer_idx" ON "orders" USING btree ("store_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_due_idx" ON "orders" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE due_minor > 0;--> statement-breakpoint
CREATE INDEX "orders_city_idx" ON "orders" USING btree ("store_id","city_key","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE city_key is not null;--> statement-breakpoint
CREATE INDEX "orders_region_idx" ON "orders" USING btree ("store_id","region_key","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE region_key is not null;--> statement-breakpoint
CREATE INDEX "orders_country_idx" ON "orders" USING btree ("store_id","country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE country is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_reservations_idx" ON "orders" USING btree ("store_id","reserved_until") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "orders_unconfirmed_phone_idx" ON "orders" USING btree ("store_id","customer_phone_e164") WHERE reserved_until is not null;--> statement-breakpoint
CREATE INDEX "price_changes_created_idx" ON "price_changes" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "product_facts_created_idx" ON "product_facts" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_facts_keys_idx" ON "product_facts" USING gin (app.product_keys(store_id, product_id, tag_keys, options, reduced)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "product_words_idx" ON "product_words" USING gin ("words") WITH (fastupdate=true,gin_pending_list_limit=64);--> statement-breakpoint
CREATE UNIQUE INDEX "product_variants_sku_key" ON "product_variants" USING btree ("store_id","sku_key") WHERE sku_key is not null and archived_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "product_variants_options_key" ON "product_variants" USING btree ("store_id","product_id","options") WHERE archived_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_external_key" ON "products" USING btree ("store_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_status_idx" ON "products" USING btree ("store_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_title_idx" ON "products" USING btree ("store_id","status",title collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_title_key_idx" ON "products" USING btree ("store_id",app.fold(title));--> statement-breakpoint
CREATE INDEX "products_search_idx" ON "products" USING gin (app.grams(store_id, 0, search_text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_public_search_idx" ON "products" USING gin (app.grams(store_id, 0, public_search_text)) WITH (fastupdate=false) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "customer_search_texts_created_idx" ON "customer_search_texts" USING btree ("store_id","created_at" DESC NULLS FIRST,"customer_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_search_texts_grams_idx" ON "customer_search_texts" USING gin (app.grams(store_id, 0, text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "order_search_texts_created_idx" ON "order_search_texts" USING btree ("store_id","created_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_search_texts_grams_idx" ON "order_search_texts" USING gin (app.grams(store_id, band, text)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "segments_created_idx" ON "segments" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shopper_addresses_created_idx" ON "shopper_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "storefront_pages_slug_key" ON "storefront_pages" USING btree ("store_id","slug") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "storefront_pages_created_idx" ON "storefront_pages" USING btree ("store_id","deleted","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "storefront_versions_created_idx" ON "storefront_versions" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "store_members_user_idx" ON "store_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stores_created_by_idx" ON "stores" USING btree ("created_by","created_at");--> statement-breakpoint
CREATE INDEX "web_sessions_user_idx" ON "web_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "web_sessions_expires_idx" ON "web_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status_idx" ON "webhook_deliveries" USING btree ("store_id","webhook_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_turn_idx" ON "webhook_deliveries" USING btree ("store_id","webhook_id","queue","due_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_queue_idx" ON "webhook_deliveries" USING btree ("store_id","webhook_id","queue","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lease_idx" ON "webhook_deliveries" USING btree ("store_id","webhook_id","lease_id") WHERE lease_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_created_idx" ON "webhooks" USING btree ("store_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhooks_deleted_idx" ON "webhooks" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "webhooks_given_up_idx" ON "webhooks" USING btree ("given_up_at") WHERE given_up_at is not null;--> statement-breakpoint
CREATE INDEX "webhooks_access_ends_idx" ON "webhooks" USING btree ("access_ends_at") WHERE enabled and access_ends_at is not null;
