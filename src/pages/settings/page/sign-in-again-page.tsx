import type { Account } from './layout.tsx'
import type { Page } from './page.tsx'
import { useWords } from '../words/words.ts'
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
  title: (words) => words.sessions.again.title,
  status: 403,
  account,
  narrow: true,
  body() {
    const { sessions, ui } = useWords()
    const words = sessions.again
    return (
      <section class="card">
        <h1>{words.title}</h1>
        <p>{words.why}</p>
        {kept !== null && <p>{kept ? words.kept : words.notKept}</p>}
        <div class="actions">
          <a class="button primary" href={signInPath(returnTo, { again: true })}>
            {words.button}
          </a>
          <a class="button" href={returnTo}>
            {ui.cancel}
          </a>
        </div>
      </section>
    )
  },
})

/** Shown above a form that was filled in before signing in again. `at` is the id of the form on the page. */
export function Resumed({ at }: { at?: string }) {
  const words = useWords().sessions
  const entered = words.whatYouEntered
  return (
    <p class="good" role="status">
      {words.resumed(at === undefined ? entered : <a href={`#${at}`}>{entered}</a>)}
    </p>
  )
}
