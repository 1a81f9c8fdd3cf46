import type { ErrorCode, ServiceError } from '../errors.ts'

type Kind = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly title: string
}

export const kinds = {
  invalid_json: { status: 400, title: 'The body is not JSON' },
  invalid_header: { status: 400, title: 'A header is malformed' },
  invalid_idempotency_key: { status: 400, title: 'The Idempotency-Key is malformed' },
  unauthenticated: { status: 401, title: 'A token is needed' },
  invalid_token: { status: 401, title: 'The token does not hold' },
  token_expired: { status: 401, title: 'The session token has expired' },
  invalid_signature: { status: 401, title: 'The signature does not hold' },
  forbidden: { status: 403, title: 'Not allowed' },
  insufficient_scope: { status: 403, title: 'The token lacks a scope' },
  not_found: { status: 404, title: 'Not found' },
  store_not_found: { status: 404, title: 'Store not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  insufficient_stock: { status: 409, title: 'Not enough stock' },
  invalid_transition: { status: 409, title: 'Not possible in this state' },
  refund_required: { status: 409, title: 'A refund has to come first' },
  version_conflict: { status: 409, title: 'Changed in the meantime' },
  conflict: { status: 409, title: 'Conflicting change' },
  duplicate: { status: 409, title: 'There is one already' },
  customer_anonymized: { status: 409, title: 'The customer was anonymized' },
  last_owner: { status: 409, title: 'A store keeps an owner' },
  limit_reached: { status: 409, title: 'There are as many as there may be' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not of the type wanted' },
  invalid_input: { status: 422, title: 'The input was refused' },
  quantity_limit: { status: 422, title: 'Quantity limit exceeded' },
  page_too_deep: { status: 422, title: 'Page numbers do not reach that far' },
  customer_not_found: { status: 422, title: 'No such customer' },
  product_not_found: { status: 422, title: 'No such product' },
  variant_required: { status: 422, title: 'A variant must be named' },
  invalid_amount: { status: 422, title: 'An amount cannot be taken' },
  total_mismatch: { status: 422, title: 'The total is not the sum of its parts' },
  sum_too_large: { status: 422, title: 'Sum too large' },
  store_required: { status: 422, title: 'A store must be named' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  cannot_reply: { status: 422, title: 'Nothing can be sent here' },
  challenge_required: { status: 422, title: 'Bot challenge required' },
  challenge_failed: { status: 422, title: 'Bot challenge failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  database_unavailable: { status: 503, title: 'The database is unavailable' },
  challenge_unavailable: { status: 503, title: 'Bot challenge unavailable' },
  identity_provider_unavailable: { status: 503, title: 'The identity provider is unavailable' },
} as const satisfies Record<ErrorCode, Kind>

/** RFC 9457, with a stable `code`, the request's id and every problem found. */
export function problemResponse(
  { code, message, errors, extra, retryAfter }: ServiceError,
  requestId: string,
): Response {
  const { status, title } = kinds[code]
  const body = {
    type: `urn:merchant-commerce:error:${code}`,
    title,
    status,
    detail: message,
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

// RFC 6750 §3.1: no error code where no credentials were sent.
const challenge = (code: ErrorCode) =>
  code === 'unauthenticated'
    ? 'Bearer realm="merchant-commerce"'
    : code === 'invalid_signature'
      ? 'Signature realm="merchant-commerce"'
      : `Bearer realm="merchant-commerce", error="invalid_token", error_description="${kinds[code].title}"`
