-- Stock: each variant received a million units, minus what was ordered. Runs beside 41-facts.sql.
INSERT INTO inventory_movements (store_id, id, variant_id, kind, on_hand_delta, on_hand_after, reserved_after)
SELECT store_id, uuidv7(interval '-117 days'), id, 'initial', 1000000, 1000000, 0 FROM bench_plan.variants;

-- The stock after each is as if there had been no other order.
INSERT INTO inventory_movements (store_id, id, variant_id, order_id, kind, on_hand_delta, reserved_delta, on_hand_after,
  reserved_after)
SELECT s.id, uuidv7(o.created_at - clock_timestamp()), l.variant_id, o.id, m.kind, m.on_hand * l.quantity, m.reserved * l.quantity,
       1000000 + m.on_hand * l.quantity, greatest(m.reserved, 0) * l.quantity
  FROM bench_plan.orders o
  JOIN bench_plan.stores s ON s.n = o.store
  JOIN bench_plan.basket_lines l ON l.store = o.store AND l.variant = o.variant AND l.kind = o.n % 3
  JOIN (VALUES ('reserved', 0, 1), ('shipped', -1, -1), ('released', 0, -1)) AS m(kind, on_hand, reserved)
    ON CASE m.kind WHEN 'shipped' THEN o.shipped WHEN 'released' THEN o.status = 'cancelled' ELSE true END;

INSERT INTO inventory (store_id, variant_id, on_hand, reserved, is_low)
SELECT store_id, variant_id, sum(on_hand_delta), sum(reserved_delta), sum(on_hand_delta) <= sum(reserved_delta) FROM inventory_movements GROUP BY 1, 2;
