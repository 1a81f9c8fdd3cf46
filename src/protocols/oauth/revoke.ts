import { revokeOAuthToken } from '../../areas/connections/revoke-token.ts'
import type { Visitor } from '../../platform/operation/context.ts'
import { type PresentedClient, unknownClient } from './client-authentication.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, refuseRepeated } from './parameters.ts'

/**
 * RFC 7009 section 2.1. Revoking either token ends the whole connection. For an unknown token or that of another client, the
 * response is the same (section 2.2).
 */
export async function revoke(form: Parameters, client: PresentedClient, visitor: Visitor): Promise<void> {
  refuseRepeated(form, ['token', 'token_type_hint', 'client_id', 'client_secret'])
  const token = form.get('token')
  if (token === undefined) throw new OAuthError('invalid_request', 'token is required.')
  const { outcome } = await revokeOAuthToken(visitor, { ...client, token })
  if (outcome === 'invalid_client') throw unknownClient()
}
