import { setTimeout as sleep } from 'node:timers/promises'
import type { Sender } from './sender.ts'

/** Before that, the Worker and the database warm up. */
const warmUpMs = 5_000
const aloneMs = 6_000
const pauseMs = 20

/** Reads the product list of another store again and again. */
export function watchNeighbour({ call }: Sender) {
  const times: number[] = []
  let aloneCount = 0
  const stopping = new AbortController()
  void (async () => {
    while (!stopping.signal.aborted) {
      const { ms, status } = await call({ route: 'GET /api/products', path: '/api/products?limit=20' })
      if (status === 200) times.push(ms)
      await sleep(pauseMs)
    }
    // Once the service has stopped, its own error says why.
  })().catch(() => {})
  return {
    /** Waits until it was read often enough with nothing else going on. */
    async alone() {
      await sleep(warmUpMs)
      times.length = 0
      await sleep(aloneMs)
      aloneCount = times.length
    },
    /** The medians, in milliseconds, alone and meanwhile. */
    stop() {
      stopping.abort()
      return { alone: median(times.slice(0, aloneCount)), meanwhile: median(times.slice(aloneCount)) }
    },
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
