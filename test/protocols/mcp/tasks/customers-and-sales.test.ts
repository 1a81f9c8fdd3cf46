import { expect } from 'vitest'
import { z } from 'zod'
import { reads } from './task.ts'

const count = { n: z.coerce.number() }

reads('Customers asleep for 60 days', async (shop) => {
  const { says, call, sql, store, rows } = shop
  says('Which customers have not ordered for 60 days?')
  const { data, total } = await call('list_customers', { no_order_for_days: 60, limit: 50 })
  const asleep = await rows(
    { id: z.string() },
    sql`select id from customers where store_id = ${store.id} and last_order_at < now() - interval '60 days'`,
  )
  const found = z.array(z.object({ id: z.string() })).parse(data)
  expect(asleep.length).toBeGreaterThan(2)
  expect(found.map(({ id }) => id).toSorted()).toEqual(asleep.map(({ id }) => id).toSorted())
  expect(total).toBe(asleep.length)
})

reads('Who a phone number belongs to', async (shop) => {
  const { says, call, sql, store, row } = shop
  const known = await row(
    { name: z.string(), phone: z.string(), orders_count: z.int() },
    sql`select name, phone, orders_count from customers where store_id = ${store.id} and phone is not null
      order by orders_count desc, id limit 1`,
  )
  says(`Who is ${known.phone}, and how often did they order?`)
  const { name, orders_count } = await call('get_customer', { customer_id: known.phone })
  expect({ name, orders_count }).toEqual({ name: known.name, orders_count: known.orders_count })
})

reads('Sales of 30 days, day by day', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('How were sales in the last 30 days, day by day, and compared with the 30 days before?')
  const summary = await call('get_sales_summary', { interval: 'day' })
  const { orders, from, to, data } = z
    .object({ orders: z.int(), from: z.string(), to: z.string(), data: z.array(z.object({ orders: z.int() })) })
    .parse(summary)
  const { n } = await row(
    count,
    sql`select count(*) as n from orders where store_id = ${store.id} and status <> 'cancelled' and created_at >= ${from}
      and created_at < ${to}`,
  )
  expect(n).toBeGreaterThan(20)
  expect(orders).toBe(n)
  expect(data.reduce((sum, point) => sum + point.orders, 0)).toBe(n)
  expect(summary).toMatchObject({ previous: { orders: expect.any(Number) } })
})

reads('What sells best', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('Which 5 products sold most in the last 30 days, by pieces?')
  const top = await call('get_top_products', { by: 'units', limit: 5 })
  const { data, from, to } = z
    .object({
      from: z.string(),
      to: z.string(),
      data: z.array(z.object({ title: z.string(), units: z.int() })).length(5),
    })
    .parse(top)
  const { n } = await row(
    count,
    sql`select sum(i.quantity) as n from order_items i join orders o on o.store_id = i.store_id and o.id = i.order_id
      join products p on p.store_id = i.store_id and p.id = i.product_id
      where o.store_id = ${store.id} and o.status <> 'cancelled' and o.created_at >= ${from} and o.created_at < ${to}
      group by p.id order by 1 desc limit 1`,
  )
  expect(data[0]?.units).toBe(n)
})

reads('How cash on delivery is doing', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('How is cash on delivery doing these 30 days?')
  const { data, from, to } = await call('get_sales_breakdown', { by: 'cash_on_delivery' })
  const { n } = await row(
    count,
    sql`select count(*) as n from orders where store_id = ${store.id} and payment_method = 'cash_on_delivery'
      and created_at >= ${String(from)} and created_at < ${String(to)}`,
  )
  expect(data).toMatchObject([{ placed: n, confirmed: expect.any(Number), previous: {} }])
})

reads('Which money and time the store uses', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('Which currency and time zone does the store use?')
  const { currency, timezone } = await call('get_store')
  const known = await row(
    { currency: z.string(), timezone: z.string() },
    sql`select currency, timezone from stores where id = ${store.id}`,
  )
  expect({ currency, timezone }).toEqual(known)
})
