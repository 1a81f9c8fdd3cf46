import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { act, orderOf, stockOf } from '../../areas/orders/acting.ts'
import { contradictionsOf } from '../../areas/orders/contradictions.ts'
import { numbersOf } from '../../areas/orders/listing.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { eventsOf } from '../../support/events.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { exported, failuresOf, jsonl, recordsIn, sent, sentCsv, types } from './files.ts'

type Shop = Awaited<ReturnType<typeof openScarfShop>>
type Fields = Record<string, unknown>

const variantOf = ({ scarf }: Shop) => scarf.variants[0]?.id ?? ''

const importing = (shop: Shop, orders: readonly Fields[], client = shop.owner, query = '') =>
  sent(
    client,
    'orders',
    jsonl(
      ...orders.map((order, at) => ({ external_id: `OLD-${at}`, ...shop.order(), total_amount: undefined, ...order })),
    ),
    { type: types.jsonl, query },
  )

async function imported(shop: Shop, order: Fields) {
  const report = await importing(shop, [order])
  expect(report, JSON.stringify(report.rows)).toMatchObject({ created: 1 })
  return orderOf(shop.owner, report.rows[0]?.id ?? '')
}

describe('a past order', () => {
  test('keeps its shipments, delivery, payments and returns', async () => {
    const shop = await openScarfShop({ on_hand: 10 })
    const { owner, store, customer, scarf, line } = shop
    const order = await imported(shop, {
      created_at: '2024-03-01T08:00:00Z',
      status: 'completed',
      payment_status: 'partially_refunded',
      fulfillment_status: 'partially_returned',
      payment_method: 'cod',
      paid_amount: 50,
      refunded_amount: 20,
      delivered_at: '2024-03-04T10:00:00Z',
      items: [line({ quantity: 3, shipped_quantity: 3, returned_quantity: 2 }), line({ quantity: 2 })],
      shipments: [
        {
          carrier: 'Aramex',
          tracking_number: 'AX-1',
          created_at: '2024-03-02T09:00:00Z',
          items: [{ position: 1, quantity: 3 }],
        },
      ],
      tracking_numbers: ['AX-2'],
    })
    expect(order).toMatchObject({
      number: 1001,
      status: 'completed',
      payment_status: 'partially_refunded',
      fulfillment_status: 'partially_returned',
      paid_amount: 50,
      refunded_amount: 20,
      total_amount: 50,
      created_at: '2024-03-01T08:00:00.000Z',
      delivered_at: '2024-03-04T10:00:00.000Z',
      items: [
        { quantity: 3, shipped_quantity: 3, returned_quantity: 2 },
        { quantity: 2, shipped_quantity: 2, returned_quantity: 0 },
      ],
      shipments: [
        { carrier: 'Aramex', tracking_number: 'AX-1', created_at: '2024-03-02T09:00:00.000Z' },
        { tracking_number: 'AX-2', created_at: '2024-03-01T08:00:00.000Z', items: [{ position: 2, quantity: 2 }] },
      ],
    })
    expect((await eventsOf(order.id)).find(({ type }) => type === 'order.delivered')).toMatchObject({
      data: { at: '2024-03-04T10:00:00.000Z' },
    })
    expect((await eventsOf(order.id)).map(({ type }) => type)).toEqual([
      'order.created',
      'order.confirmed',
      'order.shipped',
      'order.shipped',
      'order.paid',
      'order.delivered',
      'order.completed',
      'order.refunded',
      'order.returned',
    ])
    // The items were shipped and returned elsewhere, so the stock here does not change.
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 10, reserved: 0 }])
    expect((await owner.get(`/api/customers/${customer.id}`)).body).toMatchObject({ orders_count: 1, total_spent: 30 })
    const summary = await owner.get('/api/analytics/summary?from=2024-03-01&to=2024-03-02')
    expect(summary.body).toMatchObject({ orders: 1, revenue: 30 })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test.for([
    [{}, ['pending', 'unpaid', 'unfulfilled']],
    [{ status: 'confirmed' }, ['confirmed', 'unpaid', 'unfulfilled']],
    [{ status: 'confirmed', hold_reason: 'no_answer' }, ['confirmed', 'unpaid', 'unfulfilled']],
    [{ fulfillment_status: 'preparing', hold_reason: 'no_answer' }, ['confirmed', 'unpaid', 'preparing']],
    [{ payment_status: 'paid' }, ['pending', 'paid', 'unfulfilled']],
    [{ paid_amount: 4 }, ['pending', 'partially_paid', 'unfulfilled']],
    [{ payment_status: 'refunded' }, ['pending', 'refunded', 'unfulfilled']],
    [{ fulfillment_status: 'preparing' }, ['confirmed', 'unpaid', 'preparing']],
    [{ fulfillment_status: 'shipped' }, ['confirmed', 'unpaid', 'shipped']],
    [{ fulfillment_status: 'delivered' }, ['confirmed', 'unpaid', 'delivered']],
    [{ fulfillment_status: 'delivered', payment_status: 'paid' }, ['completed', 'paid', 'delivered']],
    [{ status: 'completed' }, ['completed', 'unpaid', 'delivered']],
    [{ status: 'completed', payment_status: 'refunded' }, ['completed', 'refunded', 'delivered']],
    [
      { status: 'confirmed', payment_status: 'refunded', fulfillment_status: 'delivered' },
      ['completed', 'refunded', 'delivered'],
    ],
    [
      { status: 'cancelled', payment_status: 'refunded', fulfillment_status: 'returned', delivered_at: '2024-03-05' },
      ['cancelled', 'refunded', 'returned'],
    ],
    [
      { payment_status: 'partially_paid', paid_amount: 4, fulfillment_status: 'returned' },
      ['confirmed', 'paid', 'returned'],
    ],
    [{ fulfillment_status: 'returned' }, ['confirmed', 'unpaid', 'returned']],
    [{ status: 'cancelled' }, ['cancelled', 'unpaid', 'unfulfilled']],
    [{ status: 'cancelled', payment_status: 'refunded' }, ['cancelled', 'refunded', 'unfulfilled']],
    [{ status: 'cancelled', fulfillment_status: 'returned' }, ['cancelled', 'unpaid', 'returned']],
  ] as const)('%o becomes %o', async ([fields, statuses]) => {
    const shop = await openScarfShop()
    const { status, payment_status, fulfillment_status, hold_reason } = await imported(shop, fields)
    expect([status, payment_status, fulfillment_status]).toEqual(statuses)
    expect(hold_reason).toBe('hold_reason' in fields ? fields.hold_reason : null)
    expect(await contradictionsOf(shop.store.id)).toEqual({})
  })

  test('reserves its unshipped items, which can be shipped like those of any order', async () => {
    const shop = await openScarfShop({ on_hand: 5 })
    const { owner, scarf, line } = shop
    const order = await imported(shop, { items: [line({ quantity: 8, shipped_quantity: 4, returned_quantity: 1 })] })
    expect(order).toMatchObject({ status: 'confirmed', fulfillment_status: 'partially_returned' })
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 5, reserved: 4 }])
    expect(
      failuresOf(await importing(shop, [{ external_id: 'MORE', items: [line({ quantity: 9, shipped_quantity: 7 })] }])),
    ).toEqual([['/items/0/quantity', 'insufficient_stock']])
    await act(owner, order.id, 'ship')
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 1, reserved: 0 }])
    expect(await contradictionsOf(shop.store.id)).toEqual({})

    const elsewhere = await importing(
      shop,
      [{ external_id: 'FAR', items: [line({ quantity: 9, shipped_quantity: 1 })] }],
      owner,
      '?reserve_stock=false',
    )
    expect(elsewhere).toMatchObject({ created: 1 })
    expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 1, reserved: 0 }])
  })

  test('that were refused altogether have what was paid and refunded before, whatever else the file says', async () => {
    const shop = await openScarfShop()
    const items = [shop.line({ shipped_quantity: 1, refused_quantity: 1 })]
    const prepaid = { items, status: 'cancelled', payment_status: 'refunded', payment_method: 'card' }
    expect(await imported(shop, prepaid)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'refused',
      payment_status: 'refunded',
      paid_amount: 10,
      came_back_amount: 10,
    })
  })

  test('in cash of which all was refused were not paid, and of which all came back are not completed by staff', async () => {
    const shop = await openScarfShop()
    const refused = { items: [shop.line({ shipped_quantity: 1, refused_quantity: 1 })], payment_method: 'cod' }
    expect(await imported(shop, { ...refused, status: 'cancelled', payment_status: 'paid' })).toMatchObject({
      status: 'cancelled',
      paid_amount: 0,
      payment_status: 'unpaid',
    })
    const back = { status: 'completed', fulfillment_status: 'returned', payment_method: 'cod' }
    const report = await importing(shop, [{ external_id: 'BACK', ...back }], await shop.hire('staff'))
    expect(failuresOf(report)).toEqual([['/status', 'forbidden']])
  })

  test('that a payment completed after goods came back can be imported by staff, and reopen with the payment', async () => {
    const shop = await openScarfShop()
    const staff = await shop.hire('staff')
    const items = [shop.line({ quantity: 2, returned_quantity: 1 })]
    const order = { items, status: 'completed', paid_amount: 10, payment_method: 'cod' }
    const report = await importing(shop, [order], staff)
    expect(failuresOf(report)).toEqual([])
    const id = report.rows[0]?.id ?? ''
    expect(await orderOf(shop.owner, id)).toMatchObject({ status: 'completed', due_amount: 0, payment_status: 'paid' })
    const { body } = await shop.owner.get(`/api/orders/${id}/payments`)
    const voided = await shop.owner.post(`/api/orders/${id}/payments/${Object(body).data[0].id}/void`, {
      reason: 'Twice',
    })
    expect(voided).toMatchObject({ status: 200, body: { status: 'confirmed', due_amount: 10 } })
    expect(await contradictionsOf(shop.store.id)).toEqual({})
  })

  test('with contradictory fields fails and leaves nothing behind', async () => {
    const shop = await openScarfShop()
    const { owner, store, line } = shop
    const refused = [
      [
        { status: 'confirmed', payment_status: 'paid', fulfillment_status: 'delivered' },
        [['/status', 'status_differs']],
      ],
      [{ payment_status: 'partially_paid' }, [['/payment_status', 'status_differs']]],
      [{ payment_status: 'unpaid', paid_amount: 10 }, [['/payment_status', 'status_differs']]],
      [{ fulfillment_status: 'partially_shipped' }, [['/fulfillment_status', 'status_differs']]],
      [{ status: 'cancelled', payment_status: 'paid' }, [['/status', 'invalid_transition']]],
      [{ status: 'cancelled', fulfillment_status: 'shipped' }, [['/status', 'invalid_transition']]],
      [{ status: 'completed', fulfillment_status: 'unfulfilled' }, [['/status', 'invalid_transition']]],
      [{ refunded_amount: 1 }, [['/status', 'invalid_transition']]],
      [{ paid_amount: 5, refunded_amount: 6 }, [['/refunded_amount', 'invalid_amount']]],
      [{ paid_amount: 5.001 }, [['/paid_amount', 'invalid_amount']]],
      [{ paid_amount: 5, refunded_amount: 0.005 }, [['/refunded_amount', 'invalid_amount']]],
      [{ status: 'pending', fulfillment_status: 'shipped' }, [['/status', 'contradiction']]],
      [{ fulfillment_status: 'shipped', hold_reason: 'no_answer' }, [['/hold_reason', 'contradiction']]],
      [{ tracking_numbers: ['AX-1'] }, [['/tracking_numbers', 'contradiction']]],
      [{ fulfillment_status: 'delivered', delivered_at: '2999-01-01' }, [['/delivered_at', 'invalid_value']]],
      [{ fulfillment_status: 'delivered', delivered_at: '0024-03-04' }, [['/delivered_at', 'invalid_value']]],
      [{ created_at: '2024-03-04', delivered_at: '2024-03-03' }, [['/delivered_at', 'contradiction']]],
      [
        { created_at: '2024-03-04', shipments: [{ created_at: '2024-03-03', items: [{ position: 1, quantity: 1 }] }] },
        [['/shipments/0/created_at', 'contradiction']],
      ],
      [{ status: 'cancelled', hold_reason: 'no_answer' }, [['/hold_reason', 'contradiction']]],
      [
        { shipments: [{ items: [{ position: 1, quantity: 1 }] }], tracking_numbers: ['AX-1'] },
        [['/tracking_numbers', 'contradiction']],
      ],
      [{ items: [line(), line({ position: 1 })] }, [['/items/1/position', 'contradiction']]],
      [
        {
          items: [line({ variant_id: variantOf(shop) })],
          shipments: [{ items: [{ position: 1, variant_id: shop.store.id, quantity: 1 }] }],
        },
        [['/shipments/0/items', 'contradiction']],
      ],
      [{ items: [line({ shipped_quantity: 2 })] }, [['/items/0/shipped_quantity', 'contradiction']]],
      [
        { items: [line({ shipped_quantity: 0, returned_quantity: 1 })] },
        [['/items/0/returned_quantity', 'contradiction']],
      ],
      [
        { items: [line({ shipped_quantity: 0 })], shipments: [{ items: [{ position: 1, quantity: 1 }] }] },
        [['/items/0/shipped_quantity', 'contradiction']],
      ],
      [{ shipments: [{ items: [{ position: 2, quantity: 1 }] }] }, [['/shipments/0/items', 'contradiction']]],
    ] as const
    const report = await importing(
      shop,
      refused.map(([order]) => order),
    )
    expect(report.rows.map((row) => failuresOf({ ...report, rows: [row] }))).toEqual(refused.map(([, why]) => why))
    expect(report.rows[0]?.errors[0]?.detail).toContain('must be completed')
    const [left] = await asOwner`select (select count(*)::int from orders where store_id = ${store.id}) as orders,
      (select count(*)::int from order_payments where store_id = ${store.id}) as payments,
      (select count(*)::int from shipments where store_id = ${store.id}) as shipments,
      (select sum(reserved)::int from inventory where store_id = ${store.id}) as reserved`
    expect(left).toEqual({ orders: 0, payments: 0, shipments: 0, reserved: 0 })
    expect((await owner.get('/api/orders')).body).toMatchObject({ meta: { total: 0 } })
  })

  test('that cost nothing can be called paid', async () => {
    const shop = await openScarfShop()
    const free = { items: [shop.line({ unit_price: 0 })], status: 'completed', payment_status: 'paid' }
    expect(await imported(shop, free)).toMatchObject({ status: 'completed', payment_status: 'paid', total_amount: 0 })
    const unpaid = { ...free, payment_status: 'unpaid', external_id: 'FREE-2' }
    expect(await imported(shop, unpaid)).toMatchObject({ payment_status: 'paid' })
  })

  test('of an anonymized customer fails', async () => {
    const shop = await openScarfShop()
    await shop.owner.post(`/api/customers/${shop.customer.id}/anonymize`, {})
    expect(failuresOf(await importing(shop, [{ status: 'completed' }]))).toEqual([
      ['/customer_id', 'customer_anonymized'],
    ])
  })

  test('with steps that only owners and admins can take can be imported only by them', async () => {
    const shop = await openScarfShop()
    const staff = await shop.hire('staff')
    const orders = [
      { status: 'completed', payment_status: 'paid' },
      { status: 'completed', payment_status: 'unpaid' },
      { paid_amount: 5, refunded_amount: 5 },
      { status: 'cancelled' },
      { status: 'cancelled', fulfillment_status: 'returned' },
    ]
    const report = await importing(shop, orders, staff)
    expect(report.rows.map(({ status }) => status)).toEqual(['created', 'failed', 'failed', 'created', 'failed'])
    expect(failuresOf(report)).toEqual([
      ['/status', 'forbidden'],
      ['/status', 'forbidden'],
      ['/status', 'forbidden'],
    ])
    expect(await importing(shop, orders)).toMatchObject({ created: 3, unchanged: 2 })
  })
})

