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
);
--> statement-breakpoint
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
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "first_of_customer" boolean DEFAULT false NOT NULL;