import { mcpPaths } from '../mcp/protected-resource.ts'
import { OAuthError } from './oauth-error.ts'

/**
 * RFC 8707 section 2: there is only one resource, which is also the default. Clients name it once or several times, by its path,
 * by its alias /mcp, or by the origin alone, with a trailing slash or another spelling of the host. Anything else is refused.
 */
export function resourceOf(resources: readonly string[], publicUrl: string): string {
  if (!resources.every((resource) => isOurs(resource, publicUrl)))
    throw new OAuthError('invalid_target', `resource must be ${publicUrl}/api/mcp, or omitted.`)
  return `${publicUrl}/api/mcp`
}

function isOurs(resource: string, publicUrl: string): boolean {
  const url = URL.parse(resource)
  if (url === null || resource.includes('#') || resource.includes('?') || url.username !== '' || url.password !== '')
    return false
  return url.origin === publicUrl && ['', ...mcpPaths].includes(url.pathname.replace(/\/$/, ''))
}
