import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** The client closed the connection before it had sent the whole body. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'

  constructor(cause: unknown) {
    super('the body broke off', { cause })
  }
}

/** Waits for a body that the client is still sending. Reading it fails only if the client goes away. */
export async function received<Body>(reading: Promise<Body>): Promise<Body> {
  try {
    return await reading
  } catch (cause) {
    throw new ClientDisconnected(cause)
  }
}

class TooLarge extends Error {}

/** Refuses a larger body, without reading it if it has a Content-Length. */
export function limitBody(maxBytes: number, refusal: () => Error): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new TooLarge()
    },
  })
  // What fails after `next` is caught there, so everything else is a failed read.
  return async (c, next) => {
    try {
      return await limit(c, next)
    } catch (cause) {
      throw cause instanceof TooLarge ? refusal() : new ClientDisconnected(cause)
    }
  }
}
