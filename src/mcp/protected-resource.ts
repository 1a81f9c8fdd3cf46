import { type Context, Hono } from 'hono'
import { tokenScopes } from '../auth/tokens/scopes.ts'
import type { AppEnv } from '../http/app-env.ts'
import { configOf } from '../http/config.ts'

/** The endpoint, and the name that clients know it by for which `/api/mcp` does not work. */
export const mcpPaths = ['/api/mcp', '/mcp'] as const

type McpPath = (typeof mcpPaths)[number]

const wellKnown = '/.well-known/oauth-protected-resource'

/** Where clients read by whom tokens for the endpoint under this path are issued (RFC 9728 §3.1). */
export const metadataUrl = (publicUrl: string, path: McpPath): string => `${publicUrl}${wellKnown}${path}`

/** RFC 9728. `offline_access` is no scope of the resource: it is asked of the authorization server. */
const metadata = (publicUrl: string, path: McpPath) => ({
  resource: `${publicUrl}${path}`,
  resource_name: 'Merchant Commerce',
  authorization_servers: [publicUrl],
  scopes_supported: tokenScopes,
  bearer_methods_supported: ['header'],
})

const answer = (c: Context<AppEnv>, path: McpPath) => {
  c.header('Cache-Control', 'public, max-age=3600')
  return c.json(metadata(configOf(c.env).publicUrl, path))
}

export const protectedResource = new Hono<AppEnv>()
  .get(wellKnown, (c) => answer(c, '/api/mcp'))
  .get(`${wellKnown}/api/mcp`, (c) => answer(c, '/api/mcp'))
  .get(`${wellKnown}/mcp`, (c) => answer(c, '/mcp'))
