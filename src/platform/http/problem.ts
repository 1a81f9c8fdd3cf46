import type { Context } from 'hono'
import type { ErrorCode, ServiceError } from '../errors/errors.ts'
import type { Language } from '../values/language.ts'
import type { AppEnv, RequestContext } from './app-env.ts'
import type { Said } from './arabic/arabic-problems.ts'
import { readerOf } from './reader.ts'

type Kind = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 501 | 503
  readonly title: string
}

export const problemKinds = {
  invalid_json: { status: 400, title: 'Invalid JSON' },
  invalid_header: { status: 400, title: 'Invalid header' },
  invalid_idempotency_key: { status: 400, title: 'Invalid Idempotency-Key' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  invalid_token: { status: 401, title: 'Invalid token' },
  token_expired: { status: 401, title: 'Session token expired' },
  invalid_signature: { status: 401, title: 'Invalid signature' },
  forbidden: { status: 403, title: 'Forbidden' },
  store_closed: { status: 403, title: 'Store closed' },
  store_creation_closed: { status: 403, title: 'Store creation closed' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  session_required: { status: 403, title: 'Session required' },
  recent_sign_in_required: { status: 403, title: 'Recent sign-in required' },
  not_found: { status: 404, title: 'Not found' },
  store_not_found: { status: 404, title: 'Store not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  insufficient_stock: { status: 409, title: 'Not enough stock' },
  invalid_transition: { status: 409, title: 'Action not possible' },
  refund_required: { status: 409, title: 'Refund required' },
  already_shipped: { status: 409, title: 'Already shipped' },
  cannot_undo: { status: 409, title: 'Cannot undo' },
  quantity_required: { status: 422, title: 'Quantity required' },
  version_conflict: { status: 409, title: 'Version conflict' },
  conflict: { status: 409, title: 'Conflict' },
  media_in_use: { status: 409, title: 'File in use' },
  collection_in_use: { status: 409, title: 'Collection in use' },
  duplicate: { status: 409, title: 'Already exists' },
  customer_anonymized: { status: 409, title: 'Customer anonymized' },
  last_owner: { status: 409, title: 'A store must have at least one owner' },
  limit_reached: { status: 409, title: 'Limit reached' },
  too_many_webhooks: { status: 409, title: 'Too many webhooks' },
  webhook_disabled: { status: 409, title: 'Webhook disabled' },
  deliveries_pending: { status: 409, title: 'Deliveries pending' },
  payload_too_large: { status: 413, title: 'Request body too large' },
  answer_too_large: { status: 422, title: 'Answer too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  invalid_input: { status: 422, title: 'Invalid input' },
  unsafe_address: { status: 422, title: 'Unsafe address' },
  invalid_image: { status: 422, title: 'Invalid image' },
  image_unreachable: { status: 422, title: 'Image unreachable' },
  media_not_found: { status: 422, title: 'File not found' },
  quantity_limit: { status: 422, title: 'Quantity limit exceeded' },
  page_too_deep: { status: 422, title: 'Page too deep' },
  unknown_customer: { status: 422, title: 'Unknown customer' },
  unknown_order: { status: 422, title: 'Unknown order' },
  unknown_product: { status: 422, title: 'Unknown product' },
  unknown_variant: { status: 422, title: 'Unknown variant' },
  unknown_collection: { status: 422, title: 'Unknown collection' },
  unknown_channel: { status: 422, title: 'Unknown channel' },
  unknown_segment: { status: 422, title: 'Unknown segment' },
  unknown_member: { status: 422, title: 'Unknown member' },
  unknown_page: { status: 422, title: 'Unknown page' },
  unknown_platform: { status: 422, title: 'Unknown platform' },
  customer_not_found: { status: 422, title: 'Customer not found' },
  collection_not_found: { status: 422, title: 'Collection not found' },
  product_not_found: { status: 422, title: 'Product not found' },
  variant_required: { status: 422, title: 'Variant required' },
  invalid_amount: { status: 422, title: 'Invalid amount' },
  total_mismatch: { status: 422, title: 'Total mismatch' },
  total_changed: { status: 422, title: 'Total changed' },
  discount_not_found: { status: 422, title: 'Discount not found' },
  discount_not_started: { status: 422, title: 'Discount not started' },
  discount_ended: { status: 422, title: 'Discount ended' },
  discount_used_up: { status: 422, title: 'Discount used up' },
  discount_used_by_customer: { status: 422, title: 'Discount already used by the customer' },
  discount_not_applicable: { status: 422, title: 'Discount not for these items' },
  more_than_due: { status: 422, title: 'More than is due' },
  discount_below_minimum: { status: 422, title: 'Below the minimum of the discount' },
  delivery_method_not_found: { status: 422, title: 'Delivery method not found' },
  delivery_method_not_offered: { status: 422, title: 'Delivery method not offered' },
  destination_required: { status: 422, title: 'Destination required' },
  not_delivered_there: { status: 422, title: 'Not delivered there' },
  sum_too_large: { status: 422, title: 'Sum too large' },
  ambiguous: { status: 409, title: 'Ambiguous name' },
  store_required: { status: 422, title: 'Store required' },
  idempotency_key_reused: { status: 422, title: 'Idempotency-Key reused' },
  cannot_reply: { status: 422, title: 'Cannot reply' },
  challenge_required: { status: 422, title: 'Bot challenge required' },
  challenge_failed: { status: 422, title: 'Bot challenge failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  not_configured: { status: 501, title: 'Not configured' },
  database_unavailable: { status: 503, title: 'Database unavailable' },
  storage_unavailable: { status: 503, title: 'Storage unavailable' },
  challenge_unavailable: { status: 503, title: 'Bot challenge unavailable' },
  identity_provider_unavailable: { status: 503, title: 'Identity provider unavailable' },
} as const satisfies Record<ErrorCode, Kind>

/** The error of a request, in the reader's words. The texts load with the first error that needs them. */
export async function answerProblem(
  c: RequestContext & Pick<Context<AppEnv>, 'set'>,
  error: ServiceError,
): Promise<Response> {
  c.set('errorCode', error.code)
  const reader = readerOf(c)
  const arabic =
    reader?.language === 'ar' ? (await import('./arabic/arabic-problems.ts')).inArabic(error, reader) : undefined
  const said = arabic ?? (reader?.isShopper ? await forShopper(error) : inEnglish(error))
  const response = problemResponse(error, c.var.requestId, c.env, said)
  if (reader)
    for (const [name, value] of Object.entries(inLanguage(arabic ? 'ar' : 'en'))) response.headers.set(name, value)
  return response
}

const inEnglish = ({ code, message, errors, extra }: ServiceError): Said => ({
  title: problemKinds[code].title,
  detail: message,
  errors,
  extra,
})

const forShopper = async (error: ServiceError): Promise<Said> => ({
  ...inEnglish(error),
  ...(await import('./labelled-problems.ts')).labelledForShoppers(error),
})

/**
 * RFC 9457 problem details, with a stable `code`, the request id and every problem found. `said`: its texts, if they are
 * not those for programs.
 */
export function problemResponse(
  error: ServiceError,
  requestId: string,
  env: Readonly<Record<string, unknown>>,
  said: Said = inEnglish(error),
): Response {
  const { code, retryAfter } = error
  const { status } = problemKinds[code]
  const { title, detail, errors, extra } = said
  const body = {
    type: `${publicUrlOf(env)}/docs/errors#${code}`,
    title,
    status,
    detail,
    code,
    request_id: requestId,
    errors,
    ...extra,
  }
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (status === 401) headers.set('www-authenticate', challenge(code))
  return Response.json(body, { status, headers })
}

/** Headers of a response whose texts are in the reader's language. */
export const inLanguage = (language: Language) => ({ 'Content-Language': language, Vary: 'Accept-Language' })

/** Not from the configuration, which may be what is wrong. Without it, the URL is relative. */
function publicUrlOf({ PUBLIC_URL }: Readonly<Record<string, unknown>>): string {
  return typeof PUBLIC_URL === 'string' && URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).origin : ''
}

// RFC 6750 §3.1: no error code if the request had no credentials.
const challenge = (code: ErrorCode) =>
  code === 'unauthenticated'
    ? 'Bearer realm="merchant-commerce"'
    : code === 'invalid_signature'
      ? 'Signature realm="merchant-commerce"'
      : `Bearer realm="merchant-commerce", error="invalid_token", error_description="${problemKinds[code].title}"`
