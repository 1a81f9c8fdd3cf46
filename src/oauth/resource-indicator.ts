import { OAuthError } from './oauth-error.ts'

const paths = ['/api/mcp', '/mcp']

/**
 * RFC 8707 section 2: the one resource there is, which is also meant where none is named. Its alias /mcp, a slash at the
 * end and another way of writing the host are the same; anything else is refused, before any code or token is looked at.
 */
export function resourceOf(given: readonly string[], publicUrl: string): string {
  if (given.length > 1 || (given[0] !== undefined && !isOurs(given[0], publicUrl)))
    throw new OAuthError('invalid_target', `resource must be ${publicUrl}/api/mcp, or be left out.`)
  return `${publicUrl}/api/mcp`
}

function isOurs(resource: string, publicUrl: string): boolean {
  const url = URL.parse(resource)
  if (url === null || resource.includes('#') || resource.includes('?') || url.username !== '' || url.password !== '')
    return false
  return url.origin === publicUrl && paths.includes(url.pathname.replace(/\/$/, ''))
}
