import { beforeAll, describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { Segment } from '../../../src/areas/customers/segments/segment.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { service } from '../../support/service.ts'
import { client, expectBody, expectProblem, inStore, openShop, pointersOf, somebody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { exported, linesOf, recordsIn } from './files.ts'

let shop: Awaited<ReturnType<typeof openScarfShop>>
beforeAll(async () => {
  shop = await openScarfShop({ currency: 'KWD' })
})

describe('a CSV file', () => {
  test('can be opened by spreadsheets: name, byte order mark, quotes, CRLF', async () => {
    await shop.buy({ notes: 'Ring "twice",\nthen wait' })
    const answer = await shop.owner.get('/api/orders/export?format=csv')
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Content-Disposition')
    expect(answer.body).toMatch(/^external_id,id,/)
    expect(answer.body).toContain('"Ring ""twice"",\nthen wait"')
    expect(answer.body).toMatch(/\r\n$/)
    const response = await service().open('/api/orders/export', {
      headers: { Authorization: `Bearer ${shop.owner.token}` },
    })
    expect(new Uint8Array(await response.arrayBuffer()).slice(0, 4)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf, 101]))
  })

  test.for([
    [
      'orders',
      'external_id,id,store_id,number,created_at,status,payment_status,fulfillment_status,hold_reason,reservation,platform,source,currency,subtotal_amount,shipping_amount,tax_amount,discount_amount,adjustment_amount,total_amount,paid_amount,refunded_amount,customer_id,customer_name,customer_phone,shipping_address,payment_method,po_number,notes,tags,delivered_at,tracking_numbers,updated_at,position,product_id,product_name,variant_id,sku,variant_name,variant_options,variant_attributes,quantity,shipped_quantity,returned_quantity,unit_price,list_price,line_total,line_discount,line_tax,delivery_method,delivery_kind,delivery_country,delivery_region,delivery_tax,cod_fee,discount_codes,tax_rate,tax_label,tax_included,payment_kind,confirmed_at,paid_at,shipped_at,cancelled_at,cancel_reason,address_label,address_recipient,address_phone,address_line1,address_line2,address_area,address_city,address_region,address_postal_code,address_country,address_instructions,address_lat,address_lng,refused_quantity,due_again_amount,came_back_amount,due_amount,overpaid_amount',
    ],
    [
      'products',
      'external_id,id,store_id,slug,title,description,status,tags,images,price,compare_at_price,currency,options,created_at,updated_at,weight_g,taxable,cost,variant_id,sku,barcode,variant_title,variant_options,variant_price,on_hand,reserved,available,tracked,allow_backorder,variant_weight_g,variant_taxable,variant_cost,low_stock_threshold,variant_image_id,collections,variant_compare_at_price',
    ],
    [
      'customers',
      'external_id,id,store_id,name,phone,email,address,addresses,other_phones,other_emails,notes,tags,blocked,blocked_reason,orders_count,total_spent,last_order_at,created_at,updated_at,total_paid',
    ],
  ] as const)('of %s has these columns, which never change', async ([area, header]) => {
    expect((await exported(shop.owner, area)).replace('\ufeff', '').split('\r\n')[0]).toBe(header)
  })

  test('has a line per order item, which repeats the columns of the order', async () => {
    const shirt = await shop.addProduct({
      title: 'قميص',
      variants: [{ sku: 'SH-1', options: { size: 'L' }, on_hand: 5 }],
    })
    const answer = await shop.buy({
      external_id: 'A-17',
      total_amount: 23.125,
      shipping_amount: 2.625,
      items: [shop.line(), { product_id: shirt.id, quantity: 2, unit_price: 5.25, variant_gift: true }],
      tags: ['vip', 'salmiya, block 4'],
    })
    const order = expectBody(answer, 201, Order)
    const lines = linesOf(await exported(shop.owner, 'orders')).filter(({ external_id }) => external_id === 'A-17')
    expect(lines).toHaveLength(2)
    for (const line of lines)
      expect(line).toMatchObject({
        id: order.id,
        store_id: shop.store.id,
        number: String(order.number),
        created_at: order.created_at,
        status: 'pending',
        currency: 'KWD',
        subtotal_amount: '20.5',
        shipping_amount: '2.625',
        total_amount: '23.125',
        customer_name: 'Amal',
        customer_phone: "'+965 5012 3456",
        tags: 'vip,"salmiya, block 4"',
      })
    expect(lines[0]).toMatchObject({ position: '1', sku: 'SC-1', quantity: '1', unit_price: '10', variant_options: '' })
    expect(lines[1]).toMatchObject({
      position: '2',
      sku: 'SH-1',
      product_name: 'قميص',
      variant_options: 'size: L',
      variant_attributes: '{"variant_gift":true}',
      quantity: '2',
      unit_price: '5.25',
      line_total: '10.5',
    })
  })

  test('escapes text that a spreadsheet would run as a formula', async () => {
    await shop.addCustomer({ name: '=HYPERLINK("http://evil.example","Click")', notes: '@SUM(A1)', tags: ['-1'] })
    const [line] = linesOf(await exported(await shop.hire('viewer'), 'customers'))
    expect(line).toMatchObject({ name: `'=HYPERLINK("http://evil.example","Click")`, notes: "'@SUM(A1)", tags: "'-1" })
  })
})

