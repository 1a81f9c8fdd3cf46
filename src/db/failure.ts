import { NeonDbError } from '@neondatabase/serverless'
import * as z from 'zod'

/** One thing that a function of the database refuses: its code, the field it is about, and facts by name. */
export type RefusedProblem = {
  readonly code: string
  readonly pointer?: string | undefined
  readonly [fact: string]: unknown
}

/** Raised by `app.refuse`: SQLSTATE class MC, the message a code, the detail a list of problems or one datum. */
export class Refusal extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: string, detail: string) {
    super(code)
    this.code = code
    this.detail = detail
  }

  /** The problems that were raised; of a refusal without any, its own code. */
  get problems(): readonly RefusedProblem[] {
    return this.detail.startsWith('[') ? Problems.parse(JSON.parse(this.detail)) : [{ code: this.code }]
  }
}

const Problems = z.array(z.looseObject({ code: z.string(), pointer: z.string().optional() }))

/**
 * Any other failure. `transient` may pass if tried again, `deterministic` never will. Whether a transient one was
 * committed cannot be told: a connection lost at COMMIT arrives as HTTP 400 without a SQLSTATE.
 */
export class DatabaseFailure extends Error {
  readonly kind: 'transient' | 'deterministic'
  readonly sqlState: string | undefined
  readonly constraint: string | undefined

  constructor(kind: 'transient' | 'deterministic', sqlState?: string, constraint?: string) {
    // Nothing of the driver's own message: it may hold a connection string or a row's data.
    super(`database failure: ${kind} ${sqlState ?? 'no SQLSTATE'} ${constraint ?? ''}`)
    this.kind = kind
    this.sqlState = sqlState
    this.constraint = constraint
  }
}

// Serialisation, deadlock, lock and statement timeouts, shutdown, lost connections, too many connections.
const passing = /^(40001|40P01|55P03|57014|57P0[123]|08...|53300)$/

/** Null: no failure of the database, but a fault in our own code. */
export function failureOf(error: unknown): Refusal | DatabaseFailure | null {
  // The time limit of an attempt, reached while its answer was being read: the driver passes this on as it is.
  if (error instanceof DOMException && error.name === 'TimeoutError') return new DatabaseFailure('transient')
  if (!(error instanceof NeonDbError)) return null
  const { code, message, detail, constraint } = error
  if (code?.startsWith('MC')) return new Refusal(message, detail ?? '')
  if (code && !passing.test(code)) return new DatabaseFailure('deterministic', code, constraint)
  // Answers over 10 MB: the same statements will give the same answer.
  if (message.includes('HTTP status 507')) return new DatabaseFailure('deterministic', '507')
  return new DatabaseFailure('transient', code)
}

/** The constraint that a failed write ran into, if that is why it failed. */
export const violated = (error: unknown): string | undefined =>
  error instanceof DatabaseFailure && error.sqlState?.startsWith('23') ? error.constraint : undefined
