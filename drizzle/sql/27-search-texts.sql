-- Keeps order_search_texts and customer_search_texts, which searches look through. They are triggers so that no writer can
-- forget them. They run with the rights of the writer, under row-level security.

-- What a search finds an order by.
CREATE OR REPLACE FUNCTION app.order_text(o public.orders) RETURNS text
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN app.fold(app.join_text(ARRAY['#' || o.number, o.customer_name, app.phone_text(o.customer_phone, o.customer_phone_e164),
    app.lines_text(o.lines), o.notes] || o.tags));
END
$$;

-- An update writes only what differs: shipping an order changes its lines, but not their names.
CREATE OR REPLACE FUNCTION app.keep_order_text() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  v_text constant text := CASE WHEN TG_OP <> 'DELETE' THEN app.order_text(NEW) END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.order_search_texts (store_id, order_id, band, created_at, text)
    VALUES (NEW.store_id, NEW.id, NEW.number >> 15, NEW.created_at, v_text);
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE public.order_search_texts t SET band = NEW.number >> 15, created_at = NEW.created_at, text = v_text
     WHERE t.store_id = NEW.store_id AND t.order_id = NEW.id
       AND (t.band, t.created_at, t.text) IS DISTINCT FROM ((NEW.number >> 15)::integer, NEW.created_at, v_text);
  ELSE
    DELETE FROM public.order_search_texts t WHERE t.store_id = OLD.store_id AND t.order_id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION app.keep_customer_text() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.customer_search_texts (store_id, customer_id, created_at, text)
    VALUES (NEW.store_id, NEW.id, NEW.created_at, NEW.search_text);
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE public.customer_search_texts t SET created_at = NEW.created_at, text = NEW.search_text
     WHERE t.store_id = NEW.store_id AND t.customer_id = NEW.id;
  ELSE
    DELETE FROM public.customer_search_texts t WHERE t.store_id = OLD.store_id AND t.customer_id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;

-- The orders whose text matches all patterns, up to p_max. They are read band by band, from the newest, because reading all
-- of a store's matches of a common term from the index would cost the more the older the store is. The connection keeps
-- this query's plan: planning it costs more than searching for a rare term.
CREATE OR REPLACE FUNCTION app.orders_with_words(p_store uuid, p_grams integer[], p_patterns text[], p_max integer)
  RETURNS TABLE (store_id uuid, id uuid, created_at timestamptz, is_common boolean)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN QUERY
  SELECT m.* FROM generate_series(
           (SELECT max(o.number) >> 15 FROM public.orders o WHERE o.store_id = p_store),
           (SELECT min(o.number) >> 15 FROM public.orders o WHERE o.store_id = p_store), -1) AS n(band)
   CROSS JOIN LATERAL (SELECT ARRAY(SELECT g # (n.band::integer << 12) FROM unnest(p_grams) AS g) AS grams OFFSET 0) AS k
   CROSS JOIN LATERAL (
     SELECT t.store_id, t.order_id, t.created_at::timestamptz, false FROM public.order_search_texts t
      WHERE (t.store_id = p_store) IS TRUE AND app.grams(t.store_id, t.band, t.text) @> k.grams AND t.text LIKE ALL (p_patterns)
      LIMIT p_max) AS m
   LIMIT p_max;
END
$$;
