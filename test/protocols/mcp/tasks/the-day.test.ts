import { expect } from 'vitest'
import { z } from 'zod'
import { reads, writes } from './task.ts'

const n = z.coerce.number()
const Numbers = z.array(z.object({ number: z.int() }))
const notShipped = ['unfulfilled', 'preparing', 'partially_shipped']

/** The numbers of listed orders, which must be all that there are. */
const numbersIn = ({ data, has_more }: Record<string, unknown>) => {
  expect(has_more).toBe(false)
  return Numbers.parse(data).map(({ number }) => number)
}

reads('What there is to do today', async ({ says, call, sql, store, row }) => {
  says('What must I do today?')
  const pending = await call('list_orders', { status: ['pending'], sort: 'created_at' })
  const toShip = await call('list_orders', {
    status: ['confirmed'],
    fulfillment_status: notShipped,
    sort: 'created_at',
  })
  const waiting = await call('list_conversations', { waiting: true })
  const low = await call('list_low_stock')
  const todo = await row(
    { pending: n, to_ship: n, waiting: n, low: n },
    sql`select count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'confirmed' and fulfillment_status = any (${notShipped})) as to_ship,
        (select count(*) from conversations c where c.store_id = ${store.id} and c.waiting_since is not null) as waiting,
        (select count(*) from inventory i join product_variants v on v.store_id = i.store_id and v.id = i.variant_id
          join products p on p.store_id = v.store_id and p.id = v.product_id
          where i.store_id = ${store.id} and i.tracked and p.status <> 'archived'
            and i.on_hand - i.reserved <= coalesce(i.low_stock_threshold, 0)) as low
      from orders where store_id = ${store.id}`,
  )
  expect({
    pending: pending['total'],
    to_ship: toShip['total'],
    waiting: waiting['total'],
    low: low['total'],
  }).toEqual(todo)
  expect(pending).toMatchObject({ sums: { orders: todo.pending } })
})

reads('Last week against the week before, and what sold', async ({ says, call, sql, store, row, rows }) => {
  says('How much did I sell last week against the week before, and of what?')
  const { local_time } = z.object({ local_time: z.string() }).parse(await call('get_store'))
  const day = new Date(`${local_time.slice(0, 10)}T12:00:00Z`)
  const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000
  const week = {
    from: new Date(monday - 7 * 86_400_000).toISOString().slice(0, 10),
    to: new Date(monday - 86_400_000).toISOString().slice(0, 10),
  }
  const summary = await call('get_sales_summary', week)
  const top = await call('get_top_products', { ...week, by: 'units' })
  const counted = (weeks: number) =>
    row(
      { orders: n },
      sql`select count(*) as orders from orders o join stores s on s.id = o.store_id
        where o.store_id = ${store.id} and o.status <> 'cancelled'
          and date_trunc('week', o.created_at at time zone s.timezone)
            = date_trunc('week', now() at time zone s.timezone) - make_interval(weeks => ${weeks})`,
    )
  const last = await counted(1)
  const before = await counted(2)
  expect(last.orders + before.orders).toBeGreaterThan(5)
  expect(summary).toMatchObject({ orders: last.orders, previous: { orders: before.orders } })
  const [best] = await rows(
    { units: n },
    sql`select sum(i.quantity) as units from orders o cross join jsonb_to_recordset(o.lines) as i(product_id uuid, quantity int)
      join stores s on s.id = o.store_id where o.store_id = ${store.id} and o.status <> 'cancelled'
        and date_trunc('week', o.created_at at time zone s.timezone)
          = date_trunc('week', now() at time zone s.timezone) - interval '1 week' group by i.product_id order by 1 desc limit 1`,
  )
  const { data } = z.object({ data: z.array(z.object({ units: z.int() })).min(1) }).parse(top)
  expect(data[0]).toMatchObject({ units: best?.units })
})

reads('Orders from one city that are not shipped', async ({ says, call, sql, store, rows }) => {
  says('Which orders from Boston are not shipped yet?')
  const listed = await call('list_orders', {
    city: 'Boston',
    status: ['pending', 'confirmed'],
    fulfillment_status: notShipped,
    limit: 50,
  })
  const open = await rows(
    { number: n },
    sql`select number from orders where store_id = ${store.id} and address ->> 'city' = 'Boston'
      and status in ('pending', 'confirmed') and fulfillment_status = any (${notShipped}) order by number desc`,
  )
  expect(open.length).toBeGreaterThan(5)
  expect(numbersIn(listed)).toEqual(open.map(({ number }) => number))
})

