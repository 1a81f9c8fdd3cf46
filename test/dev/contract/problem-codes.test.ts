import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

// That the input is invalid is the code of the response. The code of a problem says what is wrong with it.

const paths = globSync('src/**/*.ts')

test('no check reports invalid_input as the code of a problem', () => {
  const vague = /code: 'invalid_input'|(problem|conflict)\([^)]*'invalid_input'/
  expect(paths.filter((path) => vague.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('no refusal of an operation does', async () => {
  const areas = paths.filter((path) => path.startsWith('src/areas/'))
  const modules = await Promise.all(areas.map((path): Promise<unknown> => import(resolve(path))))
  const rules = modules
    .flatMap((module) => Object.values(Object(module)))
    .flatMap((exported) => Object.entries<{ code: string; problem?: string }>(Object(Object(exported).refusals)))
  expect(rules.length).toBeGreaterThan(100)
  const vague = rules.filter(([, { code, problem }]) => code === 'invalid_input' && problem === undefined)
  expect([...new Set(vague.map(([name]) => name))]).toEqual([])
})
