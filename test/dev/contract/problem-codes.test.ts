import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { fieldCodes, problemCodeOf } from '../../../src/platform/errors/problem-codes.ts'

// That the input is invalid is the code of the response. The code of a problem says what is wrong with it.

const paths = globSync('src/**/*.ts')

test('no check reports invalid_input as the code of a problem', () => {
  const vague = /code: 'invalid_input'|(problem|conflict)\([^)]*'invalid_input'/
  expect(paths.filter((path) => vague.test(readFileSync(path, 'utf8')))).toEqual([])
})

const areas = paths.filter((path) => path.startsWith('src/areas/'))
const modules = await Promise.all(areas.map((path): Promise<unknown> => import(resolve(path))))
const rules = modules
  .flatMap((module) => Object.values(Object(module)))
  .flatMap((exported) => Object.entries<{ code: string; problem?: string }>(Object(Object(exported).refusals)))

test('no refusal of an operation does', () => {
  expect(rules.length).toBeGreaterThan(100)
  const vague = rules.filter(([, { code, problem }]) => code === 'invalid_input' && problem === undefined)
  expect([...new Set(vague.map(([name]) => name))]).toEqual([])
})

test('the list has all codes of refusals and of checks in schemas', () => {
  const ofRefusals = rules.map(([, { code, problem = code }]) => problem)
  const ofChecks = paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/params: \{ code: '(\w+)'/g)].map(([, code = '']) => code),
  )
  expect(ofChecks.length).toBeGreaterThan(20)
  expect([...ofRefusals, ...ofChecks].filter((code) => code !== problemCodeOf(code))).toEqual([])
})

test('the page of errors explains each code that only fields have', () => {
  const explained = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)` /gm)
  expect([...explained].map(([, code]) => code)).toEqual(fieldCodes)
})
