import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { limiters } from '../../src/platform/http/limits/limiters.ts'
import worker from '../../src/index.ts'
import { expectContract } from './contract/contract.ts'

const { DATABASE_URL, NEON_FETCH_ENDPOINT } = z
  .object({ DATABASE_URL: z.url(), NEON_FETCH_ENDPOINT: z.url() })
  .parse(env)

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

export type Service = {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Answer>
  /** The raw response, with an unread body. */
  readonly open: (path: string, init?: RequestInit) => Promise<Response>
}

const unlimited = { limit: () => Promise.resolve({ success: true }) }
const unlimitedAll = Object.fromEntries(Object.keys(limiters).map((name) => [name, unlimited]))

/** The Worker as callers see it. With a `tag`, `database(tag)` can count and disturb its database requests. */
export function service(
  tag?: string,
  variables: Record<string, unknown> = {},
  origin = 'https://commerce.test',
): Service {
  // One env object for all requests, as in a real isolate.
  const bindings = { ...env, ...unlimitedAll, ...(tag !== undefined && { DATABASE_URL: tagged(tag) }), ...variables }
  return {
    open: async (path, init) => worker.fetch(new Request(origin + path, init), bindings, createExecutionContext()),
    async fetch(path, init) {
      const context = createExecutionContext()
      const response = await worker.fetch(new Request(origin + path, init), bindings, context)
      // Not response.text(): workerd warns about every file that is not text.
      const text = new TextDecoder().decode(await response.arrayBuffer())
      await waitOnExecutionContext(context)
      const json = text !== '' && /[/+]json\b/.test(response.headers.get('Content-Type') ?? '')
      const answer = { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
      expectContract(path, init ?? {}, answer)
      return answer
    },
  }
}

function tagged(tag: string): string {
  const url = new URL(DATABASE_URL)
  url.searchParams.set('application_name', tag)
  return url.href
}

export type Faults = {
  delay_ms?: number
  down?: boolean
  http_500?: boolean
  drop_before?: number
  kill_backend?: number
  lose_reply_after_commit?: number
  pool_size?: number
  times?: number
}

const Seen = z.object({
  requests: z.int(),
  statements: z.int(),
  injected: z.int(),
  recent: z.array(z.array(z.object({ query: z.string(), params: z.array(z.unknown()) }))),
})

/** Controls the database endpoint for the requests of one tag. */
export function database(tag: string) {
  const address = `${new URL(NEON_FETCH_ENDPOINT).origin}/control/${encodeURIComponent(tag)}`
  return {
    seen: async () => Seen.parse(await (await fetch(address)).json()),
    disturb: async (faults: Faults) => {
      const answer = await fetch(address, { method: 'PUT', body: JSON.stringify(faults) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    reset: async () => {
      await fetch(address, { method: 'DELETE' })
    },
  }
}
