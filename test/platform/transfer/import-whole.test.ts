import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { csv, exported, failuresOf, jsonl, linesOf, recordsIn, send, sent, sentCsv, types } from './files.ts'

describe('an order is all of its lines or none', () => {
  const header = 'external_id,customer_name,customer_phone,sku,quantity,unit_price,total_amount'
  const line = (id: string, quantity: number, total: number) => [
    id,
    'Amal',
    '+96550000001',
    'SC-1',
    quantity,
    10,
    total,
  ]

  test('also if its lines are not next to each other', async () => {
    const { owner } = await openScarfShop()
    const report = await sentCsv(owner, 'orders', header, line('m1', 1, 30), line('m2', 1, 10), line('m1', 2, 30))
    expect(report.rows.map(({ row, status }) => [row, status])).toEqual([
      [2, 'created'],
      [3, 'created'],
    ])
    expect((await owner.get(`/api/orders/${report.rows[0]?.id}`)).body).toMatchObject({
      total_amount: 30,
      adjustment_amount: 0,
      items: [{ quantity: 1 }, { quantity: 2 }],
    })
  })

  test('and none of it is stored if one of its lines is refused', async () => {
    const { owner } = await openScarfShop()
    const report = await sentCsv(owner, 'orders', header, line('m1', 1, 30), line('m2', 1, 10), line('m1', 1000, 30))
    expect(failuresOf(report)).toEqual([2, 4].map((row) => [row, 'quantity', 'insufficient_stock']))
    expect((await owner.get('/api/orders')).body).toMatchObject({ meta: { total: 1 }, data: [{ external_id: 'm2' }] })
  })

  test('and two JSON lines of one order are both refused, each naming the other', async () => {
    const { owner, scarf } = await openScarfShop()
    const order = (quantity: number) => ({
      external_id: 'm1',
      customer_name: 'Amal',
      customer_phone: '+96550000001',
      items: [{ product_id: scarf.id, quantity, unit_price: 10 }],
    })
    const half = await sent(owner, 'orders', jsonl(order(1), order(-1)), { type: types.jsonl })
    expect(half).toMatchObject({ created: 0, failed: 2 })
    const report = await sent(owner, 'orders', jsonl(order(1), order(2)), { type: types.jsonl })
    expect(report).toMatchObject({ created: 0, failed: 2 })
    expect(report.rows.map(({ errors }) => errors[0]?.detail)).toEqual([
      expect.stringContaining('row 2'),
      expect.stringContaining('row 1'),
    ])
  })

  test('and a line that names it by its other id belongs to it', async () => {
    const { owner } = await openScarfShop()
    const lines = [line('m1', 1, 30), line('', 2, 30)].map((cells) => ['o-7', ...cells])
    for (const file of [lines, lines.toReversed()])
      expect((await sentCsv(owner, 'orders', `id,${header}`, ...file)).rows).toMatchObject([
        { external_id: 'm1', errors: [], warnings: [] },
      ])
    expect((await owner.get('/api/orders')).body).toMatchObject({
      meta: { total: 1 },
      data: [{ adjustment_amount: 0 }],
    })
  })

  const rest = ['', '', '', 'SC-2', 2, 10, '']
  test.for([
    ['a line without an id', header, [line('m1', 1, 30), rest], [[3, 'external_id', 'required']]],
    [
      'two lines without one, and another order',
      header,
      [line('m1', 1, 30), rest, rest.with(1, 'Amal'), line('m2', 1, 10)],
      [3, 4].map((row) => [row, 'external_id', 'required']),
    ],
    [
      'a line with an unquoted comma before its id',
      header.replace('external_id,customer_name', 'customer_name,external_id'),
      [
        ['Amal', ...line('m1', 1, 30).toSpliced(1, 1)],
        ['Amal', ' K', ...line('m1', 2, 30).toSpliced(1, 1)],
      ],
      [[3, 'wrong_number_of_cells']],
    ],
  ] as const)('and none of it is stored if one may be %s', async ([, columns, lines, problems]) => {
    const { owner } = await openScarfShop()
    const report = await sentCsv(owner, 'orders', columns, ...lines)
    expect(failuresOf(report)).toEqual(problems)
    expect(report.rows).toHaveLength(lines.some(([id]) => id === 'm2') ? 2 : 1)
    expect(report.rows[0]).toMatchObject({ row: 2, status: 'failed' })
    expect((await owner.get('/api/orders?search=m1')).body).toMatchObject({ meta: { total: 0 } })
  })

  test('and a line with moved cells belongs to no other order whose id another cell has', async () => {
    const { owner } = await openScarfShop()
    const shuffled = 'quantity,external_id,customer_name,customer_phone,sku,unit_price,total_amount'
    const of = (id: string, name = 'Amal') => [1, id, name, '+96550000001', 'SC-1', 10, 10]
    const report = await sentCsv(
      owner,
      'orders',
      shuffled,
      of('1'),
      of('3'),
      [...of('3'), 'x'],
      of('7', 'Doe').toSpliced(3, 0, ' J'),
    )
    expect(report.rows.map(({ row, status }) => [row, status])).toEqual([
      [2, 'created'],
      [3, 'failed'],
      [5, 'failed'],
    ])
  })

  test('and a file with the rest of an order that was imported before is told so', async () => {
    const { owner } = await openScarfShop()
    expect(await sentCsv(owner, 'orders', header, line('m1', 1, 10))).toMatchObject({ created: 1 })
    const again = await sentCsv(owner, 'orders', header, line('m1', 1, 10))
    expect(again.rows).toMatchObject([{ status: 'unchanged', warnings: [] }])
    const other = [...line('m1', 1, 10)].with(3, 'SC-2')
    for (const rest of [[line('m1', 1, 30), line('m1', 2, 30)], [other]])
      expect((await sentCsv(owner, 'orders', header, ...rest)).rows).toMatchObject([
        { status: 'unchanged', warnings: [{ code: 'order_differs' }] },
      ])
  })
})

