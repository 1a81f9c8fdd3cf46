/** The body, or null if it has more than `maxBytes`. Throws when the signal aborts. */
export async function readLimited(
  { body }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array()
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the body took too long')))
  })
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done) return concatenate(parts, length)
      // Counts decompressed bytes: a small response can be a large document.
      length += value.length
      if (length > maxBytes) return null
      parts.push(value)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** The first `maxBytes` of the body, or what arrived of them before it failed or the signal aborted. */
export async function readBeginning({ body }: Response, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null))
  })
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    while (length < maxBytes) {
      const read = await Promise.race([reader.read(), aborted])
      if (read === null || read.done) break
      parts.push(read.value)
      length += read.value.length
    }
  } catch {
    // What arrived is enough.
  } finally {
    reader.cancel().catch(() => {})
  }
  return concatenate(parts, length).subarray(0, maxBytes)
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/** Content-Length; null without one. */
export function lengthOf(headers: Headers): number | null {
  const text = headers.get('Content-Length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
