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
}

/** The other side of a channel, as test/support/node/outside-server.ts has it: by its access token, or the end of its send_url. */
export function otherSide(name: string) {
  const control = `${META_GRAPH_URL}/control/${encodeURIComponent(name)}`
  return {
    sendUrl: `${META_GRAPH_URL}/posts/${name}`,
    calls: async () => Calls.parse(await (await fetch(control)).json()),
    answer: async (...answers: Answer[]) => {
      await fetch(control, { method: 'PUT', body: JSON.stringify(answers) })
    },
  }
}

/** Under which the service may call an address on loopback: it runs on one itself. */
export const onLoopback = { PUBLIC_URL: 'http://127.0.0.1:8787' }
