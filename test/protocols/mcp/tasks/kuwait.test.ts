import { expect } from 'vitest'
import { z } from 'zod'
import { orderOf } from './orders-state.ts'
import type { SeededShop } from './seeded-shop.ts'
import { reads, writes } from './task.ts'

const n = z.coerce.number()
const notShipped = ['unfulfilled', 'preparing', 'partially_shipped']

reads(
  'What was sold yesterday, and what waits for confirmation',
  async ({ says, call, sql, store, row }) => {
    says('كم بعنا أمس، وكم طلب ما زال بانتظار التأكيد؟')
    const { local_time } = z.object({ local_time: z.string() }).parse(await call('get_store'))
    const noon = new Date(`${local_time.slice(0, 10)}T12:00:00Z`).getTime()
    const yesterday = new Date(noon - 86_400_000).toISOString().slice(0, 10)
    const sales = await call('get_sales_summary', { from: yesterday, to: yesterday })
    const pending = await call('list_orders', { status: ['pending'], limit: 1 })
    const known = await row(
      { orders: n, sold: n, pending: n },
      sql`select count(*) filter (where status <> 'cancelled' and day = today - 1) as orders,
          coalesce(sum(total_minor - refunded_minor) filter (where status <> 'cancelled' and day = today - 1), 0) / 1000.0 as sold,
          count(*) filter (where status = 'pending') as pending
        from (select o.*, (o.created_at at time zone s.timezone)::date as day, (now() at time zone s.timezone)::date as today
          from orders o join stores s on s.id = o.store_id where s.id = ${store.id}) as o`,
    )
    expect(sales).toMatchObject({ orders: known.orders, revenue: known.sold })
    expect(pending).toMatchObject({ total: known.pending })
  },
  'globex',
)

writes(
  'An order whose customer does not answer is held, with a note',
  async (shop) => {
    const { says, call } = shop
    says('العميل خالد العنزي ما يرد على طلبه ١٢١٤: علّق الطلب لعدم الرد، واكتب ملاحظة أننا نتصل به بعد المغرب')
    const note = 'نتصل به بعد المغرب'
    await call('advance_order', { order_id: '#1214', action: 'hold', reason: 'no_answer', note })
    expect(await orderOf(shop, 1214)).toMatchObject({ status: 'pending', hold_reason: 'no_answer' })
    expect(await eventsOf(shop, 1214)).toContain(note)
  },
  'globex',
)

writes(
  'A parcel refused at the door comes back into stock',
  async (shop) => {
    const { says, call } = shop
    const before = await piecesOf(shop, 1176)
    says('العميل رفض استلام الطلب ١١٧٦ عند الباب. سجّل ذلك وأرجع البضاعة للمخزون')
    await call('return_items', { order_id: '#1176', refused: true })
    expect(await orderOf(shop, 1176)).toMatchObject({
      status: 'cancelled',
      fulfillment_status: 'returned',
      refunded_minor: 0,
    })
    const after = await piecesOf(shop, 1176)
    expect(before.length).toBeGreaterThan(0)
    expect(after).toEqual(before.map((line) => ({ ...line, on_hand: line.on_hand + line.quantity })))
  },
  'globex',
)

reads(
  'What is not shipped to one area, and unpaid',
  async ({ says, call, sql, store, row }) => {
    says('أي طلبات السالمية لم تُشحن بعد، وكم المبلغ غير المدفوع منها؟')
    const listed = await call('list_orders', {
      city: 'السالمية',
      status: ['pending', 'confirmed'],
      fulfillment_status: notShipped,
      limit: 50,
    })
    const known = await row(
      { orders: n, due_amount: n },
      sql`select count(*) as orders, sum(greatest(total_minor - paid_minor, 0)) / 1000.0 as due_amount from orders
        where store_id = ${store.id} and address ->> 'area' = 'السالمية' and status in ('pending', 'confirmed')
          and fulfillment_status = any (${notShipped})`,
    )
    expect(known.orders).toBeGreaterThan(10)
    expect(listed).toMatchObject({ total: known.orders, has_more: false, sums: known })
  },
  'globex',
)

reads(
  'What an order would cost, and who did what with another',
  async ({ says, infers, call, sql, store, rows }) => {
    says(
      'كم يكلف طلب فيه عطر العود الملكي ٥٠ مل ومبخرة نحاسية مع التوصيل إلى السالمية، بكود «عيد ١٥»؟ ومن عمل الطلب ١٢١٩ وماذا صار عليه؟',
    )
    infers('KW', 'حولي')
    const { data } = await call('list_products', { search: 'عطر العود الملكي' })
    const [oud] = z.array(z.object({ variants: z.array(z.object({ title: z.string(), sku: z.string() })) })).parse(data)
    const cart = {
      items: [
        { product_id: oud?.variants.find(({ title }) => title.startsWith('50'))?.sku, quantity: 1 },
        { product_id: 'مبخرة نحاسية', quantity: 1 },
      ],
      destination: { country: 'KW', region: 'حولي' },
      discount_code: 'عيد ١٥',
    }
    const quote = await call('quote_order', cart)
    const { data: events } = await call('get_order_timeline', { order_id: '#1219' })
    // 28.750 and 13.750 less 15 %. Delivery is free from 30, and taxes are included.
    expect(quote).toMatchObject({
      subtotal_amount: 42.5,
      discount_amount: 6.375,
      total_amount: 36.125,
      delivery_methods: expect.arrayContaining([expect.objectContaining({ amount: 0, cod_fee: 0.25 })]),
    })
    const recorded = await rows(
      { type: z.string() },
      sql`select e.type from events e join orders o on o.store_id = e.store_id and o.id = e.subject_id
        where o.store_id = ${store.id} and o.number = 1219 order by e.created_at desc, e.id desc`,
    )
    expect(recorded.length).toBeGreaterThan(1)
    expect(events).toMatchObject(recorded)
  },
  'globex',
)

const eventsOf = async ({ sql, store }: SeededShop, number: number) =>
  JSON.stringify(
    await sql`select e.data from events e join orders o on o.store_id = e.store_id and o.id = e.subject_id
      where o.store_id = ${store.id} and o.number = ${number}`,
  )

/** The lines of an order, and what is on hand of their variants. */
const piecesOf = ({ rows, sql, store }: SeededShop, number: number) =>
  rows(
    { variant_id: z.string(), quantity: n, on_hand: n },
    sql`select l.variant_id, l.quantity, i.on_hand
      from orders o cross join jsonb_to_recordset(o.lines) as l("position" int, variant_id uuid, quantity int)
      join inventory i on i.store_id = o.store_id and i.variant_id = l.variant_id
      where o.store_id = ${store.id} and o.number = ${number} order by l.position`,
  )