writes('Which discounts run', async ({ says, call, sql, store, rows }) => {
  await sql`update discounts set active = false where store_id = ${store.id} and code = 'FREESHIP'`
  says('Which discounts run now?')
  const { data } = await call('list_discounts', { state: 'running' })
  const running = await rows(
    { name: z.string() },
    sql`select name from discounts where store_id = ${store.id} and active and coalesce(starts_at <= now(), true)
      and coalesce(ends_at > now(), true) order by name`,
  )
  expect(running.length).toBeGreaterThan(1)
  const names = z.array(z.object({ name: z.string() })).parse(data)
  expect(names.map(({ name }) => ({ name })).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(running)
})

reads('Best sellers that run out within two weeks, by size', async ({ says, call, sql, store, row }) => {
  says('What sold best in the last 30 days and runs out within two weeks, by size?')
  const { data, from, to } = await call('get_top_products', { by: 'units', group_by: 'variant', limit: 50 })
  const Row = z.object({
    variant_sku: z.string().nullable(),
    units: z.int(),
    available: z.int().nullable(),
    days_left: z.number().nullable(),
  })
  const sold = z.array(Row).parse(data)
  const soon = sold.filter(({ days_left }) => days_left !== null && days_left <= 14)
  expect(soon.length).toBeGreaterThan(0)
  for (const { variant_sku: sku, units, available } of soon) {
    const known = await row(
      { units: n, available: n },
      sql`select sum(l.quantity) as units, (select on_hand - reserved from inventory i where i.store_id = v.store_id and i.variant_id = v.id) as available
        from product_variants v join orders o on o.store_id = v.store_id
        join lateral jsonb_to_recordset(o.lines) as l(variant_id uuid, quantity int) on l.variant_id = v.id
        where v.store_id = ${store.id} and v.sku = ${sku} and o.status <> 'cancelled'
          and o.created_at >= ${String(from)} and o.created_at < ${String(to)} group by v.store_id, v.id`,
    )
    expect({ units, available }, String(sku)).toEqual(known)
    // At the pace of the period, what is left is gone in two weeks.
    expect((available ?? 0) / (units / 30), String(sku)).toBeLessThan(15)
  }
})

reads('Paid long ago and not shipped', async ({ says, call, sql, store, rows }) => {
  says('What has been paid for more than three days and is not shipped?')
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const listed = await call('list_orders', {
    payment_status: ['paid'],
    status: ['pending', 'confirmed'],
    fulfillment_status: notShipped,
    paid_to: since,
    limit: 50,
  })
  const late = await rows(
    { number: n },
    sql`select number from orders where store_id = ${store.id} and payment_status = 'paid' and paid_at < ${since}
      and status in ('pending', 'confirmed') and fulfillment_status = any (${notShipped}) order by number desc`,
  )
  expect(late.length).toBeGreaterThan(5)
  expect(numbersIn(listed)).toEqual(late.map(({ number }) => number))
})

reads('A month as a table', async ({ says, call, sql, store, row }) => {
  says('Last month as a table: paid, open, in total.')
  const { local_time } = z.object({ local_time: z.string() }).parse(await call('get_store'))
  const [year = 0, month = 0] = local_time.split('-').map(Number)
  const dayOf = (days: number) => new Date(Date.UTC(year, month - 1, days)).toISOString().slice(0, 10)
  const last = dayOf(0)
  const { sums } = await call('list_orders', { created_from: `${last.slice(0, 7)}-01`, created_to: last, limit: 1 })
  const known = await row(
    { orders: n, total_amount: n, paid_amount: n, refunded_amount: n, due_amount: n },
    sql`select count(*) as orders, sum(total_minor) / 100.0 as total_amount, sum(paid_minor) / 100.0 as paid_amount,
        sum(refunded_minor) / 100.0 as refunded_amount,
        sum(greatest(total_minor - paid_minor, 0)) filter (where fulfillment_status <> 'returned') / 100.0 as due_amount
      from orders o join stores s on s.id = o.store_id where o.store_id = ${store.id} and o.status <> 'cancelled'
        and date_trunc('month', o.created_at at time zone s.timezone)
          = date_trunc('month', now() at time zone s.timezone) - interval '1 month'`,
  )
  expect(known.orders).toBeGreaterThan(10)
  expect(sums).toMatchObject(known)
})
