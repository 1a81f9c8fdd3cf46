-- Written by npm run db:generate from src/platform/values/limits.ts.
CREATE OR REPLACE FUNCTION app.most(p_what text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE p_what
    WHEN 'store.products' THEN 50000
    WHEN 'store.collections' THEN 500
    WHEN 'store.delivery_methods' THEN 50
    WHEN 'store.discounts' THEN 500
    WHEN 'store.active_automatic_discounts' THEN 50
    WHEN 'store.segments' THEN 500
    WHEN 'store.channels' THEN 100
    WHEN 'store.webhooks' THEN 20
    WHEN 'store.new_webhooks' THEN 100
    WHEN 'store.new_channels' THEN 100
    WHEN 'store.pages' THEN 200
    WHEN 'store.slugs' THEN 20
    WHEN 'team.members' THEN 1000
    WHEN 'team.invitations' THEN 100
    WHEN 'access.valid' THEN 1000
    WHEN 'access.of_one_person' THEN 100
    WHEN 'access.devices' THEN 5
    WHEN 'person.stores' THEN 200
    WHEN 'person.new_stores' THEN 20
    WHEN 'person.sessions' THEN 50
    WHEN 'product.variants' THEN 250
    WHEN 'product.new_variants' THEN 100
    WHEN 'product.options' THEN 5
    WHEN 'product.pictures' THEN 50
    WHEN 'collection.products' THEN 1000
    WHEN 'collection.rules' THEN 20
    WHEN 'discount.products' THEN 500
    WHEN 'discount.collections' THEN 20
    WHEN 'delivery_method.countries' THEN 250
    WHEN 'delivery_method.regions' THEN 1000
    WHEN 'order.items' THEN 100
    WHEN 'order.shipments' THEN 100
    WHEN 'conversation.unsent_replies' THEN 50
    WHEN 'channel.unsent_replies' THEN 1000
    WHEN 'hook.events' THEN 2000
    WHEN 'customer.other_addresses' THEN 20
    WHEN 'customer.other_phones' THEN 20
    WHEN 'customer.other_emails' THEN 20
    WHEN 'tags.each' THEN 50
    WHEN 'page.marks' THEN 5000
    WHEN 'import.lines' THEN 500
    WHEN 'import.orders' THEN 250
    WHEN 'import.parts' THEN 2000
    WHEN 'merge.customers' THEN 10
    WHEN 'merge.orders' THEN 2000
    WHEN 'merge.conversations' THEN 1000
    WHEN 'bulk.orders' THEN 100
    WHEN 'bulk.prices' THEN 1000
    WHEN 'report.days' THEN 366
    WHEN 'period.orders' THEN 50000
    WHEN 'replay.events' THEN 10000
  END
$$;
