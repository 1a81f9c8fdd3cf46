import { expect, test } from 'vitest'
import { eventTypes } from '../../../src/areas/events/event-catalogue.ts'
import { EventPatterns, EventPatternsInQuery, typesMatching } from '../../../src/areas/events/event-filter.ts'

test('a filter names types, all types of one kind, or all', () => {
  expect(typesMatching(['*'])).toEqual(eventTypes)
  expect(typesMatching(['page.*', 'order.paid'])).toEqual([
    'order.paid',
    'page.created',
    'page.updated',
    'page.deleted',
  ])
  expect(typesMatching(['order.*'])).toEqual(eventTypes.filter((type) => type.startsWith('order.')))
})

test('a query takes several types, separated by commas or repeated, in any order', () => {
  const sorted = ['order.paid', 'page.*']
  expect(EventPatternsInQuery.parse('page.*,order.paid')).toEqual(sorted)
  expect(EventPatternsInQuery.parse(['order.paid', 'page.*', 'order.paid'])).toEqual(sorted)
})

test.for([
  ['order.create', 'order.created'],
  ['orders.*', 'order.*'],
  ['shipped', 'order.shipped'],
  ['*.created', 'page.created'],
])('for the unknown type %s, suggests %s', ([given = '', nearest]) => {
  const { error } = EventPatterns.safeParse(['*', given])
  expect(error?.issues).toMatchObject([
    { path: [1], message: `Unknown event type "${given}". Did you mean "${nearest}"?` },
  ])
})

test('an endpoint subscribes to at least one type', () => {
  expect(EventPatterns.safeParse([]).success).toBe(false)
})
