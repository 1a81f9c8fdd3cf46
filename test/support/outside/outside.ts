import { env } from 'cloudflare:workers'
import { z } from 'zod'

const { META_GRAPH_URL } = z.object({ META_GRAPH_URL: z.url() }).parse(env)

const Calls = z.array(
  z.object({
    path: z.string(),
    headers: z.record(z.string(), z.unknown()),
    body: z.looseObject({}),
    raw: z.string(),
    taken: z.boolean(),
  }),
)

type Answer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  lost?: boolean
  refused?: boolean
  delay_ms?: number
  held?: boolean
}

/** Controls the external side of a channel (test/support/node/servers/outside-server.ts), by access token or end of send_url. */
export function otherSide(name: string) {
  const control = `${META_GRAPH_URL}/control/${encodeURIComponent(name)}`
  return {
    sendUrl: `${META_GRAPH_URL}/posts/${name}`,
    calls: async () => Calls.parse(await (await fetch(control)).json()),
    answer: async (...answers: Answer[]) => {
      await fetch(control, { method: 'PUT', body: JSON.stringify(answers) })
    },
    /** Answers what is held, and all further calls at once. */
    release: async () => {
      await fetch(control, { method: 'DELETE' })
    },
  }
}

/** A service that may call loopback addresses, because its own PUBLIC_URL is one. */
export const onLoopback = { PUBLIC_URL: 'http://127.0.0.1:8787' }
