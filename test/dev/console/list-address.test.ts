import { expect, test } from 'vitest'
import {
  addressOf,
  allOf,
  changed,
  chosenOf,
  filtersIn,
  hasSameFilters,
  isSame,
  queryOf,
  sortedBy,
  withoutPage,
} from '../../../console/src/parts/list-address.ts'
import { columnsOf, withColumns } from '../../../console/src/parts/list-columns.ts'

const filters = ['status', 'payment_status']

test('an address keeps what the list knows, as text, and leaves out the rest', () => {
  const given = { search: 1001, status: 'pending', payment_status: '', view: 'all', sort: ['a'], __proto__x: 'y' }
  expect(addressOf(given, filters)).toEqual({ search: '1001', status: 'pending' })
  expect(addressOf({ search: true, columns: 'number' }, filters)).toEqual({ search: 'true', columns: 'number' })
})

test('a filter can have several values, which the service gets as several parameters, and a text can have commas', () => {
  const two = changed({}, { status: 'pending,cancelled' })
  expect(chosenOf(two, 'status')).toEqual(['pending', 'cancelled'])
  expect(queryOf({ ...two, search: 'a,b', city: 'Doha, West', columns: 'number' }, filters)).toEqual({
    status: ['pending', 'cancelled'],
    search: 'a,b',
    city: 'Doha, West',
  })
  expect(changed(two, { status: undefined })).toEqual({})
})

test('another search, filter or sort begins at the first page', () => {
  const second = { status: 'pending', cursor: 'abc' }
  expect(changed(second, { search: 'zoe' })).toEqual({ status: 'pending', search: 'zoe' })
  expect(sortedBy(second, 'number')).toEqual({ status: 'pending', sort: '-number' })
  expect(withoutPage(second)).toEqual({ status: 'pending' })
})

test('the head of a column sorts down, then up, then no more', () => {
  const down = sortedBy({}, 'number')
  const up = sortedBy(down, 'number')
  expect([down, up, sortedBy(up, 'number')]).toEqual([{ sort: '-number' }, { sort: 'number' }, {}])
  expect(sortedBy(up, 'created_at')).toEqual({ sort: '-created_at' })
})

test('a view is the one in the address if it has the same filters, whatever is searched for, sorted or shown', () => {
  const toShip = filtersIn('status=confirmed&hold_reason=none&fulfillment_status=preparing,partially_shipped')
  const address = {
    fulfillment_status: 'partially_shipped,preparing',
    hold_reason: 'none',
    status: 'confirmed',
    search: 'zoe',
    sort: 'number',
    columns: 'number,tags',
    cursor: 'abc',
  }
  expect(hasSameFilters(toShip, address)).toBe(true)
  expect(hasSameFilters(toShip, { ...address, tag: 'vip' })).toBe(false)
  expect(hasSameFilters(filtersIn(''), { search: 'zoe' })).toBe(true)
  expect(hasSameFilters(filtersIn(''), toShip)).toBe(false)
})

test('a view of one’s own is the one in the address if all but the page is the same', () => {
  const kept = { status: 'pending,confirmed', sort: 'number' }
  expect(isSame(kept, { sort: 'number', status: 'confirmed,pending', cursor: 'abc' })).toBe(true)
  expect(isSame(kept, { status: 'pending,confirmed' })).toBe(false)
  expect(isSame(kept, { ...kept, search: 'zoe' })).toBe(false)
  expect(allOf({ ...kept, columns: 'number', cursor: 'abc' })).toEqual({ sort: 'number', columns: 'number' })
})

type Column = { readonly name: string; readonly isExtra?: true }

const columns: readonly [Column, ...Column[]] = [{ name: 'number' }, { name: 'total' }, { name: 'tags', isExtra: true }]

test('the columns of the address are shown in the order of the list, and the usual ones without any', () => {
  const shown = (address: Readonly<Record<string, string>>) => columnsOf(columns, address).map(({ name }) => name)
  expect(shown({})).toEqual(['number', 'total'])
  expect(shown({ columns: 'tags,total' })).toEqual(['number', 'total', 'tags'])
  expect(shown({ columns: 'number' })).toEqual(['number'])
  expect(shown({ columns: 'gone' })).toEqual(['number', 'total'])
})

test('choosing columns keeps the page, and the usual ones are not in the address', () => {
  const address = { status: 'pending', cursor: 'abc' }
  const chosen = withColumns(columns, address, ['tags'])
  expect(chosen).toEqual({ ...address, columns: 'number,tags' })
  expect(withColumns(columns, chosen, [])).toEqual({ ...address, columns: 'number' })
  expect(withColumns(columns, chosen, ['total'])).toEqual(address)
})
