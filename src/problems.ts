import type * as z from 'zod'
import type { Problem } from './errors.ts'

/** Enough to mend a request by; a body made to be wrong in a hundred thousand places is not answered with as many. */
const mostProblems = 100

/** All that is wrong, or the first hundred of it. */
export const problemsIn = ({ issues }: z.core.$ZodError): Problem[] => {
  const problems = issues.slice(0, mostProblems).flatMap(problemsOf)
  // Of two bounds that both refuse a value, the closer one says enough; it stands last.
  const said = new Map(problems.map((problem) => [`${problem.pointer} ${problem.code}`, problem]))
  return [...said.values()].slice(0, mostProblems)
}

/** RFC 6901 §3. */
const at = (path: readonly PropertyKey[]) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const unknownField = (pointer: string, name: string): Problem => ({
  pointer,
  code: 'unknown_field',
  detail: `There is no field ${name}: check its spelling, or leave it out.`,
})

export const unknownFields = (names: readonly string[]): Problem[] =>
  names.slice(0, mostProblems).map((name) => unknownField(at([name]), name))

/** What a schema has against the input, as callers are told. */
export function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(at([...issue.path, key]), key))
  const detail = `${at(issue.path) || 'The body'}: ${wordsOf(issue)}`
  return [{ pointer: at(issue.path), code: issue.code, detail, ...(issue.code === 'custom' && issue.params) }]
}

const things: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const forms: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  email: 'an e-mail address',
  url: 'an address that begins with https:// or http://',
  datetime: 'a time such as 2026-11-21T08:00:00Z',
  date: 'a date such as 2026-11-21',
}

/** A schema's own words, or what zod says in words for whoever sends JSON and has never seen a schema. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const { message } = issue
  if (!message.startsWith('Invalid')) return message
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = things[issue.expected] ?? `a value of the type ${issue.expected}`
      return message.endsWith('received undefined') ? `This is required. Give ${wanted}` : `Give ${wanted}`
    }
    case 'invalid_format':
      return forms[issue.format] ? `Give ${forms[issue.format]}` : message
    case 'invalid_value':
      return `Give ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return message === 'Invalid input' ? 'This has none of the forms that it may have' : message
    default:
      return message
  }
}