describe('a JSONL file', () => {
  test.for([
    ['orders', Order],
    ['products', Product],
    ['customers', Customer],
  ] as const)('has the %s as GET returns them, newest first', async ([area, schema]) => {
    await shop.buy()
    const answer = await shop.owner.get(`/api/${area}/export?format=jsonl`)
    expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson')
    expect(answer.headers.get('Content-Disposition')).toContain('.jsonl"')
    const records = recordsIn(expectBody(answer, 200, Customer.shape.name), schema)
    expect(records.length).toBeGreaterThan(0)
    for (const { id, ...record } of records)
      expect((await shop.owner.get(`/api/${area}/${id}`)).body).toEqual({ id, ...record })
    const times = records.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

describe('an export contains the same as the list', () => {
  test('with the same filters and the same search', async () => {
    const { owner, buy, customer, addCustomer, addProduct } = await openScarfShop()
    const other = await addCustomer({ name: 'Nour' })
    await buy({ platform: 'whatsapp', notes: 'gift' })
    await buy({ customer_id: other.id })
    await addProduct({ title: 'Draft', status: 'draft' })
    const archived = await addProduct({ title: 'Gone' })
    await owner.delete(`/api/products/${archived.id}`)

    const countOf = async (area: 'orders' | 'products' | 'customers', query: string) =>
      recordsIn(await exported(owner, area, `?format=jsonl&${query}`), Customer.pick({ id: true })).length
    expect(await countOf('orders', '')).toBe(2)
    expect(await countOf('orders', 'platform=whatsapp')).toBe(1)
    expect(await countOf('orders', `customer_id=${customer.id}`)).toBe(1)
    expect(await countOf('orders', 'status=cancelled')).toBe(0)
    expect(await countOf('orders', 'search=gift')).toBe(1)
    expect(await countOf('orders', 'search=nour&platform=whatsapp')).toBe(0)
    expect(await countOf('orders', 'created_to=2020-01-01')).toBe(0)
    expect(await countOf('products', '')).toBe(2)
    expect(await countOf('products', 'status=archived')).toBe(1)
    expect(await countOf('products', 'search=draft')).toBe(1)
    expect(await countOf('customers', 'search=nour')).toBe(1)
    const oldest = linesOf(await exported(owner, 'orders', '?sort=created_at'))
    expect(oldest.map(({ number }) => number)).toEqual(['1001', '1002'])
  })

  test('with the same customer filter or segment, over several pages', async () => {
    const { owner, store } = await openShop()
    await asOwner`insert into customers (store_id, id, name, tags, created_at)
      select ${store.id}, uuidv7(), 'N' || n, case when n % 3 = 0 and n <= 1200 or n = 21500 then array['vip'] else '{}' end,
             now() - n * interval '1 second'
        from generate_series(1, 21500) as n`
    const { id } = expectBody(await owner.post('/api/segments', { name: 'VIP', filter: 'tag:vip' }), 201, Segment)
    const names = async (query: string) =>
      linesOf(await exported(owner, 'customers', query)).map((line) => line['name'])
    // The last one is beyond the maximum number of rows that are scanned for one page.
    const vips = [...Array.from({ length: 400 }, (_, nth) => `N${(nth + 1) * 3}`), 'N21500']
    expect(await names('?filter=tag:vip')).toEqual(vips)
    expect(await names(`?segment_id=${id}`)).toEqual(vips)
    expect(await names(`?segment_id=${id}&filter=orders>0`)).toEqual([])
    expect(await names(`?segment_id=${id}&search=N1200`)).toEqual(['N1200'])
  })

  test('an empty CSV file has a header', async () => {
    const { owner } = await openShop()
    expect((await exported(owner, 'customers')).split('\r\n')).toHaveLength(2)
    expect(await exported(owner, 'customers', '?format=jsonl')).toBe('')
  })

  test.for([
    ['orders', 'page=1', '/page'],
    ['orders', 'cursor=x', '/cursor'],
    ['orders', 'format=xlsx', '/format'],
    ['orders', 'status=gone', '/status'],
    ['products', 'limit=10', '/limit'],
    ['customers', 'fromat=csv', '/fromat'],
  ] as const)('%s?%s is rejected', async ([area, query, pointer]) => {
    const answer = await shop.owner.get(`/api/${area}/export?${query}`)
    expect(pointersOf(expectProblem(answer, 422, 'invalid_input'))).toEqual([pointer])
  })
})

describe('permission to export', () => {
  test('a member of several stores exports all of them, or the chosen one', async () => {
    const other = await openScarfShop()
    await other.join(shop.owner.subject, 'viewer')
    await Promise.all([shop.buy(), other.buy()])
    const storesOf = async (headers?: Record<string, string>) =>
      new Set(linesOf(await exported(shop.owner, 'orders', '', headers)).map(({ store_id }) => store_id))
    expect(await storesOf()).toEqual(new Set([shop.store.id, other.store.id]))
    expect(await storesOf(inStore(other.store))).toEqual(new Set([other.store.id]))
  })

  test('nobody else can export', async () => {
    const stranger = await somebody()
    const picked = inStore(shop.store)
    expectProblem(await stranger.get('/api/orders/export', picked), 404, 'store_not_found')
    expect(linesOf(await exported(stranger, 'orders'))).toEqual([])
    expectProblem(await service().fetch('/api/orders/export'), 401, 'unauthenticated')
    expectProblem(await client('mcs_mcp_x').get('/api/orders/export'), 401, 'invalid_token')
  })
})
