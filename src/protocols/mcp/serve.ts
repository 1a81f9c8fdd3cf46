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
export async function serve(create: () => McpServer | Server, request: Request, body: unknown): Promise<Response> {
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
