import type * as z from 'zod'
import type { listConnections } from '../../oauth/grants/list-connections.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Ago, Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from '../ui/older-link.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import type { StoreView } from '../store/store-view.ts'

type Connections = z.output<typeof listConnections.output>
type Connection = Connections['data'][number]

export function ConnectionsSection({ connections, view }: { connections: Connections; view: StoreView }) {
  const active = connections.data.filter((connection) => endReason(connection) === null)
  const ended = connections.data.filter((connection) => endReason(connection) !== null)
  return (
    <section class="card" aria-labelledby="connected">
      <header>
        <h2 id="connected">Connected assistants</h2>
      </header>
      {active.length > 0 ? (
        <ul class="rows">
          {active.map((connection) => (
            <ConnectionRow connection={connection} view={view} />
          ))}
        </ul>
      ) : (
        <div class="empty">
          <strong>No assistants connected yet</strong>
          <p>Paste the URL above into an assistant. It appears here after you allow it.</p>
        </div>
      )}
      {ended.length > 0 && (
        <details>
          <summary>No longer connected ({ended.length})</summary>
          <div class="stack">
            <ul class="rows">
              {ended.map((connection) => (
                <li class="row ended">
                  <div class="stack">
                    <p class="named">
                      <Name text={connection.client_name} /> <span class="tag bad">{endReason(connection)}</span>
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
      <OlderLink meta={connections.meta} section="mcp" list="connections" store={view.store.slug} />
    </section>
  )
}

const ConnectionRow = ({ connection, view }: { connection: Connection; view: StoreView }) => (
  <li class="row">
    <div class="stack">
      <h3>
        <Name text={connection.client_name} />
      </h3>
      <ScopeSummary scopes={connection.scopes} />
      <p class="fine">
        {connection.redirect_host} · allowed by <Name text={connection.allowed_by.email ?? 'a member'} /> on{' '}
        <Day at={connection.created_at} />
      </p>
      <p class="fine">
        {connection.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <Ago at={connection.last_used_at} now={view.now} />
          </>
        )}{' '}
        · expires on <Day at={connection.ends_at} />
      </p>
    </div>
    <Confirm
      verb="Disconnect"
      name={connection.client_name}
      action={`/settings/mcp/connections/${connection.id}/disconnect`}
      consequence="The assistant loses access immediately. To use it again, you must connect it again."
      formToken={view.formToken}
      store={view.store.slug}
    />
  </li>
)

const endings = {
  disconnected: 'Disconnected',
  revoked_by_client: 'Disconnected by the assistant',
  code_replayed: 'Stopped: its sign-in code was used twice',
  refresh_reused: 'Stopped: an old access key was used again',
  replaced: 'Replaced by a newer connection',
  role_lost: 'Ended: the person who allowed it is no longer an owner or admin',
} as const

function endReason({ state, revoked_reason, allowed_by }: Connection): string | null {
  if (state === 'ended') return revoked_reason === null ? 'Ended' : endings[revoked_reason]
  if (state === 'expired') return 'Expired'
  return allowed_by.may_manage ? null : 'Stopped: the person who allowed it is no longer an owner or admin'
}
