/** The signal ended the wait. */
export class Aborted extends Error {}

type Limits = {
  readonly maxBytes: number
  /** The length that the sender announces. With it, nothing has to be copied. */
  readonly length: number | null
  /** Ends the wait for the rest. */
  readonly signal?: AbortSignal
}

const firstBytes = 256 * 1024

/** The body, or null if it has more than `maxBytes`. Throws Aborted when the signal aborts. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, length, signal }: Limits,
): Promise<Uint8Array | null> {
  if (length !== null && length > maxBytes) {
    await body?.cancel()
    return null
  }
  let bytes = new Uint8Array(length ?? firstBytes)
  let end = 0
  if (body !== null)
    for await (const part of until(body, signal)) {
      if (end + part.length > maxBytes) return null
      if (end + part.length > bytes.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(bytes.length * 2, end + part.length)))
        larger.set(bytes.subarray(0, end))
        bytes = larger
      }
      bytes.set(part, end)
      end += part.length
    }
  return bytes.subarray(0, end)
}

/** The parts of the body. A body that stops arriving does not notice a signal by itself. */
async function* until(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
  const reader = body.getReader()
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Aborted()))
  })
  aborted.catch(() => {})
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Content-Length; null without one. */
export function lengthOf(headers: Headers): number | null {
  const text = headers.get('Content-Length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
