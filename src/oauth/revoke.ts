import { revokeToken } from './grants/revoke-token.ts'
import type { Visitor } from '../context.ts'
import { type Presented, unknownClient } from './client-authentication.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, refuseRepeated } from './parameters.ts'

/**
 * RFC 7009 section 2.1. Either token ends the whole connection: a client that gives one back is done with it. A token
 * that is unknown, or another client's, is as good as revoked (section 2.2), so the answer is the same.
 */
export async function revoke(form: Parameters, client: Presented, visitor: Visitor): Promise<void> {
  refuseRepeated(form, ['token', 'token_type_hint', 'client_id', 'client_secret'])
  const token = form.get('token')
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  const { outcome } = await revokeToken(visitor, { ...client, token })
  if (outcome === 'invalid_client') throw unknownClient()
}
