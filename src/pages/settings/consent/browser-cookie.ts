import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const name = '__Host-browser'

/**
 * Identifies this browser, so that a pending authorization can be bound to it: the SHA-256, in hex, of a random session
 * cookie, which is set if it is missing.
 */
export async function browserOf(c: Context): Promise<string> {
  const cookie = getCookie(c, name)
  const value = cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : newValue()
  if (value !== cookie) setCookie(c, name, value, { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))
  return new Uint8Array(digest).toHex()
}

const newValue = () => crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
