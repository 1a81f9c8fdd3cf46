import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { clearSession } from '../../auth/sign-in/web-session.ts'
import { dropForm } from '../ui/kept-form.ts'

const signInAgainCookie = '__Host-ask-again'
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/**
 * Leaves nothing of a session that was ended in the browser, but that the next sign-in is to ask who it is: the provider's
 * own session would otherwise sign in again whoever comes next.
 */
export function forgetSession(c: Context): void {
  clearSession(c)
  dropForm(c)
  setCookie(c, signInAgainCookie, '1', attributes)
}

/** Whether the next sign-in is to ask who it is. */
export const mustSignInAgain = (c: Context): boolean => getCookie(c, signInAgainCookie) !== undefined

export const hasAsked = (c: Context): void => {
  deleteCookie(c, signInAgainCookie, attributes)
}
