import { once } from 'node:events'
import { createServer, request } from 'node:http'

export type TokenProxy = { readonly url: string; readonly close: () => void }

/** A proxy that adds the token, for clients that cannot send custom headers. */
export async function startTokenProxy(target: string, token: string): Promise<TokenProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const upstream = request(
      `${target}${url}`,
      { method, headers: { ...headers, authorization: `Bearer ${token}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
