import type * as operations from './generated/sdk.gen.ts'
import type { Call } from './operation.ts'
import { parseJson } from './parse-json.ts'
import { retryAfterOf } from './retry.ts'

type Operations = typeof operations

/** Every problem that an operation can answer with. Tell them apart by `code`. */
export type AnyProblem = {
  [Name in keyof Operations]: Operations[Name] extends (...options: never[]) => Call<unknown, infer Problem>
    ? Problem
    : never
}[keyof Operations]

export type ErrorCode = AnyProblem['code']

class CodedError<Problem extends AnyProblem> extends Error {
  override readonly name = 'ProblemError'
  /** Stable. Decide by this. A newer service may send codes that this version does not know. */
  readonly code: Problem['code']
  readonly status: Problem['status']
  /** Every problem with the input, each with a JSON pointer to the field and the facts that belong to its code. */
  readonly problems: readonly Problem['errors'][number][]
  /** Include it when you report a problem. */
  readonly requestId: string
  /** The whole answer. Its other members depend on the code. */
  readonly problem: Problem
  /** How long the service asks you to wait (Retry-After). */
  readonly retryAfterMs: number | undefined

  constructor(problem: Problem, retryAfterMs?: number) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.problems = problem.errors
    this.requestId = problem.request_id
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }

  // By name, so that it also recognizes the errors of another copy of this package.
  static override [Symbol.hasInstance](value: unknown): value is ProblemError {
    return value instanceof Error && value.name === 'ProblemError' && 'problem' in value
  }
}

/** The service refused a request. `code` says which error it is, as in `if (error.code === 'insufficient_stock')`. */
export type ProblemError<Problem extends AnyProblem = AnyProblem> = Problem extends unknown
  ? CodedError<Problem>
  : never
export const ProblemError = CodedError

/** A response that is neither a success nor a problem, such as the error page of a proxy. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  readonly body: string
  /** How long the proxy asks you to wait (Retry-After). */
  readonly retryAfterMs: number | undefined

  constructor(status: number, body: string, retryAfterMs?: number) {
    super(`Unexpected response with status ${status}`)
    this.status = status
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

export async function errorOf(response: Response): Promise<Error> {
  const text = await response.text()
  const json = response.headers.get('Content-Type')?.includes('json') ? parseJson(text) : undefined
  const retryAfterMs = retryAfterOf(response)
  return isProblem(json)
    ? new CodedError(json, retryAfterMs)
    : new UnexpectedResponseError(response.status, text, retryAfterMs)
}

const isProblem = (value: unknown): value is AnyProblem =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'errors' in value &&
  Array.isArray(value.errors)
