import { describe, expect, test, vi } from 'vitest'
import { csvFile } from '../../../src/platform/transfer/import-file.ts'
import { database, service } from '../../support/service.ts'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { csv, failuresOf, jsonl, send, sent, types } from './files.ts'

const people = (count: number) =>
  csv('external_id,name', ...Array.from({ length: count }, (_, at) => [`C-${at}`, `Customer ${at}`]))

describe('files from different spreadsheets', () => {
  test.for([
    ['with a byte order mark', '\ufeffexternal_id,name\r\nC-1,أمل\r\n'],
    ['with semicolons', 'external_id;name\r\nC-1;أمل\r\n'],
    ['with tabs', 'external_id\tname\r\nC-1\tأمل\r\n'],
    ['with line feeds only', 'external_id,name\nC-1,أمل'],
    ['with empty rows and columns', 'external_id,name,,\r\nC-1,أمل,,\r\n,,,\r\n\r\n'],
    ['with column names as people write them', '"External ID", Name \r\nC-1,أمل\r\n'],
    ['with everything quoted', '"external_id","name"\r\n"C-1","أمل"\r\n'],
  ] as const)('%s', async ([, file]) => {
    const { owner } = await openShop()
    const report = await sent(owner, 'customers', file)
    expect(report).toMatchObject({ created: 1, failed: 0, rows: [{ row: 2, external_id: 'C-1' }] })
    expect((await owner.get(`/api/customers/${report.rows[0]?.id}`)).body).toMatchObject({ name: 'أمل' })
  })

  test('a file with only a header imports nothing', async () => {
    const { owner } = await openShop()
    expect(await sent(owner, 'customers', 'external_id,name\r\n')).toMatchObject({ created: 0, failed: 0, rows: [] })
    expect(await sent(owner, 'customers', '', { type: types.jsonl })).toMatchObject({ created: 0, rows: [] })
  })

  test('a row with more or fewer cells than the header fails', async () => {
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

describe('a file that cannot be read is rejected without a database request', () => {
  test.for([
    ['an unknown column', 'external_id,nmae\r\nC-1,Amal', '/header/1'],
    ['a column twice', 'name,name\r\nC-1,Amal', '/header/1'],
    ['a column without a name', 'external_id,,name\r\nC-1,x,Amal', '/header/1'],
    ['no header at all', '', ''],
    ['a missing closing quote', 'external_id,name\r\nC-1,"Amal\r\nC-2,Nour', ''],
    ['bytes that are not UTF-8', new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xc3, 0x28]), ''],
  ] as const)('%s', async ([, file, pointer]) => {
    const { owner } = await openShop()
    const tag = `unreadable-${crypto.randomUUID()}`
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

describe('a file that is too large must be split', () => {
  test('500 rows are imported, 501 are rejected', async () => {
    const { owner } = await openShop()
    const problem = expectProblem(await send(owner, 'customers', people(501)), 413, 'payload_too_large')
    expect(problem.detail).toMatch(/501 rows.*500.*Split/)
    expect(await sent(owner, 'customers', people(500))).toMatchObject({ created: 500 })
  })

  test('a body over 256 KB', async () => {
    const { owner } = await openShop()
    expectProblem(await send(owner, 'customers', `name\n${'x'.repeat(256 * 1024)}`), 413, 'payload_too_large')
  })

  test('JSON lines with more than 2,000 variants', async () => {
    const { owner } = await openShop()
    const product = (at: number) => ({
      title: `P ${at}`,
      price: 1,
      variants: Array.from({ length: 100 }, (_, index) => ({ sku: `${at}-${index}` })),
    })
    const file = jsonl(...Array.from({ length: 21 }, (_, at) => product(at)))
    expectProblem(await send(owner, 'products', file, { type: types.jsonl }), 413, 'payload_too_large')
  })
})

describe('a dry run', () => {
  test('reports what would happen and changes nothing', async () => {
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

    // The import itself can use the same key.
    const real = await sent(owner, 'orders', orders, { headers: key })
    expect(real.rows.map(({ row, status, errors }) => ({ row, status, errors }))).toEqual(
      report.rows.map(({ row, status, errors }) => ({ row, status, errors })),
    )
    expect((await owner.get('/api/orders')).body).toMatchObject({ data: [{ number: 1001, external_id: 'O-1' }] })
  })

  test('counts the stock that earlier rows of the file use up', async () => {
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

describe('an import that is sent twice', () => {
  test('with the same Idempotency-Key returns the same response and does nothing', async () => {
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

  test('an import takes one round trip, even if rows fail', async () => {
    const { owner } = await openShop()
    const tag = `one-${crypto.randomUUID()}`
    const rows = Array.from({ length: 100 }, (_, at) => [`C-${at}`, at % 3 === 0 ? '' : `Customer ${at}`])
    const report = await sent(owner, 'customers', csv('external_id,name', ...rows), { through: service(tag) })
    expect(report).toMatchObject({ created: 66, failed: 34 })
    expect((await database(tag).seen()).requests).toBe(1)
  })

  test('by the service, because the database reply was lost, is done once', async () => {
    const { owner } = await openShop()
    const tag = `lost-${crypto.randomUUID()}`
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
    expect(await sent(owner, 'customers', people(3), { through: service(tag) })).toMatchObject({ created: 3 })
    expect(await database(tag).seen()).toMatchObject({ injected: 1 })
    expect((await owner.get('/api/customers')).body).toMatchObject({ meta: { total: 3 } })
  })
})

describe('permission to import', () => {
  test('staff can import, and a viewer cannot, not even in a dry run', async () => {
    const { hire } = await openShop()
    expect(await sent(await hire('staff'), 'customers', people(1))).toMatchObject({ created: 1, failed: 0 })
    const viewer = await hire('viewer')
    for (const area of ['orders', 'products', 'customers'] as const) {
      const file = area === 'orders' ? 'external_id' : people(1).replace('name', area === 'products' ? 'title' : 'name')
      expectProblem(await send(viewer, area, file, { query: '?dry_run=true' }), 403, 'forbidden')
    }
  })
})

describe('a header with 200,000 empty columns', () => {
  const header = `external_id,name${','.repeat(200_000)}\r\n`

  test('is cut to the columns in use', async () => {
    const { owner } = await openShop()
    const file = header + Array.from({ length: 400 }, (_, at) => `C-${at},Amal\r\n`).join('')
    expect(csvFile(file)).toMatchObject({ header: ['external_id', 'name'] })
    expect(await sent(owner, 'customers', file)).toMatchObject({ created: 400 })
  })
})

test('a file of too many lines is refused before any of them is parsed', async () => {
  const { owner } = await openShop()
  const parse = vi.spyOn(JSON, 'parse')
  const answer = await send(owner, 'customers', 'a\n'.repeat(100_000), { type: types.jsonl })
  const lines = parse.mock.calls.filter(([text]) => text === 'a')
  parse.mockRestore()
  expectProblem(answer, 413, 'payload_too_large')
  expect(lines).toHaveLength(0)
})
