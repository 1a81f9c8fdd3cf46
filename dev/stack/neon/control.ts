import { z } from 'zod'
import type { Query } from './request.ts'

/** The share of requests: 0.3 is three of ten, evenly spread, so that a test knows how many. */
const Share = z.number().min(0).max(1)

const Faults = z.strictObject({
  delay_ms: z.number().min(0).optional(),
  down: z.boolean().optional(),
  http_500: z.boolean().optional(),
  drop_before: Share.optional(),
  kill_backend: Share.optional(),
  lose_reply_after_commit: Share.optional(),
  pool_size: z.int().min(1).optional(),
  /** The maximum number of faults of any kind. Delays do not count. */
  times: z.int().min(0).optional(),
})

export type Fault = 'down' | 'http_500' | 'drop_before' | 'kill_backend' | 'lose_reply_after_commit'

const sharedFaults = ['drop_before', 'kill_backend', 'lose_reply_after_commit'] as const

type Tag = {
  requests: number
  statements: number
  recent: Query[][]
  faults: z.infer<typeof Faults>
  /** How much of the next fault of each kind is due; at 1, it is injected. */
  due: Record<(typeof sharedFaults)[number], number>
  injected: number
}

export type Control = ReturnType<typeof createControl>

/** Lets tests inside workerd observe and disturb database requests over HTTP, each test with its own tag. */
export function createControl() {
  const tags = new Map<string, Tag>()

  function tag(name: string): Tag {
    const known = tags.get(name)
    if (known) return known
    const created: Tag = { requests: 0, statements: 0, recent: [], faults: {}, due: nothingDue(), injected: 0 }
    tags.set(name, created)
    return created
  }

  function record(name: string, queries: Query[]) {
    const state = tag(name)
    state.requests += 1
    state.statements += queries.length
    state.recent.push(queries)
    if (state.recent.length > 20) state.recent.shift()
  }

  /** The fault to inject into this request, if any. */
  function nextFault(name: string): Fault | undefined {
    const state = tag(name)
    const { faults } = state
    if (state.injected >= (faults.times ?? Infinity)) return undefined
    const fault = pick(faults, state.due)
    if (fault) state.injected += 1
    return fault
  }

  /** Handles a request to `/control/<tag>`. */
  function answer(method: string, name: string, body: string): { status: number; body: string } {
    if (method === 'DELETE') {
      tags.delete(name)
      return { status: 204, body: '' }
    }
    if (method === 'PUT') {
      const faults = Faults.safeParse(JSON.parse(body))
      if (!faults.success) return { status: 422, body: JSON.stringify({ message: z.prettifyError(faults.error) }) }
      const state = tag(name)
      state.faults = faults.data
      state.due = nothingDue()
      state.injected = 0
      return { status: 204, body: '' }
    }
    if (method !== 'GET') return { status: 405, body: '' }
    const { requests, statements, recent, injected } = tag(name)
    return { status: 200, body: JSON.stringify({ requests, statements, injected, recent }) }
  }

  return { record, nextFault, answer, faults: (name: string) => tag(name).faults }
}

const nothingDue = () => ({ drop_before: 0, kill_backend: 0, lose_reply_after_commit: 0 })

function pick(faults: z.infer<typeof Faults>, due: Tag['due']): Fault | undefined {
  if (faults.down) return 'down'
  if (faults.http_500) return 'http_500'
  for (const fault of sharedFaults) {
    due[fault] += faults[fault] ?? 0
    // A little less than 1, because shares are not exact in binary.
    if (due[fault] < 0.999) continue
    due[fault] -= 1
    return fault
  }
  return undefined
}
