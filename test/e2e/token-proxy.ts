import { request } from 'node:http'
import { listen } from '../support/node/servers/listen.ts'

/** A proxy that adds the token, for clients that cannot send custom headers. */
export const startTokenProxy = (target: string, token: string) =>
  listen((incoming, outgoing) => {
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
  })