test.for(['csv', 'jsonl'] as const)(
  'orders in every state are the same after an export as %s and an import into another store',
  async (format) => {
    const [old, fresh] = await Promise.all([openScarfShop(), openScarfShop()])
    const { owner, line } = old
    const one = { position: 1, quantity: 1 }
    const lives: readonly (readonly (readonly [string, Fields?])[])[] = [
      [],
      [['hold', { reason: 'call_later' }]],
      [['payments', { amount: 7 }]],
      [['confirm'], ['hold', { reason: 'incomplete_address' }]],
      [['confirm'], ['prepare']],
      [['confirm'], ['ship', { items: [one], tracking_number: '00123' }]],
      [['confirm'], ['ship', { items: [one] }], ['refuse', { items: [one] }]],
      [['payments'], ['confirm'], ['ship', { items: [one] }], ['return', { items: [one] }]],
      [['confirm'], ['ship'], ['refuse', { items: [one] }], ['deliver'], ['payments']],
      [['confirm'], ['ship'], ['deliver'], ['return', { items: [one] }], ['payments']],
      [['confirm'], ['ship'], ['deliver'], ['payments', { amount: 20 }], ['return', { items: [one] }]],
      [['payments'], ['refunds', { amount: 30, due_again: true }], ['confirm'], ['ship'], ['deliver']],
      [
        ['payments'],
        ['refunds', { amount: 10 }],
        ['refunds', { amount: 20, due_again: true }],
        ['payments', { amount: 5 }],
      ],
      [['payments'], ['refunds', { amount: 30, due_again: true }], ['cancel']],
      [['payments', { amount: 10 }], ['confirm'], ['ship'], ['refuse']],
      [['confirm'], ['ship'], ['refuse', { items: [one] }], ['deliver'], ['payments'], ['return']],
      [['confirm'], ['ship'], ['refuse', { items: [one] }], ['deliver'], ['return'], ['cancel']],
      [['payments'], ['confirm'], ['ship'], ['refuse', { items: [one] }], ['return']],
      [
        ['payments'],
        ['confirm'],
        ['ship'],
        ['refuse', { items: [one] }],
        ['return'],
        ['refunds', { amount: 30 }],
        ['cancel'],
      ],
      [['payments'], ['confirm'], ['ship'], ['return', { items: [one] }], ['refuse']],
      [['confirm'], ['ship', { tracking_number: '=1+1' }]],
      [['payments'], ['confirm'], ['ship'], ['refunds', { amount: 30 }], ['return'], ['cancel']],
      [['confirm'], ['ship'], ['deliver']],
      [['confirm'], ['ship'], ['deliver'], ['complete']],
      [['confirm'], ['ship'], ['deliver'], ['complete'], ['return', { items: [one] }]],
      [['confirm'], ['ship'], ['payments'], ['deliver'], ['refunds', { amount: 30 }], ['return']],
      [['confirm'], ['ship'], ['payments'], ['refunds', { amount: 30 }], ['deliver']],
      [['confirm'], ['ship'], ['deliver'], ['return'], ['cancel']],
      [['payments', { amount: 45, overpayment: true }], ['refunds', { amount: 45 }], ['cancel']],
      [['cancel']],
    ]
    for (const life of lives) {
      const answer = await old.buy({ total_amount: 30, items: [line({ quantity: 2 }), line()] })
      const { id } = expectBody(answer, 201, Order)
      for (const [action, body] of life) await act(owner, id, action, body)
    }
    const file = await exported(owner, 'orders', `?format=${format}`)
    // The ids of the customer and the product in the other store.
    const there = file
      .replaceAll(old.customer.id, fresh.customer.id)
      .replaceAll(old.scarf.id, fresh.scarf.id)
      .replaceAll(variantOf(old), variantOf(fresh))
    const report = await sent(fresh.owner, 'orders', there, { type: types[format] })
    expect(report.failed, JSON.stringify(report.rows)).toBe(0)
    expect(report.created).toBe(lives.length)

    const statesOf = async (shop: Shop) =>
      recordsIn(await exported(shop.owner, 'orders', '?format=jsonl'), Order)
        .map((order) => ({
          is: order.external_id ?? order.id,
          status: [order.status, order.payment_status, order.fulfillment_status, order.hold_reason],
          money: [order.total_amount, order.paid_amount, order.refunded_amount, order.came_back_amount],
          due: [order.due_amount, order.due_again_amount, order.overpaid_amount],
          delivered_at: order.delivered_at,
          reason: order.cancel_reason,
          items: order.items.map((item) => [
            item.quantity,
            item.shipped_quantity,
            item.returned_quantity,
            item.refused_quantity,
          ]),
          tracking: order.shipments.flatMap(({ tracking_number }) => tracking_number ?? []),
          allowed_actions: order.allowed_actions,
        }))
        .toSorted((a, b) => a.is.localeCompare(b.is))
    expect(await statesOf(fresh)).toEqual(await statesOf(old))
    expect(await contradictionsOf(fresh.store.id)).toEqual({})
  },
)

