import type * as z from 'zod'
import type { getPendingAuthorization } from '../../../areas/connections/get-pending-authorization.ts'
import { initialOf, Name } from '../ui/name.tsx'
import { useFormats, useWords } from '../words/words.ts'

type AuthorizationRequest = Pick<z.output<typeof getPendingAuthorization.output>, 'client' | 'redirect'>

const ClientName = ({ client }: Pick<AuthorizationRequest, 'client'>) => <Name text={client.name} maxLength={64} />

const Host = ({ host }: { host: string | null }) => <b dir="ltr">{host}</b>

export function ClientHead({ client, redirect }: AuthorizationRequest) {
  const words = useWords().consent
  return (
    <header class="client">
      <span class="mark" aria-hidden="true">
        {initialOf(client.name)}
      </span>
      <div class="stack">
        <h1>{words.heading(<ClientName client={client} />)}</h1>
        <p class="named fine">
          <ClientBadge client={client} />
          <span>{words.afterThis(<Host host={redirect.host} />)}</span>
        </p>
      </div>
    </header>
  )
}

/** Green only if access goes to the verified owner of the name. */
function ClientBadge({ client }: Pick<AuthorizationRequest, 'client'>) {
  const words = useWords().consent
  const { isolate } = useFormats()
  const { imitates, kind, verified } = client
  const host = client.host === null ? null : isolate(client.host)
  if (verified) return <span class="tag ok">{host === null ? words.known : words.from(host)}</span>
  if (imitates !== null) return <span class="tag bad">{words.notFrom(isolate(imitates))}</span>
  if (kind === 'document' && host !== null) return <span class="tag">{words.publishedBy(host)}</span>
  return <span class="tag warn">{words.unverified}</span>
}

export function Warnings({ client, redirect }: AuthorizationRequest) {
  const words = useWords().consent
  const { isolate } = useFormats()
  const name = <ClientName client={client} />
  const host = <Host host={redirect.host} />
  if (client.imitates !== null)
    return (
      <div class="wrong" role="note">
        <p>{words.imitates(isolate(client.imitates), name, host)}</p>
      </div>
    )
  if (client.verified && !redirect.loopback) return null
  return (
    <div class="note" role="note">
      {client.kind === 'registered' && <p>{words.unchecked(name)}</p>}
      {client.kind === 'document' && !redirect.loopback && <p>{words.ownName(<Host host={client.host} />, host)}</p>}
      {redirect.loopback && <p>{words.thisComputer}</p>}
    </div>
  )
}
