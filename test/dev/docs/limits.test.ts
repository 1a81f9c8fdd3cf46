import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { limits } from '../../../src/platform/values/limits.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const names = Object.entries(limits).flatMap(([of, each]) => Object.keys(each).map((what) => `${of}.${what}`))

/** The limits of each row of the table in docs/limits.md, by what they limit. */
const rows = new Map(
  readFileSync(join(root, 'docs/limits.md'), 'utf8')
    .split('\n')
    .flatMap((line) => line.match(/^\| ([^|]+?) +\| ([^|]+?) +\|$/)?.slice(1, 3) ?? [])
    .flatMap((cell, at, cells) => (at % 2 === 0 ? [[cell, cells[at + 1] ?? ''] as const] : [])),
)

test.for(Object.entries(limits).flatMap(([of, each]) => Object.entries(each).map((limit) => [of, ...limit] as const)))(
  'docs/limits.md says how many of %s.%s there can be',
  ([of, what, most]) => {
    const words = `${most.toLocaleString('en')} ${what}`.replaceAll('_', ' ')
    expect(rows.get(of.replaceAll('_', ' '))).toMatch(new RegExp(`(^|[ (])${words}\\b`))
  },
)

test('SQL asks only for limits that there are', () => {
  const files = readdirSync(join(root, 'drizzle/sql'), { recursive: true, encoding: 'utf8' })
  const asked = files
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => [...readFileSync(join(root, 'drizzle/sql', name), 'utf8').matchAll(/app\.most\('([^']+)'\)/g)])
    .map(([, name]) => name)
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((name) => name === undefined || !names.includes(name))).toEqual([])
})