describe('a product is all of its lines or none', () => {
  const header = 'external_id,slug,title,price,sku,variant_options'
  const first = ['p1', 'mug', 'Mug', 12, 'A', 'size: S']

  test.for([
    ['its slug', ['', 'mug', '', '', 'B', 'size: L']],
    ['its title', ['', '', 'Mug', '', 'B', 'size: L']],
  ] as const)('also if a line names it only by %s', async ([, second]) => {
    const { owner } = await openShop()
    for (const lines of [
      [first, second],
      [second, first],
    ])
      expect((await sentCsv(owner, 'products', header, ...lines)).rows).toMatchObject([{ row: 2, errors: [] }])
    const another = ['p2', 'plate', 'Plate', 12, 'C', '']
    expect((await sentCsv(owner, 'products', header, second, another, first)).rows).toMatchObject([
      { row: 2, status: 'unchanged' },
      { row: 3, status: 'created' },
    ])
    expect((await owner.get('/api/products?sort=created_at')).body).toMatchObject({
      data: [
        { external_id: 'p1', variants: [{ sku: expect.any(String) }, { sku: expect.any(String) }] },
        { external_id: 'p2' },
      ],
    })
  })

  test('also if its title stands on a line that names it by its slug', async () => {
    const { owner } = await openShop()
    const lines = [first, ['', 'mug', 'Mug', '', 'B', 'size: M'], ['', '', 'Mug', '', 'C', 'size: L']]
    expect((await sentCsv(owner, 'products', header, ...lines)).rows).toMatchObject([{ status: 'created' }])
    expect((await owner.get('/api/products')).body).toMatchObject({ data: [{ variants: [{}, {}, {}] }] })
  })

  test('but a title that two products have says nothing', async () => {
    const { owner } = await openShop()
    const other = ['p2', 'mug-2', 'Mug', 12, 'C', 'size: S']
    const report = await sentCsv(owner, 'products', header, first, other, ['', '', 'Mug', 12, 'B', 'size: L'])
    expect(report.rows.map(({ row }) => row)).toEqual([2, 3, 4])
  })

  test('and none is stored if a line says nothing of what it belongs to', async () => {
    const { owner } = await openShop()
    const report = await sentCsv(owner, 'products', header, first, ['', '', '', '', 'B', 'size: L'])
    expect(failuresOf(report)).toEqual([[3, 'external_id', 'required']])
    expect((await owner.get('/api/products')).body).toMatchObject({ meta: { total: 0 } })
  })

  test('but a file that can only change prices may name variants alone, and may have lines of spaces', async () => {
    const { owner } = await openShop()
    const lines = [first, ['p2', '', 'Plate', 12, 'B', '']]
    expect(await sentCsv(owner, 'products', header, ...lines)).toMatchObject({ created: 2 })
    const prices = csv('external_id,sku,variant_price', ['p1', 'A', 20], ['', 'B', 21], [' ', ' ', ''])
    expect(await sent(owner, 'products', prices, { query: '?match=sku' })).toMatchObject({ updated: 2, failed: 0 })
  })
})

