export type RefusalReason =
  | 'malformed'
  | 'too_long'
  | 'unsupported_header'
  | 'unsupported_algorithm'
  | 'unknown_issuer'
  | 'unknown_key'
  | 'ambiguous_key'
  | 'bad_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'issued_in_future'
  | 'lifetime_too_long'
  | 'wrong_audience'
  | 'wrong_authorized_party'
  | 'missing_claim'
  | 'invalid_claim'
  | 'refused_claim'
  | 'not_a_session_token'

/**
 * A session token that does not hold. `reason` is for the log; the wire learns `code` and nothing else,
 * so that nobody can feel their way to a token that passes.
 */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`session token refused: ${reason}`)
    this.reason = reason
  }

  get code(): 'invalid_token' | 'token_expired' {
    return this.reason === 'expired' ? 'token_expired' : 'invalid_token'
  }
}

/**
 * The issuer's keys could not be had, so the token could be neither accepted nor refused: 503 with
 * `Retry-After`, never 401, which would sign every merchant out for the provider's outage.
 */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable'
  readonly code = 'identity_provider_unavailable'
  readonly issuer: string
  readonly retryAfterSeconds: number

  constructor(issuer: string, retryAfterSeconds: number) {
    super(`no signing keys to be had from ${issuer}`)
    this.issuer = issuer
    this.retryAfterSeconds = retryAfterSeconds
  }
}
