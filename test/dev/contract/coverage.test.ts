import { expect, test } from 'vitest'
import { coverageOf, coverageProblems } from '../../../dev/contract/coverage.ts'

const problem = (code: string) => ({ allOf: [{}, { properties: { code: { const: code } } }] })
const refused = (name: string) => ({
  content: { 'application/problem+json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const document = {
  paths: {
    '/lamps': {
      get: { operationId: 'list_lamps', responses: { 200: {}, 404: refused('Missing') } },
      post: { operationId: 'light_lamp', responses: { 201: {}, 409: refused('Dark') } },
    },
  },
  components: { responses: {}, schemas: { Missing: problem('missing'), Dark: problem('dark') } },
}
const seen = ['list_lamps 200', 'list_lamps 404 missing', 'light_lamp 409 dark']
const problems = (lines: readonly string[], operations: Record<string, string>, codes: Record<string, string> = {}) =>
  coverageProblems(coverageOf(document, lines), { operations, codes })

test('names operations and codes that no test has seen', () => {
  expect(problems(seen, {})).toEqual(['No test has seen the operation light_lamp.'])
  expect(problems(seen.slice(0, 1), {})).toEqual([
    'No test has seen the operation light_lamp.',
    'No test has seen the error code dark.',
    'No test has seen the error code missing.',
  ])
})

test('accepts an exception only as long as it is one', () => {
  const exceptions = { light_lamp: 'Needs a match.' }
  expect(problems(seen, exceptions)).toEqual([])
  expect(problems([...seen, 'light_lamp 201'], exceptions)).toEqual([
    'The operation light_lamp is an exception, but a test has seen it.',
  ])
  expect(problems(seen, exceptions, { bright: 'Too late.' })).toEqual([
    'The error code bright is an exception, but does not exist.',
  ])
})
