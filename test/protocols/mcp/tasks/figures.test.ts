import { expect, test } from 'vitest'
import { toolNames } from '../tool-table.ts'
import figures from './figures.json' with { type: 'json' }

const tasks = new Map(Object.entries(figures))

const unused = ['save_variant', 'list_collections', 'save_collection', 'list_delivery_methods', 'save_delivery_method']

test('there are 30 tasks, and together they use the other tools', () => {
  expect(tasks.size).toBe(30)
  const used = [...tasks.values()].flatMap(({ tools }) => tools)
  expect(new Set([...used, ...unused])).toEqual(new Set(toolNames))
})

test.for([
  ['Who waits for confirmation for two days, with phone numbers', 1],
  ['An order by phone for a new customer, two products by name', 3],
  ['An order for a known customer, two products by name', 3],
  ['Cash received for an order', 1],
  ['The goods of an order came back', 1],
  ['10 % off everything with a tag', 2],
  ['What is nearly sold out', 1],
  ['A page, linked in the navigation', 2],
  ['Customers asleep for 60 days', 1],
  ['How cash on delivery is doing', 1],
] as const)('%s takes at most %d calls', ([name, calls]) => {
  expect(tasks.get(name)?.tools.length).toBeLessThanOrEqual(calls)
})
