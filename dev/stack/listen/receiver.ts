import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** What GET answers, so that a later run knows that this one is still there. */
export const greeting = 'listening\n'

export type Received = {
  readonly body: string
  readonly event: unknown
  /** Whether the same delivery arrived before. */
  readonly isRepeated: boolean
  readonly headers: Readonly<Record<string, string>>
}

type Handlers = {
  /** Returns the status to answer with. */
  readonly onEvent: (received: Received) => Promise<number>
  readonly onRefused: (reason: string) => void
}

/** Receives webhooks on a free port of 127.0.0.1. They wait until it has the secret. */
export async function startReceiver({ onEvent, onRefused }: Handlers) {
  const webhook = Promise.withResolvers<Webhook>()
  const seen = new Set<string>()

  async function handle(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') return response.end(greeting)
    const body = await text(request)
    const headers = signatureHeaders(request.headers)
    let event: unknown
    try {
      event = (await webhook.promise).verify(body, headers)
    } catch (error) {
      onRefused(error instanceof Error ? error.message : 'invalid signature')
      return response.writeHead(401).end()
    }
    const id = headers['webhook-id'] ?? ''
    const isRepeated = seen.has(id)
    seen.add(id)
    const contentType = request.headers['content-type'] ?? 'application/json'
    const status = await onEvent({ body, event, isRepeated, headers: { ...headers, 'content-type': contentType } })
    return response.writeHead(status).end()
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    verifyWith(secret: string) {
      webhook.resolve(new Webhook(secret))
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const signatureHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name] ?? '')]),
  )
