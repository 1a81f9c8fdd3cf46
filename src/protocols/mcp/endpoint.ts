import { type Context, Hono } from 'hono'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { ServiceError } from '../../platform/errors/errors.ts'
import { parseJson } from '../../platform/errors/parse-json.ts'
import type { AppEnv, SessionEnv } from '../../platform/http/app-env.ts'
import { configOf } from '../../platform/configuration/config.ts'
import { countRefusedToken, rememberToken } from '../../platform/http/limits/limit-tokens.ts'
import { onError } from '../../platform/http/on-error.ts'
import { problemResponse } from '../../platform/http/problem.ts'
import { received } from '../../platform/http/bodies/read-body.ts'
import { sameOrigin } from './same-origin.ts'
import { withToken } from '../../platform/http/callers/with-token.ts'
import { meantMessage } from './meant-message.ts'
import { isTokenError, type McpCall, openMcpCall } from './mcp-call.ts'
import { mcpPaths, metadataUrl } from './protected-resource.ts'
import { serve } from './serve.ts'
import { createServer } from './server.ts'

/**
 * 401 or 403 with a challenge (RFC 6750 §3) and resource_metadata (RFC 9728 §5.1), so that the client gets a token or more
 * scopes. Without a token, it names all scopes, because a client does not see the tools of scopes that it lacks.
 */
export function challenge(
  error: ServiceError,
  requestId: string,
  env: Readonly<Record<string, unknown>>,
  resourceMetadata: string,
): Response {
  const { code, extra } = error
  const missing = code === 'insufficient_scope' && Array.isArray(extra['scopes']) ? extra['scopes'] : undefined
  const parameters = [
    ...(code === 'unauthenticated' ? [] : [`error="${code}"`]),
    `scope="${(missing ?? tokenScopes).join(' ')}"`,
    `resource_metadata="${resourceMetadata}"`,
  ]
  const response = problemResponse(error, requestId, env)
  response.headers.set('WWW-Authenticate', `Bearer ${parameters.join(', ')}`)
  return response
}

/**
 * The MCP endpoint (Streamable HTTP). A tool's operation authenticates the token in its own batch. For messages that reach no
 * operation, the token is authenticated separately, so that every response requires a valid token.
 */
const endpointAt = (path: (typeof mcpPaths)[number]) =>
  new Hono<AppEnv>()
    .onError((error, c) => {
      if (!(error instanceof ServiceError) || !(error.code === 'unauthenticated' || isTokenError(error)))
        return onError(error, c)
      c.set('errorCode', error.code)
      return challenge(error, c.var.requestId, c.env, metadataUrl(configOf(c.env).publicUrl, path))
    })
    .post(path, sameOrigin, withToken, async (c) => {
      const call = openMcpCall(c.var.caller, c.var.requestId)
      const { credential } = c.var.caller
      const hash = credential.kind === 'token' ? credential.hash : ''
      try {
        const response = await respond(c, call)
        if (!call.failed) rememberToken(c, hash)
        return response
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'invalid_token') await countRefusedToken(c, hash)
        throw error
      } finally {
        if (call.failed) c.set('errorCode', call.failed)
      }
    })

export const mcpEndpoint = new Hono<AppEnv>().route('/', endpointAt('/api/mcp')).route('/', endpointAt('/mcp'))

async function respond(c: Context<SessionEnv>, call: McpCall): Promise<Response> {
  const body = bodyOf(await received(c.req.text()))
  const method: unknown = 'message' in body ? Object(body.message)['method'] : undefined
  if (method !== 'tools/call' && method !== 'resources/read') await call.scopes()
  if ('refused' in body) return body.refused
  const response = await serve(() => createServer(call), c.req.raw, body.message)
  if (call.refused) throw call.refused
  if (c.var.trace.roundTrips === 0) await call.scopes()
  return response
}

type Body = { readonly message: unknown } | { readonly refused: Response }

/** One JSON-RPC message. Batches, which a revision of 2025 allowed, would be many calls in one request. */
function bodyOf(text: string): Body {
  try {
    const message = parseJson(text)
    return Array.isArray(message)
      ? { refused: rpcError(-32_600, 'Send one message, not a batch.') }
      : { message: meantMessage(message) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { refused: rpcError(-32_700, error.message) }
  }
}

/** JSON-RPC 2.0 §5: an error of a request whose id could not be read. */
const rpcError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 })
