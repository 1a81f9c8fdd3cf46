-- Keeps order_search_texts, which searches read. They are triggers so that no writer can forget them. They run with the rights of
-- the writer, under row-level security.

CREATE OR REPLACE FUNCTION app.lines_text(lines jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
  SELECT string_agg(concat_ws(' ', line ->> 'product_name', line ->> 'variant_name', line ->> 'variant_sku'), ' ')
  FROM jsonb_array_elements(lines) AS line
$$;

CREATE OR REPLACE FUNCTION app.tracking_text(shipments jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$ SELECT string_agg(shipment ->> 'tracking_number', ' ') FROM jsonb_array_elements(shipments) AS shipment $$;

-- What a search finds an order by, before it is folded.
CREATE OR REPLACE FUNCTION app.order_text(o public.orders) RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN app.join_text(ARRAY['#' || o.number, o.customer_name, app.phone_text(o.customer_phone, o.customer_phone_e164),
    app.lines_text(o.lines),
    -- each orders.searched_texts: o.%
    o.shipping_address, o.po_number, o.notes
    ] || o.tags
    || CASE WHEN o.shipments <> '[]' THEN app.tracking_text(o.shipments) END
    -- Most parts are in the text that was written from them.
    || CASE WHEN o.address IS NOT NULL THEN ARRAY(
      SELECT p.value FROM jsonb_each_text(o.address - 'location') AS p WHERE coalesce(strpos(o.shipping_address, p.value), 0) = 0) END);
END
$$;

CREATE OR REPLACE FUNCTION app.keep_order_text() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  v_text constant text := CASE WHEN TG_OP <> 'DELETE' THEN app.fold(app.order_text(NEW)) END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.order_search_texts (store_id, order_id, band, created_at, text)
    VALUES (NEW.store_id, NEW.id, NEW.number >> 15, NEW.created_at, v_text);
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM public.order_search_texts t WHERE t.store_id = OLD.store_id AND t.order_id = OLD.id;
  ELSE
    UPDATE public.order_search_texts t SET band = NEW.number >> 15, created_at = NEW.created_at, text = v_text
     WHERE t.store_id = NEW.store_id AND t.order_id = NEW.id
       AND (t.band, t.created_at, t.text) IS DISTINCT FROM (NEW.number >> 15, NEW.created_at, v_text);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER orders_search_rows AFTER INSERT OR DELETE ON public.orders
  FOR EACH ROW EXECUTE FUNCTION app.keep_order_text();

-- Shipping and returning goods change the lines and shipments, but of their texts only the tracking numbers. Most updates change
-- neither, so these are compared as a whole before their texts are.
CREATE OR REPLACE TRIGGER orders_search_changes
  AFTER UPDATE OF
    -- each orders.searched: %
    created_at, number, customer_name, customer_phone, customer_phone_e164, lines, shipping_address, po_number, notes, tags, shipments, address
  ON public.orders
  FOR EACH ROW WHEN ((
    -- each orders.searched_whole: OLD.%
    OLD.created_at, OLD.number, OLD.customer_name, OLD.customer_phone, OLD.customer_phone_e164, OLD.shipping_address, OLD.po_number, OLD.notes, OLD.tags, OLD.address
    ) IS DISTINCT FROM (
    -- each orders.searched_whole: NEW.%
    NEW.created_at, NEW.number, NEW.customer_name, NEW.customer_phone, NEW.customer_phone_e164, NEW.shipping_address, NEW.po_number, NEW.notes, NEW.tags, NEW.address
  ) OR OLD.lines <> NEW.lines AND app.lines_text(OLD.lines) IS DISTINCT FROM app.lines_text(NEW.lines)
    OR OLD.shipments <> NEW.shipments AND app.tracking_text(OLD.shipments) IS DISTINCT FROM app.tracking_text(NEW.shipments))
  EXECUTE FUNCTION app.keep_order_text();
