import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { openShop } from '../../support/shop.ts'
import { csv, failuresOf, jsonl, sent, sentCsv, types } from './files.ts'

describe('importing customers', () => {
  test('creates new customers, and changes nothing the second time', async () => {
    const { owner, store } = await openShop()
    const file = csv(
      'external_id,name,phone,email,address,notes,tags',
      ['C-1', 'أمل الصباح', '+965 5012 3456', 'amal@example.com', 'Block 1, Salmiya', 'Calls "first"', 'vip, كويت'],
      ['C-2', 'Nour', '', '', '', '', ''],
    )
    const first = await sent(owner, 'customers', file)
    expect(first).toMatchObject({ dry_run: false, created: 2, updated: 0, unchanged: 0, failed: 0 })
    expect(first.rows).toMatchObject([
      { row: 2, external_id: 'C-1', status: 'created', errors: [] },
      { row: 3, external_id: 'C-2', status: 'created', errors: [] },
    ])
    const [amal] = first.rows
    expect((await owner.get(`/api/customers/${amal?.id}`)).body).toMatchObject({
      store_id: store.id,
      external_id: 'C-1',
      name: 'أمل الصباح',
      phone: '+965 5012 3456',
      email: 'amal@example.com',
      address: 'Block 1, Salmiya',
      notes: 'Calls "first"',
      tags: ['vip', 'كويت'],
      version: 1,
    })
    expect(await eventsOf(String(amal?.id))).toMatchObject([{ type: 'customer.created', data: { source: 'import' } }])
    expect((await owner.get('/api/customers?search=5012')).body).toMatchObject({ meta: { total: 1 } })

    const again = await sent(owner, 'customers', file)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(again.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
    expect(await eventsOf(String(amal?.id))).toHaveLength(1)
  })

  test('updates only the columns in the file; an empty cell clears the field', async () => {
    const { owner, addCustomer } = await openShop()
    const { id } = await addCustomer({
      external_id: 'C-1',
      name: 'Amal',
      phone: '+96550123456',
      email: 'a@b.co',
      notes: 'x',
      tags: ['vip'],
    })
    const report = await sentCsv(owner, 'customers', 'external_id,email,notes,tags', ['C-1', 'new@b.co', '', 'vip'])
    expect(report).toMatchObject({ updated: 1, rows: [{ id, status: 'updated' }] })
    expect((await owner.get(`/api/customers/${id}`)).body).toMatchObject({
      name: 'Amal',
      phone: '+96550123456',
      email: 'new@b.co',
      notes: null,
      tags: ['vip'],
      version: 2,
    })
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'customer.updated',
      data: { source: 'import', changed: ['email', 'notes'] },
    })
  })

  test('finds customers by phone number in any format and sets their external id', async () => {
    const { owner, addCustomer } = await openShop()
    const { id } = await addCustomer({ name: 'Amal', phone: '+965 5012 3456' })
    const report = await sentCsv(owner, 'customers', 'external_id,name,phone', ['C-1', 'Amal K.', '٠٠٩٦٥٥٠١٢٣٤٥٦'])
    expect(report).toMatchObject({ updated: 1, rows: [{ id, status: 'updated' }] })
    expect((await owner.get(`/api/customers/${id}`)).body).toMatchObject({ external_id: 'C-1', name: 'Amal K.' })
  })

  test('finds customers by the id in an export', async () => {
    const { owner, addCustomer } = await openShop()
    const { id } = await addCustomer({ name: 'Amal' })
    const report = await sentCsv(
      owner,
      'customers',
      'external_id,id,name',
      ['C-1', id, 'Amal'],
      ['', crypto.randomUUID(), 'Nour'],
    )
    expect(report).toMatchObject({ updated: 1, created: 1, rows: [{ id }, {}] })
    expect((await owner.get(`/api/customers/${id}`)).body).toMatchObject({ external_id: 'C-1' })
  })

  test('a row that fails does not affect others, and its problems are located', async () => {
    const { owner, addCustomer } = await openShop()
    await addCustomer({ external_id: 'C-0', name: 'Nour', phone: '+96550000000' })
    const report = await sentCsv(
      owner,
      'customers',
      'external_id,name,phone,email,tags',
      ['C-1', 'Amal', '+96550123456', 'amal@example.com', ''],
      ['C-2', '', '', '', ''],
      ['C-3', 'Bad mail', '', 'not an address', ''],
      ['C-4', 'Shortened', '9.65501E+11', '', ''],
      ['C-5', "Nour's phone", '+965 5000 0000', '', ''],
      ['C-1', 'Amal again', '', '', ''],
      ['x'.repeat(201), 'Long id', '', '', ''],
      ['C-6', 'Last', '', '', ''],
    )
    expect(report).toMatchObject({ created: 2, failed: 6 })
    expect(report.rows.map(({ status }) => status)).toEqual([
      'created',
      'failed',
      'failed',
      'failed',
      'failed',
      'failed',
      'failed',
      'created',
    ])
    expect(failuresOf(report)).toEqual([
      [3, 'name', 'required'],
      [4, 'email', 'invalid_format'],
      [5, 'phone', 'invalid_type'],
      [6, 'phone', 'duplicate'],
      [7, 'external_id', 'duplicate'],
      [8, 'external_id', 'too_big'],
    ])
    expect(report.rows[3]?.errors[0]?.detail).toContain('Format the column as text')
    expect((await owner.get('/api/customers')).body).toMatchObject({ meta: { total: 3 } })
  })

  test('JSON lines are imported too, and their problems are located by pointer', async () => {
    const { owner } = await openShop()
    const file = `${jsonl({ external_id: 'C-1', name: 'Amal', tags: ['vip'] }, { external_id: 'C-2', name: 'Nour', colour: 1, tags: [7] })}{broken\n\n"text"\n${jsonl({ external_id: 'C-3', name: 'Last' })}`
    const report = await sent(owner, 'customers', file, { type: types.jsonl })
    expect(report).toMatchObject({ created: 2, failed: 3 })
    expect(report.rows.map(({ row, status }) => [row, status])).toEqual([
      [1, 'created'],
      [2, 'failed'],
      [3, 'failed'],
      [5, 'failed'],
      [6, 'created'],
    ])
    expect(failuresOf(report)).toEqual([
      ['/tags/0', 'invalid_type'],
      ['/colour', 'unknown_field'],
      ['', 'invalid_json'],
      ['', 'invalid_type'],
    ])
  })

  test('an external id is never removed or replaced', async () => {
    const { owner, addCustomer } = await openShop()
    const { id } = await addCustomer({ external_id: 'C-1', name: 'Amal' })
    const report = await sentCsv(owner, 'customers', 'external_id,id,name', ['C-2', id, 'Amal'])
    expect(failuresOf(report)).toEqual([[2, 'external_id', 'duplicate']])
    expect(await sentCsv(owner, 'customers', 'external_id,id,name', ['', id, 'Amal'])).toMatchObject({ unchanged: 1 })
    expect((await owner.get(`/api/customers/${id}`)).body).toMatchObject({ external_id: 'C-1' })
  })
})
