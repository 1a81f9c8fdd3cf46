-- By the indexes, so it comes when they are back.
SELECT app.rebuild_sales(id) FROM stores;
