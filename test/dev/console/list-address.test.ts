import { expect, test } from 'vitest'
import { addressOf, changed, chosenOf, queryOf, sortedBy, toggled } from '../../../console/src/parts/list-address.ts'

const filters = ['status', 'payment_status']

test('an address keeps what the list knows, as text, and leaves out the rest', () => {
  const given = { search: 1001, status: 'pending', payment_status: '', view: 'all', sort: ['a'], __proto__x: 'y' }
  expect(addressOf(given, filters)).toEqual({ search: '1001', status: 'pending' })
  expect(addressOf({ search: true }, filters)).toEqual({ search: 'true' })
})

test('a filter can have several values, which the service gets as several parameters', () => {
  const one = toggled({}, 'status', 'pending')
  const two = toggled(one, 'status', 'cancelled')
  expect(two).toEqual({ status: 'pending,cancelled' })
  expect(chosenOf(two, 'status')).toEqual(['pending', 'cancelled'])
  expect(queryOf({ ...two, search: 'a,b' }, filters)).toEqual({ status: ['pending', 'cancelled'], search: 'a,b' })
  expect(toggled(toggled(two, 'status', 'pending'), 'status', 'cancelled')).toEqual({})
})

test('another search, filter or sort begins at the first page', () => {
  const second = { status: 'pending', cursor: 'abc' }
  expect(changed(second, { search: 'zoe' })).toEqual({ status: 'pending', search: 'zoe' })
  expect(toggled(second, 'status', 'confirmed')).not.toHaveProperty('cursor')
  expect(sortedBy(second, 'number')).toEqual({ status: 'pending', sort: '-number' })
})

test('the head of a column sorts down, then up, then no more', () => {
  const down = sortedBy({}, 'number')
  const up = sortedBy(down, 'number')
  expect([down, up, sortedBy(up, 'number')]).toEqual([{ sort: '-number' }, { sort: 'number' }, {}])
  expect(sortedBy(up, 'created_at')).toEqual({ sort: '-created_at' })
})
