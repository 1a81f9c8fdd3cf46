import { type Context, Hono } from 'hono'
import { ServiceError } from '../errors.ts'
import type { AppEnv, SessionEnv } from '../http/app-env.ts'
import { configOf } from '../http/config.ts'
import { onError } from '../http/on-error.ts'
import { sameOrigin } from '../http/same-origin.ts'
import { countRefusedToken, rememberToken } from '../http/limit-tokens.ts'
import { parseJson } from '../parse-json.ts'
import { withToken } from '../http/with-token.ts'
import { challenge } from './challenge.ts'
import { type Exchange, isTokenError, openExchange } from './exchange.ts'
import { mcpPaths, metadataUrl } from './protected-resource.ts'
import { serve } from './serve.ts'
import { createServer } from './server.ts'

/**
 * The MCP endpoint (Streamable HTTP). A tool's operation proves the token in its own batch; whatever reaches no
 * operation is proven by itself, so that no answer leaves without.
 */
const endpointAt = (path: (typeof mcpPaths)[number]) =>
  new Hono<AppEnv>()
    .onError((error, c) => {
      if (!(error instanceof ServiceError) || !(error.code === 'unauthenticated' || isTokenError(error)))
        return onError(error, c)
      c.set('errorCode', error.code)
      return challenge(error, c.var.requestId, metadataUrl(configOf(c.env).publicUrl, path))
    })
    .post(path, sameOrigin, withToken, async (c) => {
      const exchange = openExchange(c.var.caller, c.var.requestId)
      const { credential } = c.var.caller
      const hash = credential.kind === 'token' ? credential.hash : ''
      try {
        const answered = await answer(c, exchange)
        if (!exchange.failed) rememberToken(c, hash)
        return answered
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'invalid_token') await countRefusedToken(c, hash)
        throw error
      } finally {
        if (exchange.failed) c.set('errorCode', exchange.failed)
      }
    })

export const mcpEndpoint = new Hono<AppEnv>().route('/', endpointAt('/api/mcp')).route('/', endpointAt('/mcp'))

async function answer(c: Context<SessionEnv>, exchange: Exchange): Promise<Response> {
  const body = bodyOf(await c.req.text())
  const method: unknown = 'message' in body ? Object(body.message)['method'] : undefined
  if (method !== 'tools/call' && method !== 'resources/read') await exchange.scopes()
  if ('refused' in body) return body.refused
  const response = await serve(() => createServer(exchange), c.req.raw, body.message)
  if (exchange.refused) throw exchange.refused
  if (c.var.trace.roundTrips === 0) await exchange.scopes()
  return response
}

type Body = { readonly message: unknown } | { readonly refused: Response }

/** One JSON-RPC message. Batches, which one revision of 2025 had, would be many calls for one request. */
function bodyOf(text: string): Body {
  try {
    const message = parseJson(text)
    return Array.isArray(message) ? { refused: rpcError(-32_600, 'Send one message, not a batch.') } : { message }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { refused: rpcError(-32_700, error.message) }
  }
}

/** JSON-RPC 2.0 §5: an error of a request whose id could not be read. */
const rpcError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 })
