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
 * An invalid session token. `reason` is for the log; callers learn only `code`, so that nobody can find a valid token by
 * trial and error.
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
 * The issuer's keys could not be fetched, so the token can be neither accepted nor refused. Answered with 503 and
 * `Retry-After`: 401 would sign out every merchant during an outage of the provider.
 */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable'
  readonly code = 'identity_provider_unavailable'
  readonly issuer: string
  readonly retryAfterSeconds: number

  constructor(issuer: string, retryAfterSeconds: number) {
    super(`no signing keys available from ${issuer}`)
    this.issuer = issuer
    this.retryAfterSeconds = retryAfterSeconds
  }
}
