import * as oauth from 'oauth4webapi'

export type SignInRequest = {
  readonly returnTo: string
  /** Ask for credentials, even if the person is signed in at the provider. */
  readonly ask: boolean
  /** The same, and the provider must confirm that the person just authenticated. */
  readonly again: boolean
}

type SignInProblem =
  /** The provider does not respond, or responds incorrectly. */
  | 'unavailable'
  /** Started in another browser or too long ago: it could be an attacker's sign-in. */
  | 'not_begun_here'
  /** Cancelled by the person, or refused by the provider. */
  | 'refused'
  /** The ID token is invalid or has denied claims. */
  | 'unacceptable'
  /** The provider did not confirm that the person just authenticated. */
  | 'not_recent'

export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly problem: SignInProblem
  readonly request: SignInRequest
  /** An error code of OAuth or oauth4webapi, for the log. */
  readonly reason: string | undefined

  constructor(problem: SignInProblem, request: SignInRequest, cause?: unknown) {
    super(`sign-in failed: ${problem}`, { cause })
    this.problem = problem
    this.request = request
    this.reason = reasonOf(cause)
  }
}

// Not an OAuth response, such as an error page.
const malfunctions = new Set([oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR])

export const problemOf = (error: unknown): SignInProblem => {
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable' ? 'unavailable' : 'refused'
  // invalid_grant: the code was used or has expired, for example after going back in the browser's history.
  if (error instanceof oauth.ResponseBodyError)
    return error.error === 'invalid_grant' ? 'not_begun_here' : 'unavailable'
  if (!(error instanceof oauth.OperationProcessingError)) return 'unavailable'
  return error.code !== undefined && malfunctions.has(error.code) ? 'unavailable' : 'unacceptable'
}

function reasonOf(cause: unknown): string | undefined {
  if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError) return cause.error
  if (cause instanceof oauth.OperationProcessingError) return cause.code
  return cause instanceof Error ? cause.name : undefined
}
