import * as z from 'zod'
import { Refusal, type RefusedProblem, violated } from '../db/failure.ts'
import { bounded } from '../errors/bounded-problems.ts'
import { type ErrorCode, type Problem, ServiceError } from '../errors/errors.ts'
import { moreProblems } from '../errors/more-problems.ts'
import { problemCodeOf } from '../errors/problem-codes.ts'
import type { Language } from '../values/language.ts'

/** Members that each problem or response has anyway. */
type Own = 'pointer' | 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id' | 'errors' | 'left_out'

/** Beside those, so that none of them is replaced. */
type Members = Readonly<Record<string, unknown>> & { readonly [Name in Own]?: never }

/** How a refusal by the database is presented to callers. */
export type RefusalRule = {
  readonly code: ErrorCode
  /** The facts that the database raises. By default, callers see them as members of the problem. */
  readonly facts: z.ZodObject
  /** Whether it has words in every language that people read. Otherwise everybody gets the English ones. */
  readonly isTranslated: boolean
  readonly present: (
    facts: unknown,
    language: Language,
  ) => {
    readonly detail: string
    readonly members: Members
    readonly extra: Members
    readonly retryAfter?: number | undefined
    readonly forTools?: string | undefined
  }
  /** Code of the problem in `errors`, if it is more specific than `code`. */
  readonly problem?: string | undefined
  /** The field, if the database does not raise it. Without a field, the whole request is refused. */
  readonly pointer?: string | undefined
}

/** Keyed by the code that a database function raises, or by the name of a constraint. */
export type Refusals = Readonly<Record<string, RefusalRule>>

type TranslatedRule = RefusalRule & { readonly isTranslated: true }

/** Refusals with words in every language that people read. */
export type TranslatedRefusals = Readonly<Record<string, TranslatedRule>>

type Detail<Shape extends z.ZodRawShape> = string | ((facts: z.output<z.ZodObject<Shape>>) => string)

type Details<Shape extends z.ZodRawShape> = Readonly<Record<Language, Detail<Shape>>>

type Options<Shape extends z.ZodRawShape> = {
  readonly problem?: string
  readonly pointer?: string
  /** Members of the problem, and of the response if this is its first problem. Default: the facts. */
  readonly members?: (facts: z.output<z.ZodObject<Shape>>) => Members
  /** Members of the response only. */
  readonly extra?: (facts: z.output<z.ZodObject<Shape>>, language: Language) => Members
  /** The detail for assistants, where it names a request that no tool sends. */
  readonly forTools?: (facts: z.output<z.ZodObject<Shape>>) => string
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: (facts: z.output<z.ZodObject<Shape>>) => number
}

/** Facts with the name of a member cannot be shown as they are. */
type MoreOf<Shape extends z.ZodRawShape> = keyof Shape & Own extends never
  ? readonly [options?: Options<Shape>]
  : readonly [options: Options<Shape> & Required<Pick<Options<Shape>, 'members'>>]

/** Defines a refusal. The schemas check the facts, so that nothing else reaches the caller. */
export function refusal<Shape extends z.ZodRawShape>(
  code: ErrorCode,
  facts: Shape,
  detail: Details<Shape>,
  ...more: MoreOf<Shape>
): TranslatedRule
export function refusal<Shape extends z.ZodRawShape>(
  code: ErrorCode,
  facts: Shape,
  detail: Detail<Shape>,
  ...more: MoreOf<Shape>
): RefusalRule
export function refusal<Shape extends z.ZodRawShape>(
  code: ErrorCode,
  facts: Shape,
  detail: Detail<Shape> | Details<Shape>,
  ...[options]: MoreOf<Shape>
): RefusalRule {
  const { problem, pointer, members, extra, retryAfter, forTools }: Options<Shape> = options ?? {}
  const schema = z.object(facts)
  const isTranslated = typeof detail === 'object'
  return {
    code,
    facts: schema,
    problem,
    pointer,
    isTranslated,
    present(raised, language) {
      const known = schema.parse(raised)
      const said = isTranslated ? detail[language] : detail
      return {
        detail: typeof said === 'string' ? said : said(known),
        members: members?.(known) ?? { ...known },
        extra: extra?.(known, language) ?? {},
        retryAfter: retryAfter?.(known),
        forTools: forTools?.(known),
      }
    },
  }
}

/** The error for a failed batch, according to the table; undefined if the table does not cover it. */
export const refusedBy = (error: unknown, table: Refusals) =>
  errorBy(refusedProblemsOf(error), table, error instanceof Refusal ? error.code : undefined)

/**
 * One error for all problems raised; undefined if the table does not cover them all. The first problem with the leading
 * code, or else the first of all, decides its code and detail.
 */
export function errorBy(
  raised: readonly RefusedProblem[],
  table: Refusals,
  leading?: string,
  language: Language = 'en',
): ServiceError | undefined {
  const presented = presentAll(raised, table, language)
  const isTranslated = presented.every(({ rule }) => rule.isTranslated)
  const first = presented.find(({ raisedAs }) => raisedAs === leading) ?? presented[0]
  if (!first) return undefined
  const errors = presented.flatMap(({ problem, pointer }) => (pointer === undefined ? [] : [{ ...problem, pointer }]))
  const leftOut = Number(raised.find((facts) => 'problems_left_out' in facts)?.['problems_left_out'] ?? 0)
  const count = presented.length + leftOut - 1
  const { rule, problem, extra, retryAfter, forTools } = first
  const whole: Problem = { pointer: '', ...problem }
  const { code: _code, detail, pointer: _pointer, ...members } = bounded([whole])[0] ?? whole
  const more = count > 0 ? moreProblems[language](count) : ''
  return new ServiceError(rule.code, detail + more, {
    errors,
    leftOut,
    extra: { ...extra, ...members },
    arabic: isTranslated ? () => errorBy(raised, table, leading, 'ar') : null,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(forTools !== undefined && { forTools: forTools + more }),
  })
}

/** The problems of one item of a request; empty if the table does not cover them all. */
export const problemsBy = (
  raised: readonly RefusedProblem[],
  table: Refusals,
  language: Language = 'en',
): readonly Problem[] =>
  bounded(presentAll(raised, table, language).map(({ problem, pointer = '' }) => ({ ...problem, pointer })))

function presentAll(raised: readonly RefusedProblem[], table: Refusals, language: Language) {
  const presented = raised.flatMap((facts) => {
    const rule = table[facts.code]
    if (!rule) return []
    const { detail, members, ...said } = rule.present(facts, language)
    // What the database left out of a list, whatever the list is.
    const leftOut = facts['left_out'] === undefined ? {} : { left_out: facts['left_out'] }
    const problem = { code: problemCodeOf(rule.problem ?? rule.code), detail, ...members, ...leftOut }
    return [{ raisedAs: facts.code, rule, ...said, problem, pointer: facts.pointer ?? rule.pointer }]
  })
  return presented.length < raised.length ? [] : presented
}

function refusedProblemsOf(error: unknown): readonly RefusedProblem[] {
  if (error instanceof Refusal) return error.problems
  const constraint = violated(error)
  return constraint === undefined ? [] : [{ code: constraint }]
}