test('an order can contain products and variants that are no longer sold', async () => {
  const { owner, addProduct, customer } = await openScarfShop()
  const cap = await addProduct({
    title: 'Cap',
    options: [{ name: 'size', values: ['M', 'L'] }],
    variants: [
      { sku: 'CAP-M', options: { size: 'M' }, on_hand: 5 },
      { sku: 'CAP-L', options: { size: 'L' }, on_hand: 5 },
    ],
  })
  const gone = await addProduct({ title: 'Gone', variants: [{ sku: 'GONE', on_hand: 5 }] })
  const [medium, large] = cap.variants
  expect((await owner.delete(`/api/products/${cap.id}/variants/${medium?.id}`)).status).toBe(204)
  expect((await owner.delete(`/api/products/${gone.id}`)).status).toBe(204)
  const report = await sentCsv(
    owner,
    'orders',
    'external_id,customer_id,status,product_id,sku,variant_options,quantity,unit_price',
    ['S-1', customer.id, 'completed', '', 'CAP-M', '', 1, 10],
    ['S-2', customer.id, 'completed', cap.id, '', '', 1, 10],
    ['S-3', customer.id, 'completed', cap.id, '', 'size: M', 1, 10],
    ['S-4', customer.id, 'completed', '', 'GONE', '', 1, 10],
    ['S-5', customer.id, 'completed', gone.id, '', '', 1, 10],
  )
  expect(report, JSON.stringify(report.rows)).toMatchObject({ created: 5 })
  const orders = await Promise.all(report.rows.map(({ id }) => orderOf(owner, id ?? '')))
  const goneVariant = gone.variants[0]?.id
  expect(orders.map(({ items }) => items[0]?.variant_id)).toEqual([
    medium?.id,
    large?.id,
    medium?.id,
    goneVariant,
    goneVariant,
  ])
})

