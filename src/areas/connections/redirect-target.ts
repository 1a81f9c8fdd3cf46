/** Where a redirect URI leads, as the consent page and its content security policy show it. */
export function redirectTarget(redirectUri: string) {
  const { protocol, host, hostname, origin } = new URL(redirectUri)
  if (protocol === 'https:') return { host, loopback: false, form_action: origin }
  // A host source cannot be an IPv6 address (CSP 3, section 2.3.1).
  if (protocol === 'http:') return { host, loopback: true, form_action: hostname.startsWith('[') ? 'http:' : origin }
  return { host: `${protocol}//${host}`, loopback: false, form_action: protocol }
}
