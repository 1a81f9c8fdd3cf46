import type { Context } from 'hono'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { isDenied, emailOf, isEmailVerified, SessionClaims } from '../session/session-claims.ts'
import { clearSealed, getSealed, type SealedCookie, setSealed } from './cookies.ts'
import { providerOf, requestOptions } from './provider.ts'
import { returnPath } from './return-path.ts'
import type { Person } from './web-session.ts'
import type { WebSignIn } from './config.ts'

type SignInProblem =
  /** The provider does not answer, or not as it should. */
  | 'unavailable'
  /** Not begun in this browser, or too long ago: it could be somebody else's sign-in that was slipped in. */
  | 'not_begun_here'
  /** Cancelled, or refused by the provider. */
  | 'refused'
  /** The provider vouches for nobody whom this service takes. */
  | 'unacceptable'
  /** The provider was to ask the person who they are, and does not say that it did. */
  | 'not_recent'

export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly problem: SignInProblem
  readonly wish: Wish
  /** A code of OAuth or of oauth4webapi, for the log. */
  readonly reason: string | undefined

  constructor(problem: SignInProblem, wish: Wish, cause?: unknown) {
    super(`sign-in failed: ${problem}`, { cause })
    this.problem = problem
    this.wish = wish
    this.reason = reasonOf(cause)
  }
}

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  ask: z.boolean().default(false),
  again: z.boolean().default(false),
  /** Seconds since 1970. */
  beganAt: z.int().default(0),
})

type Attempt = z.output<typeof Attempt>

/** Binds the way back to the browser that set out, so that nobody can be signed in as somebody else. */
const attemptCookie: SealedCookie<typeof Attempt> = { name: 'sign-in', schema: Attempt, maxAgeSeconds: 600 }

type Wish = {
  readonly returnTo: string
  /** Ask who it is, even of one who is signed in at the provider. */
  readonly ask: boolean
  /** The same, and nothing counts but the provider's word that they have just proved who they are. */
  readonly again: boolean
}

// An ID token says when the person signed in (auth_time) where a greatest age is asked for (OpenID Connect Core 1.0,
// section 2). This one is longer than providers' own sessions, so that nobody is asked because of it.
const statedAgeSeconds = 30 * 86_400

const clockToleranceSeconds = 30

/** Where to send the browser: the provider's authorization endpoint, with PKCE, state and nonce. */
export async function beginSignIn(c: Context, signIn: WebSignIn, wish: Wish): Promise<URL> {
  const { server } = await providerOf(signIn).catch((cause: unknown) => {
    throw new SignInFailed('unavailable', wish, cause)
  })
  const location = URL.parse(server.authorization_endpoint ?? '')
  if (!location) throw new SignInFailed('unavailable', wish)
  const attempt = {
    ...wish,
    beganAt: nowSeconds(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
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
    // 0 is as good as prompt=login (section 3.1.2.1); some providers know but one of them.
    max_age: String(wish.again ? 0 : statedAgeSeconds),
    ...((wish.ask || wish.again) && { prompt: 'login' }),
  }
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
  return location
}

type SignedIn = {
  readonly person: Person
  /** When they proved to the provider who they are; null: it does not say. */
  readonly authTime: Date | null
  readonly returnTo: string
  readonly again: boolean
}

/** Who came back from the provider, and where they were going. Throws `SignInFailed`. */
export async function finishSignIn(c: Context, signIn: WebSignIn): Promise<SignedIn> {
  const attempt = await getSealed(c, attemptCookie, signIn.keys)
  // Good for one try, whatever comes of it.
  clearSealed(c, attemptCookie)
  const query = new URL(c.req.url).searchParams
  if (!attempt || query.get('state') !== attempt.state)
    throw new SignInFailed('not_begun_here', attempt ?? { returnTo: returnPath(undefined), ask: false, again: false })
  const returnTo = returnPath(attempt.returnTo)
  try {
    const claims = await redeem(signIn, attempt, query)
    const person = personOf(signIn, claims, attempt)
    return { person, authTime: authTimeOf(signIn, claims, attempt), returnTo, again: attempt.again }
  } catch (error) {
    throw error instanceof SignInFailed ? error : new SignInFailed(problemOf(error), attempt, error)
  }
}

async function redeem(signIn: WebSignIn, attempt: Attempt, query: URLSearchParams): Promise<unknown> {
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
  return oauth.getValidatedIdTokenClaims(tokens)
}

const AuthTime = z.object({ auth_time: z.number().positive().max(1e11).optional() })

/** A provider that leaves auth_time out is believed to have asked only where whoever runs the service says so. */
function authTimeOf({ trustPrompt }: WebSignIn, idToken: unknown, attempt: Attempt): Date | null {
  const { ask, again, beganAt } = attempt
  const stated = AuthTime.safeParse(idToken).data?.auth_time
  const seconds = stated ?? (trustPrompt && (ask || again) ? nowSeconds() : null)
  if (again && (seconds === null || seconds < beganAt - clockToleranceSeconds))
    throw new SignInFailed('not_recent', attempt)
  return seconds === null ? null : new Date(seconds * 1000)
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

function personOf({ issuer, deniedClaims, trustEmail }: WebSignIn, idToken: unknown, attempt: Attempt): Person {
  const claims = SessionClaims.safeParse(idToken).data
  // An ID token has the client as its audience; the other rules are about the person, and hold here as for REST.
  const { aud: _aud, ...rules } = deniedClaims
  if (!claims || isDenied(claims, rules)) throw new SignInFailed('unacceptable', attempt)
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
