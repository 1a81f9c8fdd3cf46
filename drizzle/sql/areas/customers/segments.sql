-- A filter's conditions combined into bounds for customers of the store; NULL means no bound. Amounts are in minor units.
-- Tags are keys. *_from is inclusive, *_before exclusive, and a date stands for the start of that day in the store's time zone.
CREATE OR REPLACE FUNCTION app.customer_bounds(
  p_store uuid, p_conditions jsonb,
  OUT spent_from bigint, OUT spent_to bigint, OUT orders_from integer, OUT orders_to integer,
  OUT last_order_from timestamptz, OUT last_order_before timestamptz, OUT created_from timestamptz, OUT created_before timestamptz,
  OUT all_tags text[], OUT no_tags text[], OUT only_blocked boolean, OUT only_open boolean
)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  SELECT max(CASE op WHEN '>' THEN floor(amount) + 1 ELSE ceil(amount) END) FILTER (WHERE op IN ('>', '>=')),
         min(CASE op WHEN '<' THEN ceil(amount) - 1 ELSE floor(amount) END) FILTER (WHERE op IN ('<', '<=')),
         max(quantity) FILTER (WHERE op = '>='), min(quantity) FILTER (WHERE op = '<='),
         max(moment) FILTER (WHERE field = 'last_order' AND op = '>='), min(moment) FILTER (WHERE field = 'last_order' AND op = '<'),
         max(moment) FILTER (WHERE field = 'created' AND op = '>='), min(moment) FILTER (WHERE field = 'created' AND op = '<'),
         app.tag_keys(coalesce(array_agg(value) FILTER (WHERE field = 'tag'), '{}')),
         app.tag_keys(coalesce(array_agg(value) FILTER (WHERE field = 'not_tag'), '{}')),
         coalesce(bool_or(value = 'true') FILTER (WHERE field = 'blocked'), false),
         coalesce(bool_or(value = 'false') FILTER (WHERE field = 'blocked'), false)
    INTO spent_from, spent_to, orders_from, orders_to, last_order_from, last_order_before, created_from, created_before,
         all_tags, no_tags, only_blocked, only_open
    FROM (
      SELECT c.field, c.op, c.value,
             CASE WHEN c.field = 'spent' THEN c.value::numeric * power(10::numeric, s.currency_exponent) END AS amount,
             CASE WHEN c.field = 'orders' THEN c.value::integer END AS quantity,
             CASE WHEN c.field IN ('last_order', 'created')
                  THEN coalesce(CASE WHEN length(c.value) = 10 THEN app.day_start(p_store, c.value::date) ELSE c.value::timestamptz END,
                                now() - make_interval(hours => 24 * c.days)) END AS moment
        FROM jsonb_to_recordset(p_conditions) AS c(field text, op text, value text, days integer)
        JOIN public.stores s ON s.id = p_store
    ) AS conditions;
END
$$;
