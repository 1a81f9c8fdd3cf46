import { beginAuthorization } from '../../areas/connections/begin-authorization.ts'
import { authorizationResponse } from '../../areas/connections/authorization-response.ts'
import type { Visitor } from '../../platform/operation/context.ts'
import { AuthorizeRefused } from '../../areas/connections/authorize-refused.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, refuseRepeated } from './parameters.ts'
import { challengeOf } from './pkce.ts'
import { type Client, resolveClient } from './resolve-client.ts'
import { resourceOf } from './resource-indicator.ts'
import { requestedScopes } from './scope-parameter.ts'

const singleParameters = [
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
]

type AuthorizationRequest = {
  readonly parameters: Parameters
  /** Hashes of the address that the request comes from, and of its network. */
  readonly origin: { readonly from: string | null; readonly network: string | null }
  readonly visitor: Visitor
  readonly issuer: string
}

/**
 * RFC 6749 section 4.1.1: where to redirect the browser. To the consent page if the request is valid, else to the client's
 * redirect URI with an error. Throws `AuthorizeRefused` if the redirect URI is not known to be the client's.
 */
export async function authorize({ parameters, origin, visitor, issuer }: AuthorizationRequest): Promise<string> {
  const client = await resolveClient(clientIdOf(parameters), visitor, issuer)
  const redirect_uri = redirectOf(parameters, client)
  const target = { redirect_uri, state: parameters.raw('state') ?? null, issuer }
  try {
    refuseRepeated(parameters, singleParameters)
    refuseRequestObjects(parameters)
    refuseOtherFlows(parameters)
    const { request } = await beginAuthorization(visitor, {
      client: { id: client.id, name: client.name, kind: client.kind, host: client.host },
      ...target,
      ...origin,
      challenge: challengeOf(parameters),
      scopes: [...requestedScopes(parameters.get('scope'))],
      resource: resourceOf(parameters.all('resource'), issuer),
      document: client.document && { ...client.document, redirect_uris: [...client.document.redirect_uris] },
    })
    return `/settings/authorize?request=${request}`
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return authorizationResponse(target, { error: error.code, error_description: error.message })
  }
}

function clientIdOf(parameters: Parameters): string {
  const [clientId, another] = parameters.all('client_id')
  if (another !== undefined) throw new AuthorizeRefused('repeated', 'client_id')
  if (clientId === undefined) throw new AuthorizeRefused('client_missing')
  return clientId
}

/** RFC 6749 section 3.1.2.3: a redirect URI of the client. Optional if the client has only one. */
function redirectOf(parameters: Parameters, { redirectUris, accepts }: Client): string {
  const [given, another] = parameters.all('redirect_uri')
  if (another !== undefined) throw new AuthorizeRefused('repeated', 'redirect_uri')
  if (given !== undefined) {
    if (!accepts(given)) throw new AuthorizeRefused('redirect_unknown')
    return given
  }
  const [only, more] = redirectUris
  if (only === undefined || more !== undefined) throw new AuthorizeRefused('redirect_missing')
  return only
}

/** RFC 9101 section 10.5: refuses request objects explicitly, because ignoring them would ignore what they contain. */
function refuseRequestObjects(parameters: Parameters): void {
  if (parameters.get('request') !== undefined)
    throw new OAuthError('request_not_supported', 'Request objects are not supported. Send the parameters themselves.')
  if (parameters.get('request_uri') !== undefined)
    throw new OAuthError('request_uri_not_supported', 'request_uri is not supported. Send the parameters themselves.')
}

/** OAuth 2.1 section 4.1.1: only the code flow. */
function refuseOtherFlows(parameters: Parameters): void {
  const type = parameters.get('response_type')
  if (type === undefined) throw new OAuthError('invalid_request', 'response_type is required.')
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code.')
}
