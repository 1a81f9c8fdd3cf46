export type AddressRefusal =
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

const maxLength = 1024

// Names of hosts inside private networks (RFC 6761, 6762 and 8375, and common practice).
const localNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|arpa)$/

const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

export const looksLikeAddress = (clientId: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(clientId)

/**
 * Checks a URL that a caller supplied before the service sends requests to it: https only, and no private network (RFC
 * 6890). The rules are also those of a client_id that is a URL (draft-ietf-oauth-client-id-metadata-document, sections 3 and
 * 8.6). A service that runs on a loopback address may call loopback addresses.
 */
export function outsideAddress(text: string, publicUrl: string): { url: URL } | { refused: AddressRefusal } {
  if (text.length > maxLength) return { refused: 'too_long' }
  const url = URL.parse(text)
  if (url === null) return { refused: 'not_an_address' }
  const here = new URL(publicUrl)
  const local = isLoopback(here.hostname) && isLoopback(url.hostname) && url.host !== here.host
  const refused = formatRefusal(text, url, local) ?? (local ? null : hostRefusal(url, here))
  return refused === null ? { url } : { refused }
}

function formatRefusal(text: string, url: URL, local: boolean): AddressRefusal | null {
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'not_https'
  if (url.username !== '' || url.password !== '') return 'user_info'
  if (text.includes('#')) return 'fragment'
  if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(text)) return 'dot_segments'
  if (url.pathname === '/') return 'no_path'
  if (url.port !== '' && !local) return 'port'
  return null
}

function hostRefusal({ hostname, href }: URL, here: URL): AddressRefusal | null {
  // The URL parser has already turned forms such as 0x7f000001 and 2130706433 into dotted quads.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'ip_address'
  if (!hostname.includes('.') || hostname.endsWith('.') || localNames.test(hostname)) return 'local_name'
  if (hostname === here.hostname || hostname.endsWith(`.${here.hostname}`)) return 'our_own_host'
  return URL.canParse(href) ? null : 'not_an_address'
}
