import type { clientKinds } from '../../areas/connections/authorization-request.ts'
import { findClient } from '../../areas/connections/find-client.ts'
import type { Visitor } from '../../platform/operation/context.ts'
import { AuthorizeRefused } from '../../areas/connections/authorize-refused.ts'
import { type ClientDocument, fetchClientDocument } from './client-document.ts'
import { externalUrl, isUrl } from '../../platform/outside/external-url.ts'
import { knownClient } from './known-clients.ts'
import { matchesRedirect } from './redirect-uri.ts'

export type Client = {
  readonly id: string
  readonly name: string
  readonly kind: (typeof clientKinds)[number]
  /** The host of its client id; null if that is not a URL. */
  readonly host: string | null
  readonly redirectUris: readonly string[]
  readonly accepts: (redirectUri: string) => boolean
  /** Its document, if it was just fetched. */
  readonly document: ClientDocument | null
}

/** Finds a client among the known ones, by its metadata document, or among the registered ones. */
export async function resolveClient(clientId: string, visitor: Visitor, publicUrl: string): Promise<Client> {
  const known = knownClient(clientId)
  if (known) {
    const { name, redirect_uris, redirect_pattern } = known
    return {
      ...descriptionOf(clientId, name, redirect_uris),
      kind: 'known',
      host: new URL(clientId).host,
      accepts: (uri) => matchesRedirect(uri, redirect_uris) || redirect_pattern?.test(uri) === true,
    }
  }
  // No client has such an id, and the database cannot compare some of these texts.
  if (!/^[\x21-\x7e]{1,1024}$/.test(clientId)) throw new AuthorizeRefused('client_unknown')
  return isUrl(clientId) ? byDocument(clientId, visitor, publicUrl) : registered(clientId, visitor)
}

async function byDocument(clientId: string, visitor: Visitor, publicUrl: string): Promise<Client> {
  const address = externalUrl(clientId, publicUrl)
  if ('refused' in address) throw new AuthorizeRefused('client_address', address.refused)
  const host = address.url.host
  const cached = await findClient(visitor, { client_id: clientId })
  if (cached) return { ...descriptionOf(clientId, cached.name, cached.redirect_uris), kind: 'document', host }
  const fetched = await fetchClientDocument(address.url)
  if ('refused' in fetched) throw new AuthorizeRefused('client_document', fetched.refused)
  const { document } = fetched
  return { ...descriptionOf(clientId, document.name, document.redirect_uris), kind: 'document', host, document }
}

async function registered(clientId: string, visitor: Visitor): Promise<Client> {
  const found = await findClient(visitor, { client_id: clientId })
  if (!found) throw new AuthorizeRefused('client_unknown')
  return { ...descriptionOf(clientId, found.name, found.redirect_uris), kind: found.kind, host: null }
}

const descriptionOf = (id: string, name: string, redirectUris: readonly string[]) => ({
  id,
  name,
  redirectUris,
  accepts: (uri: string) => matchesRedirect(uri, redirectUris),
  document: null,
})
