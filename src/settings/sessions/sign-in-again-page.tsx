import type { Account } from '../ui/layout.tsx'
import type { Page } from '../ui/page.tsx'
import { signInPath } from './with-web-session.ts'

type Props = {
  account: Account
  /** Where they go on after signing in. */
  returnTo: string
  /** Of a form that was sent: whether it waits for them there. Null: none was sent. */
  kept: boolean | null
}

/** Before something that a copied or unattended session must not be enough for. */
export const signInAgainPage = ({ account, returnTo, kept }: Props): Page => ({
  title: 'Sign in again to continue',
  status: 403,
  account,
  narrow: true,
  body: (
    <section class="card">
      <h1>Sign in again to continue</h1>
      <p>
        To make a token, add an owner, let an assistant in or work with a channel’s credentials, you must have signed in
        within the last 15 minutes.
      </p>
      {kept === true && (
        <p>Nothing has been changed yet. What you entered is saved: you return to the form and confirm it there.</p>
      )}
      {kept === false && (
        <p>Nothing has been changed. What you entered is too long to save, so enter it again after.</p>
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

/** Above a form that was filled in before its owner signed in again; `at` is the form's id on the page. */
export const Resumed = ({ at }: { at?: string }) => (
  <p class="good" role="status">
    You have signed in again. Nothing has been changed yet: check{' '}
    {at === undefined ? 'what you entered' : <a href={`#${at}`}>what you entered</a>} and confirm it.
  </p>
)
