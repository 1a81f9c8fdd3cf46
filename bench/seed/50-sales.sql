-- Needs the indexes, so it runs after they are restored.
SELECT app.rebuild_sales(id) FROM stores;
