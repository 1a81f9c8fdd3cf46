/** The body, or null where it has more bytes; throws once the signal says that it took too long. */
export async function readLimited({ body }: Response, most: number, signal: AbortSignal): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array()
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the body took too long')))
  })
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return joined(parts, length)
      // Counted as unpacked: a small answer can be a large document.
      length += value.length
      if (length > most) return null
      parts.push(value)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
