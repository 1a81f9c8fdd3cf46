export type ExternalUrlRefusal =
  | 'too_long'
  | 'not_an_address'
  | 'not_https'
  | 'user_info'
  | 'fragment'
  | 'no_path'
  | 'dot_segments'
  | 'port'
  | 'ip_address'
  | 'local_name'
  | 'our_own_host'

const longest = 1024

// Names that lead to the inside of somebody's network (RFC 6761, 6762, 8375, and custom).
const localNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|arpa)$/

const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

export const isUrl = (clientId: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(clientId)

/**
 * An address that somebody gave, if it may be called from here: https, and no way into a network (RFC 6890). It is also
 * what the client_id of a client metadata document may be (draft-ietf-oauth-client-id-metadata-document, sections 3 and
 * 8.6). A service that itself runs on a loopback address may also call one.
 */
export function externalUrl(given: string, publicUrl: string): { url: URL } | { refused: ExternalUrlRefusal } {
  if (given.length > longest) return { refused: 'too_long' }
  const url = URL.parse(given)
  if (url === null) return { refused: 'not_an_address' }
  const here = new URL(publicUrl)
  const local = isLoopback(here.hostname) && isLoopback(url.hostname) && url.host !== here.host
  const refused = writtenWrong(given, url, local) ?? (local ? null : ownAddressRefusal(url, here))
  return refused === null ? { url } : { refused }
}

function writtenWrong(text: string, url: URL, local: boolean): ExternalUrlRefusal | null {
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'not_https'
  if (url.username !== '' || url.password !== '') return 'user_info'
  if (text.includes('#')) return 'fragment'
  if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(text)) return 'dot_segments'
  if (url.pathname === '/') return 'no_path'
  if (url.port !== '' && !local) return 'port'
  return null
}

function ownAddressRefusal({ hostname, href }: URL, here: URL): ExternalUrlRefusal | null {
  // The parser has made dotted quads of 0x7f000001 and 2130706433 by now.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'ip_address'
  if (!hostname.includes('.') || hostname.endsWith('.') || localNames.test(hostname)) return 'local_name'
  if (hostname === here.hostname || hostname.endsWith(`.${here.hostname}`)) return 'our_own_host'
  return URL.canParse(href) ? null : 'not_an_address'
}
