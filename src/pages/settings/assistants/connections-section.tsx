import type * as z from 'zod'
import type { listConnections } from '../../../areas/connections/list-connections.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Ago, Day, Minute } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from '../ui/store-nav.tsx'
import { useWords, type Words } from '../words/words.ts'
import { ScopeSummary } from '../tokens/scopes.tsx'
import type { StoreView } from '../store/in-store.ts'
import { Card, EndedRows, Rows } from '../ui/card.tsx'

type Connections = z.output<typeof listConnections.output>
type Connection = Connections['data'][number]

type View = StoreView & { readonly store: { readonly timezone: string } }

export function ConnectionsSection({ connections, view }: { connections: Connections; view: View }) {
  const words = useWords().assistants
  const active = connections.data.filter((connection) => endReason(connection) === null)
  const ended = connections.data.filter((connection) => endReason(connection) !== null)
  return (
    <Card id="connected" title={words.connected}>
      <Rows
        rows={active.map((connection) => (
          <ConnectionRow connection={connection} view={view} />
        ))}
        none={words.noneConnected}
        noneHelp={words.noneConnectedHelp}
      />
      <EndedRows
        summary={words.noLongerConnected(ended.length)}
        rows={ended.map((connection) => (
          <EndedRow connection={connection} view={view} />
        ))}
      />
      <OlderLink meta={connections.meta} section="mcp" list="connections" store={view.store.slug} />
    </Card>
  )
}

type RowProps = { connection: Connection; view: View }

function ConnectionRow({ connection, view }: RowProps) {
  const { assistants: words, tokens } = useWords()
  const allowedBy = <Name text={connection.allowed_by.email ?? words.aMember} />
  return (
    <li class="row">
      <div class="stack">
        <h3>
          <Name text={connection.client_name} />
        </h3>
        <DeviceLine connection={connection} view={view} />
        <ScopeSummary scopes={connection.scopes} />
        <p class="fine">
          <bdi dir="ltr">{connection.redirect_host}</bdi> ·{' '}
          {connection.is_device
            ? words.allowedByPerson(allowedBy)
            : words.allowedBy(allowedBy, <Day at={connection.created_at} />)}
        </p>
        <p class="fine">
          {connection.last_used_at === null
            ? tokens.never
            : tokens.used(<Ago at={connection.last_used_at} now={view.now} />)}{' '}
          · {tokens.expires(<Day at={connection.ends_at} />)}
        </p>
      </div>
      <Confirm
        verb={words.disconnect}
        name={connection.client_name}
        action={`/settings/mcp/connections/${connection.id}/disconnect`}
        consequence={words.disconnectConsequence}
        formToken={view.formToken}
        store={view.store.slug}
      />
    </li>
  )
}

function EndedRow({ connection, view }: RowProps) {
  const words = useWords().assistants
  const reason = endReason(connection)
  return (
    <li class="row ended">
      <div class="stack">
        <p class="named">
          <Name text={connection.client_name} /> <span class="tag bad">{reason && words.ended[reason]}</span>
        </p>
        <DeviceLine connection={connection} view={view} />
        <p class="fine">
          <bdi dir="ltr">{connection.redirect_host}</bdi> · <Day at={connection.revoked_at ?? connection.expires_at} />
        </p>
      </div>
    </li>
  )
}

/** What tells the devices of a person apart: all have the name of the assistant. */
function DeviceLine({ connection: { is_device, allowed_from, created_at }, view }: RowProps) {
  const words = useWords().assistants
  if (!is_device) return null
  return (
    <p class="fine">
      {words.allowedAt(<Minute at={created_at} timezone={view.store.timezone} />)}
      {allowed_from !== null && (
        <>
          {' '}
          · <bdi>{allowed_from}</bdi>
        </>
      )}
    </p>
  )
}

function endReason({ state, revoked_reason, allowed_by }: Connection): keyof Words['assistants']['ended'] | null {
  if (state === 'ended') return revoked_reason ?? 'ended'
  if (state === 'expired') return 'expired'
  return allowed_by.may_manage ? null : 'stopped'
}
