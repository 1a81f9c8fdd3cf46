/** What can go wrong, by the codes callers see. Each door has one complete table from these to its own statuses. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_header'
  | 'invalid_idempotency_key'
  | 'unauthenticated'
  | 'invalid_token'
  | 'token_expired'
  | 'invalid_signature'
  | 'forbidden'
  | 'insufficient_scope'
  | 'not_found'
  | 'store_not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'insufficient_stock'
  | 'invalid_transition'
  | 'refund_required'
  | 'version_conflict'
  | 'conflict'
  | 'duplicate'
  | 'customer_anonymized'
  | 'last_owner'
  | 'limit_reached'
  | 'quantity_limit'
  | 'invalid_input'
  | 'page_too_deep'
  | 'customer_not_found'
  | 'product_not_found'
  | 'variant_required'
  | 'invalid_amount'
  | 'total_mismatch'
  | 'sum_too_large'
  | 'store_required'
  | 'idempotency_key_reused'
  | 'cannot_reply'
  | 'challenge_required'
  | 'challenge_failed'
  | 'challenge_unavailable'
  | 'rate_limited'
  | 'database_unavailable'
  | 'identity_provider_unavailable'
  | 'internal_error'

/** One thing wrong with the input. `pointer` is an RFC 6901 JSON pointer into it; other members are the code's own. */
export type Problem = { pointer: string; code: string; detail: string; [extra: string]: unknown }

type More = {
  errors?: readonly Problem[]
  /** Members of the answer besides the fixed ones, such as `allowed_actions` or `stores`. */
  extra?: Readonly<Record<string, unknown>>
  /** Seconds. */
  retryAfter?: number
  cause?: unknown
}

/** The one error of the service. `detail` reaches the caller and says what to do; `cause` reaches nobody. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly Problem[]
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, detail: string, { errors = [], extra = {}, retryAfter, cause }: More = {}) {
    super(detail, { cause })
    this.name = 'ServiceError'
    this.code = code
    this.errors = errors
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

/** What was asked for is at another address. Reads are redirected with 301, what was sent with 308. */
export class Moved extends Error {
  override readonly name = 'Moved'
  /** The present address of a path under the former one. */
  readonly to: (path: string) => string
  /** How long a cache may keep a read's redirect, in seconds; null: not at all. */
  readonly cacheSeconds: (path: string) => number | null

  constructor(to: Moved['to'], cacheSeconds: Moved['cacheSeconds']) {
    super('moved')
    this.to = to
    this.cacheSeconds = cacheSeconds
  }
}

export const notFound = (what: string) =>
  new ServiceError(
    'not_found',
    what === 'store'
      ? 'You belong to no such store. Check its id, or ask its owner to invite you.'
      : what === 'invitation'
        ? 'No such invitation is open to you. It may have expired or been revoked, or it is for another e-mail address.'
        : `There is no such ${what} in a store you belong to. Check the id.`,
  )

export const storeNotFound = () =>
  new ServiceError(
    'store_not_found',
    'X-Store-Id must be the id of a store you are a member of; GET /api/stores lists them. An invitation has to be accepted first.',
  )

/** One error out of all the problems of a request; its code is the first one's. */
export function refused(code: ErrorCode, errors: readonly Problem[], extra: Readonly<Record<string, unknown>> = {}) {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new ServiceError(code, `${first?.detail ?? 'The input was refused.'}${more}`, { errors, extra })
}
