import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moreIfLong, onlyLong } from '../../support/node/long-tests.ts'

test('every name in the lists of long tests is that of a test', () => {
  for (const pattern of [...onlyLong, ...moreIfLong]) {
    const [, names = pattern] = /\{(.*)\}/.exec(pattern) ?? []
    expect(globSync(pattern), pattern).toHaveLength(names.split(',').length)
  }
})

test('every test that tries more in npm run test:long is run there', () => {
  const usesEffort = (path: string) => /from '[./]+(support\/run\/)?effort\.ts'/.test(readFileSync(path, 'utf8'))
  const found = globSync('test/**/*.test.ts').filter(usesEffort)
  expect(found.length).toBeGreaterThan(10)
  const listed = new Set([...onlyLong, ...moreIfLong].flatMap((pattern) => globSync(pattern)))
  expect(found.filter((path) => !listed.has(path))).toEqual([])
})
