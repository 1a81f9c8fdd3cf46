import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const name = '__Host-browser'

/**
 * What a pending authorization is bound to besides the person: SHA-256, as hex, of a cookie of this browser's own,
 * which is set where there is none yet. It says nothing about anybody and ends with the browser.
 */
export async function browserOf(c: Context): Promise<string> {
  const kept = getCookie(c, name)
  const value = kept !== undefined && /^[A-Za-z0-9_-]{43}$/.test(kept) ? kept : newValue()
  if (value !== kept) setCookie(c, name, value, { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))
  return new Uint8Array(digest).toHex()
}

const newValue = () => crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
