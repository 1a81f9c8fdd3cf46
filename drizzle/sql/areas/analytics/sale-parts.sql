-- What one order adds to the figures of its store.

-- What an order adds to its bucket; zeros for NULL. An order counts as shipped, returned or refused if any part of it was, even if
-- the rest was cancelled, and as delivered if it was and the customer kept any part of it. One that was refused altogether is no
-- sale and was not cancelled. goods_minor is the price of the goods after discounts and without included tax; costed_minor is the
-- part of it with a known cost. What the merchant stated for the whole order, and no line has a share of, is spread over the lines
-- in proportion.
CREATE OR REPLACE FUNCTION app.sale_parts(o public.orders)
  RETURNS TABLE (
    -- each sales.parts: %
    orders integer, cancelled integer, gross_minor bigint, refunded_minor bigint, units bigint, shipped integer, returned integer, new_orders integer, new_gross_minor bigint, new_refunded_minor bigint, cod_placed integer, cod_confirmed integer, cod_shipped integer, cod_delivered integer, cod_returned integer, cod_cancelled integer, discount_minor bigint, shipping_minor bigint, tax_minor bigint, goods_minor bigint, costed_minor bigint, cost_minor bigint, refused integer, cod_refused integer, not_collected_minor bigint, new_not_collected_minor bigint
  )
  LANGUAGE sql STABLE ROWS 1
AS $$
  SELECT
    -- each sales.figures: f.%
    f.orders, f.cancelled, f.gross_minor, f.refunded_minor, f.units, f.shipped, f.returned, f.new_orders, f.new_gross_minor, f.new_refunded_minor, f.cod_placed, f.cod_confirmed, f.cod_shipped, f.cod_delivered, f.cod_returned, f.cod_cancelled, f.discount_minor, f.shipping_minor, f.tax_minor, f.goods_minor, f.costed_minor, f.cost_minor, f.refused, f.cod_refused, f.not_collected_minor, f.new_not_collected_minor
    FROM (
      SELECT sold AS orders, cancelled, sold * gross AS gross_minor, sold * refunded AS refunded_minor, sold * units AS units, shipped,
             returned, sold * first AS new_orders, sold * first * gross AS new_gross_minor, sold * first * refunded AS new_refunded_minor,
             cod * (sold + closed + cancelled) AS cod_placed,
             cod * CASE sold WHEN 1 THEN confirmed ELSE shipped END AS cod_confirmed, cod * shipped AS cod_shipped,
             cod * sold * delivered AS cod_delivered, cod * returned AS cod_returned, cod * cancelled AS cod_cancelled,
             sold * discount AS discount_minor, sold * shipping AS shipping_minor, sold * tax AS tax_minor,
             sold * (subtotal - discount - goods_tax) AS goods_minor,
             CASE WHEN has_costs THEN sold * (
               costed_price - costed_discount - included * costed_tax
               - coalesce(round((discount - line_discount + goods_tax - included * line_tax)::numeric * costed_price / nullif(subtotal, 0)), 0)::bigint)
             ELSE 0 END AS costed_minor,
             sold * cost AS cost_minor, refused, cod * refused AS cod_refused, sold * not_collected AS not_collected_minor,
             sold * first * not_collected AS new_not_collected_minor
        FROM (
          SELECT coalesce(o.status <> 'cancelled', false)::integer AS sold, coalesce(o.status = 'cancelled' AND o.cancel_reason IS NULL, false)::integer AS cancelled,
                 coalesce(o.cancel_reason = 'refused', false)::integer AS closed,
                 coalesce(o.status <> 'pending', false)::integer AS confirmed,
                 coalesce(o.fulfillment_status IN ('partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned'), false)::integer AS shipped,
                 (o.delivered_at IS NOT NULL AND o.fulfillment_status <> 'returned')::integer AS delivered,
                 coalesce(o.first_of_customer, false)::integer AS first, coalesce(o.payment_kind = 'cash_on_delivery', false)::integer AS cod,
                 coalesce(o.total_minor, 0) AS gross,
                 coalesce(app.refunded_of_total(o), 0) AS refunded, coalesce(app.not_collected(o), 0) AS not_collected,
                 coalesce(o.subtotal_minor, 0) AS subtotal, coalesce(o.discount_minor, 0) AS discount,
                 coalesce(o.shipping_minor, 0) AS shipping, coalesce(o.tax_minor, 0) AS tax,
                 coalesce(o.tax_included, false)::integer AS included,
                 CASE WHEN o.tax_included IS NOT TRUE THEN 0 WHEN 'total' <> ALL (o.stated) THEN line_tax
                      ELSE o.tax_minor - coalesce((o.delivery ->> 'tax_minor')::bigint, 0) END AS goods_tax,
                 of_lines.*
            FROM (
              SELECT coalesce(sum(l.quantity), 0)::bigint AS units, coalesce(sum(l.discount_minor), 0)::bigint AS line_discount,
                     coalesce(sum(l.tax_minor), 0)::bigint AS line_tax, bool_or(l.cost_minor IS NOT NULL) AS has_costs,
                     coalesce(bool_or(l.returned > 0), false)::integer AS returned, coalesce(bool_or(l.refused > 0), false)::integer AS refused,
                     coalesce(sum(l.quantity * l.cost_minor), 0)::bigint AS cost,
                     sum(l.quantity * l.unit_price_minor) FILTER (WHERE l.cost_minor IS NOT NULL)::bigint AS costed_price,
                     coalesce(sum(l.discount_minor) FILTER (WHERE l.cost_minor IS NOT NULL), 0)::bigint AS costed_discount,
                     coalesce(sum(l.tax_minor) FILTER (WHERE l.cost_minor IS NOT NULL), 0)::bigint AS costed_tax
                FROM jsonb_to_recordset(o.lines) AS l(
                       quantity bigint, unit_price_minor bigint, discount_minor bigint, tax_minor bigint, cost_minor bigint, returned bigint,
                       refused bigint)
            ) AS of_lines
          -- Otherwise the planner would compute each of these once for every figure that uses it.
          OFFSET 0
        ) AS made
    ) AS f
