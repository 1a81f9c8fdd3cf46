import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { useWords, type Words } from '../words/words.ts'
import type { Account } from './layout.tsx'
import type { Page } from './page.tsx'
import { OnLink } from '../ui/buttons.tsx'

/** For merchants: no protocol terms. */
type Text = { readonly title: string; readonly happened: Child; readonly todo: string }

export type ErrorPage = {
  readonly status: ContentfulStatusCode
  readonly text: (words: Words) => Text
  readonly requestId: string
  /** A button to another page. Only paths of this service. */
  readonly action?:
    | {
        readonly href: `/settings${string}` | '/console'
        readonly label: 'toConsole' | 'toSettings' | 'signIn' | 'tryAgain'
      }
    | undefined
  readonly account?: Account | undefined
  /** For the client's developer, such as an OAuth error code with its description. */
  readonly detail?: string | undefined
}

/** An error page: what happened, what to do, and the request id to find it in the log. */
export const errorPage = ({ status, text, requestId, action, account, detail }: ErrorPage): Page => ({
  status,
  title: (words) => text(words).title,
  account,
  narrow: true,
  body() {
    const words = useWords()
    const { title, happened, todo } = text(words)
    return (
      <section class="card">
        <h1>{title}</h1>
        <p>{happened}</p>
        {todo !== '' && <p>{todo}</p>}
        {detail !== undefined && (
          <p>
            <code class="detail" dir="ltr">
              {detail}
            </code>
          </p>
        )}
        {action && <OnLink href={action.href} text={words.errors[action.label]} />}
        <p class="fine rule">
          {words.errors.reference}{' '}
          <code class="own-line" dir="ltr">
            {requestId}
          </code>
        </p>
      </section>
    )
  },
})
