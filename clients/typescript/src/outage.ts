import { isOfToken } from './client.ts'
import { ProblemError, UnexpectedResponseError } from './problem-error.ts'
import { jittered } from './retry.ts'

type Waiting = {
  readonly signal: AbortSignal | undefined
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly onError: ((error: unknown) => void) | undefined
}

/** With the randomness, at most a minute. */
const maxBackoffMs = 48_000
/** A timer cannot wait longer than some weeks, and nobody would want it to. */
const maxWaitMs = 3_600_000

/** Repeats a request until the service answers it, with waits of a second to a minute or of the time in Retry-After. */
export async function waitOut<Data>(request: () => Promise<Data>, { signal, wait, onError }: Waiting): Promise<Data> {
  for (let failures = 0; ; failures++) {
    try {
      return await request()
    } catch (error) {
      if (signal?.aborted || !isOutage(error)) throw error
      onError?.(error)
      const backoff = jittered(Math.min(1000 * 2 ** failures, maxBackoffMs))
      await wait(Math.min(Math.max(backoff, retryAfterOf(error)), maxWaitMs), signal)
    }
  }
}

const isAnswer = (error: unknown) => error instanceof ProblemError || error instanceof UnexpectedResponseError

/** An error that is no answer is one of the network, unless the function for the token threw it. */
const isOutage = (error: unknown): boolean =>
  isAnswer(error) ? error.status >= 500 || error.status === 429 : !isOfToken(error)

const retryAfterOf = (error: unknown): number => (isAnswer(error) ? (error.retryAfterMs ?? 0) : 0)
