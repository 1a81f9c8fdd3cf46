import type * as z from 'zod'
import type { listSessions } from '../../../areas/sessions/list-sessions.ts'
import type { Account } from '../page/layout.tsx'
import { FormToken } from '../ui/field.tsx'
import { Ago } from '../ui/time.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'

type Sessions = z.output<typeof listSessions.output>['data']

type Props = { account: Account; sessions: Sessions; now: Date }

/** The browsers in which a person is signed in. */
export const sessionsPage = ({ account, sessions, now }: Props): Page => ({
  title: (words) => words.sessions.title,
  account,
  narrow: true,
  body() {
    const words = useWords().sessions
    return (
      <>
        <header class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </header>
        <section class="card" aria-label={words.list}>
          <ul class="rows">
            {sessions.map((session) => (
              <SessionRow session={session} now={now} />
            ))}
          </ul>
          <form class="stack rule" method="post" action="/settings/sessions/end-all">
            <FormToken value={account.formToken} />
            <p class="fine">{words.endAllHelp}</p>
            <div class="actions">
              <button class="danger">{words.endAll}</button>
            </div>
          </form>
        </section>
        <p class="actions">
          <a class="button" href="/settings">
            {words.back}
          </a>
        </p>
      </>
    )
  },
})

function SessionRow({ session, now }: { session: Sessions[number]; now: Date }) {
  const words = useWords().sessions
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h2 class="label">{session.user_agent === null ? words.unknownBrowser : <bdi>{session.user_agent}</bdi>}</h2>
          {session.is_current && <span class="tag ok">{words.thisBrowser}</span>}
        </div>
        <p class="fine">
          {session.address_prefix !== null && (
            <>
              {words.network} <bdi dir="ltr">{session.address_prefix}</bdi> ·{' '}
            </>
          )}
          {words.times(<Ago at={session.created_at} now={now} />, <Ago at={session.last_seen_at} now={now} />)}
        </p>
      </div>
    </li>
  )
}
