import { expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { crowd } from '../../support/run/effort.ts'
import { eventsOf } from '../../support/events.ts'
import { inboxOf } from '../../support/inbox.ts'
import { service } from '../../support/service.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner, loadRows } from '../../support/sql.ts'
import { continueErasures, finishErasures, tracesLeft } from './traces.ts'

const changes = crowd(40_000, 8_000)

test('a customer of a busy store is anonymized at once, and the store’s records by the cron', async () => {
  const { owner, store, scarf, addCustomer, buy } = await openScarfShop({ through: service() })
  const { id } = await addCustomer({ name: 'Zahra Quibbleworth', phone: '+965 5777 1234' })
  expect((await buy({ customer_id: id })).status).toBe(201)
  const variant = scarf.variants[0]?.id
  await asOwner`
    insert into inventory_movements (store_id, variant_id, kind, on_hand_delta, on_hand_after, reserved_after, reason)
    select ${store.id}, ${variant}, 'adjusted', 1, n, 0, case when n % 5000 = 0 then 'Quibbleworth ' else 'Counted ' end || n
      from generate_series(1, ${changes}::int) as n`
  await asOwner`
    insert into events (store_id, type, subject_id, actor_kind, data)
    select ${store.id}, 'inventory.adjusted', ${variant}, 'system',
           jsonb_build_object('delta', 1, 'on_hand', n, 'reason', case when n % 500 = 0 then 'Quibbleworth ' else 'Counted ' end || n)
      from generate_series(1, ${changes}::int) as n`
  await asOwner`
    insert into idempotency_keys (store_id, caller, operation, key, request_hash, result)
    select ${store.id}, uuidv7(), 'create_order', 'key-' || n, '',
           jsonb_build_object('id', uuidv7(), 'customer_id', case when n % 500 = 0 then ${id}::uuid else uuidv7() end,
                              'customer_name', case when n % 500 = 0 then 'Zahra Quibbleworth' else 'Noor' end)
      from generate_series(1, 10000) as n`
  const anonymize = () => owner.post(`/api/customers/${id}/anonymize`, {}, { 'Idempotency-Key': 'forget' })
  const done = expectBody(await anonymize(), 200, Customer)
  expect(done).toMatchObject({ name: 'Anonymized', phone: null })
  const left = await asOwner`select source from erasures where store_id = ${store.id} order by id`
  expect(left).not.toEqual([])

  // A retry changes nothing.
  expect((await anonymize()).body).toEqual(done)
  expect((await owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
  expect(await asOwner`select source from erasures where store_id = ${store.id} order by id`).toEqual(left)

  expect(done.anonymization).toBe('in_progress')
  // What comes later waits for a turn of what comes first, which may find more for it to do.
  const [first] = await asOwner`select min(id::text) as id from erasures where store_id = ${store.id}`
  const isOver = `exists (select from customers where store_id = '${store.id}' and name = 'Signal')`
  await Promise.all([
    asOwner.transaction([
      asOwner`select set_config('application_name', ${store.id}, true) from erasures where id = ${first?.['id']} for update`,
      asOwner.query(`do $$ begin while not ${isOver} loop perform pg_sleep(0.02); end loop; end $$`),
    ]),
    (async () => {
      const isHeld = async () =>
        (await asOwner`select from pg_stat_activity where application_name = ${store.id} and state = 'active'`).length
      await expect.poll(isHeld).toBe(1)
      expect(await continueErasures(store.id)).toBe(0)
    })().finally(() => addCustomer({ name: 'Signal' })),
  ])
  expect(await finishErasures(store.id)).toBeGreaterThan(1)
  expect((await owner.get(`/api/customers/${id}`)).body).toMatchObject({ anonymization: 'done' })
  expect(await asOwner`select source from erasures where store_id = ${store.id}`).toEqual([])
  expect(await tracesLeft(store.id, ['quibble', '57771234'])).toEqual([])
  expect((await eventsOf(id)).filter(({ type }) => type === 'customer.anonymized')).toHaveLength(1)
  const [kept] = await asOwner`select count(*)::int as reasons from inventory_movements
    where store_id = ${store.id} and reason like 'Counted %'`
  expect(kept).toEqual({ reasons: changes - Math.floor(changes / 5000) })
}, 120_000)

test('a customer with thousands of conversations is anonymized in a store with large orders, in short turns', async () => {
  const { owner, store, addCustomer } = await openScarfShop({ through: service() })
  const { id } = await addCustomer({ name: 'Zahra Quibbleworth' })
  const channel = await inboxOf({ store, owner, through: service() }).addWebhook()
  await loadRows(asOwner`insert into conversations (store_id, id, channel_id, thread_key, customer_id, contact_name)
    select ${store.id}, uuidv7(), ${channel.id}, n::text, ${id}, 'Zahra Quibbleworth' from generate_series(1, 3000) as n`)
  // Results as of orders with 100 items; one is about the customer.
  await loadRows(asOwner`insert into idempotency_keys (store_id, caller, operation, key, request_hash, result)
    select ${store.id}, uuidv7(), 'create_order', 'key-' || n, '', jsonb_build_object(
             'id', uuidv7(), 'customer_id', case n when 150 then ${id}::uuid else gen_random_uuid() end, 'customer_name', 'Zahra Quibbleworth',
             'items', (select jsonb_agg(jsonb_build_object('id', md5(n || 'x' || k), 'name', repeat(md5(k || 'y' || n), 10))) from generate_series(1, 100) as k))
      from generate_series(1, 300) as n`)
  expectBody(await owner.post(`/api/customers/${id}/anonymize`, {}), 200, Customer)
  expect(await finishErasures(store.id)).toBeGreaterThan(1)
  const [kept] = await asOwner`select count(*)::int as named from idempotency_keys
    where store_id = ${store.id} and result ->> 'customer_name' like '%Quibble%'`
  expect(kept).toEqual({ named: 299 })
}, 120_000)
