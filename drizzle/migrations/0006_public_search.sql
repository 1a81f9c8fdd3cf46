ALTER TABLE "products" ADD COLUMN "public_terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "products" p SET "public_terms" = t."terms"
  FROM (SELECT v."store_id", v."product_id", string_agg(concat_ws(' ', nullif(v."title", ''), o."values"), ' ' ORDER BY v."position", v."id") AS "terms"
          FROM "product_variants" v
         CROSS JOIN LATERAL (SELECT string_agg(value, ' ') AS "values" FROM jsonb_each_text(v."options")) AS o
         WHERE v."archived_at" IS NULL
         GROUP BY v."store_id", v."product_id") AS t
 WHERE t."store_id" = p."store_id" AND t."product_id" = p."id" AND t."terms" <> '';--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "public_search_text" text GENERATED ALWAYS AS (app.fold(app.join_text(array[title, public_terms] || tags))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_public_search_idx" ON "products" USING gin (app.grams(store_id, public_search_text)) WITH (fastupdate=false) WHERE status = 'active';--> statement-breakpoint
UPDATE "segments" g SET "conditions" = (
    SELECT jsonb_agg(CASE WHEN c.value ->> 'value' LIKE '____-__-__T00:00:00.000Z' AND c.value ->> 'field' IN ('last_order', 'created')
             THEN c.value || jsonb_build_object('value', left(c.value ->> 'value', 10)) ELSE c.value END ORDER BY c.at)
      FROM jsonb_array_elements(g."conditions") WITH ORDINALITY AS c(value, at))
 WHERE g."filter" ~ '\d{4}-\d\d-\d\d' AND g."filter" !~ '\d{4}-\d\d-\d\dT';
