import { beginAuthorization } from './grants/begin-authorization.ts'
import { authorizationResponse } from './grants/authorization-response.ts'
import type { Visitor } from '../context.ts'
import { AuthorizeRefused } from './authorize-refused.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, refuseRepeated } from './parameters.ts'
import { challengeOf } from './pkce.ts'
import { type Client, resolveClient } from './resolve-client.ts'
import { resourceOf } from './resource-indicator.ts'
import { scopesAsked } from './scope-parameter.ts'

const once = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'request', 'request_uri']

type Asking = {
  readonly parameters: Parameters
  /** Where the request comes from, hashed. */
  readonly origin: { readonly from: string | null; readonly network: string | null }
  readonly visitor: Visitor
  readonly issuer: string
}

/**
 * RFC 6749 section 4.1.1: where the browser goes on to. That is the consent page if the request is in order, else the
 * client's redirect address with an error. Throws `AuthorizeRefused` while no such address is known to be the client's.
 */
export async function authorize({ parameters, origin, visitor, issuer }: Asking): Promise<string> {
  const client = await resolveClient(clientIdOf(parameters), visitor, issuer)
  const redirect_uri = redirectOf(parameters, client)
  const addressee = { redirect_uri, state: parameters.raw('state') ?? null, issuer }
  try {
    refuseRepeated(parameters, once)
    refuseRequestObjects(parameters)
    refuseOtherFlows(parameters)
    const { request } = await beginAuthorization(visitor, {
      client: { id: client.id, name: client.name, kind: client.kind, host: client.host },
      ...addressee,
      ...origin,
      challenge: challengeOf(parameters),
      scopes: [...scopesAsked(parameters.get('scope'))],
      resource: resourceOf(parameters.all('resource'), issuer),
      document: client.document && { ...client.document, redirect_uris: [...client.document.redirect_uris] },
    })
    return `/settings/authorize?request=${request}`
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return authorizationResponse(addressee, { error: error.code, error_description: error.message })
  }
}

function clientIdOf(parameters: Parameters): string {
  const [clientId, another] = parameters.all('client_id')
  if (another !== undefined) throw new AuthorizeRefused('repeated', 'client_id')
  if (clientId === undefined) throw new AuthorizeRefused('client_missing')
  return clientId
}

/** RFC 6749 section 3.1.2.3: one of the client's own; it may be left out where there is only one. */
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

/** RFC 9101 section 10.5: saying that they are not understood is better than passing over what they say. */
function refuseRequestObjects(parameters: Parameters): void {
  if (parameters.get('request') !== undefined)
    throw new OAuthError('request_not_supported', 'Send the parameters by themselves, not as a request object.')
  if (parameters.get('request_uri') !== undefined)
    throw new OAuthError('request_uri_not_supported', 'Send the parameters by themselves, not by reference.')
}

/** OAuth 2.1 section 4.1.1: codes, and nothing else. */
function refuseOtherFlows(parameters: Parameters): void {
  const type = parameters.get('response_type')
  if (type === undefined) throw new OAuthError('invalid_request', 'response_type is missing.')
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code.')
}
