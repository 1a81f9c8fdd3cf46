-- What a request examines over all stores of the caller: somebody can have 200.

-- How many rows of each store a request examines at most: p_max. With more than five stores, so many fewer that all together are
-- five times p_max.
CREATE OR REPLACE FUNCTION app.examined(p_max integer) RETURNS integer
  LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$ BEGIN RETURN least(p_max, 5 * p_max / greatest(cardinality(app.stores()), 1)); END $$;

-- p_take, how many rows a page that begins so deep takes from each store, before it keeps the first of all. Refuses with
-- 'page_too_deep' if these would be too many.
CREATE OR REPLACE FUNCTION app.taken(p_take integer) RETURNS integer
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_max constant integer := app.examined(10000);
BEGIN
  IF p_take > v_max + 1 THEN
    PERFORM app.refuse(422, 'page_too_deep', v_max::text);
  END IF;
  RETURN p_take;
END
$$;
