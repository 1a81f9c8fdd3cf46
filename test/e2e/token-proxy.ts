import { once } from 'node:events'
import { createServer, request } from 'node:http'

export type TokenProxy = { readonly url: string; readonly close: () => void }

/** Adds the token, for clients that cannot send a header of their own. */
export async function startTokenProxy(target: string, token: string): Promise<TokenProxy> {
  const server = createServer((from, to) => {
    const { method, headers, url } = from
    const onward = request(
      `${target}${url}`,
      { method, headers: { ...headers, authorization: `Bearer ${token}` } },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(to)
      },
    )
    onward.on('error', () => to.destroy())
    to.on('close', () => onward.destroy())
    from.pipe(onward)
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
