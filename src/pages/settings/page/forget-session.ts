import type { Context } from 'hono'
import { forgetSession as forget } from '../../../platform/auth/sign-in/forget-session.ts'
import { discardForm } from './saved-form.ts'

/** Removes an ended session from the browser, with the form that was filled in during it. */
export function forgetSession(c: Context): void {
  forget(c)
  discardForm(c)
}
