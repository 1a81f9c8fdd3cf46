import type * as z from 'zod'
import { flag, json, number } from '../transfer/cell-types.ts'

/** The arguments of a call as a client sent them. */
export type Arguments = Readonly<Record<string, unknown>>

/** Each round reads what the round before uncovered, such as the quantities within a list that was text. */
const maxRounds = 4

/** Too long a list of mistakes is not one habit of a client. */
const maxIssues = 1000

/**
 * The arguments as a model meant them, if the schema refuses them as they were sent. Models send null for what they leave out,
 * lists and objects as JSON text, numbers as text, and text that consists of digits as a number. Only values with one possible
 * meaning are read in another way. `blankIsAbsent`: empty text where none is allowed was left out too.
 */
export function asMeant(input: z.ZodType, given: Arguments, { blankIsAbsent }: { blankIsAbsent: boolean }): Arguments {
  let read: Arguments = given
  for (let round = 0; round < maxRounds; round += 1) {
    const issues = input.safeParse(read).error?.issues ?? []
    if (issues.length === 0 || issues.length > maxIssues) break
    const next = structuredClone(read)
    const changed = placesOf(issues).map(([path, issue]) => readAt(next, path, issue, blankIsAbsent))
    if (!changed.includes(true)) break
    read = next
  }
  return read
}

type Issue = z.core.$ZodIssue

type Place = readonly [path: readonly PropertyKey[], issue: Issue]

/** The issues with their paths from the root, those in the branches of a union too. */
const placesOf = (issues: readonly Issue[], at: readonly PropertyKey[] = []): readonly Place[] =>
  issues.flatMap((issue): readonly Place[] => {
    const path = [...at, ...issue.path]
    const inner = issue.code === 'invalid_union' ? issue.errors.flatMap((branch) => placesOf(branch, path)) : []
    return [[path, issue], ...inner]
  })

/** Replaces the value that an issue is about, in place. False if there is nothing else that it could mean. */
function readAt(root: object, path: readonly PropertyKey[], issue: Issue, blankIsAbsent: boolean): boolean {
  let parent = root
  for (const step of path) {
    const value: unknown = Reflect.get(parent, step)
    if (typeof value === 'object' && value !== null) {
      parent = value
      continue
    }
    // A single value where several are allowed has no deeper path.
    const meant = meantBy(value, issue, blankIsAbsent)
    if (meant === value || (meant === undefined && Array.isArray(parent))) return false
    return meant === undefined ? Reflect.deleteProperty(parent, step) : Reflect.set(parent, step, meant)
  }
  return false
}

/** Not those of text that is too long, say. */
const hasOtherType: ReadonlySet<Issue['code']> = new Set(['invalid_type', 'invalid_union', 'invalid_value'])

/** The same value if it has no other meaning, undefined if it was left out. */
function meantBy(value: unknown, issue: Issue, blankIsAbsent: boolean): unknown {
  if (value === null) return undefined
  const expected = issue.code === 'invalid_type' ? issue.expected : undefined
  if (typeof value === 'number') return expected === 'string' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof value !== 'string') return value
  if (blankIsAbsent && value.trim() === '') return undefined
  if (expected === 'number') return number.read(value)
  if (expected === 'boolean') return flag.read(value)
  return hasOtherType.has(issue.code) ? json.read(value) : value
}
