import * as z from 'zod'
import { registerClient } from '../../areas/connections/register-client.ts'
import type { Visitor } from '../../platform/operation/context.ts'
import { shownClientName } from './client-name.ts'
import { OAuthError } from './oauth-error.ts'
import { redirectRefusal } from './redirect-uri.ts'
import { knownScopes } from './scope-parameter.ts'

const maxRedirectUris = 10

/** RFC 7591 section 2. Unknown fields and nulls are ignored. */
const Metadata = z.looseObject({
  redirect_uris: z.unknown().optional(),
  client_name: z.unknown().optional(),
  token_endpoint_auth_method: z.string().nullish(),
  grant_types: z.array(z.string()).nullish(),
  response_types: z.array(z.string()).nullish(),
  scope: z.string().nullish(),
})

/** RFC 7591 section 3.2.1: returns the client as registered, which may be less than requested. */
export async function register(body: unknown, registeredFrom: string, visitor: Visitor, now: Date) {
  const parsed = Metadata.safeParse(body)
  if (!parsed.success)
    throw new OAuthError(
      'invalid_client_metadata',
      `Invalid client metadata (RFC 7591): ${parsed.error.issues[0]?.path[0]?.toString() ?? 'the body'}.`,
    )
  const metadata = parsed.data
  refuseOtherFlows(metadata)
  const redirect_uris = redirectsOf(metadata.redirect_uris)
  const method = methodOf(metadata.token_endpoint_auth_method)
  const client_name = shownClientName(metadata.client_name, 'Unnamed app')
  const { client_id, client_secret } = await registerClient(visitor, {
    name: client_name,
    redirect_uris,
    confidential: method !== 'none',
    registered_from: registeredFrom,
  })
  const scopes = knownScopes(metadata.scope ?? undefined)
  return {
    client_id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    // Section 3.2.1: 0 means never.
    ...(client_secret !== null && { client_secret, client_secret_expires_at: 0 }),
    client_name,
    redirect_uris,
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  }
}

const methods = ['client_secret_basic', 'client_secret_post'] as const

/** Clients that ask for a secret get one. All others are public and use PKCE. */
const methodOf = (requested: string | null | undefined) => methods.find((method) => method === requested) ?? 'none'

function refuseOtherFlows({ grant_types, response_types }: z.output<typeof Metadata>): void {
  if (grant_types && !grant_types.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types must include authorization_code.')
  if (response_types && !response_types.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'response_types must include code.')
}

function redirectsOf(uris: unknown): string[] {
  const read = z.array(z.string()).min(1).max(maxRedirectUris).safeParse(uris)
  if (!read.success)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must have 1 to ${maxRedirectUris} entries.`)
  const refused = read.data.map(redirectRefusal).find((reason) => reason !== null)
  if (refused !== undefined)
    throw new OAuthError(
      'invalid_redirect_uri',
      `Redirect URIs must be https, http on a loopback host, or have an app scheme such as com.example.app: (${refused}).`,
    )
  return read.data
}
