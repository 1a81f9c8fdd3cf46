import { bounded, type Problem, shortText } from './bounded-problems.ts'

export type { Problem }

/** The error codes that callers see. Each transport has a complete table that maps them to its own statuses. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_header'
  | 'invalid_idempotency_key'
  | 'unauthenticated'
  | 'invalid_token'
  | 'token_expired'
  | 'invalid_signature'
  | 'forbidden'
  | 'store_closed'
  | 'store_creation_closed'
  | 'insufficient_scope'
  | 'session_required'
  | 'recent_sign_in_required'
  | 'not_found'
  | 'store_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payload_too_large'
  | 'answer_too_large'
  | 'unsupported_media_type'
  | 'invalid_image'
  | 'image_unreachable'
  | 'media_not_found'
  | 'media_in_use'
  | 'collection_in_use'
  | 'collection_not_found'
  | 'insufficient_stock'
  | 'invalid_transition'
  | 'refund_required'
  | 'already_shipped'
  | 'cannot_undo'
  | 'quantity_required'
  | 'version_conflict'
  | 'conflict'
  | 'duplicate'
  | 'ambiguous'
  | 'customer_anonymized'
  | 'last_owner'
  | 'limit_reached'
  | 'too_many_webhooks'
  | 'webhook_disabled'
  | 'deliveries_pending'
  | 'quantity_limit'
  | 'invalid_input'
  | 'unsafe_address'
  | 'page_too_deep'
  | 'unknown_customer'
  | 'unknown_order'
  | 'unknown_product'
  | 'unknown_variant'
  | 'unknown_collection'
  | 'unknown_channel'
  | 'unknown_segment'
  | 'unknown_member'
  | 'unknown_page'
  | 'unknown_platform'
  | 'customer_not_found'
  | 'product_not_found'
  | 'variant_required'
  | 'invalid_amount'
  | 'total_mismatch'
  | 'total_changed'
  | 'discount_not_found'
  | 'discount_not_started'
  | 'discount_ended'
  | 'discount_used_up'
  | 'discount_used_by_customer'
  | 'discount_not_applicable'
  | 'discount_below_minimum'
  | 'more_than_due'
  | 'delivery_method_not_found'
  | 'delivery_method_not_offered'
  | 'destination_required'
  | 'not_delivered_there'
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
  | 'storage_unavailable'
  | 'not_configured'
  | 'internal_error'

type Options = {
  errors?: readonly Problem[]
  /** How many more problems the database found. */
  leftOut?: number
  /** More members of the response, such as `allowed_actions` or `stores`. */
  extra?: Readonly<Record<string, unknown>>
  /** Seconds. */
  retryAfter?: number
  /** The same in Arabic; null if it exists in English only. Default: the Arabic text of its code. */
  arabic?: (() => ServiceError | undefined) | null
  /** The detail for assistants. Default: the same. */
  forTools?: string
  cause?: unknown
}

/** The service's own error, in English. Callers see `detail`, which says what to do; `cause` is never shown. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly Problem[]
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfter: number | undefined
  readonly arabic: Options['arabic']
  readonly forTools: string | undefined

  constructor(
    code: ErrorCode,
    detail: string,
    { errors = [], leftOut = 0, extra = {}, retryAfter, arabic, forTools, cause }: Options = {},
  ) {
    super(shortText(detail), { cause })
    this.name = 'ServiceError'
    this.code = code
    this.errors = bounded(errors)
    const missing = leftOut + errors.length - this.errors.length
    this.extra = missing > 0 ? { ...extra, left_out: { ...Object(extra['left_out']), errors: missing } } : extra
    this.retryAfter = retryAfter
    this.arabic = arabic
    this.forTools = forTools
  }
}

/** The resource has another address: GET is redirected with 301, POST with 308. */
export class Moved extends Error {
  override readonly name = 'Moved'
  /** Maps a path under the former address to the current one. */
  readonly to: (path: string) => string
  /** How many seconds a cache may keep the redirect of a GET; null: not at all. */
  readonly cacheSeconds: (path: string) => number | null

  constructor(to: Moved['to'], cacheSeconds: Moved['cacheSeconds']) {
    super('moved')
    this.to = to
    this.cacheSeconds = cacheSeconds
  }
}

export const notFound = (what: string): ServiceError =>
  new ServiceError(
    'not_found',
    what === 'store'
      ? 'You are not a member of a store with this id. Check the id, or ask an owner to invite you.'
      : what === 'invitation'
        ? 'You have no such invitation. It may have expired, been revoked, or been sent to another email address.'
        : `None of your stores has ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} with this id. Check the id.`,
    what === 'invitation'
      ? {
          arabic: () => new ServiceError('not_found', 'لا توجد دعوة كهذه. ربما انتهت، أو أُلغيت، أو أُرسلت إلى بريد آخر.'),
        }
      : {},
  )

export const sessionRequired = () =>
  new ServiceError(
    'session_required',
    'API keys and tokens cannot do this, whatever their scopes. Use the session token of a signed-in person.',
  )

export const storeNotFound = () =>
  new ServiceError(
    'store_not_found',
    'X-Store-Id must be the id or slug of one of your stores. GET /api/stores lists them. Invitations must be accepted first.',
  )

/** For a repeated request: the secret was shown the first time, and is not stored in readable form. `whose`: its owner's id. */
export const secretAlreadyShown = (whose: { readonly webhook_id: string } | { readonly channel_id: string }) =>
  new ServiceError(
    'duplicate',
    'This request was already processed, and the secret is shown only once. If you lost it, rotate the secret with a new Idempotency-Key.',
    { extra: whose, arabic: null },
  )

/** One error for all problems of a request. Its detail is that of the first problem. */
export function refused(code: ErrorCode, errors: readonly Problem[], extra: Readonly<Record<string, unknown>> = {}) {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new ServiceError(code, `${first?.detail ?? 'Invalid input.'}${more}`, { errors, extra })
}
