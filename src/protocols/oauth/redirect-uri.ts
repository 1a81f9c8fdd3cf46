import { isAppAddress } from './app-schemes.ts'

export type RedirectRefusal =
  | 'too_long'
  | 'not_an_address'
  | 'fragment'
  | 'user_info'
  | 'http_beyond_loopback'
  | 'scheme'
  | 'wildcard'

const maxLength = 2048

/** The loopback hosts of RFC 8252 section 7.3, and localhost, which clients use in practice. */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/

/** Why this may not be a redirect URI; null if it may (RFC 6749 section 3.1.2, RFC 8252 section 7). */
export function redirectRefusal(text: string): RedirectRefusal | null {
  if (text.length > maxLength) return 'too_long'
  // Browsers drop or rewrite other characters. A tab could hide a scheme.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\') || !URL.canParse(text)) return 'not_an_address'
  if (text.includes('#')) return 'fragment'
  if (text.includes('*')) return 'wildcard'
  // Lower case only: browsers also accept JaVaScRiPt:.
  const scheme = /^([a-z][a-z0-9+.-]*):\/(?!$)/.exec(text)?.[1]
  if (scheme === undefined) return 'scheme'
  const { username, password, hostname } = new URL(text)
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/?]*@/.test(text)) return 'user_info'
  if (scheme === 'https') return /^https:\/\/[^/?]/.test(text) && hostname !== '' ? null : 'not_an_address'
  if (scheme === 'http') return loopback.test(text) ? null : 'http_beyond_loopback'
  return isAppAddress(scheme, text.slice(scheme.length + 1)) ? null : 'scheme'
}

/** Whether the URI has an app's own scheme, which metadata documents may not list. */
export const isPrivateUse = (text: string): boolean => !/^https?:/.test(text)

/** RFC 9700 section 4.1.3: exact match, except for the port of a loopback address (RFC 8252 section 7.3). */
export function matchesRedirect(given: string, registered: readonly string[]): boolean {
  if (redirectRefusal(given) !== null) return false
  return registered.some(
    (known) => known === given || (loopback.test(given) && withoutPort(known) === withoutPort(given)),
  )
}

function withoutPort(text: string): string {
  const [, start, rest] = loopback.exec(text) ?? []
  return start === undefined ? text : `${start} ${rest ?? ''}`
}
