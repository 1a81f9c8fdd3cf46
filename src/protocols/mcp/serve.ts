import { parseAccept } from 'hono/utils/accept'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { newSessionWithViews, showsViews } from './apps/client-views.ts'

/**
 * Handles one request in its own generation of the protocol: 2026-07-28, or an earlier one with a handshake. Stateless.
 * `body` is the parsed body of the request.
 */
export async function serve(create: () => McpServer | Server, received: Request, body: unknown): Promise<Response> {
  const request = new Request(received.url, { method: 'POST', headers: headersFor(received, body) })
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(create, { legacy: 'reject' }).fetch(request, { parsedBody: body })
  // Like createMcpHandler, but the response is JSON and not a stream: it is sent after the call, when the HTTP status is
  // known.
  const server = create()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(request, { parsedBody: body })
  await server.close()
  if (isInitializeRequest(body) && showsViews(body.params.capabilities))
    response.headers.set('Mcp-Session-Id', newSessionWithViews())
  return response
}

/** The headers of a request that the SDK would refuse, although it can be answered. */
function headersFor({ headers: sent }: Request, body: unknown): Headers {
  const headers = new Headers(sent)
  // The SDK wants both types that the specification asks clients for, although each response is JSON.
  if (takesJson(sent.get('Accept'))) headers.set('Accept', 'application/json, text/event-stream')
  // The handshake settles the version: the header is for requests after it (MCP 2025-11-25, Transports, Protocol Version Header).
  if (isInitializeRequest(body)) headers.delete('MCP-Protocol-Version')
  return headers
}

/** RFC 9110 section 12.5.1: the most specific range decides, and without any, everything is accepted. */
function takesJson(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true
  const ranges = new Map(parseAccept(accept).map(({ type, q }) => [type.toLowerCase(), q]))
  const q = ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*') ?? 0
  return q > 0
}
