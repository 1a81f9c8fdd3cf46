import { readScopes, type TokenScope, tokenScopes } from '../../platform/auth/tokens/scopes.ts'

/** The scopes in the parameter that exist. Ignores others, because clients send `openid email` or double spaces. */
export function knownScopes(parameter: string | undefined): readonly TokenScope[] {
  const names = parameter?.split(/\s+/) ?? []
  return tokenScopes.filter((scope) => names.includes(scope))
}

/** RFC 6749 section 3.3: the default is all read scopes. */
export function requestedScopes(parameter: string | undefined): readonly TokenScope[] {
  const known = knownScopes(parameter)
  return known.length > 0 ? known : readScopes
}
