import { readScopes, type TokenScope, tokenScopes } from '../auth/tokens/scopes.ts'

/** Those of the scopes that exist. Others are passed over: clients send `openid email`, or nothing between two spaces. */
export function knownScopes(parameter: string | undefined): readonly TokenScope[] {
  const given = parameter?.split(/\s+/) ?? []
  return tokenScopes.filter((scope) => given.includes(scope))
}

/** RFC 6749 section 3.3: where a client asks for nothing that exists, it asks for what reading takes. */
export function scopesAsked(parameter: string | undefined): readonly TokenScope[] {
  const known = knownScopes(parameter)
  return known.length > 0 ? known : readScopes
}
