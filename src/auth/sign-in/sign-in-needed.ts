/**
 * `signed_out`: the session of the pages has ended. `sign_in_again`: it has not, but what was asked needs a recent
 * sign-in. Meets people on the pages alone; callers of the API have session tokens.
 */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded'
  readonly reason: 'signed_out' | 'sign_in_again'

  constructor(reason: SignInNeeded['reason']) {
    super(`sign-in needed: ${reason}`)
    this.reason = reason
  }
}

/**
 * What an operation asks of a session of the pages, from the last 15 minutes (app.check_web_session). `authenticated`: the
 * person proved to the identity provider who they are. `signed_in`: that, or they came from there, as when it knew them.
 */
export type RecentSignIn = 'authenticated' | 'signed_in'
