import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'

/** RFC 7636 section 4.3. Requires S256 explicitly, because the default would be `plain`. */
export function challengeOf(parameters: Parameters): string {
  const challenge = parameters.get('code_challenge')
  if (challenge === undefined) throw new OAuthError('invalid_request', 'PKCE is required. Send code_challenge.')
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.')
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 as base64url, with 43 characters.')
  return challenge
}

/** RFC 7636 section 4.6: the challenge of a verifier, which must have the format of section 4.1. */
export async function challengeFrom(verifier: string): Promise<string> {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier))
    throw new OAuthError('invalid_grant', 'code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~.')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true })
}
