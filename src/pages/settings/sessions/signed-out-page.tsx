import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'
import { OnLink } from '../ui/buttons.tsx'

/** After signing out. */
export const signedOutPage = ({ everywhere }: { everywhere: boolean }): Page => ({
  title: (words) => words.sessions.signedOut.pageTitle,
  narrow: true,
  body() {
    const { signedOut, again } = useWords().sessions
    return (
      <section class="card">
        <h1>{everywhere ? signedOut.everywhere : signedOut.title}</h1>
        <p>{signedOut.assistants}</p>
        <OnLink href="/settings/sign-in" text={again.button} />
      </section>
    )
  },
})

/** After leaving a store. */
export const leftPage: Page = {
  title: (words) => words.sessions.left.pageTitle,
  narrow: true,
  body() {
    const { sessions, errors } = useWords()
    return (
      <section class="card">
        <h1>{sessions.left.title}</h1>
        <p>{sessions.left.comeBack}</p>
        <OnLink href="/settings" text={errors.toSettings} />
      </section>
    )
  },
}
