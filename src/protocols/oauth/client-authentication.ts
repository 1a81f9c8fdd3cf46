import { hashToken } from '../../platform/auth/tokens/format.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'

export type PresentedClient = { readonly client_id: string; readonly secret_hash: string | null }

/**
 * RFC 6749 section 2.3: the client's credentials, by none, client_secret_basic or client_secret_post. The database verifies
 * them together with the request.
 */
export async function presentedClient(authorization: string | undefined, form: Parameters): Promise<PresentedClient> {
  const basic = authorization === undefined ? null : basicCredentials(authorization)
  const posted = { id: form.get('client_id'), secret: form.get('client_secret') }
  if (basic?.secret && posted.secret !== undefined)
    throw new OAuthError('invalid_request', 'Use only one method of client authentication.')
  if (basic && posted.id !== undefined && posted.id !== basic.id)
    throw new OAuthError('invalid_request', 'client_id must be the same as in the Authorization header.')
  const client_id = basic?.id ?? posted.id
  const secret = basic?.secret || posted.secret
  if (client_id === undefined) throw new OAuthError('invalid_client', 'client_id is required.')
  if (!/^[\x21-\x7e]{1,1024}$/.test(client_id)) throw unknownClient()
  return { client_id, secret_hash: secret === undefined ? null : await hashToken(secret) }
}

export const unknownClient = () =>
  new OAuthError(
    'invalid_client',
    'Unknown client, or its secret is missing or wrong. The client may have to register again.',
  )

/** RFC 7617, with both halves encoded as in a form (RFC 6749 section 2.3.1). */
function basicCredentials(header: string): { id: string; secret: string } {
  const encoded = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1]
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(encoded === undefined ? '' : decodedBase64(encoded)) ?? []
  if (id === undefined || secret === undefined)
    throw new OAuthError('invalid_client', 'The Authorization header must be Basic, with client_id and client_secret.')
  return { id: formDecoded(id), secret: formDecoded(secret) }
}

function decodedBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
