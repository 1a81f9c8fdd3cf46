import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Answers one request in the era that it was sent in: 2026-07-28, or the ones that shake hands first. Nothing is kept
 * between requests. `body` is the request's, parsed.
 */
export async function serve(create: () => McpServer | Server, request: Request, body: unknown): Promise<Response> {
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(create, { legacy: 'reject' }).fetch(request, { parsedBody: body })
  // As createMcpHandler does it, save that the answer is JSON, not a stream: it comes when the call is done, and with
  // it the status that the call has to be answered with.
  const server = create()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(request, { parsedBody: body })
  await server.close()
  return response
}
