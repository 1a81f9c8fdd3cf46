import { describe, expect, test } from 'vitest'
import { cursorAt } from '../../../src/platform/lists/cursor.ts'
import { closePage, openPage } from '../../../src/platform/lists/page.ts'

const row = (number: number) => ({
  id: `0190a6f0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  createdAt: new Date(1_795_248_000_000 + number),
})
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index))
const asIs = <T>(one: T) => one
const open = (asked: Record<string, unknown> = {}) => openPage({ limit: 2, ...asked })
const close = (page: ReturnType<typeof open>, found: number, total = found) =>
  closePage(page, rows(found), { total, cap: 10_001 }, asIs)

test('a made-up cursor with a character that PostgreSQL cannot store is refused', () => {
  const [{ id } = row(0)] = rows(1)
  const { fingerprint } = open()
  const opened = (at: string) =>
    openPage({ limit: 2, cursor: cursorAt({ at, id }, 'text', fingerprint) }, false, 'text')
  expect(opened('Bag').after).toEqual({ at: 'Bag', id })
  expect(() => opened('B\0g')).toThrow()
})

describe('a page', () => {
  test('is read with one row more than it shows, to know whether there are more', () => {
    expect(close(open(), 3)).toMatchObject({ data: [row(0), row(1)], meta: { has_more: true, page: 1 } })
    expect(close(open(), 2)).toMatchObject({ data: [row(0), row(1)], meta: { has_more: false, next_cursor: null } })
    expect(close(open(), 0)).toMatchObject({ data: [], meta: { total: 0, total_pages: 0, has_more: false } })
  })

  test('says where counting stopped', () => {
    expect(close(open(), 3, 10_000).meta).toMatchObject({ total: 10_000, total_is_capped: false })
    expect(close(open(), 3, 10_001).meta).toMatchObject({ total: 10_001, total_is_capped: true, total_pages: 5001 })
  })

  test('by number reaches the first 10,000 rows and not one more', () => {
    expect(open({ page: 5000 })).toMatchObject({ offset: 9998, number: 5000 })
    expect(open({ page: 100, limit: 100 })).toMatchObject({ offset: 9900 })
    for (const [page, limit] of [
      [5001, 2],
      [101, 100],
      [10_001, 1],
      [Number.MAX_SAFE_INTEGER, 1],
    ])
      expect(() => open({ page, limit })).toThrow(expect.objectContaining({ code: 'page_too_deep' }))
  })
})

describe('a cursor', () => {
  const next = (asked: Record<string, unknown> = {}) => close(open(asked), 3).meta.next_cursor ?? ''

  test('continues after the last row shown, to the millisecond', () => {
    const { after, offset, number } = open({ cursor: next() })
    expect({ after, offset, number }).toEqual({
      after: { id: row(1).id, at: row(1).createdAt.toISOString() },
      offset: 0,
      number: null,
    })
  })

  test('holds for its own filters, whatever their order, and any size of page', () => {
    const cursor = next({ search: 'x', status: 'draft' })
    expect(open({ status: 'draft', search: 'x', cursor, limit: 50 }).after).not.toBeNull()
    expect(open({ status: 'draft', search: 'x', platform: undefined, cursor }).after).not.toBeNull()
    for (const other of [{}, { search: 'x' }, { search: 'y', status: 'draft' }, { search: 'draft', status: 'x' }])
      expect(() => open({ ...other, cursor })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  test('is safe in an address, and refused where it is not ours', () => {
    expect(next()).toMatch(/^[A-Za-z0-9_-]+$/)
    const made = (text: string) => btoa(text)
    const [, , fingerprint = ''] = atob(next()).split('.')
    const spoiled = (time: string) => made(`${time}.${row(1).id}.${fingerprint}`)
    for (const cursor of [
      'x',
      '%%%',
      '....',
      made('1.2.3'),
      ...['x', '', '--1', '1.5', '9e99', '8640000000000000', '253402300800000', '-30610224000001', '0x1'].map(spoiled),
    ])
      expect(() => open({ cursor }), cursor).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  test('is not given together with a page', () => {
    expect(() => open({ cursor: next(), page: 1 })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
