import type { Context } from 'hono'
import * as z from 'zod'
import { hashToken } from '../tokens/format.ts'
import { clearSealed, getSealed, type SealedCookie, setSealed } from './cookies.ts'
import type { WebSignIn } from './config.ts'

const WebSession = z.object({
  /** Known only to this browser. The database stores its hash while the session lasts. */
  id: z.string().min(20),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** From the ID token. */
  emailVerified: z.boolean(),
  /** Seconds since 1970. */
  signedInAt: z.int(),
})

/**
 * The content of the cookie. `issuer` and `subject` identify the person, as in a session token. The database checks whether
 * they are still signed in (app.check_web_session).
 */
export type WebSession = z.output<typeof WebSession>

const cookie: SealedCookie<typeof WebSession> = { name: 'session', schema: WebSession }

export type SignedInPerson = Pick<WebSession, 'issuer' | 'subject' | 'email' | 'name' | 'emailVerified'>

export async function readSession(c: Context, { keys, issuer, trustEmail }: WebSignIn): Promise<WebSession | null> {
  const session = await getSealed(c, cookie, keys)
  // After a change of provider, everybody has to sign in again.
  if (session?.issuer !== issuer) return null
  // If trust_email has been turned off since, that applies immediately.
  return { ...session, emailVerified: session.emailVerified && trustEmail }
}

/** Always has a new id, so that a copy of the previous cookie is useless. */
export const newSession = (person: SignedInPerson): WebSession => ({
  ...person,
  id: randomId(),
  signedInAt: Math.floor(Date.now() / 1000),
})

export const setSession = (c: Context, { keys, maxSeconds }: WebSignIn, session: WebSession): Promise<void> =>
  setSealed(c, cookie, keys, session, maxSeconds)

export const clearSession = (c: Context): void => clearSealed(c, cookie)

/** The key of the session in the database, in hex. */
export const sessionHash = ({ id }: WebSession): Promise<string> => hashToken(id)

/** The CSRF token of a session's forms. Derived from the session id without revealing it. */
export async function formToken({ id }: WebSession): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`form ${id}`))
  return new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true })
}

export async function isFormToken(session: WebSession, token: string): Promise<boolean> {
  const [expected, actual] = [await formToken(session), token].map((text) => new TextEncoder().encode(text))
  if (!expected || !actual || expected.length !== actual.length) return false
  return crypto.subtle.timingSafeEqual(expected, actual)
}

const randomId = () => crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: 'base64url', omitPadding: true })
