import { describe, expect, test } from 'vitest'
import { database, service } from '../support/service.ts'
import { expectProblem, openShop, pointersOf } from '../support/shop.ts'
import { snapshot } from '../isolation/snapshot.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { csv, failuresOf, jsonl, send, sent, types } from './files.ts'

const people = (count: number) =>
  csv('external_id,name', ...Array.from({ length: count }, (_, at) => [`C-${at}`, `Customer ${at}`]))

describe('files as spreadsheets write them', () => {
  test.for([
    ['with a byte order mark', '\ufeffexternal_id,name\r\nC-1,أمل\r\n'],
    ['with semicolons', 'external_id;name\r\nC-1;أمل\r\n'],
    ['with tabs', 'external_id\tname\r\nC-1\tأمل\r\n'],
    ['with line feeds alone', 'external_id,name\nC-1,أمل'],
    ['with empty rows and columns', 'external_id,name,,\r\nC-1,أمل,,\r\n,,,\r\n\r\n'],
    ['with names of columns as people write them', '"External ID", Name \r\nC-1,أمل\r\n'],
    ['with everything quoted', '"external_id","name"\r\n"C-1","أمل"\r\n'],
  ] as const)('%s', async ([, file]) => {
    const { owner } = await openShop()
    const report = await sent(owner, 'customers', file)
    expect(report).toMatchObject({ created: 1, failed: 0, rows: [{ row: 2, external_id: 'C-1' }] })
    expect((await owner.get(`/api/customers/${report.rows[0]?.id}`)).body).toMatchObject({ name: 'أمل' })
  })

  test('a file of a header alone brings nothing', async () => {
    const { owner } = await openShop()
    expect(await sent(owner, 'customers', 'external_id,name\r\n')).toMatchObject({ created: 0, failed: 0, rows: [] })
    expect(await sent(owner, 'customers', '', { type: types.jsonl })).toMatchObject({ created: 0, rows: [] })
  })

  test('a row of more or fewer cells than the header is told, and its cells are not guessed at', async () => {
    const { owner } = await openShop()
    const report = await sent(
      owner,
      'customers',
      'external_id,name,notes\r\nC-1,Amal,a,b\r\nC-2,Nour\r\nC-3,Huda,x,\r\nC-4,a\0b,x',
    )
    expect(failuresOf(report)).toEqual([
      [2, 'wrong_number_of_cells'],
      [3, 'wrong_number_of_cells'],
      [5, 'invalid_text'],
    ])
    expect(report.created).toBe(1)
  })
})

describe('a file that cannot be read is refused as a whole, before the database is asked', () => {
  test.for([
    ['a column that there is not', 'external_id,nmae\r\nC-1,Amal', '/header/1'],
    ['a column twice', 'name,name\r\nC-1,Amal', '/header/1'],
    ['a column without a name', 'external_id,,name\r\nC-1,x,Amal', '/header/1'],
    ['no header at all', '', ''],
    ['a quote that is never closed', 'external_id,name\r\nC-1,"Amal\r\nC-2,Nour', ''],
    ['bytes that are not UTF-8', new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xc3, 0x28]), ''],
  ] as const)('%s', async ([, file, pointer]) => {
    const { owner } = await openShop()
    const tag = `unread-${crypto.randomUUID()}`
    const problem = expectProblem(await send(owner, 'customers', file, { through: service(tag) }), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual([pointer])
    expect((await database(tag).seen()).requests).toBe(0)
  })

  test.for(['application/json', 'text/plain', 'text/csv; charset=windows-1256', 'multipart/form-data'])(
    'Content-Type: %s',
    async (type) => {
      const { owner } = await openShop()
      const problem = expectProblem(await send(owner, 'customers', 'name\nA', { type }), 415, 'unsupported_media_type')
      expect(problem.detail).toMatch(/UTF-8|text\/csv/)
    },
  )

  test.for(['dry_run=yes', 'dryrun=true', 'reserve_stock=true'])('?%s', async (query) => {
    const { owner } = await openShop()
    expectProblem(await send(owner, 'customers', 'name\nA', { query: `?${query}` }), 422, 'invalid_input')
  })
})

describe('what is too much at once says to split it', () => {
  test('501 rows; 500 are taken', async () => {
    const { owner } = await openShop()
    const problem = expectProblem(await send(owner, 'customers', people(501)), 413, 'payload_too_large')
    expect(problem.detail).toMatch(/501 rows.*500.*Split/)
    expect(await sent(owner, 'customers', people(500))).toMatchObject({ created: 500 })
  })

  test('a body over 256 KB', async () => {
    const { owner } = await openShop()
    expectProblem(await send(owner, 'customers', `name\n${'x'.repeat(256 * 1024)}`), 413, 'payload_too_large')
  })

  test('lines with lists of thousands', async () => {
    const { owner } = await openShop()
    const product = (at: number) => ({
      title: `P ${at}`,
      price: 1,
      variants: Array.from({ length: 100 }, (_, of) => ({ sku: `${at}-${of}` })),
    })
    const file = jsonl(...Array.from({ length: 21 }, (_, at) => product(at)))
    expectProblem(await send(owner, 'products', file, { type: types.jsonl }), 413, 'payload_too_large')
  })
})

