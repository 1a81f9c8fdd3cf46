import type { Context } from 'hono'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { denialMet, emailOf, isEmailVerified, SessionClaims } from './session-claims.ts'
import { clearSealed, getSealed, type SealedCookie, setSealed } from './web-cookies.ts'
import { providerOf, requestOptions } from './web-provider.ts'
import { returnPath } from './web-return-path.ts'
import type { Person } from './web-session.ts'
import type { WebSignIn } from './web-sign-in-config.ts'

type SignInProblem =
  /** The provider does not answer, or not as it should. */
  | 'unavailable'
  /** Not begun in this browser, or too long ago: it could be somebody else's sign-in that was slipped in. */
  | 'not_begun_here'
  /** Cancelled, or refused by the provider. */
  | 'refused'
  /** The provider vouches for nobody whom this service takes. */
  | 'unacceptable'

export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly problem: SignInProblem
  readonly returnTo: string
  /** A code of OAuth or of oauth4webapi, for the log. */
  readonly reason: string | undefined

  constructor(problem: SignInProblem, returnTo: string, cause?: unknown) {
    super(`sign-in failed: ${problem}`, { cause })
    this.problem = problem
    this.returnTo = returnTo
    this.reason = reasonOf(cause)
  }
}

const Attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() })

/** Binds the way back to the browser that set out, so that nobody can be signed in as somebody else. */
const attemptCookie: SealedCookie<typeof Attempt> = { name: 'sign-in', schema: Attempt, maxAgeSeconds: 600 }

type Wish = {
  readonly returnTo: string
  /** Ask who it is, even of one who is signed in at the provider. */ readonly ask: boolean
}

/** Where to send the browser: the provider's authorization endpoint, with PKCE, state and nonce. */
export async function beginSignIn(c: Context, signIn: WebSignIn, { returnTo, ask }: Wish): Promise<URL> {
  const { server } = await providerOf(signIn).catch((cause: unknown) => {
    throw new SignInFailed('unavailable', returnTo, cause)
  })
  const location = URL.parse(server.authorization_endpoint ?? '')
  if (!location) throw new SignInFailed('unavailable', returnTo)
  const attempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo,
  }
  await setSealed(c, attemptCookie, signIn.keys, attempt)
  const parameters = {
    client_id: signIn.clientId,
    redirect_uri: signIn.redirectUri,
    response_type: 'code',
    scope: signIn.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(ask && { prompt: 'login' }),
  }
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
  return location
}

/** Who came back from the provider, and where they were going. Throws `SignInFailed`. */
export async function finishSignIn(c: Context, signIn: WebSignIn): Promise<{ person: Person; returnTo: string }> {
  const attempt = await getSealed(c, attemptCookie, signIn.keys)
  // Good for one try, whatever comes of it.
  clearSealed(c, attemptCookie)
  const query = new URL(c.req.url).searchParams
  if (!attempt || query.get('state') !== attempt.state)
    throw new SignInFailed('not_begun_here', attempt?.returnTo ?? returnPath(undefined))
  const returnTo = returnPath(attempt.returnTo)
  try {
    return { person: await redeem(signIn, attempt, query), returnTo }
  } catch (error) {
    throw error instanceof SignInFailed ? error : new SignInFailed(problemOf(error), returnTo, error)
  }
}

async function redeem(signIn: WebSignIn, attempt: z.output<typeof Attempt>, query: URLSearchParams): Promise<Person> {
  const { server, keys } = await providerOf(signIn)
  const client = { client_id: signIn.clientId }
  const options = requestOptions(signIn)
  const secret = signIn.clientSecret
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret),
    oauth.validateAuthResponse(server, client, query, attempt.state),
    signIn.redirectUri,
    attempt.verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: attempt.nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, { ...options, [oauth.jwksCache]: keys })
  return personOf(signIn, oauth.getValidatedIdTokenClaims(tokens), attempt.returnTo)
}

function personOf({ issuer, deniedClaims, trustEmail }: WebSignIn, idToken: unknown, returnTo: string): Person {
  const claims = SessionClaims.safeParse(idToken).data
  // An ID token has the client as its audience; the other rules are about the person, and hold here as for REST.
  const { aud: _aud, ...rules } = deniedClaims
  if (!claims || denialMet(claims, rules)) throw new SignInFailed('unacceptable', returnTo)
  return {
    issuer,
    subject: claims.sub,
    email: emailOf(claims) ?? null,
    emailVerified: isEmailVerified(claims, { trustEmail }),
  }
}

// Of an answer that is none: an error page, or nothing in it that OAuth knows.
const malfunctions = new Set([oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR])

const problemOf = (error: unknown): SignInProblem => {
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === 'server_error' || error.error === 'temporarily_unavailable' ? 'unavailable' : 'refused'
  // invalid_grant: the code was used or is too old, as after going back in the browser's history.
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
