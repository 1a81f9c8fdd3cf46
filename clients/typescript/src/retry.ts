export type RetryOptions = {
  /** Attempts per call, including the first. Default: 3. */
  readonly attempts?: number
  /** The longest wait for the next attempt. If the service asks for more, the call fails at once. Default: 60,000. */
  readonly maxWaitMs?: number
  /** Waits. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const defaults = { attempts: 3, maxWaitMs: 60_000, wait: sleep }

/**
 * Sends until the response is neither 429 nor 503. A request without a response is repeated too: its Idempotency-Key makes
 * that safe.
 */
export async function withRetries(
  send: () => Promise<Response>,
  signal: AbortSignal | undefined,
  options: RetryOptions = {},
): Promise<Response> {
  const { attempts, maxWaitMs, wait } = { ...defaults, ...options }
  for (let attempt = 1; ; attempt++) {
    const result = await send().catch((error: unknown) => ({ error }))
    const isAnswer = result instanceof Response
    const ms = isAnswer ? waitOf(result, attempt) : backoff(attempt)
    if (ms === undefined || attempt >= attempts || ms > maxWaitMs || signal?.aborted) {
      if (isAnswer) return result
      throw result.error
    }
    if (isAnswer) await result.body?.cancel()
    await wait(ms, signal)
  }
}

function waitOf(response: Response, attempt: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  return Math.max(retryAfterOf(response) ?? 0, backoff(attempt))
}

/** The time in Retry-After, which is in seconds or a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const after = headers.get('Retry-After') ?? ''
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(ms) ? undefined : ms
}

/** Half a second, then twice as long each time. */
const backoff = (attempt: number): number => jittered(250 * 2 ** attempt)

/** Up to a quarter more or less, so that clients do not all come back at once. */
export const jittered = (ms: number): number => ms * (0.75 + Math.random() / 2)

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // An event of the past is not heard.
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
