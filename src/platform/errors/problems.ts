import type * as z from 'zod'
import { maxProblems, type Problem } from './bounded-problems.ts'

/** All problems, at most the first hundred. */
export const problemsIn = ({ issues }: Pick<z.core.$ZodError, 'issues'>): Problem[] => {
  const problems = issues.slice(0, maxProblems).flatMap(problemsOf)
  // If two bounds refuse the same value, the last is the tighter one.
  const byPlace = new Map(problems.map((problem) => [`${problem.pointer} ${problem.code}`, problem]))
  return [...byPlace.values()].slice(0, maxProblems)
}

/** A JSON pointer (RFC 6901 §3). */
const pointerTo = (path: readonly PropertyKey[]) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const unknownField = (pointer: string, name: string): Problem => ({
  pointer,
  code: 'unknown_field',
  detail: `Unknown field "${name}".`,
})

export const unknownFields = (names: readonly string[]): Problem[] =>
  names.slice(0, maxProblems).map((name) => unknownField(pointerTo([name]), name))

/** What a schema refuses, in words for somebody who sends JSON and does not know the schema. */
export function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownField(pointerTo([...issue.path, key]), key))
  const words = wordsOf(issue)
  // A schema's message may be a whole sentence, or a predicate such as "must be …".
  const detail = /^(must|is|cannot|may|has) /.test(words) ? `${fieldOf(issue.path)} ${words}` : words
  const problem = { pointer: pointerTo(issue.path), code: issue.code, detail }
  // A check of our own says what is wrong in `params.code`, if a program can do something about it.
  return [issue.code === 'custom' ? { ...problem, code: 'invalid_value', ...issue.params } : problem]
}

/** The field that a form shows the problem next to. For an array item, the array. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  String(path.findLast((step) => typeof step === 'string' && !/^\d+$/.test(step)) ?? 'The body')

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  email: 'an email address',
  url: 'a URL that begins with https:// or http://',
  datetime: 'a time such as 2026-11-21T08:00:00Z',
  date: 'a date such as 2026-11-21',
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items', set: ' items' }

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (!issue.message.startsWith('Invalid')) return issue.message
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${types[issue.expected] ?? issue.expected}`
    case 'too_big': {
      if (!issue.message.startsWith('Too ')) return issue.message
      const max = String(issue.maximum)
      const unit = units[issue.origin]
      return unit
        ? `must have at most ${max}${unit}`
        : `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${max}`
    }
    case 'too_small': {
      if (!issue.message.startsWith('Too ')) return issue.message
      const min = String(issue.minimum)
      const unit = units[issue.origin]
      if (unit && min === '1') return 'must not be empty'
      return unit
        ? `must have at least ${min}${unit}`
        : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${min}`
    }
    case 'invalid_format':
      return issue.message.startsWith('Invalid')
        ? `must be ${formats[issue.format] ?? 'in the documented format'}`
        : issue.message
    case 'invalid_value':
      if (!issue.message.startsWith('Invalid')) return issue.message
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return issue.message === 'Invalid input' ? 'must match one of the documented formats' : issue.message
    default:
      return issue.message
  }
}
