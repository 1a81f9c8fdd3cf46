import type * as z from 'zod'
import type { getPendingAuthorization } from '../../oauth/grants/get-pending-authorization.ts'
import { initialOf, Name } from '../ui/name.tsx'

type Asking = Pick<z.output<typeof getPendingAuthorization.output>, 'client' | 'redirect'>

export const ClientHead = ({ client, redirect }: Asking) => (
  <header class="client">
    <span class="mark" aria-hidden="true">
      {initialOf(client.name)}
    </span>
    <div class="stack">
      <h1>
        Allow <Name text={client.name} most={64} /> to use your store?
      </h1>
      <p class="named fine">
        <Standing client={client} />
        <span>
          Afterwards you go to <b dir="ltr">{redirect.host}</b>
        </span>
      </p>
    </div>
  </header>
)

/** Green only where the answer goes to whoever stands for the name. */
function Standing({ client }: Pick<Asking, 'client'>) {
  const { host, imitates, kind, verified } = client
  if (verified) return <span class="tag ok">{host === null ? 'Known assistant' : `From ${host}`}</span>
  if (imitates !== null) return <span class="tag bad">Not from {imitates}</span>
  if (kind === 'document') return <span class="tag">Described at {host}</span>
  return <span class="tag warn">Unverified</span>
}

export function Warnings({ client, redirect }: Asking) {
  if (client.imitates !== null)
    return (
      <div class="wrong" role="note">
        <p>
          <strong>This is probably not an assistant of {client.imitates}.</strong> It calls itself “
          <Name text={client.name} most={64} />
          ”, but access would go to <b dir="ltr">{redirect.host}</b>, which is not theirs. Cancel unless you know who
          runs it.
        </p>
      </div>
    )
  if (client.verified && !redirect.loopback) return null
  return (
    <div class="note" role="note">
      {client.kind === 'registered' && (
        <p>
          <strong>Nobody has checked who this is.</strong> Any program can call itself “
          <Name text={client.name} most={64} />
          ”. Go on only if you have just started this yourself.
        </p>
      )}
      {client.kind === 'document' && !redirect.loopback && (
        <p>
          <strong>The name is the app’s own choice.</strong> It describes itself at <b dir="ltr">{client.host}</b>, and
          access would go to <b dir="ltr">{redirect.host}</b>. Go on only if you trust both.
        </p>
      )}
      {redirect.loopback && (
        <p>
          <strong>The answer goes to a program on this device.</strong> Go on only if you have just started connecting
          from a program on it, such as an editor or a terminal.
        </p>
      )}
    </div>
  )
}
