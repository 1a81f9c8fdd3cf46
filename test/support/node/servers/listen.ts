import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

export type Listening = Awaited<ReturnType<typeof listen>>

/** Serves on a free port of this machine. */
export async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
