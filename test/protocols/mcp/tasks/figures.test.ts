import { expect, test } from 'vitest'
import { toolNames } from '../tool-table.ts'
import figures from './figures.json' with { type: 'json' }

const tasks = Object.values(figures)

test('there are 40 tasks, and together they use every tool', () => {
  expect(tasks.length).toBe(40)
  expect(new Set(tasks.flatMap(({ tools }) => tools))).toEqual(new Set(toolNames))
})