$$;

-- What an order adds to the buckets of its variants. For its products it counts once each, with the first of their variants.
CREATE OR REPLACE FUNCTION app.product_sale(o public.orders)
  RETURNS TABLE (
    product_id uuid, variant_id uuid, orders integer, product_orders integer, units bigint, returned_units bigint, refused_units bigint,
    revenue_minor bigint
  )
  LANGUAGE sql STABLE ROWS 3
AS $$
  SELECT l.product_id, l.variant_id, 1, (row_number() OVER (PARTITION BY l.product_id ORDER BY l.variant_id) = 1)::integer,
         sum(l.quantity)::bigint, coalesce(sum(l.returned), 0)::bigint, coalesce(sum(l.refused), 0)::bigint,
         sum(l.quantity * l.unit_price_minor)::bigint
    FROM jsonb_to_recordset(o.lines) AS l(product_id uuid, variant_id uuid, quantity bigint, returned bigint, refused bigint,
           unit_price_minor bigint)
   WHERE o.status <> 'cancelled'
   GROUP BY 1, 2
$$;

-- How much of the total was refunded, and is not to be paid again. Refunding an overpayment does not count.
CREATE OR REPLACE FUNCTION app.refunded_of_total(o public.orders) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT greatest(0, o.refunded_minor - o.due_again_minor - greatest(0, o.paid_minor - o.due_again_minor - o.total_minor)) $$;

-- How much of the total will not come: what came back and was not paid.
CREATE OR REPLACE FUNCTION app.not_collected(o public.orders) RETURNS bigint
  LANGUAGE sql IMMUTABLE
AS $$ SELECT greatest(0, o.total_minor - o.paid_minor + o.due_again_minor - o.due_minor) $$;
