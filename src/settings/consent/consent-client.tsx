import type * as z from 'zod'
import type { getPendingAuthorization } from '../../oauth/grants/get-pending-authorization.ts'
import { initialOf, Name } from '../ui/name.tsx'

type AuthorizationRequest = Pick<z.output<typeof getPendingAuthorization.output>, 'client' | 'redirect'>

export const ClientHead = ({ client, redirect }: AuthorizationRequest) => (
  <header class="client">
    <span class="mark" aria-hidden="true">
      {initialOf(client.name)}
    </span>
    <div class="stack">
      <h1>
        Allow <Name text={client.name} maxLength={64} /> to use your store?
      </h1>
      <p class="named fine">
        <ClientBadge client={client} />
        <span>
          After this, you go to <b dir="ltr">{redirect.host}</b>
        </span>
      </p>
    </div>
  </header>
)

/** Green only if access goes to the verified owner of the name. */
function ClientBadge({ client }: Pick<AuthorizationRequest, 'client'>) {
  const { host, imitates, kind, verified } = client
  if (verified) return <span class="tag ok">{host === null ? 'Known assistant' : `From ${host}`}</span>
  if (imitates !== null) return <span class="tag bad">Not from {imitates}</span>
  if (kind === 'document') return <span class="tag">Published by {host}</span>
  return <span class="tag warn">Unverified</span>
}

export function Warnings({ client, redirect }: AuthorizationRequest) {
  if (client.imitates !== null)
    return (
      <div class="wrong" role="note">
        <p>
          <strong>This is probably not from {client.imitates}.</strong> It calls itself “
          <Name text={client.name} maxLength={64} />
          ”, but access would go to <b dir="ltr">{redirect.host}</b>, which does not belong to {client.imitates}. Cancel
          unless you know who runs it.
        </p>
      </div>
    )
  if (client.verified && !redirect.loopback) return null
  return (
    <div class="note" role="note">
      {client.kind === 'registered' && (
        <p>
          <strong>Nobody has checked who this is.</strong> Any program can call itself “
          <Name text={client.name} maxLength={64} />
          ”. Continue only if you have just started this yourself.
        </p>
      )}
      {client.kind === 'document' && !redirect.loopback && (
        <p>
          <strong>The app chose this name itself.</strong> It is published by <b dir="ltr">{client.host}</b>, and access
          would go to <b dir="ltr">{redirect.host}</b>. Continue only if you trust both.
        </p>
      )}
      {redirect.loopback && (
        <p>
          <strong>Access goes to a program on this device.</strong> Continue only if you have just started connecting
          from a program here, such as an editor or a terminal.
        </p>
      )}
    </div>
  )
}
