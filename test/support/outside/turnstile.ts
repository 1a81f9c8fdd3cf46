import { env } from 'cloudflare:workers'
import { z } from 'zod'

const { TURNSTILE_VERIFY_URL } = z.object({ TURNSTILE_VERIFY_URL: z.url() }).parse(env)

const Calls = z.array(z.record(z.string(), z.string()))

type Fault = { status?: number; body?: string; delay_ms?: number; lost?: boolean; redirect?: string }

/** A Turnstile widget at test/support/node/servers/turnstile-server.ts, with the variables that make the service require it. */
export function turnstile(secret = `0x4AAAAAAA-${crypto.randomUUID()}`) {
  const control = new URL(`/control/${encodeURIComponent(secret)}`, TURNSTILE_VERIFY_URL).href
  return {
    variables: { TURNSTILE_SECRET: secret, TURNSTILE_SITE_KEY: '0x4AAAAAAASiteKey' },
    calls: async () => Calls.parse(await (await fetch(control)).json()),
    /** Sets how the next calls fail, one after another. */
    fail: async (...faults: Fault[]) => {
      await fetch(control, { method: 'PUT', body: JSON.stringify(faults) })
    },
  }
}

export const goodToken = () => `good-${crypto.randomUUID()}`
