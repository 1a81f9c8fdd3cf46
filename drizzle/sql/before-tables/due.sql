-- What is due of an order and what was paid too much (orders.due_minor, overpaid_minor). In PL/pgSQL, because a generated column that calls
-- an SQL function parses it for each statement.

-- What the customer has still to pay. What came back is not due, nor what was refunded, unless the refund said so (p_due_again).
CREATE OR REPLACE FUNCTION app.due(p_status text, p_total bigint, p_came_back bigint, p_paid bigint, p_due_again bigint) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN CASE WHEN p_status = 'cancelled' THEN 0 ELSE greatest(0, p_total - p_came_back - p_paid + p_due_again) END;
END
$$;

-- What was paid and not refunded, beyond the total without what came back.
CREATE OR REPLACE FUNCTION app.overpaid(p_total bigint, p_came_back bigint, p_paid bigint, p_refunded bigint) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN greatest(0, p_paid - p_refunded - p_total + p_came_back);
END
$$;
