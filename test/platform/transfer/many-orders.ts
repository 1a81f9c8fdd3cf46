import type { Shop } from '../../support/shop.ts'
import type { asOwner } from '../../support/sql.ts'

/** Inserts orders with two items each directly into the database. Three orders share each minute. */
export const fillOrders = (sql: typeof asOwner, { store }: Shop, count: number) => sql`
  with buyer as (
    insert into customers (store_id, id, name) values (${store.id}, uuidv7(), 'أمل') returning id, name
  ), numbers as (
    update store_counters set last_order_number = last_order_number + ${count}
     where store_id = ${store.id} returning last_order_number - ${count} as before
  )
  insert into orders (store_id, id, number, platform, source, currency, currency_exponent, subtotal_minor, total_minor,
                      customer_id, customer_name, notes, lines, lines_key, stated, created_at)
  select ${store.id}, uuidv7(), before + n, 'direct', 'api', 'USD', 2, 3000, 3000, buyer.id, buyer.name, 'Ring twice',
         jsonb_build_array(line || '{"position": 1}', line || '{"position": 2, "quantity": 2}'), '', '{total}',
         date_trunc('minute', now()) - (n / 3) * interval '1 minute'
    from buyer, numbers, generate_series(1, ${count}::int) as n,
         (select jsonb_build_object(
            'product_id', uuidv7(), 'product_name', 'Wool scarf', 'variant_id', uuidv7(), 'variant_name', 'Red, large',
            'variant_sku', 'SCARF-RED-L', 'variant_options', jsonb_build_object('colour', 'red', 'size', 'L'),
            'variant_attributes', '{}'::jsonb, 'quantity', 1, 'unit_price_minor', 1000, 'list_price_minor', 1000) as line) as l`