test('a handwritten spreadsheet of past orders can be imported', async () => {
  const { owner } = await openScarfShop()
  const report = await sentCsv(
    owner,
    'orders',
    'external_id,created_at,status,payment_status,fulfillment_status,delivered_at,tracking_numbers,customer_name,customer_phone,sku,quantity,unit_price,returned_quantity',
    ['S-1', '2024-01-01', 'completed', 'paid', '', '', 'AX-1, AX-2', 'Nour', '+96560000001', 'SC-1', 2, 10, ''],
    ['S-2', '2024-01-02', '', 'paid', 'partially_returned', '', '', 'Nour', '+96560000001', 'SC-1', 2, 10, 1],
    ['S-3', '2024-01-03', '', 'paid', '', '2024-01-05', '', 'Nour', '+96560000001', 'SC-1', 2, 10, 3],
    ['S-4', '2024-01-03', '', '', 'shipped', '', 'AX-1, 9.65E+11', 'Nour', '+96560000001', 'SC-1', 2, 10, ''],
  )
  expect(failuresOf(report)).toEqual([
    [4, 'returned_quantity', 'contradiction'],
    [5, 'tracking_numbers', 'invalid_type'],
  ])
  expect(await orderOf(owner, report.rows[0]?.id ?? '')).toMatchObject({
    status: 'completed',
    delivered_at: '2024-01-01T00:00:00.000Z',
    shipments: [{ tracking_number: 'AX-1, AX-2' }],
  })
  expect(await orderOf(owner, report.rows[1]?.id ?? '')).toMatchObject({
    status: 'confirmed',
    payment_status: 'paid',
    fulfillment_status: 'partially_returned',
  })
})

