import type * as z from 'zod'
import type { listSessions } from '../../sessions/list-sessions.ts'
import { type Account, FormToken } from '../ui/layout.tsx'
import { Ago } from '../ui/time.tsx'
import type { Page } from '../ui/page.tsx'

type Props = { account: Account; sessions: z.output<typeof listSessions.output>['data']; now: Date }

/** The browsers in which a person is signed in. */
export const sessionsPage = ({ account, sessions, now }: Props): Page => ({
  title: 'Your sessions',
  account,
  narrow: true,
  body: (
    <>
      <header class="stack">
        <h1>Your sessions</h1>
        <p class="lead">The browsers where you are signed in to these pages. A session ends after eight hours.</p>
      </header>
      <section class="card" aria-label="Sessions">
        <ul class="rows">
          {sessions.map((session) => (
            <li class="row">
              <div class="stack">
                <div class="named">
                  <h2 class="label">{session.user_agent ?? 'Unknown browser'}</h2>
                  {session.is_current && <span class="tag ok">This browser</span>}
                </div>
                <p class="fine">
                  {session.address_prefix !== null && (
                    <>
                      Network <bdi dir="ltr">{session.address_prefix}</bdi> ·{' '}
                    </>
                  )}
                  signed in <Ago at={session.created_at} now={now} /> · last seen{' '}
                  <Ago at={session.last_seen_at} now={now} />
                </p>
              </div>
            </li>
          ))}
        </ul>
        <form class="stack rule" method="post" action="/settings/sessions/end-all">
          <FormToken value={account.formToken} />
          <p class="fine">
            This ends all of these sessions, including this one. Tokens and connected assistants keep working. You can
            stop them under Assistants.
          </p>
          <div class="actions">
            <button class="danger">Sign out everywhere</button>
          </div>
        </form>
      </section>
      <p class="actions">
        <a class="button" href="/settings">
          Back to Settings
        </a>
      </p>
    </>
  ),
})
