import { expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { tracesLeft } from './traces.ts'

test('a customer with very many orders is anonymized at once, and the orders by the cron', async () => {
  const { owner, customer, store } = await openScarfShop({ through: service() })
  await asOwner`
    insert into orders (store_id, id, number, platform, source, currency, currency_exponent, subtotal_minor, total_minor,
                        customer_id, customer_name, customer_phone, shipping_address, notes, tags, lines, lines_key, stated, created_at)
    select ${store.id}, uuidv7(), 5000 + n, 'direct', 'api', 'USD', 2, 1000, 1000, ${customer.id}, 'Quibble' || md5(n::text),
           '+96550123456', 'Wobble street ' || n, 'Ring', array['gift', 'to quibble' || md5(n::text)],
           jsonb_build_array(jsonb_build_object(
             'position', 1, 'product_id', uuidv7(), 'product_name', 'Scarf', 'variant_id', uuidv7(), 'variant_name', 'Red',
             'variant_sku', 'S', 'variant_options', '{}'::jsonb, 'quantity', 1, 'unit_price_minor', 1000, 'list_price_minor', 1000,
             'variant_attributes', jsonb_build_object('engraving', 'For quibble' || md5(n::text)))),
           '', '{total}', now() - n * interval '1 minute'
      from generate_series(1, 1500) as n`
  await asOwner`
    insert into events (store_id, type, subject_id, actor_kind, data)
    select store_id, 'order.cancelled', id, 'system', jsonb_build_object('reason', 'Said ' || customer_name)
      from orders where store_id = ${store.id}`
  const forget = () => owner.post(`/api/customers/${customer.id}/anonymize`, {}, { 'Idempotency-Key': 'forget' })
  const done = expectBody(await forget(), 200, Customer)
  expect(done.anonymized_at).not.toBeNull()
  expect(done.anonymization).toBe('in_progress')
  expect(await tracesLeft(store.id, ['quibble', 'wobble', '50123456'])).toEqual([])
  expect((await eventsOf(customer.id)).filter(({ type }) => type === 'customer.anonymized')).toHaveLength(1)
  const [changed] = await asOwner`select count(*)::int as orders, max(version) as most from orders
    where store_id = ${store.id} and version > 1`
  expect(changed).toEqual({ orders: 1500, most: 2 })
  const again = await forget()
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  expect(again.body).toEqual({ ...done, anonymization: 'done' })
})