describe('a product that is met only by its slug or a SKU', () => {
  async function openWithMug() {
    const shop = await openShop()
    const mug = await shop.addProduct({
      title: 'Enamel mug',
      description: 'Ours',
      price: 12,
      tags: ['kitchen'],
      variants: [{ sku: 'MUG-1', on_hand: 3 }],
    })
    return { ...shop, mug }
  }
  const header = 'external_id,slug,title,description,price,sku'
  const rows = {
    slug: ['shopify-77', 'enamel-mug', 'Another mug', 'Theirs', 5, 'X-1'],
    sku: ['shopify-78', 'other-mug', 'Another mug', 'Theirs', 5, 'mug-1'],
  }

  test.for(['slug', 'sku'] as const)('%s: a row that would change it is refused, and says what it met', async (by) => {
    const { owner, mug } = await openWithMug()
    const before = await owner.get('/api/products')
    for (const query of ['', `?match=${by === 'sku' ? 'slug' : 'sku'}`, '?dry_run=true']) {
      const report = await sent(owner, 'products', csv(header, rows[by]), { query })
      expect(failuresOf(report)).toEqual([[2, by, 'match_required']])
      const detail = report.rows[0]?.errors[0]?.detail
      for (const part of ['Enamel mug', mug.id, `match=${by}`]) expect(detail).toContain(part)
    }
    expect((await owner.get('/api/products')).body).toEqual(before.body)
    expect(await sent(owner, 'products', csv(header, rows[by]), { query: `?match=${by}` })).toMatchObject({
      updated: 1,
    })
    expect((await owner.get(`/api/products/${mug.id}`)).body).toMatchObject({
      title: 'Another mug',
      external_id: rows[by][0],
    })
  })

  test('is unchanged by a row that would change nothing, however it is met', async () => {
    const { owner } = await openWithMug()
    for (const [columns, ...row] of [
      ['slug,title,price', 'enamel-mug', 'Enamel mug', 12],
      ['sku,description', 'MUG-1', 'Ours'],
      ['title,price', 'Enamel mug', 12],
    ] as const)
      expect(await sentCsv(owner, 'products', columns, row)).toMatchObject({ unchanged: 1, failed: 0 })
  })

  test('needs no match if the row has its id or external_id', async () => {
    const { owner, mug } = await openWithMug()
    expect(await sentCsv(owner, 'products', 'id,slug,price', [mug.id, 'enamel-mug', 13])).toMatchObject({ updated: 1 })
  })

  test('needs only one match of several, and is met by its title if the cell of the SKU is empty', async () => {
    const { owner } = await openWithMug()
    for (const [at, match] of (['slug', 'sku', 'slug,sku'] as const).entries()) {
      const file = csv('slug,sku,price', ['enamel-mug', 'mug-1', 20 + at])
      expect(await sent(owner, 'products', file, { query: `?match=${match}` })).toMatchObject({ updated: 1 })
    }
    const byTitle = csv('title,price,sku', ['Enamel mug', 30, ''])
    expect(failuresOf(await sent(owner, 'products', byTitle, { query: '?match=sku' }))).toEqual([
      [2, 'title', 'match_required'],
    ])
    expect(await sent(owner, 'products', byTitle, { query: '?match=slug' })).toMatchObject({ updated: 1 })
  })

  test('takes only the two that exist as match', async () => {
    const { owner } = await openWithMug()
    expectProblem(await send(owner, 'products', 'title\nA', { query: '?match=title' }), 422, 'invalid_input')
    expectProblem(await send(owner, 'customers', 'name\nA', { query: '?match=slug' }), 422, 'invalid_input')
  })
})

