import { type Context, Hono } from 'hono'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { configOf } from '../../platform/configuration/config.ts'

/** The endpoint, and an alias for clients that do not support `/api/mcp`. */
export const mcpPaths = ['/api/mcp', '/mcp'] as const

type McpPath = (typeof mcpPaths)[number]

const wellKnown = '/.well-known/oauth-protected-resource'

/** URL of the metadata that names the authorization server of the endpoint at this path (RFC 9728 §3.1). */
export const metadataUrl = (publicUrl: string, path: McpPath): string => `${publicUrl}${wellKnown}${path}`

/** RFC 9728. Without `offline_access`, which is a scope of the authorization server, not of the resource. */
const metadata = (publicUrl: string, path: McpPath) => ({
  resource: `${publicUrl}${path}`,
  resource_name: 'Merchant Commerce',
  authorization_servers: [publicUrl],
  scopes_supported: tokenScopes,
  bearer_methods_supported: ['header'],
})

const metadataResponse = (c: Context<AppEnv>, path: McpPath) => {
  c.header('Cache-Control', 'public, max-age=3600')
  return c.json(metadata(configOf(c.env).publicUrl, path))
}

export const protectedResource = new Hono<AppEnv>()
  .get(wellKnown, (c) => metadataResponse(c, '/api/mcp'))
  .get(`${wellKnown}/api/mcp`, (c) => metadataResponse(c, '/api/mcp'))
  .get(`${wellKnown}/mcp`, (c) => metadataResponse(c, '/mcp'))