describe('a dry run', () => {
  test('tells what would happen, and changes nothing at all', async () => {
    const { owner, store, scarf, customer } = await openScarfShop()
    const before = await snapshot(store.id)
    const query = '?dry_run=true'
    const orders = csv(
      'external_id,customer_id,sku,quantity,unit_price',
      ['O-1', customer.id, 'SC-1', 1, 10],
      ['O-2', customer.id, 'SC-1', 101, 10],
    )
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const report = await sent(owner, 'orders', orders, { query, headers: key })
    expect(report).toMatchObject({ dry_run: true, created: 1, failed: 1, rows: [{ status: 'created', id: null }, {}] })
    expect(failuresOf(report)).toEqual([[3, 'quantity', 'insufficient_stock']])
    expect(
      await sent(owner, 'products', csv('id,title,price', [scarf.id, 'Shawl', 12], ['', 'New', 3]), { query }),
    ).toMatchObject({ created: 1, updated: 1 })
    expect(await sent(owner, 'customers', people(2), { query })).toMatchObject({ created: 2 })
    expect(await snapshot(store.id)).toEqual(before)

    // The import itself may come under the same key.
    const real = await sent(owner, 'orders', orders, { headers: key })
    expect(real.rows.map(({ row, status, errors }) => ({ row, status, errors }))).toEqual(
      report.rows.map(({ row, status, errors }) => ({ row, status, errors })),
    )
    expect((await owner.get('/api/orders')).body).toMatchObject({ data: [{ number: 1001, external_id: 'O-1' }] })
  })

  test('counts what earlier rows of the file take from later ones', async () => {
    const { owner, customer } = await openScarfShop({ on_hand: 3 })
    const orders = csv(
      'external_id,customer_id,sku,quantity,unit_price',
      ...['O-1', 'O-2', 'O-3'].map((id) => [id, customer.id, 'SC-1', 2, 10]),
    )
    const report = await sent(owner, 'orders', orders, { query: '?dry_run=true' })
    expect(report.rows.map(({ status }) => status)).toEqual(['created', 'failed', 'failed'])
    expect(report.rows[1]?.errors[0]?.detail).toContain('Only 1 of')
  })
})

describe('an import that is sent again', () => {
  test('under its key answers the same, and does nothing', async () => {
    const { owner, store } = await openShop()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const file = csv('external_id,name,phone', ['C-1', 'Amal', ''], ['C-2', '', ''], ['C-3', 'Nour', 'x'])
    const first = await send(owner, 'customers', file, { headers })
    const before = await snapshot(store.id)
    const again = await send(owner, 'customers', file, { headers })
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await snapshot(store.id)).toEqual(before)
    expectProblem(await send(owner, 'customers', people(1), { headers }), 422, 'idempotency_key_reused')
  })

  test('costs one round trip, however many rows and however many of them are wrong', async () => {
    const { owner } = await openShop()
    const tag = `one-${crypto.randomUUID()}`
    const rows = Array.from({ length: 100 }, (_, at) => [`C-${at}`, at % 3 === 0 ? '' : `Customer ${at}`])
    const report = await sent(owner, 'customers', csv('external_id,name', ...rows), { through: service(tag) })
    expect(report).toMatchObject({ created: 66, failed: 34 })
    expect((await database(tag).seen()).requests).toBe(1)
  })

  test('by the service, as its reply was lost, is done once', async () => {
    const { owner } = await openShop()
    const tag = `lost-${crypto.randomUUID()}`
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
    expect(await sent(owner, 'customers', people(3), { through: service(tag) })).toMatchObject({ created: 3 })
    expect(await database(tag).seen()).toMatchObject({ injected: 1 })
    expect((await owner.get('/api/customers')).body).toMatchObject({ meta: { total: 3 } })
  })
})

describe('who may import', () => {
  test('staff may, a viewer may not, and nobody else knows of the store', async () => {
    const shop = await openShop()
    const [staff, viewer] = [await shop.hire('staff'), await shop.hire('viewer')]
    expect(await sent(staff, 'customers', people(1))).toMatchObject({ created: 1 })
    for (const area of ['orders', 'products', 'customers'] as const)
      for (const query of ['', '?dry_run=true'])
        expectProblem(
          await send(
            viewer,
            area,
            area === 'orders' ? 'external_id' : people(1).replace('name', area === 'products' ? 'title' : 'name'),
            { query },
          ),
          403,
          'forbidden',
        )
    const other = await openShop()
    expectProblem(
      await send(other.owner, 'customers', people(1), { headers: { 'X-Store-Id': shop.store.id } }),
      404,
      'store_not_found',
    )
  })
})

describe('a header of empty columns without end is read at once', () => {
  const header = `external_id,name${','.repeat(200_000)}\r\n`
  const inTime = async (work: () => Promise<void>) => {
    const started = performance.now()
    await work()
    expect(performance.now() - started).toBeLessThan(2000)
  }

  test('over few rows, which are taken', async () => {
    const { owner } = await openShop()
    const rows = Array.from({ length: 400 }, (_, at) => `C-${at},Amal\r\n`).join('')
    await inTime(async () => expect(await sent(owner, 'customers', header + rows)).toMatchObject({ created: 400 }))
  })

  test('over too many rows, which are not', async () => {
    const { owner } = await openShop()
    const rows = 'C\n'.repeat(20_000)
    await inTime(async () => {
      const problem = expectProblem(await send(owner, 'customers', header + rows), 413, 'payload_too_large')
      expect(problem.detail).toContain('20000 rows')
    })
  })
})
