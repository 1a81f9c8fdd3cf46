-- What came back of an order, and what follows from it for what is due, its payment status and its times. app.with_state decides it, and
-- everything else reads what is stored with the order.

-- What the units that came back cost the customer, whatever was paid: the lines with came_back_minor (their price after discounts, without
-- tax that is added to it) and came_back_tax_minor, the delivery once every unit is back, the tax of both, and the total, which then is the
-- order's. What the merchant stated for the whole order, and no line has a share of, is spread over the lines by what they cost.
CREATE OR REPLACE FUNCTION app.came_back_of(
  o public.orders, OUT lines jsonb, OUT delivery_minor bigint, OUT tax_minor bigint, OUT total_minor bigint
)
  LANGUAGE sql STABLE
AS $$
  WITH line AS (
    SELECT l.value, l.place, n.quantity, coalesce(n.returned, 0) + coalesce(n.refused, 0) AS back,
           n.quantity * n.unit_price_minor - coalesce(n.discount_minor, 0) AS price, coalesce(n.tax_minor, 0) AS tax
      FROM jsonb_array_elements(o.lines) WITH ORDINALITY AS l(value, place)
     CROSS JOIN LATERAL jsonb_to_record(l.value) AS n(
       quantity numeric, returned numeric, refused numeric, unit_price_minor numeric, discount_minor numeric, tax_minor numeric)
  ), of_order AS (
    -- Without a method, delivery may have a price that the merchant stated. Its tax is the rest, in an imported order if the file says so.
    SELECT sum(price) - (o.subtotal_minor - o.discount_minor + o.adjustment_minor) AS less, bool_and(back = quantity) AS is_all,
           coalesce((o.delivery ->> 'tax_minor')::numeric, CASE WHEN app.is_computed(o) OR 'delivery_tax' = ANY (o.stated) THEN o.tax_minor - sum(tax) ELSE 0 END) AS delivery_tax,
           sum(tax) AS tax, bool_and(price <= 0) AS is_free
      FROM line
  ), weighed AS (
    SELECT line.*, CASE WHEN of_order.is_free THEN 1 ELSE greatest(0, line.price) END AS weight FROM line, of_order
  ), so_far AS (
    SELECT weighed.*, sum(weight) OVER (ORDER BY place) AS upto, sum(weight) OVER () AS whole FROM weighed
  ), back AS (
    SELECT s.value, s.place, s.back,
           app.signed_part(s.price - app.signed_part(f.less, s.upto, s.whole) + app.signed_part(f.less, s.upto - s.weight, s.whole),
             s.back, s.quantity) AS amount,
           app.signed_part(s.tax + app.signed_part(o.tax_minor - f.delivery_tax - f.tax, s.upto, s.whole)
             - app.signed_part(o.tax_minor - f.delivery_tax - f.tax, s.upto - s.weight, s.whole), s.back, s.quantity) AS tax
      FROM so_far AS s, of_order AS f
  ), parts AS (
    SELECT jsonb_agg(b.value - '{came_back_minor,came_back_tax_minor}'::text[] || CASE WHEN b.back > 0 THEN jsonb_strip_nulls(
             jsonb_build_object('came_back_minor', nullif(b.amount, 0), 'came_back_tax_minor', nullif(b.tax, 0))) ELSE '{}' END
             ORDER BY b.place) AS lines,
           CASE WHEN f.is_all THEN o.shipping_minor ELSE 0 END AS delivery,
           (sum(b.tax) + CASE WHEN f.is_all THEN f.delivery_tax ELSE 0 END)::bigint AS tax, sum(b.amount) AS goods
      FROM back AS b, of_order AS f GROUP BY f.is_all, f.delivery_tax
  )
  SELECT p.lines, p.delivery, p.tax,
         greatest(0, least(o.total_minor, p.goods + p.delivery + CASE WHEN o.tax_included THEN 0 ELSE p.tax END))::bigint
    FROM parts AS p
$$;

-- o has its due_minor. A payment that was refunded and is due again counts as if it had not come, until the order is cancelled.
CREATE OR REPLACE FUNCTION app.payment_status(o public.orders) RETURNS text
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_cancelled constant boolean := o.status = 'cancelled';
  v_again constant bigint := CASE WHEN v_cancelled THEN 0 ELSE o.due_again_minor END;
  v_paid constant bigint := o.paid_minor - v_again;
  v_refunded constant bigint := o.refunded_minor - v_again;
BEGIN
  RETURN CASE WHEN v_refunded > 0 AND v_refunded >= v_paid THEN 'refunded'
              WHEN v_refunded > greatest(0, v_paid - o.total_minor) THEN 'partially_refunded'
              WHEN v_cancelled AND v_paid > 0 AND v_paid >= o.total_minor THEN 'paid'
              WHEN NOT v_cancelled AND o.due_minor = 0 AND (v_paid > 0 OR o.total_minor = 0) THEN 'paid'
              WHEN v_paid > 0 THEN 'partially_paid'
              ELSE 'unpaid' END;
END
$$;

-- Whether the order is completed by itself: once it is delivered and nothing is due.
CREATE OR REPLACE FUNCTION app.is_settled(o public.orders) RETURNS boolean
  LANGUAGE sql IMMUTABLE
AS $$ SELECT o.delivered_at IS NOT NULL AND o.due_minor = 0 $$;

-- The order with all that follows from its lines, amounts and status. p_at: when they changed.
CREATE OR REPLACE FUNCTION app.with_state(p_order public.orders, p_at timestamptz) RETURNS public.orders
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  o public.orders := p_order;
BEGIN
  IF o.fulfillment_status IN ('partially_returned', 'returned') OR o.came_back_minor > 0 THEN
    SELECT b.lines, b.total_minor INTO o.lines, o.came_back_minor FROM app.came_back_of(o) AS b;
  END IF;
  o.due_minor := app.due(o.status, o.total_minor, o.came_back_minor, o.paid_minor, o.due_again_minor);
  o.overpaid_minor := app.overpaid(o.total_minor, o.came_back_minor, o.paid_minor, o.refunded_minor);
  o.payment_status := app.payment_status(o);
  o.confirmed_at := coalesce(o.confirmed_at, CASE WHEN o.status IN ('confirmed', 'completed') THEN p_at END);
  o.paid_at := CASE WHEN o.due_minor = 0 AND o.payment_status <> 'unpaid' THEN coalesce(o.paid_at, p_at) END;
  o.cancelled_at := CASE WHEN o.status = 'cancelled' THEN coalesce(o.cancelled_at, p_at) END;
  o.shipped_at := CASE WHEN o.shipments <> '[]' THEN coalesce(o.shipped_at, (o.shipments #>> '{0,created_at}')::timestamptz) END;
  RETURN o;
END
$$;
