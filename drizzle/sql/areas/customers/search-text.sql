-- Keeps customer_search_texts, which searches read, as areas/orders/search-text.sql does for orders.

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

CREATE OR REPLACE TRIGGER customers_search_rows AFTER INSERT OR DELETE ON public.customers
  FOR EACH ROW EXECUTE FUNCTION app.keep_customer_text();

CREATE OR REPLACE TRIGGER customers_search_changes AFTER UPDATE OF search_text, created_at ON public.customers
  FOR EACH ROW WHEN ((OLD.search_text, OLD.created_at) IS DISTINCT FROM (NEW.search_text, NEW.created_at))
  EXECUTE FUNCTION app.keep_customer_text();
