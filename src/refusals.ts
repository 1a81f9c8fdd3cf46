import * as z from 'zod'
import { Refusal, type RefusedProblem, violated } from './db/failure.ts'
import { type ErrorCode, type Problem, ServiceError } from './errors.ts'

type Members = Readonly<Record<string, unknown>>

/** How callers are told of one thing that the database refuses. */
export type RefusalRule = {
  readonly code: ErrorCode
  /** What the database says about it, under these names; callers see them as members of the problem. */
  readonly facts: z.ZodObject
  readonly tell: (facts: unknown) => {
    readonly detail: string
    readonly members: Members
    readonly extra: Members
    readonly retryAfter?: number | undefined
  }
  /** Of the problem in `errors`, where it is more exact than `code`. */
  readonly problem?: string | undefined
  /** The field, where the database does not name it. Without a field the refusal is of the request as a whole. */
  readonly pointer?: string | undefined
}

/** By the code that a database function raises, or by the name of a constraint. */
export type Refusals = Readonly<Record<string, RefusalRule>>

type Say<Shape extends z.ZodRawShape> = string | ((facts: z.output<z.ZodObject<Shape>>) => string)

type More<Shape extends z.ZodRawShape> = {
  readonly problem?: string
  readonly pointer?: string
  /** What the problem says besides, and the answer as a whole if the problem is its first. Default: the facts. */
  readonly members?: (facts: z.output<z.ZodObject<Shape>>) => Members
  /** What the answer alone says besides. */
  readonly extra?: (facts: z.output<z.ZodObject<Shape>>) => Members
  /** Seconds, in the header Retry-After. */
  readonly retryAfter?: (facts: z.output<z.ZodObject<Shape>>) => number
}

/** A rule whose facts are checked by the schemas of their names, so that nothing else reaches the caller. */
export function refusal<Shape extends z.ZodRawShape>(
  code: ErrorCode,
  facts: Shape,
  say: Say<Shape>,
  { problem, pointer, members, extra, retryAfter }: More<Shape> = {},
): RefusalRule {
  const schema = z.object(facts)
  return {
    code,
    facts: schema,
    problem,
    pointer,
    tell(given) {
      const known = schema.parse(given)
      return {
        detail: typeof say === 'string' ? say : say(known),
        members: members?.(known) ?? { ...known },
        extra: extra?.(known) ?? {},
        retryAfter: retryAfter?.(known),
      }
    },
  }
}

/** The error that a failed batch is answered with, in the words of the table; undefined where it has none. */
export const refusedBy = (error: unknown, table: Refusals) =>
  errorBy(problemsOf(error), table, error instanceof Refusal ? error.code : undefined)

/**
 * One error of all that was raised; undefined where the table has no words for it. The first problem with the leading
 * code decides what it is, else the first of all.
 */
export function errorBy(
  raised: readonly RefusedProblem[],
  table: Refusals,
  leading?: string,
): ServiceError | undefined {
  const told = inWords(raised, table)
  const first = told.find(({ raisedAs }) => raisedAs === leading) ?? told[0]
  if (!first) return undefined
  const errors = told.flatMap(({ problem, pointer }) => (pointer === undefined ? [] : [{ ...problem, pointer }]))
  const more = told.length > 1 ? ` (and ${told.length - 1} more, see errors)` : ''
  const { rule, problem, extra, retryAfter } = first
  return new ServiceError(rule.code, problem.detail + more, {
    errors,
    extra,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** The same for one of many things in a request: problems alone, none where the table lacks the words. */
export const problemsBy = (raised: readonly RefusedProblem[], table: Refusals): readonly Problem[] =>
  inWords(raised, table).map(({ problem, pointer = '' }) => ({ ...problem, pointer }))

function inWords(raised: readonly RefusedProblem[], table: Refusals) {
  const told = raised.flatMap((facts) => {
    const rule = table[facts.code]
    if (!rule) return []
    const { detail, members, extra, retryAfter } = rule.tell(facts)
    const problem = { code: rule.problem ?? rule.code, detail, ...members }
    return [
      {
        raisedAs: facts.code,
        rule,
        extra: { ...extra, ...members },
        retryAfter,
        problem,
        pointer: facts.pointer ?? rule.pointer,
      },
    ]
  })
  return told.length < raised.length ? [] : told
}

function problemsOf(error: unknown): readonly RefusedProblem[] {
  if (error instanceof Refusal) return error.problems
  const constraint = violated(error)
  return constraint === undefined ? [] : [{ code: constraint }]
}
