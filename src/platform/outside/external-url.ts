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

const maxLength = 1024

// Names of hosts inside private networks (RFC 6761, 6762, 8375, and custom).
const localNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|arpa)$/

const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

export const isUrl = (clientId: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(clientId)

/**
 * Checks a URL from outside before the service calls it: it must be https and must not lead into a private network
 * (RFC 6890). The same rules apply to the client_id of a client metadata document
 * (draft-ietf-oauth-client-id-metadata-document, sections 3 and 8.6). A service that itself runs on a loopback address may
 * also call loopback addresses.
 */
export function externalUrl(text: string, publicUrl: string): { url: URL } | { refused: ExternalUrlRefusal } {
  if (text.length > maxLength) return { refused: 'too_long' }
  const url = URL.parse(text)
  if (url === null) return { refused: 'not_an_address' }
  const service = new URL(publicUrl)
  const isLocal = isLoopback(service.hostname) && isLoopback(url.hostname) && url.host !== service.host
  const refused = syntaxRefusal(text, url, isLocal) ?? (isLocal ? null : hostRefusal(url, service))
  return refused === null ? { url } : { refused }
}

function syntaxRefusal(text: string, url: URL, isLocal: boolean): ExternalUrlRefusal | null {
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'not_https'
  if (url.username !== '' || url.password !== '') return 'user_info'
  if (text.includes('#')) return 'fragment'
  if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(text)) return 'dot_segments'
  if (url.pathname === '/') return 'no_path'
  if (url.port !== '' && !isLocal) return 'port'
  return null
}

function hostRefusal({ hostname, href }: URL, service: URL): ExternalUrlRefusal | null {
  // The URL parser turns 0x7f000001 and 2130706433 into dotted quads.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'ip_address'
  if (!hostname.includes('.') || hostname.endsWith('.') || localNames.test(hostname)) return 'local_name'
  if (hostname === service.hostname || hostname.endsWith(`.${service.hostname}`)) return 'our_own_host'
  return URL.canParse(href) ? null : 'not_an_address'
}
