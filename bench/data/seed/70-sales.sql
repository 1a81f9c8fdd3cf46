-- Needs the indexes, so it runs after they are restored. Runs for each range of stores: bench.from < n <= bench.to.
SELECT dev.rebuild_sales(id) FROM bench_plan.stores
 WHERE n > current_setting('bench.from')::bigint AND n <= current_setting('bench.to')::bigint;
