import type { Account } from '../ui/layout.tsx'
import type { Page } from '../ui/page.tsx'
import { signInPath } from './with-web-session.ts'

type Props = {
  account: Account
  /** The page to open after signing in. */
  returnTo: string
  /** Whether the submitted form was saved. Null if no form was submitted. */
  kept: boolean | null
}

/** Shown before actions that a stolen or unattended session must not be able to take. */
export const signInAgainPage = ({ account, returnTo, kept }: Props): Page => ({
  title: 'Sign in again to continue',
  status: 403,
  account,
  narrow: true,
  body: (
    <section class="card">
      <h1>Sign in again to continue</h1>
      <p>
        To create a token, add an owner, connect an assistant or manage a channel’s credentials, you must have signed in
        within the last 15 minutes.
      </p>
      {kept === true && (
        <p>Nothing has been changed yet. We saved what you entered. After signing in, you can check and confirm it.</p>
      )}
      {kept === false && (
        <p>Nothing has been changed. What you entered is too long to save, so you will need to enter it again.</p>
      )}
      <div class="actions">
        <a class="button primary" href={signInPath(returnTo, { again: true })}>
          Sign in again
        </a>
        <a class="button" href={returnTo}>
          Cancel
        </a>
      </div>
    </section>
  ),
})

/** Shown above a form that was filled in before signing in again. `at` is the id of the form on the page. */
export const Resumed = ({ at }: { at?: string }) => (
  <p class="good" role="status">
    You have signed in again. Nothing has been changed yet. Check{' '}
    {at === undefined ? 'what you entered' : <a href={`#${at}`}>what you entered</a>}, then confirm it.
  </p>
)
