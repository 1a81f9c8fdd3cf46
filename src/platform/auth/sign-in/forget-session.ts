import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { clearSession } from './web-session.ts'

const signInAgainCookie = '__Host-ask-again'
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/**
 * Removes an ended session from the browser and makes the next sign-in ask for credentials. Otherwise the identity
 * provider's own session would sign in whoever uses the browser next.
 */
export function forgetSession(c: Context): void {
  clearSession(c)
  setCookie(c, signInAgainCookie, '1', attributes)
}

/** Whether the next sign-in must ask for credentials. */
export const mustSignInAgain = (c: Context): boolean => getCookie(c, signInAgainCookie) !== undefined

export const clearSignInAgain = (c: Context): void => {
  deleteCookie(c, signInAgainCookie, attributes)
}
