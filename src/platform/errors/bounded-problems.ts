import type { ProblemCode } from './problem-codes.ts'

/** One problem with the input. `pointer` is a JSON pointer (RFC 6901); other members depend on the code. */
export type Problem = { pointer: string; code: ProblemCode; detail: string; [extra: string]: unknown }

/** A request could have a hundred thousand problems. */
export const maxProblems = 100
/** Of all problems of a response as JSON. */
const maxBytes = 32_768
/** Of one text, in characters. */
const maxText = 1_000

type Members = Readonly<Record<string, unknown>>

/** The problems that fit into one response. Their longest lists are cut first, and `left_out` of a problem says by how many rows. */
export function bounded(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems && sizeOf(problems) <= maxBytes) return problems
  let kept = problems.slice(0, maxProblems).map((problem) => shortTexts(problem))
  for (;;) {
    const excess = sizeOf(kept) - maxBytes
    if (excess <= 0) return kept
    const [longest] = kept.flatMap((problem, nth) => listsOf(problem, nth)).toSorted((a, b) => b.size - a.size)
    kept =
      longest === undefined
        ? kept.slice(0, Math.floor(kept.length / 2))
        : kept.map((problem, nth) => (nth === longest.nth ? withHalf(problem, longest.name) : problem))
  }
}

const shortTexts = (problem: Problem): Problem => ({
  ...problem,
  pointer: shortText(problem.pointer),
  code: problem.code,
  detail: shortText(problem.detail),
})

/** At most 1,000 characters. */
export const shortText = (text: string): string =>
  text.length <= maxText ? text : `${text.slice(0, maxText - 1).toWellFormed()}…`

const listsOf = (problem: Problem, nth: number) =>
  Object.entries(problem).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [{ nth, name, size: sizeOf(value) }] : [],
  )

function withHalf(problem: Problem, name: string): Problem {
  const list = problem[name]
  if (!Array.isArray(list)) return problem
  const kept = Math.floor(list.length / 2)
  const before: Members = Object(problem['left_out'])
  return {
    ...problem,
    [name]: list.slice(0, kept),
    left_out: { ...before, [name]: Number(before[name] ?? 0) + list.length - kept },
  }
}

const encoder = new TextEncoder()

function sizeOf(value: unknown): number {
  const text = JSON.stringify(value)
  // A character has at most 3 bytes. Most problems need no exact measurement.
  return text.length * 3 <= maxBytes ? text.length * 3 : encoder.encode(text).length
}
