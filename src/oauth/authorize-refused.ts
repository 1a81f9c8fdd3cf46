/** Why a request cannot even be answered by a redirect: who would get the answer is what is wrong with it. */
export type AuthorizeRefusal =
  | 'client_missing'
  | 'client_unknown'
  | 'client_address'
  | 'client_document'
  | 'redirect_missing'
  | 'redirect_unknown'
  | 'repeated'

/** `detail` is for the log and for whoever makes the client: a reason of a closed list, never data. */
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
