import { expect } from 'vitest'
import { z } from 'zod'
import { toolNames } from '../tool-table.ts'
import { reads } from './task.ts'

const n = z.coerce.number()
const Conversation = z.object({ id: z.string(), waiting_since: z.string().nullable().optional() })

reads('Ten best customers by money received', async ({ says, call, sql, store, rows }) => {
  says('My ten best customers of the last 60 days by money received.')
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString()
  const { data } = await call('list_customers', { from, sort: '-total_paid', limit: 10 })
  const best = await rows(
    { name: z.string(), paid: n },
    sql`select c.name, sum(o.paid_minor - o.refunded_minor) / 100.0 as paid from orders o
      join customers c on c.store_id = o.store_id and c.id = o.customer_id
      where o.store_id = ${store.id} and o.created_at >= ${from}
      group by c.id, c.name order by 2 desc limit 10`,
  )
  expect(best.length).toBe(10)
  const listed = z.array(z.object({ name: z.string(), in_period: z.object({ total_paid: z.number() }) })).parse(data)
  expect(listed.map(({ name, in_period }) => ({ name, paid: in_period.total_paid }))).toEqual(best)
})

reads('Who ordered at least twice and sent nothing back', async ({ says, infers, call, sql, store, rows }) => {
  says('Who ordered at least twice and never sent anything back?')
  infers('orders>=2')
  const twice = await call('list_customers', { filter: 'orders>=2', limit: 50 })
  const returns = await call('list_orders', { fulfillment_status: ['partially_returned', 'returned'], limit: 50 })
  expect([twice['has_more'], returns['has_more']]).toEqual([false, false])
  const customers = z.array(z.object({ id: z.string(), phone: z.string().nullable() })).parse(twice['data'])
  const Returned = z.object({ customer_id: z.string().optional(), customer_phone: z.string().nullable() })
  const sentBack = z.array(Returned).parse(returns['data'])
  const loyal = customers.filter(
    ({ id, phone }) =>
      !sentBack.some(({ customer_id, customer_phone }) => customer_id === id || (phone ?? '') === customer_phone),
  )
  const known = await rows(
    { id: z.string() },
    sql`select c.id from customers c where c.store_id = ${store.id} and c.orders_count >= 2 and not exists (
      select from orders o where o.store_id = c.store_id and o.customer_id = c.id
        and o.fulfillment_status in ('partially_returned', 'returned'))`,
  )
  expect(known.length).toBeGreaterThan(5)
  expect(loyal.map(({ id }) => id).toSorted()).toEqual(known.map(({ id }) => id).toSorted())
})

reads('Two customers who are one person are left to people', async ({ says, call, sql, store, rows }) => {
  says('José Müller and José Dubois are one person: make one customer of them.')
  const { data } = await call('list_customers', { search: 'José' })
  const meant = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse(data)
    .filter(({ name }) => ['José Müller', 'José Dubois'].includes(name))
  const known = await rows(
    { id: z.string() },
    sql`select id from customers where store_id = ${store.id} and name in ('José Müller', 'José Dubois')`,
  )
  expect(known.length).toBe(2)
  expect(meant.map(({ id }) => id).toSorted()).toEqual(known.map(({ id }) => id).toSorted())
  expect(toolNames.filter((name) => /merge|delete/.test(name))).toEqual([])
})

reads('Who waited longest on WhatsApp, and for what', async ({ says, call, sql, store, row }) => {
  says('Who has waited longest for an answer on WhatsApp, and for what?')
  const { data } = await call('list_conversations', { channel: 'whatsapp', waiting: true, limit: 50 })
  const [first] = z
    .array(Conversation)
    .parse(data)
    .toSorted((a, b) => String(a.waiting_since).localeCompare(String(b.waiting_since)))
  const conversation = await call('get_conversation', { conversation_id: first?.id })
  const known = await row(
    { id: z.string(), body: z.string() },
    sql`select c.id, m.body from conversations c join channels h on h.store_id = c.store_id and h.id = c.channel_id
      join messages m on m.store_id = c.store_id and m.conversation_id = c.id
      where c.store_id = ${store.id} and h.kind = 'whatsapp' and c.waiting_since is not null
      order by c.waiting_since, m.sent_at desc, m.id desc limit 1`,
  )
  const { id, messages } = z
    .object({ id: z.string(), messages: z.array(z.object({ body: z.string() })) })
    .parse(conversation)
  expect({ id, body: messages[0]?.body }).toEqual(known)
})

reads('Open conversations of one channel', async ({ says, call, sql, store, rows }) => {
  says('Which Instagram conversations are open?')
  const { data } = await call('list_conversations', { channel: 'instagram', status: 'open' })
  const open = await rows(
    { id: z.string() },
    sql`select c.id from conversations c join channels h on h.store_id = c.store_id and h.id = c.channel_id
      where c.store_id = ${store.id} and h.kind = 'instagram' and c.status = 'open' and coalesce(c.snoozed_until <= now(), true)
      order by c.last_message_at desc`,
  )
  expect(open.length).toBeGreaterThan(1)
  expect(z.array(Conversation).parse(data)).toMatchObject(open)
})