describe('a past order that was refused', () => {
  test('is closed as refused, also if a part of it had been returned before', async () => {
    const shop = await openScarfShop({ on_hand: 10 })
    const items = [
      { ...shop.line({ quantity: 1 }), shipped_quantity: 1, returned_quantity: 1 },
      { ...shop.line({ quantity: 2 }), shipped_quantity: 2, refused_quantity: 2 },
    ]
    const past = { created_at: '2026-01-02T10:00:00Z', items, status: 'cancelled', cancel_reason: 'refused' }
    const times = { confirmed_at: '2026-01-02T11:00:00.000Z', cancelled_at: '2026-01-05T11:00:00.000Z' }
    expect(await imported(shop, { ...past, ...times })).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'refused',
      fulfillment_status: 'returned',
      items: [{ returned_quantity: 1 }, { refused_quantity: 2 }],
      ...times,
    })
    expect(await contradictionsOf(shop.store.id)).toEqual({})
  })

  test('was shipped, and a confirmed one is not pending', async () => {
    const shop = await openScarfShop({ on_hand: 10 })
    const refused = { status: 'cancelled', cancel_reason: 'refused' }
    const confirmed = { status: 'pending', confirmed_at: '2026-01-02T10:00:00Z' }
    expect(failuresOf(await importing(shop, [refused]))).toEqual([['/cancel_reason', 'status_differs']])
    expect(failuresOf(await importing(shop, [confirmed]))).toEqual([['/confirmed_at', 'contradiction']])
  })
})

