import type * as z from 'zod'
import { maxProblems, type Problem } from './bounded-problems.ts'
import { problemCodeOf } from './problem-codes.ts'

type Path = readonly PropertyKey[]

/** All problems of what was given, at most the first hundred. `shown`: the path that callers know. */
export const problemsIn = (
  { issues }: Pick<z.core.$ZodError, 'issues'>,
  given: unknown,
  shown: (path: Path) => Path = (path) => path,
): Problem[] => {
  const problems = issues
    .slice(0, maxProblems)
    .flatMap((issue) => problemsOf(issue, shown(issue.path), isMissing(issue, given)))
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
export function problemsOf(issue: z.core.$ZodIssue, path: Path = issue.path, missing = false): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(pointerTo([...path, key]), key))
  const words = missing ? requirementOf(issue) : wordsOf(issue)
  // A schema's message may be a whole sentence, or a predicate such as "must be …".
  const detail = /^(must|is|cannot|may|has) /.test(words) ? `${fieldOf(path)} ${words}` : words
  // A check of our own says what is wrong in `params.code`, if a program can do something about it.
  const { code = issue.code, ...more }: { code?: unknown } = issue.code === 'custom' ? (issue.params ?? {}) : {}
  return [{ pointer: pointerTo(path), code: missing ? 'required' : problemCodeOf(code), detail, ...more }]
}

/** Whether there is no value where the schema needs one. What a check of our own refuses may be that of another field. */
function isMissing({ code, path }: z.core.$ZodIssue, given: unknown): boolean {
  if (code === 'custom') return false
  let at = given
  for (const step of path) {
    // A list that was sent as one text is not missing.
    if (typeof at !== 'object' || at === null) return at === undefined
    at = Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined
  }
  return at === undefined
}

function requirementOf(issue: z.core.$ZodIssue): string {
  const words = wordsOf(issue)
  if (issue.message.startsWith('Invalid') && issue.code !== 'invalid_value') return 'is required'
  return words.startsWith('must ') ? `is required and ${words}` : words
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
      return issue.message.startsWith('Invalid') ? `must be ${types[issue.expected] ?? issue.expected}` : issue.message
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
