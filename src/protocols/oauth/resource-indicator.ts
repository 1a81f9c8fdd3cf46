import { mcpPaths } from '../mcp/protected-resource.ts'
import { OAuthError } from './oauth-error.ts'

/**
 * RFC 8707 section 2: there is only one resource, which is also the default. Accepts its alias /mcp, a trailing slash and
 * other spellings of the host; refuses anything else.
 */
export function resourceOf(resources: readonly string[], publicUrl: string): string {
  if (resources.length > 1 || (resources[0] !== undefined && !isOurs(resources[0], publicUrl)))
    throw new OAuthError('invalid_target', `resource must be ${publicUrl}/api/mcp, or omitted.`)
  return `${publicUrl}/api/mcp`
}

function isOurs(resource: string, publicUrl: string): boolean {
  const url = URL.parse(resource)
  if (url === null || resource.includes('#') || resource.includes('?') || url.username !== '' || url.password !== '')
    return false
  return url.origin === publicUrl && mcpPaths.some((path) => path === url.pathname.replace(/\/$/, ''))
}
