import type * as z from 'zod'
import type { listConnections } from '../../oauth/grants/list-connections.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Ago, Day } from '../ui/moment.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from './older-link.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import type { Shown } from '../ui/shown.ts'

type Connections = z.output<typeof listConnections.output>
type Connection = Connections['data'][number]

export function ConnectionsSection({ connections, shown }: { connections: Connections; shown: Shown }) {
  const live = connections.data.filter((connection) => endOf(connection) === null)
  const over = connections.data.filter((connection) => endOf(connection) !== null)
  return (
    <section class="card" aria-labelledby="connected">
      <header>
        <h2 id="connected">Connected assistants</h2>
      </header>
      {live.length > 0 ? (
        <ul class="rows">
          {live.map((connection) => (
            <ConnectionRow connection={connection} shown={shown} />
          ))}
        </ul>
      ) : (
        <div class="empty">
          <strong>Nothing is connected yet</strong>
          <p>Paste the URL above into an assistant. Once you have allowed it, it is listed here.</p>
        </div>
      )}
      {over.length > 0 && (
        <details>
          <summary>Earlier ({over.length})</summary>
          <div class="stack">
            <ul class="rows">
              {over.map((connection) => (
                <li class="row over">
                  <div class="stack">
                    <p class="named">
                      <Name text={connection.client_name} /> <span class="tag bad">{endOf(connection)}</span>
                    </p>
                    <p class="fine">
                      {connection.redirect_host} · <Day at={connection.revoked_at ?? connection.expires_at} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </details>
      )}
      <OlderLink meta={connections.meta} section="mcp" list="connections" store={shown.store.slug} />
    </section>
  )
}

const ConnectionRow = ({ connection, shown }: { connection: Connection; shown: Shown }) => (
  <li class="row">
    <div class="stack">
      <h3>
        <Name text={connection.client_name} />
      </h3>
      <ScopeSummary scopes={connection.scopes} />
      <p class="fine">
        At {connection.redirect_host} · allowed by <Name text={connection.allowed_by.email ?? 'a member'} /> on{' '}
        <Day at={connection.created_at} />
      </p>
      <p class="fine">
        {connection.last_used_at === null ? (
          'Not used yet'
        ) : (
          <>
            Last used <Ago at={connection.last_used_at} now={shown.now} />
          </>
        )}{' '}
        · ends on <Day at={connection.ends_at} />
      </p>
    </div>
    <Confirm
      verb="Disconnect"
      name={connection.client_name}
      action={`/settings/mcp/connections/${connection.id}/disconnect`}
      consequence="It is refused from its next call on. To use it again, you connect it anew."
      formToken={shown.formToken}
      store={shown.store.slug}
    />
  </li>
)

const endings = {
  disconnected: 'Disconnected',
  revoked_by_client: 'Signed out by the assistant',
  code_replayed: 'Stopped: its code was used twice',
  refresh_reused: 'Stopped: an old key was used again',
  replaced: 'Replaced by a newer connection',
  role_lost: 'Ended: the person who allowed it is no longer an owner or admin',
} as const

function endOf({ state, revoked_reason, allowed_by }: Connection): string | null {
  if (state === 'ended') return revoked_reason === null ? 'Ended' : endings[revoked_reason]
  if (state === 'expired') return 'Expired'
  return allowed_by.may_manage ? null : 'Refused: whoever allowed it is no owner or admin any more'
}
