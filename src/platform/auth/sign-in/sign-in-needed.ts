/**
 * `signed_out`: the session of the web pages has ended. `sign_in_again`: the operation requires a recent sign-in. Not for
 * callers with session tokens.
 */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded'
  readonly reason: 'signed_out' | 'sign_in_again'

  constructor(reason: SignInNeeded['reason']) {
    super(`sign-in needed: ${reason}`)
    this.reason = reason
  }
}

export const signedOut = (): SignInNeeded => new SignInNeeded('signed_out')

/**
 * What an operation requires of a session of the web pages in the last 15 minutes (app.check_web_session). `authenticated`: the
 * person authenticated with the identity provider. `signed_in`: that, or the session is new, even without a password.
 */
export type RecentSignIn = 'authenticated' | 'signed_in'
