import type { Context } from 'hono'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { isDenied, emailOf, isEmailVerified, claimedNameOf, SessionClaims } from '../session/session-claims.ts'
import { clearSealed, getSealed, type SealedCookie, setSealed } from './cookies.ts'
import { providerOf, requestOptions } from './provider.ts'
import { returnPath } from './return-path.ts'
import { problemOf, SignInFailed, type SignInRequest } from './sign-in-failed.ts'
import type { SignedInPerson } from './web-session.ts'
import type { WebSignIn } from './config.ts'

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

/**
 * Binds the redirect back to the browser that started, so that nobody can trick others into signing in to an account that is
 * not theirs.
 */
const attemptCookie: SealedCookie<typeof Attempt> = { name: 'sign-in', schema: Attempt }

const attemptSeconds = 600

// With max_age, an ID token must contain auth_time (OpenID Connect Core 1.0, section 2). This value is longer than providers'
// own sessions, so that it never makes them ask for credentials.
const longMaxAgeSeconds = 30 * 86_400

const clockToleranceSeconds = 30

/** Where to send the browser: the provider's authorization endpoint, with PKCE, state and nonce, in the person's language. */
export async function beginSignIn(c: Context, signIn: WebSignIn, request: SignInRequest, locale: string): Promise<URL> {
  const { server } = await providerOf(signIn).catch((cause: unknown) => {
    throw new SignInFailed('unavailable', request, cause)
  })
  const location = URL.parse(server.authorization_endpoint ?? '')
  if (!location) throw new SignInFailed('unavailable', request)
  const attempt = {
    ...request,
    beganAt: nowSeconds(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  }
  await setSealed(c, attemptCookie, signIn.keys, attempt, attemptSeconds)
  const parameters = {
    client_id: signIn.clientId,
    redirect_uri: signIn.redirectUri,
    response_type: 'code',
    scope: signIn.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // 0 means the same as prompt=login (section 3.1.2.1). Some providers support only one of the two.
    max_age: String(request.again ? 0 : longMaxAgeSeconds),
    ui_locales: locale,
    ...((request.ask || request.again) && { prompt: 'login' }),
  }
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
  return location
}

type SignedIn = {
  readonly person: SignedInPerson
  /** When the person authenticated with the provider; null if it does not say. */
  readonly authTime: Date | null
  readonly returnTo: string
  readonly again: boolean
}

/** The person who comes back from the provider, and where they were going. Throws `SignInFailed`. */
export async function finishSignIn(c: Context, signIn: WebSignIn): Promise<SignedIn> {
  const attempt = await getSealed(c, attemptCookie, signIn.keys)
  // Valid for one attempt, whatever its result.
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

/** Without auth_time, prompt=login counts only if trust_prompt is configured. */
function authTimeOf({ trustPrompt }: WebSignIn, idToken: unknown, attempt: Attempt): Date | null {
  const { ask, again, beganAt } = attempt
  const stated = AuthTime.safeParse(idToken).data?.auth_time
  const seconds = stated ?? (trustPrompt && (ask || again) ? nowSeconds() : null)
  if (again && (seconds === null || seconds < beganAt - clockToleranceSeconds))
    throw new SignInFailed('not_recent', attempt)
  return seconds === null ? null : new Date(seconds * 1000)
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

function personOf({ issuer, deniedClaims, trustEmail }: WebSignIn, idToken: unknown, attempt: Attempt): SignedInPerson {
  const claims = SessionClaims.safeParse(idToken).data
  // The audience of an ID token is the client. The other rules are about the person and apply here as for REST.
  const { aud: _aud, ...rules } = deniedClaims
  if (!claims || isDenied(claims, rules)) throw new SignInFailed('unacceptable', attempt)
  return {
    issuer,
    subject: claims.sub,
    email: emailOf(claims) ?? null,
    name: claimedNameOf(claims) ?? null,
    emailVerified: isEmailVerified(claims, { trustEmail }),
  }
}
