import type { ArrivingFile } from './arriving-file.ts'

/** The signal ended the wait, or too little arrived. */
export class TooSlow extends Error {}

type Limits = {
  readonly maxBytes: number
  /** The length that the sender announces. */
  readonly length: number | null
  /** Ends the wait for the rest. */
  readonly signal: AbortSignal
}

/** How much of a body has to arrive in how much time, so that nobody can hold memory by sending almost nothing. */
export const leastSpeed = { bytes: 80 * 1024, seconds: 10 }

/** Receives the body. Returns null if it has more than `maxBytes`. Throws TooSlow when the signal aborts, and below `leastSpeed`. */
export async function readBytes(
  file: ArrivingFile,
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, length, signal }: Limits,
): Promise<Uint8Array | null> {
  if (length !== null && length > maxBytes) {
    await body?.cancel().catch(() => {})
    return null
  }
  let received = 0
  if (body !== null)
    for await (const part of until(body, signal)) {
      received += part.length
      if (received > maxBytes) return null
      file.add(part, length ?? maxBytes)
    }
  return file.complete()
}

/** The parts of the body. A body that stops arriving does not notice a signal by itself. */
async function* until(body: ReadableStream<Uint8Array>, signal: AbortSignal) {
  const reader = body.getReader()
  const tooSlow = Promise.withResolvers<never>()
  tooSlow.promise.catch(() => {})
  signal.addEventListener('abort', () => tooSlow.reject(new TooSlow()))
  let recent = 0
  const timer = setInterval(() => {
    if (recent < leastSpeed.bytes) tooSlow.reject(new TooSlow())
    recent = 0
  }, leastSpeed.seconds * 1000)
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), tooSlow.promise])
      if (done) return
      recent += value.length
      yield value
    }
  } finally {
    clearInterval(timer)
    reader.cancel().catch(() => {})
  }
}
