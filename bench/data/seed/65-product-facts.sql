-- What the triggers of products, variants and stock would have written.
SELECT app.keep_facts(p.store_id, array_agg(p.id ORDER BY p.id)) FROM products p GROUP BY p.store_id;

INSERT INTO product_words (store_id, product_id, words)
SELECT p.store_id, p.id, app.product_words(p.store_id, p.status, p.public_search_text, p.description) FROM products p;

INSERT INTO sold_out_variants (store_id, product_id, variant_id)
SELECT i.store_id, v.product_id, v.id FROM inventory i JOIN product_variants v ON v.store_id = i.store_id AND v.id = i.variant_id
 WHERE i.tracked AND i.on_hand <= i.reserved + i.unconfirmed_blocked;
