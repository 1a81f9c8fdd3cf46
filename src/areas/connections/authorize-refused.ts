/** Why a request cannot be answered with a redirect: its client or redirect URI is not valid. */
export type AuthorizeRefusal =
  | 'client_missing'
  | 'client_unknown'
  | 'client_address'
  | 'client_document'
  | 'redirect_missing'
  | 'redirect_unknown'
  | 'repeated'

/** `detail` is for the log and the client's developer: one of a closed list of reasons, never data. */
export class AuthorizeRefused extends Error {
  override readonly name = 'AuthorizeRefused'
  readonly reason: AuthorizeRefusal
  readonly detail: string | undefined

  constructor(reason: AuthorizeRefusal, detail?: string) {
    super(`authorization request refused: ${reason}`)
    this.reason = reason
    this.detail = detail
  }
}
