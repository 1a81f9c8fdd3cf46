import * as z from 'zod'
import { eventTypes, type EventType } from './event-catalogue.ts'

// Filters by type: `*` means all types, `order.*` those that begin with `order.`.

const isAll = (pattern: string) => pattern === '*'
const beginningOf = (pattern: string) => (pattern.endsWith('.*') ? pattern.slice(0, -1) : null)

const beginnings = [...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))]

/** What a pattern may be. */
const patterns: ReadonlySet<string> = new Set(['*', ...beginnings, ...eventTypes])

/** The types that any of the patterns matches, in the order of the catalogue. */
export const typesMatching = (given: readonly string[]): readonly EventType[] =>
  eventTypes.filter((type) => given.some((pattern) => isMatch(pattern, type)))

function isMatch(pattern: string, type: EventType): boolean {
  const beginning = beginningOf(pattern)
  return isAll(pattern) || pattern === type || (beginning !== null && type.startsWith(beginning))
}

// The same filter whatever the order, so that it has the same cursors.
const sortedOnce = (given: string[]) => [...new Set(given)].toSorted()

/** The types that an endpoint subscribes to. */
export const EventPatterns = z
  .array(
    z
      .string()
      .describe('A type of event, such as order.created; order.* for all types that begin with order.; * for all'),
  )
  .min(1)
  .max(100)
  .superRefine((given, context) => {
    const unknown = given.map((pattern, at) => ({ pattern, at })).filter(({ pattern }) => !patterns.has(pattern))
    // Finding the nearest one takes time.
    for (const { pattern, at } of unknown.slice(0, 10)) {
      const start = pattern.slice(0, 60)
      context.addIssue({
        code: 'custom',
        path: [at],
        message: `Unknown event type "${start}". Did you mean "${nearestTo(start)}"?`,
        input: pattern,
        params: { code: 'unknown_event_type' },
      })
    }
  })
  .transform(sortedOnce)

/** The same in a query: separated by commas, or the parameter is repeated. */
export const EventPatternsInQuery = z.preprocess(
  (given) => [given].flat().flatMap((each: unknown) => (typeof each === 'string' ? each.split(',') : [each])),
  EventPatterns,
)

function nearestTo(given: string): string {
  // Some give only what happened, without what it happened to.
  const compared = (pattern: string) => (given.includes('.') ? pattern : pattern.slice(pattern.indexOf('.') + 1))
  const distances = [...patterns].map((pattern) => ({ pattern, distance: distanceBetween(given, compared(pattern)) }))
  return distances.reduce((nearest, next) => (next.distance < nearest.distance ? next : nearest)).pattern
}

/** How many characters must be added, removed or replaced (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of Array.from(one).entries()) {
    const next = [i + 1]
    for (const [j, otherLetter] of Array.from(other).entries())
      next.push(
        Math.min(
          (row[j + 1] ?? 0) + 1, // removed
          (next[j] ?? 0) + 1, // added
          (row[j] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
