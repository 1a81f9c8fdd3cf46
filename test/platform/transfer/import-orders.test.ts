import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { expectBooks } from '../../areas/orders/books.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { eventsOf } from '../../support/events.ts'
import { type Client, expectBody, inStore, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, failuresOf, jsonl, sent, sentCsv, types } from './files.ts'

const orderOf = async (owner: Client, id: string | null | undefined) =>
  expectBody(await owner.get(`/api/orders/${id}`), 200, Order)

describe('importing orders', () => {
  test('consecutive rows are items of one order', async () => {
    const { owner, addProduct, store, scarf } = await openScarfShop()
    const cap = await addProduct({
      title: 'Cap',
      external_id: 'P-CAP',
      variants: [
        { sku: 'CAP-M', options: { size: 'M' }, on_hand: 5 },
        { sku: 'CAP-L', options: { size: 'L' }, on_hand: 5 },
      ],
    })
    const report = await sentCsv(
      owner,
      'orders',
      'external_id,created_at,customer_name,customer_phone,customer_email,platform,payment_method,shipping_amount,tax_amount,discount_amount,total_amount,notes,tags,shipping_address,sku,quantity,unit_price',
      [
        'S-1',
        '2024-03-01T10:00:00+03:00',
        'نور',
        '+965 6000 0001',
        'nour@example.com',
        'instagram',
        'cod',
        '2',
        '0.5',
        '1',
        '27.5',
        'Ring\r\n"twice"',
        'old, vip',
        'Block 4, Salmiya',
        'SC-1',
        '2',
        '10',
      ],
      ['S-1', '', '', '', '', '', '', '', '', '', '', '', '', '', 'CAP-L', '1', '6'],
      ['S-2', '2024-03-02', 'Huda', '', 'huda@example.com', '', '', '', '', '', '', '', '', '', 'CAP-M', '٣', '5'],
    )
    expect(report).toMatchObject({ created: 2, failed: 0 })
    expect(report.rows).toMatchObject([
      { row: 2, external_id: 'S-1' },
      { row: 4, external_id: 'S-2' },
    ])
    const order = await orderOf(owner, report.rows[0]?.id)
    expect(order).toMatchObject({
      external_id: 'S-1',
      number: 1001,
      status: 'pending',
      payment_status: 'unpaid',
      source: 'import',
      platform: 'instagram',
      payment_method: 'cod',
      subtotal_amount: 26,
      shipping_amount: 2,
      tax_amount: 0.5,
      discount_amount: 1,
      total_amount: 27.5,
      adjustment_amount: 0,
      customer_name: 'نور',
      customer_phone: '+965 6000 0001',
      shipping_address: 'Block 4, Salmiya',
      notes: 'Ring\r\n"twice"',
      tags: ['old', 'vip'],
      created_at: '2024-03-01T07:00:00.000Z',
      items: [
        { position: 1, product_id: scarf.id, variant_sku: 'SC-1', quantity: 2, unit_price: 10 },
        { position: 2, product_id: cap.id, variant_sku: 'CAP-L', quantity: 1, unit_price: 6 },
      ],
    })
    expect((await owner.get(`/api/customers/${order.customer_id}`)).body).toMatchObject({
      name: 'نور',
      phone: '+965 6000 0001',
      email: 'nour@example.com',
      address: 'Block 4, Salmiya',
      orders_count: 1,
      total_spent: 27.5,
      last_order_at: '2024-03-01T07:00:00.000Z',
    })
    expect(await orderOf(owner, report.rows[1]?.id)).toMatchObject({
      number: 1002,
      platform: 'import',
      total_amount: 15,
      created_at: '2024-03-02T00:00:00.000Z',
      items: [{ quantity: 3 }],
    })
    expect(await eventsOf(order.id)).toMatchObject([
      { type: 'order.created', actor_kind: 'user', data: { source: 'import' } },
    ])
    const [variants] =
      await asOwner`select array_agg(reserved::int order by reserved) as reserved from inventory where store_id = ${store.id}`
    expect(variants).toEqual({ reserved: [1, 2, 3] })
  })

  test('importing a file again changes nothing, even if the product is no longer sold', async () => {
    const { owner, store, scarf } = await openScarfShop()
    const file = csv(
      'external_id,customer_name,customer_phone,sku,quantity,unit_price',
      ['S-1', 'Nour', '+96560000001', 'SC-1', 1, 10],
      ['S-2', 'Nour', '+96560000001', 'SC-1', 2, 10],
    )
    const first = await sent(owner, 'orders', file)
    expect(first).toMatchObject({ created: 2 })
    await owner.delete(`/api/products/${scarf.id}`)
    const again = await sent(owner, 'orders', file)
    expect(again).toMatchObject({ created: 0, unchanged: 2, failed: 0 })
    expect(again.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
    const books =
      await asOwner`select count(*)::int as orders, max(number)::int as last from orders where store_id = ${store.id}`
    expect(books).toEqual([{ orders: 2, last: 1002 }])
  })

  test('importing an export into the same store changes nothing, even for completed orders', async () => {
    const { owner, buy } = await openScarfShop()
    const { id } = expectBody(await buy(), 201, Order)
    await asOwner`update orders set status = 'completed', payment_status = 'paid' where id = ${id}`
    const file = csv('external_id,id,status,payment_status,customer_name,customer_phone,sku,quantity,unit_price', [
      '',
      id,
      'completed',
      'paid',
      'Amal',
      '',
      'SC-1',
      1,
      10,
    ])
    expect(await sent(owner, 'orders', file)).toMatchObject({ unchanged: 1, rows: [{ id }] })
  })

  test('numbers, stock, counters and events are as for other orders, without gaps for rows that fail', async () => {
    const { owner, store, customer } = await openScarfShop({ on_hand: 10 })
    const rows = Array.from({ length: 12 }, (_, at) => [
      `S-${at}`,
      customer.id,
      at === 3 ? 'NONE' : 'SC-1',
      at === 6 ? 99 : 1,
      10,
    ])
    const report = await sentCsv(owner, 'orders', 'external_id,customer_id,sku,quantity,unit_price', ...rows)
    expect(report).toMatchObject({ created: 10, failed: 2 })
    expect(failuresOf(report)).toEqual([
      [5, 'sku', 'product_not_found'],
      [8, 'quantity', 'insufficient_stock'],
    ])
    await asOwner`insert into idempotency_keys (store_id, caller, operation, key, request_hash, result)
      select ${store.id}, gen_random_uuid(), 'create_order', n::text, '', '{}' from generate_series(1, 10) as n`
    await expectBooks(store.id, { orders: 10, reserved: 10 })
  })

  test('finds the customer by id, external id, phone number in any format, or e-mail address', async () => {
    const { owner, addCustomer } = await openScarfShop()
    const huda = await addCustomer({
      name: 'Huda',
      external_id: 'C-7',
      phone: '+965 7000 0001',
      email: 'Huda@example.com',
    })
    const header = 'external_id,customer_id,customer_name,customer_phone,customer_email,sku,quantity,unit_price'
    const line = ['SC-1', 1, 10]
    const report = await sentCsv(
      owner,
      'orders',
      header,
      ['S-1', huda.id, '', '', '', ...line],
      ['S-2', 'C-7', '', '', '', ...line],
      ['S-3', '', 'H. K.', '00965 7000 0001', '', ...line],
      ['S-4', '', 'Huda', '', 'Huda@example.com', ...line],
      ['S-5', 'C-8', 'New by id', '', '', ...line],
      ['S-6', 'C-8', '', '', '', ...line],
      ['S-7', '', 'New by phone', '+965 7000 0002', '', ...line],
      ['S-8', '', 'The same', '٠٠٩٦٥٧٠٠٠٠٠٠٢', '', ...line],
    )
    expect(report).toMatchObject({ created: 8 })
    const orders = await Promise.all(report.rows.map(({ id }) => orderOf(owner, id)))
    const customers = orders.map(({ customer_id }) => customer_id)
    expect(customers.slice(0, 4)).toEqual(Array(4).fill(huda.id))
    expect(new Set(customers).size).toBe(3)
    expect(customers[4]).toBe(customers[5])
    expect(customers[6]).toBe(customers[7])
    // The order keeps the name in the file.
    expect(orders.map(({ customer_name }) => customer_name)).toEqual([
      'Huda',
      'Huda',
      'H. K.',
      'Huda',
      'New by id',
      'New by id',
      'New by phone',
      'The same',
    ])
    expect((await owner.get(`/api/customers/${huda.id}`)).body).toMatchObject({ name: 'Huda', orders_count: 4 })
    expect((await owner.get(`/api/customers/${customers[4]}`)).body).toMatchObject({
      external_id: 'C-8',
      orders_count: 2,
    })
  })

  test('finds the product by id, external id, SKU, or the options of a variant', async () => {
    const { owner, addProduct, customer } = await openScarfShop()
    const cap = await addProduct({
      title: 'Cap',
      external_id: 'P-1',
      variants: [
        { sku: 'C-M', options: { size: 'M' }, on_hand: 9 },
        { sku: 'C-L', options: { size: 'L' }, on_hand: 9 },
      ],
    })
    const [medium, large] = cap.variants
    const header = 'external_id,customer_id,product_id,variant_id,sku,variant_options,quantity,unit_price'
    const row = (at: number, product: string, variant: string, sku: string, options: string) => [
      `S-${at}`,
      customer.id,
      product,
      variant,
      sku,
      options,
      1,
      10,
    ]
    const report = await sentCsv(
      owner,
      'orders',
      header,
      row(1, cap.id, large?.id ?? '', '', ''),
      row(2, 'P-1', '', 'C-L', ''),
      row(3, 'P-1', '', '', 'size: L'),
      row(4, '', '', 'C-L', ''),
      row(5, '', large?.id ?? '', '', ''),
      // An export of another store, whose ids are unknown here.
      row(6, crypto.randomUUID(), crypto.randomUUID(), 'C-L', 'size: L'),
      row(7, 'P-1', crypto.randomUUID(), '', 'size: L'),
      row(8, cap.id, '', '', ''),
      row(9, cap.id, crypto.randomUUID(), '', ''),
      row(10, 'P-404', '', '', ''),
      row(11, '', '', '', ''),
    )
    expect(failuresOf(report)).toEqual([
      [9, 'variant_options', 'variant_required'],
      [10, 'variant_id', 'variant_required'],
      [11, 'product_id', 'product_not_found'],
      [12, 'required'],
    ])
    for (const { id, status } of report.rows)
      if (status === 'created')
        expect((await orderOf(owner, id)).items).toMatchObject([{ product_id: cap.id, variant_id: large?.id }])
    expect((await owner.get(`/api/products/${cap.id}`)).body).toMatchObject({
      variants: [{ id: medium?.id, reserved: 0 }, { reserved: 7 }],
    })
  })

  test('amounts must be exact and add up, as in any order', async () => {
    const { owner, customer } = await openScarfShop()
    const header =
      'external_id,customer_id,shipping_amount,discount_amount,adjustment_amount,total_amount,currency,sku,quantity,unit_price'
    const row = (at: number, ...amounts: string[]) => [`S-${at}`, customer.id, ...amounts, 'SC-1', 1, 10]
    const report = await sentCsv(
      owner,
      'orders',
      header,
      row(1, '2.5', '1', '', '11.5', ''),
      row(2, '', '', '', '12', 'USD'),
      row(3, '', '', '-2', '8', ''),
      row(4, '', '', '-2', '', ''),
      row(5, '2.5', '', '', '12', ''),
      row(6, '', '', '', '10.005', ''),
      row(7, '', '11', '', '', ''),
      row(8, '', '', '1', '12', ''),
      row(9, '', '', '', '10', 'KWD'),
      ['S-10', customer.id, '', '', '', '', '', 'SC-1', '1', '9.999'],
      row(11, '', '', '-0.005', '', ''),
    )
    expect(failuresOf(report)).toEqual([
      [6, 'total_amount', 'total_mismatch'],
      [7, 'total_amount', 'invalid_amount'],
      [8, 'discount_amount', 'invalid_amount'],
      [9, 'total_amount', 'total_mismatch'],
      [10, 'currency', 'currency_mismatch'],
      [11, 'unit_price', 'invalid_amount'],
      [12, 'adjustment_amount', 'invalid_amount'],
    ])
    const orders = await Promise.all(report.rows.slice(0, 4).map(({ id }) => orderOf(owner, id)))
    expect(orders.map(({ total_amount, adjustment_amount }) => [total_amount, adjustment_amount])).toEqual([
      [11.5, 0],
      [12, 2],
      [8, -2],
      [8, -2],
    ])
  })

  test('a row that fails does not affect others, and its problems are located', async () => {
    const { owner, customer } = await openScarfShop()
    const header =
      'external_id,created_at,status,payment_status,customer_id,customer_name,customer_email,platform,sku,quantity,unit_price'
    const report = await sentCsv(
      owner,
      'orders',
      header,
      ['', '', '', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-1', '2999-01-01T00:00:00Z', '', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-2', 'yesterday', '', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-3', '', 'pending', 'partially_paid', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-4', '', 'gone', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-5', '', 'cancelled', 'paid', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-6', '', '', '', 'C-404', '', '', '', 'SC-1', 1, 10],
      ['S-7', '', '', '', '', 'Name alone', '', '', 'SC-1', 1, 10],
      ['S-8', '', '', '', '', 'Nour', 'x', 'Face Book', 'SC-1', 0, -1],
      ['S-9', '', '', '', customer.id, '', '', '', '', '', ''],
      ['S-10', '', '', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-11', '', '', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-10', '', '', '', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-12', '', 'pending', 'unpaid', customer.id, '', '', '', 'SC-1', 1, 10],
      ['S-12', '', 'pending', 'paid', customer.id, '', '', '', 'SC-1', 'x', 10],
    )
    expect(report).toMatchObject({ created: 2 })
    expect(failuresOf(report)).toEqual([
      [2, 'external_id', 'required'],
      [3, 'created_at', 'invalid_value'],
      [4, 'created_at', 'invalid_value'],
      [5, 'payment_status', 'status_differs'],
      [6, 'status', 'invalid_value'],
      [7, 'status', 'invalid_transition'],
      [8, 'customer_id', 'customer_not_found'],
      [9, 'customer_id', 'customer_not_found'],
      [10, 'customer_email', 'invalid_format'],
      [10, 'platform', 'invalid_format'],
      [10, 'quantity', 'too_small'],
      [10, 'unit_price', 'too_small'],
      [11, 'too_small'],
      [16, 'payment_status', 'conflicting_values'],
      [16, 'quantity', 'invalid_type'],
    ])
  })

  test('with reserve_stock=false, orders need no stock and reserve none', async () => {
    const { owner, store, customer } = await openScarfShop({ on_hand: 1 })
    const file = csv('external_id,customer_id,created_at,sku,quantity,unit_price', [
      'S-1',
      customer.id,
      '2023-01-01',
      'SC-1',
      50,
      10,
    ])
    expect(failuresOf(await sent(owner, 'orders', file))).toEqual([[2, 'quantity', 'insufficient_stock']])
    expect(await sent(owner, 'orders', file, { query: '?reserve_stock=false' })).toMatchObject({ created: 1 })
    const [kept] =
      await asOwner`select (select bool_and(not moves_stock) from orders where store_id = ${store.id}) as past,
      (select sum(reserved)::int from inventory where store_id = ${store.id}) as reserved,
      (select count(*)::int from inventory_movements where store_id = ${store.id} and kind = 'reserved') as movements`
    expect(kept).toEqual({ past: true, reserved: 0, movements: 0 })
  })

  test('JSON lines are imported too, with all fields of an item', async () => {
    const { owner, customer, scarf } = await openScarfShop()
    const line = { product_id: scarf.id, quantity: 1, unit_price: 10 }
    const file = jsonl(
      {
        external_id: 'S-1',
        customer_id: customer.id,
        items: [{ ...line, variant_note: 'gift', variant_attributes: { engraving: 'A' } }],
      },
      {
        external_id: 'S-2',
        customer_id: customer.id,
        items: [
          { ...line, colour: 'red' },
          { ...line, quantity: 1.5 },
        ],
      },
      { external_id: 'S-3', customer_id: customer.id, items: [] },
    )
    const report = await sent(owner, 'orders', file, { type: types.jsonl })
    expect(failuresOf(report)).toEqual([
      ['/items/0/colour', 'unknown_field'],
      ['/items/1/quantity', 'invalid_type'],
      ['/items', 'too_small'],
    ])
    expect((await orderOf(owner, report.rows[0]?.id)).items).toMatchObject([
      { variant_attributes: { variant_note: 'gift', engraving: 'A' } },
    ])
  })
})

test('customers, products and orders of another store are not found', async () => {
  const [mine, theirs] = await Promise.all([openScarfShop(), openScarfShop()])
  await theirs.addCustomer({ external_id: 'C-1', name: 'Theirs', phone: '+96570000009', email: 'theirs@example.com' })
  await theirs.addProduct({ external_id: 'P-1', variants: [{ sku: 'THEIRS' }] })
  await theirs.buy({ external_id: 'S-1' })
  const report = await sentCsv(
    mine.owner,
    'orders',
    'external_id,customer_id,customer_name,customer_phone,customer_email,product_id,sku,quantity,unit_price',
    ['S-1', mine.customer.id, '', '', '', '', 'SC-1', 1, 10],
    ['S-2', theirs.customer.id, '', '', '', '', 'SC-1', 1, 10],
    ['S-3', 'C-1', '', '', '', '', 'SC-1', 1, 10],
    ['S-4', mine.customer.id, '', '', '', theirs.scarf.id, '', 1, 10],
    ['S-5', mine.customer.id, '', '', '', 'P-1', '', 1, 10],
    ['S-6', mine.customer.id, '', '', '', '', 'THEIRS', 1, 10],
    ['S-7', '', 'Mine', '+96570000009', 'theirs@example.com', '', 'SC-1', 1, 10],
  )
  expect(report.rows.map(({ status }) => status)).toEqual([
    'created',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    'created',
  ])
  const { customer_id } = await orderOf(mine.owner, report.rows[6]?.id)
  expect((await mine.owner.get(`/api/customers/${customer_id}`)).body).toMatchObject({
    name: 'Mine',
    store_id: mine.store.id,
  })
  expect((await theirs.owner.get('/api/customers')).body).toMatchObject({ meta: { total: 2 } })
})

test('a member of several stores must choose the store to import into', async () => {
  const [one, other] = await Promise.all([openShop(), openShop()])
  await other.join(one.owner.subject, 'owner')
  const report = await sent(one.owner, 'customers', csv('external_id,name', ['C-1', 'Amal']), {
    headers: inStore(other.store),
  })
  expect((await one.owner.get(`/api/customers/${report.rows[0]?.id}`)).body).toMatchObject({ store_id: other.store.id })
})
