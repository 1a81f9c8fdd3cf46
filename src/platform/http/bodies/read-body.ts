import type { MiddlewareHandler } from 'hono'
import { lengthOf } from '../../outside/read-limited.ts'
import { ServiceError } from '../../errors/errors.ts'

// Enough for 256 KB at 70 kbit/s. Without a limit, clients that send one byte a minute could hold the memory of an isolate.
const timeoutMs = 30_000

/** The client closed the connection before it had sent the whole body. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'

  constructor(cause: unknown) {
    super('the body broke off', { cause })
  }
}

/** Waits for a body that the client is still sending. Reading it fails only if the client goes away, or sends too much. */
export async function received<Body>(reading: Promise<Body>): Promise<Body> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooLate()), timeoutMs)
  try {
    return await Promise.race([reading, late.promise])
  } catch (cause) {
    throw cause instanceof TooLarge
      ? cause.refusal
      : cause instanceof ServiceError
        ? cause
        : new ClientDisconnected(cause)
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = () =>
  new ServiceError(
    'request_timeout',
    `The request body did not arrive within ${timeoutMs / 1000} seconds. Send the request again.`,
  )

class TooLarge extends Error {
  readonly refusal: Error

  constructor(refusal: Error) {
    super('the body is too large')
    this.refusal = refusal
  }
}

/** Refuses a larger body. Nothing is read here, but a body without a Content-Length fails when more than this was read of it. */
export const limitBody =
  (maxBytes: number, refusal: () => Error): MiddlewareHandler =>
  async (c, next) => {
    const { body, headers } = c.req.raw
    const length = headers.has('Transfer-Encoding') ? null : lengthOf(headers)
    if (length !== null && length > maxBytes) throw refusal()
    if (length === null && body !== null)
      // oxlint-disable-next-line unicorn/no-invalid-fetch-options -- the method is that of the request
      c.req.raw = new Request(c.req.raw, { body: body.pipeThrough(limited(maxBytes, refusal)) })
    await next()
  }

function limited(maxBytes: number, refusal: () => Error): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(part, controller) {
      bytes += part.length
      if (bytes > maxBytes) controller.error(new TooLarge(refusal()))
      else controller.enqueue(part)
    },
  })
}