describe('a dry run says what would be overwritten, field by field', () => {
  test('of a product and its variants', async () => {
    const { owner, addProduct, store } = await openShop()
    const product = await addProduct({
      title: 'Scarf',
      price: 10,
      description: 'Warm',
      tags: ['winter'],
      variants: [
        { sku: 'SC-1', options: { size: 'L' }, price: 11, on_hand: 5, low_stock_threshold: 2 },
        { sku: 'SC-2', options: { size: 'M' } },
      ],
    })
    const file = csv(
      'id,title,price,weight_g,tags,sku,variant_options,variant_price,barcode,on_hand,low_stock_threshold',
      [product.id, 'Shawl', 12, 300, 'winter', 'SC-1', 'size: L', 14, '629', 7, 1],
      [product.id, 'Shawl', 12, 300, '', 'SC-2', 'size: M', 12, '', '', ''],
    )
    const before = await snapshot(store.id)
    const { rows } = await sent(owner, 'products', file, { query: '?dry_run=true&update_stock=true' })
    expect(rows[0]).toMatchObject({ status: 'updated', id: product.id })
    expect(rows[0]?.overwritten).toEqual([
      { row: 2, column: 'price', before: 10, after: 12 },
      { row: 2, column: 'title', before: 'Scarf', after: 'Shawl' },
      { row: 2, column: 'variant_price', before: 11, after: 14 },
      { row: 2, column: 'low_stock_threshold', before: 2, after: 1 },
      { row: 2, column: 'on_hand', before: 5, after: 7 },
    ])
    expect(await snapshot(store.id)).toEqual(before)
    expect((await sent(owner, 'products', file)).rows[0]).not.toHaveProperty('overwritten')
  })

  test.for([
    ['10', []],
    ['12', []],
    ['14', [{ row: 2, column: 'variant_price', before: 10, after: 14 }]],
  ] as const)(
    'of a price that a variant has from its product: %s beside a new price of 12',
    async ([price, changes]) => {
      const { owner, addProduct } = await openShop()
      const { id } = await addProduct({ title: 'Scarf', price: 10, variants: [{ sku: 'SC-1' }] })
      const file = csv('id,price,sku,variant_price', [id, 12, 'SC-1', price])
      const { rows } = await sent(owner, 'products', file, { query: '?dry_run=true' })
      expect(rows[0]?.overwritten).toEqual([{ row: 2, column: 'price', before: 10, after: 12 }, ...changes])
    },
  )

  test('of a customer who is found by phone', async () => {
    const { owner, addCustomer } = await openShop()
    await addCustomer({ name: 'Amal', phone: '+96550000001', email: 'amal@example.com', notes: 'n'.repeat(500) })
    const file = jsonl({ name: 'Amal K', phone: '+96550000001', notes: 'short', tags: ['vip'] })
    const { rows } = await sent(owner, 'customers', file, { type: types.jsonl, query: '?dry_run=true' })
    expect(rows[0]?.overwritten).toEqual([
      { pointer: '/name', before: 'Amal', after: 'Amal K' },
      { pointer: '/notes', before: expect.stringMatching(/^n{190,200}/), after: 'short' },
    ])
  })

  test('of values that differ late, and of somebody who will be blocked', async () => {
    const { owner, addCustomer } = await openShop()
    const notes = 'n'.repeat(500)
    await addCustomer({ name: 'Amal', phone: '+96550000001', notes: `${notes} at home` })
    const file = jsonl({ phone: '+96550000001', notes: `${notes} at work`, blocked: true })
    const { rows } = await sent(owner, 'customers', file, { type: types.jsonl, query: '?dry_run=true' })
    expect(rows[0]?.overwritten).toEqual([
      { pointer: '/blocked', before: false, after: true },
      {
        pointer: '/notes',
        before: expect.stringMatching(/^…n{40,50} at home$/),
        after: expect.stringMatching(/^…n{40,50} at work$/),
      },
    ])
  })
})

describe('an unknown column or field is refused once, with what it may be called here', () => {
  test.for([
    ['products', 'external_id,title,prcie', 'Did you mean "price"?'],
    ['products', 'external_id,title,barcodes', 'Did you mean "barcode"?'],
    ['orders', 'external_id,shipping_adress', 'Did you mean "shipping_address"?'],
    ['customers', 'external_id,customer_name', 'Did you mean "name"?'],
    ['customers', 'external_id,qwertz', 'Unknown column "qwertz". Correct'],
  ] as const)('in a file of %s: %s', async ([area, header, hint]) => {
    const { owner } = await openShop()
    const rows = Array.from({ length: 50 }, (_, at) => header.split(',').map((name) => `${name} ${at}`))
    const problem = expectProblem(await send(owner, area, csv(header, ...rows)), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ code: 'unknown_column', detail: expect.stringContaining(hint) }])
  })

  test('in JSON lines', async () => {
    const { owner } = await openShop()
    const file = jsonl({ title: 'A', price: 1, descriptoin: 'x', variants: [{ sku: 'A', prices: 2 }] })
    const report = await sent(owner, 'products', file, { type: types.jsonl })
    expect(report.rows[0]?.errors.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('"price"'),
      expect.stringContaining('Did you mean "description"?'),
    ])
    const deeper = jsonl({ external_id: 'm1', shipments: [{ tracking: '1' }] })
    const [row] = (await sent(owner, 'orders', deeper, { type: types.jsonl })).rows
    expect(row?.errors.find(({ code }) => code === 'unknown_field')?.detail).not.toContain('Did you mean')
  })
})

