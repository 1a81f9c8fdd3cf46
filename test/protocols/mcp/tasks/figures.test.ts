import { expect, test } from 'vitest'
import { toolNames } from '../tool-table.ts'
import figures from './figures.json' with { type: 'json' }

const tasks = Object.values(figures)

test('there are 40 tasks, and together they use every tool', () => {
  expect(tasks.length).toBe(40)
  // Most take one call or two.
  expect(tasks.flatMap(({ tools }) => tools).length).toBeLessThanOrEqual(90)
  expect(new Set(tasks.flatMap(({ tools }) => tools))).toEqual(new Set(toolNames))
})
