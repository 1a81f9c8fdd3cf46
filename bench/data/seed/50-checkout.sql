-- Every store charges tax, has two delivery methods, a code and an automatic discount.
UPDATE stores SET tax = '{"rate": 5, "label": "VAT", "prices_include_tax": true, "tax_delivery": true,
  "registration_number": null, "country_rates": []}' WHERE id IN (SELECT id FROM bench_plan.stores);

INSERT INTO delivery_methods (store_id, id, name, zones, price_minor, free_from_minor, position)
SELECT s.id, uuidv7(), m.name, m.zones::jsonb, m.price, m.free_from, m.position
  FROM bench_plan.stores s,
       (VALUES ('Standard', '[]', 1000, 50000, 1),
               ('Express', '[{"country": "KW", "regions": ["Hawalli", "Jahra"]}]', 2000, NULL::bigint, 2))
         AS m(name, zones, price, free_from, position);

INSERT INTO discounts (store_id, id, name, code, kind, percentage, tags)
SELECT s.id, uuidv7(), d.name, d.code, 'percentage', d.percentage, d.tags
  FROM bench_plan.stores s,
       (VALUES ('Ten', 'TEN', 10, NULL::text[]), ('Season', NULL, 5, '{season}')) AS d(name, code, percentage, tags);
