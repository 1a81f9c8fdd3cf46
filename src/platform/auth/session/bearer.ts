type BearerCredentials = { readonly token: string } | { readonly refused: 'missing' | 'malformed' }

// RFC 6750 §2.1: "Bearer" 1*SP b64token. It allows no comma, so two headers, which `Headers` joins with a comma, never
// match.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

const scheme = /^bearer(?:[ \t,]|$)/i

/**
 * Reads an `Authorization` header. `missing`: no header or another scheme, which gets a bare challenge (RFC 6750 §3.1).
 * `malformed`: invalid Bearer credentials, or several credentials.
 */
export function readBearer(header: string | null | undefined): BearerCredentials {
  if (header === null || header === undefined || header === '') return { refused: 'missing' }
  const token = bearer.exec(header)?.[1]
  if (token !== undefined) return { token }
  return { refused: scheme.test(header) || header.includes(',') ? 'malformed' : 'missing' }
}
