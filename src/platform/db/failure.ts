import { NeonDbError } from '@neondatabase/serverless'
import * as z from 'zod'

/** One problem that a database function refuses: its code, its field, and facts. */
export type RefusedProblem = {
  readonly code: string
  readonly pointer?: string | undefined
  readonly [fact: string]: unknown
}

/** Raised by `app.refuse`. SQLSTATE class MC; the message is a code, the detail an array of problems or one fact. */
export class Refusal extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: string, detail: string) {
    super(code)
    this.code = code
    this.detail = detail
  }

  /** The problems raised. A refusal without problems counts as one problem with its own code. */
  get problems(): readonly RefusedProblem[] {
    return this.detail.startsWith('[') ? Problems.parse(JSON.parse(this.detail)) : [{ code: this.code }]
  }
}

const Problems = z.array(z.looseObject({ code: z.string(), pointer: z.string().optional() }))

/** Why no answer came. `login refused`: no retry can succeed until an operator changes the connection string. */
export type FailureReason = 'timed out' | 'login refused' | 'unreachable' | 'too many connections' | 'failed'

/**
 * Any other failure. Retrying may help against a `transient` one, never against a `deterministic` one. A transient failure
 * does not show whether the transaction was committed: a connection lost at COMMIT arrives as HTTP 400 without SQLSTATE.
 */
export class DatabaseFailure extends Error {
  readonly kind: 'transient' | 'deterministic'
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
  readonly reason: FailureReason

  constructor(
    kind: 'transient' | 'deterministic',
    {
      sqlState,
      constraint,
      reason = 'failed',
    }: { sqlState?: string; constraint?: string; reason?: FailureReason } = {},
  ) {
    // Without the driver's message, which may contain a connection string or data.
    super(
      ['database failure:', kind, reason === 'failed' ? null : reason, sqlState ?? 'no SQLSTATE', constraint]
        .filter(Boolean)
        .join(' '),
    )
    this.kind = kind
    this.sqlState = sqlState
    this.constraint = constraint
    this.reason = reason
  }

  /** Neon sends no answers above 10 MB. */
  get isAnswerTooLarge(): boolean {
    return this.sqlState === '507'
  }

  /** SQLSTATE class 23. NOT NULL violations have no constraint name. */
  get isConstraintViolation(): boolean {
    return this.sqlState?.startsWith('23') ?? false
  }
}

// Serialisation, deadlock, lock and statement timeouts, shutdown, lost connections, too many connections.
const transientStates = /^(40001|40P01|55P03|57014|57P0[123]|08...|53300)$/

/** Null if the error is not the database's, but a bug in our own code. */
export function failureOf(error: unknown): Refusal | DatabaseFailure | null {
  // The time limit of an attempt, reached while its answer was being read: the driver passes this on as it is.
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new DatabaseFailure('transient', { reason: 'timed out' })
  if (!(error instanceof NeonDbError)) return null
  const { code, message, detail, constraint } = error
  if (code?.startsWith('MC')) return new Refusal(message, detail ?? '')
  if (isLoginRefusal(code, message))
    return new DatabaseFailure('transient', { ...(code && { sqlState: code }), reason: 'login refused' })
  if (code && !transientStates.test(code))
    return new DatabaseFailure('deterministic', { sqlState: code, ...(constraint && { constraint }) })
  // Responses over 10 MB. The same statements would return the same response.
  if (message.includes('HTTP status 507')) return new DatabaseFailure('deterministic', { sqlState: '507' })
  return new DatabaseFailure('transient', { ...(code && { sqlState: code }), reason: reasonOf(error) })
}

function reasonOf({ code, sourceError }: NeonDbError): FailureReason {
  if (sourceError instanceof Error && sourceError.name === 'TimeoutError') return 'timed out'
  if (code === '53300') return 'too many connections'
  return sourceError === undefined ? 'failed' : 'unreachable'
}

// Neon's proxy checks the password itself, and then answers without a SQLSTATE.
const isLoginRefusal = (code: string | undefined, message: string): boolean =>
  /^28(000|P01)$/.test(code ?? '') || (!code && message.includes('password authentication failed'))

/** The constraint that a write violated, if that is why it failed. */
export const violated = (error: unknown): string | undefined =>
  error instanceof DatabaseFailure && error.isConstraintViolation ? error.constraint : undefined
