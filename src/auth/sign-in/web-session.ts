import type { Context } from 'hono'
import * as z from 'zod'
import { hashToken } from '../tokens/format.ts'
import { clearSealed, getSealed, type SealedCookie, setSealed } from './cookies.ts'
import type { WebSignIn } from './config.ts'

const WebSession = z.object({
  /** Known to this browser and nobody else; the database has its hash, as long as the session lasts. */
  id: z.string().min(20),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** As the ID token said it; sessions from before it was kept have said nothing. */
  emailVerified: z.boolean().default(false),
  /** Seconds since 1970. */
  signedInAt: z.int(),
})

/**
 * What the cookie says: the same person as one whose session token says the same issuer and subject. Whether they are still
 * signed in, the database says (app.check_web_session).
 */
export type WebSession = z.output<typeof WebSession>

const cookie: SealedCookie<typeof WebSession> = { name: 'session', schema: WebSession, maxAgeSeconds: 8 * 3600 }

export type Person = Pick<WebSession, 'issuer' | 'subject' | 'email' | 'emailVerified'>

export async function readSession(c: Context, { keys, issuer, trustEmail }: WebSignIn): Promise<WebSession | null> {
  const session = await getSealed(c, cookie, keys)
  // Once the provider is another one, whoever came by the old one signs in again.
  if (session?.issuer !== issuer) return null
  // Trust that was withdrawn since they signed in counts at once.
  return { ...session, emailVerified: session.emailVerified && trustEmail }
}

/** Always with an id of its own: what was copied of the session before is worth nothing in this one. */
export const newSession = (person: Person): WebSession => ({
  ...person,
  id: randomId(),
  signedInAt: Math.floor(Date.now() / 1000),
})

export const setSession = (c: Context, { keys }: WebSignIn, session: WebSession): Promise<void> =>
  setSealed(c, cookie, keys, session)

export const clearSession = (c: Context): void => clearSealed(c, cookie)

/** By which the database knows the session, as hex. */
export const sessionHash = ({ id }: WebSession): Promise<string> => hashToken(id)

/** What the forms of a session carry: follows from the session's id, which it does not tell. */
export async function formToken({ id }: WebSession): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`form ${id}`))
  return new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true })
}

export async function isFormToken(session: WebSession, given: string): Promise<boolean> {
  const [wanted, found] = [await formToken(session), given].map((text) => new TextEncoder().encode(text))
  if (!wanted || !found || wanted.length !== found.length) return false
  return crypto.subtle.timingSafeEqual(wanted, found)
}

const randomId = () => crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: 'base64url', omitPadding: true })