describe('a date in the file', () => {
  async function openIn(timezone: string) {
    const shop = await openScarfShop()
    expect(await shop.owner.patch(`/api/stores/${shop.store.id}`, { timezone })).toMatchObject({ status: 200 })
    return shop
  }

  test("is the start of that day in the store's time zone", async () => {
    const shop = await openIn('America/New_York')
    const order = await imported(shop, {
      status: 'completed',
      payment_status: 'paid',
      created_at: '2026-05-05',
      confirmed_at: '2026-05-06',
      paid_at: '2026-05-07',
      shipped_at: '2026-05-08',
      delivered_at: '2026-05-09',
      shipments: [{ created_at: '2026-05-08', items: [{ position: 1, quantity: 1 }] }],
    })
    expect(order).toMatchObject({
      created_at: '2026-05-05T04:00:00.000Z',
      confirmed_at: '2026-05-06T04:00:00.000Z',
      paid_at: '2026-05-07T04:00:00.000Z',
      shipped_at: '2026-05-08T04:00:00.000Z',
      delivered_at: '2026-05-09T04:00:00.000Z',
      shipments: [{ created_at: '2026-05-08T04:00:00.000Z' }],
    })
    expect((await shop.owner.get(`/api/orders/${order.id}/payments`)).body).toMatchObject({
      data: [{ created_at: '2026-05-07T04:00:00.000Z' }],
    })
    expect(await numbersOf(shop.owner, { created_from: '2026-05-05', created_to: '2026-05-05' })).toEqual([1001])
    const sameDay = { created_at: '2026-05-05', shipped_at: '2026-05-08T15:00:00Z', delivered_at: '2026-05-08' }
    expect(
      await imported(shop, { external_id: 'SAME', status: 'completed', payment_status: 'paid', ...sameDay }),
    ).toMatchObject({
      shipped_at: '2026-05-08T15:00:00.000Z',
      delivered_at: '2026-05-08T15:00:00.000Z',
    })
    const dropped = await imported(shop, {
      external_id: 'OLD-CANCELLED',
      status: 'cancelled',
      created_at: '2025-11-02',
      cancelled_at: '2025-11-03',
    })
    // The clocks go back on the second of November.
    expect(dropped).toMatchObject({
      created_at: '2025-11-02T04:00:00.000Z',
      cancelled_at: '2025-11-03T05:00:00.000Z',
    })
    expect(await contradictionsOf(shop.store.id)).toEqual({})
  })

  test('may be today, even if the day has only just begun where the store is', async () => {
    const shop = await openIn('Pacific/Kiritimati')
    const day = (daysAhead: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(Date.now() + daysAhead * 86_400_000)
    const report = await importing(shop, [{ created_at: day(0) }, { created_at: day(2) }])
    expect(report).toMatchObject({ created: 1, failed: 1 })
    expect(failuresOf(report)).toEqual([['/created_at', 'invalid_value']])
  })

  test('is not before a time on the same day, and is before one on the next', async () => {
    const shop = await openIn('Asia/Kuwait')
    const afternoon = { created_at: '2026-05-05T15:00:00Z', delivered_at: '2026-05-05' }
    expect(await imported(shop, afternoon)).toMatchObject({
      created_at: '2026-05-05T15:00:00.000Z',
      delivered_at: '2026-05-05T15:00:00.000Z',
    })
    // In Kuwait, this is half past one on the sixth.
    const night = { external_id: 'OLD-NIGHT', created_at: '2026-05-05T22:30:00Z' }
    const refused = [
      { ...night, status: 'cancelled', cancelled_at: '2026-05-05' },
      {
        ...night,
        external_id: 'OLD-SENT',
        shipments: [{ created_at: '2026-05-05', items: [{ position: 1, quantity: 1 }] }],
      },
    ]
    expect(failuresOf(await importing(shop, refused))).toEqual([
      ['/cancelled_at', 'contradiction'],
      ['/shipments/0/created_at', 'contradiction'],
    ])
  })
})
