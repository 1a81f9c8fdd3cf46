CREATE TABLE "discount_sales" (
	"store_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"discount_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"discount_minor" numeric NOT NULL,
	"gross_minor" numeric NOT NULL,
	"refunded_minor" numeric NOT NULL,
	CONSTRAINT "discount_sales_pkey" PRIMARY KEY("store_id","minutes","starts_at","discount_id")
);
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "discount_minor" numeric;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "shipping_minor" numeric;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "tax_minor" numeric;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "goods_minor" numeric;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "costed_minor" numeric;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "cost_minor" numeric;--> statement-breakpoint
-- Until drizzle/sql replaces it, a moment later, the function that counts orders must make rows with the new columns too. They
-- stay NULL in buckets that exist by then, until these are rebuilt (app.wrong_sales).
DO $$
BEGIN
  IF to_regprocedure('app.count_sales(public.orders, public.orders)') IS NOT NULL THEN
    EXECUTE regexp_replace(
      pg_get_functiondef('app.count_sales(public.orders, public.orders)'::regprocedure),
      '\)::public\.sales\M(?!\[)', ', NULL, NULL, NULL, NULL, NULL, NULL)::public.sales', 'g');
  END IF;
END
$$;