describe('an export imports as it is', () => {
  test.for(['csv', 'jsonl'] as const)('with stock below zero, as %s', async (format) => {
    const [old, fresh] = await Promise.all([openShop(), openShop()])
    const scarf = await old.addProduct({ variants: [{ sku: 'SC-1', on_hand: 1, allow_backorder: true }] })
    const customer = await old.addCustomer({ name: 'Amal', phone: '+96550000001' })
    const items = [{ product_id: scarf.id, quantity: 3, unit_price: 10 }]
    const order = await old.owner.post('/api/orders', { customer_id: customer.id, total_amount: 30, items })
    for (const action of ['confirm', 'ship', 'deliver'])
      expect(await old.owner.post(`/api/orders/${Object(order.body).id}/${action}`, {})).toMatchObject({ status: 200 })
    const products = await exported(old.owner, 'products', `?format=${format}`)
    for (const { owner } of [old, fresh])
      expect(await sent(owner, 'products', products, { type: types[format] })).toMatchObject({ failed: 0 })
    const [copied] = linesOf(await exported(fresh.owner, 'products'))
    expect(copied).toMatchObject({ on_hand: '-2', available: '-2', allow_backorder: 'true' })
    for (const area of ['customers', 'orders'] as const) {
      const file = await exported(old.owner, area, `?format=${format}`)
      expect(await sent(fresh.owner, area, file, { type: types[format] })).toMatchObject({ failed: 0, created: 1 })
    }
  })

  test('but stock below zero needs a variant that can be sold without stock', async () => {
    const { owner } = await openShop()
    const file = csv(
      'title,price,sku,on_hand,tracked,allow_backorder',
      ['A', 1, 'A', -1, '', ''],
      ['B', 1, 'B', -1, 'false', ''],
    )
    const report = await sent(owner, 'products', file)
    expect(report).toMatchObject({ created: 1 })
    expect(failuresOf(report)).toEqual([[2, 'on_hand', 'too_small']])
  })

  test.for(['csv', 'jsonl'] as const)(
    'with the tax of a delivery that has a price and no method, as %s',
    async (format) => {
      const [old, fresh] = await Promise.all([openShop(), openShop()])
      const tax = { rate: 10, label: 'VAT', prices_include_tax: false, tax_delivery: true }
      await old.owner.patch(`/api/stores/${old.store.id}`, { tax })
      const scarf = await old.addProduct({ variants: [{ sku: 'SC-1', on_hand: 5 }] })
      const customer = { name: 'Amal', phone: '+96550000001' }
      const items = [{ product_id: scarf.id, quantity: 2, unit_price: 10 }]
      const order = await old.owner.post('/api/orders', { customer, items, shipping_amount: 10 })
      expect(order.body).toMatchObject({ tax_amount: 3, total_amount: 33, delivery: null, tax: { delivery_amount: 1 } })
      for (const [area, made] of [
        ['customers', 1],
        ['products', 1],
        ['orders', 1],
      ] as const) {
        const file = await exported(old.owner, area, `?format=${format}`)
        expect(await sent(fresh.owner, area, file, { type: types[format] })).toMatchObject({ created: made, failed: 0 })
      }
      const [copy] = Object((await fresh.owner.get('/api/orders')).body).data
      expect(copy).toMatchObject({ total_amount: 33, tax: { delivery_amount: 1 } })
      for (const [action, body] of [
        ['confirm', {}],
        ['ship', {}],
        ['deliver', {}],
        ['payments', { amount: 33 }],
        ['return', { items: [{ variant_id: copy.items[0].variant_id, quantity: 1 }] }],
      ] as const)
        expect(await fresh.owner.post(`/api/orders/${copy.id}/${action}`, body)).toMatchObject({ status: 200 })
      // Half of the goods with their tax, and nothing of the delivery or its tax.
      expect((await fresh.owner.get(`/api/orders/${copy.id}`)).body).toMatchObject({ came_back_amount: 11 })
    },
  )

  test('and an order that had no address gets none', async () => {
    const { owner, addCustomer, buy } = await openScarfShop()
    const customer = await addCustomer({ name: 'Nour', phone: '+96550000009' })
    await buy({ customer_id: customer.id })
    const [order] = recordsIn(await exported(owner, 'orders', '?format=jsonl'), z.looseObject({}))
    await owner.patch(`/api/customers/${customer.id}`, {
      address: 'Block 4, Salmiya',
      addresses: [{ line1: 'Block 4', city: 'Salmiya', country: 'KW' }],
    })
    const copy = jsonl({ ...order, id: undefined, external_id: 'S-2' })
    const report = await sent(owner, 'orders', copy, { type: types.jsonl })
    expect(report).toMatchObject({ created: 1 })
    expect((await owner.get(`/api/orders/${report.rows[0]?.id}`)).body).toMatchObject({
      shipping_address: null,
      address: null,
      destination: null,
    })
  })
})
