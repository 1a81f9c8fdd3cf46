ALTER TABLE "product_sales" ALTER COLUMN "revenue_minor" SET DATA TYPE numeric;--> statement-breakpoint
-- In one statement: each would write the table anew.
ALTER TABLE "sales" ALTER COLUMN "gross_minor" SET DATA TYPE numeric, ALTER COLUMN "refunded_minor" SET DATA TYPE numeric, ALTER COLUMN "new_gross_minor" SET DATA TYPE numeric, ALTER COLUMN "new_refunded_minor" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "total_spent_minor" SET DATA TYPE numeric, ALTER COLUMN "total_spent_minor" SET DEFAULT 0;
