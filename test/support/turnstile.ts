import { env } from 'cloudflare:workers'
import { z } from 'zod'

const { TURNSTILE_VERIFY_URL } = z.object({ TURNSTILE_VERIFY_URL: z.url() }).parse(env)

const Calls = z.array(z.record(z.string(), z.string()))

type Fault = { status?: number; body?: string; delay_ms?: number; lost?: boolean; redirect?: string }

/** A widget of the test's own at test/support/node/turnstile-server.ts, with the variables that make the service ask for it. */
export function turnstile(secret = `0x4AAAAAAA-${crypto.randomUUID()}`) {
  const control = new URL(`/control/${encodeURIComponent(secret)}`, TURNSTILE_VERIFY_URL).href
  return {
    variables: { TURNSTILE_SECRET: secret, TURNSTILE_SITE_KEY: '0x4AAAAAAASiteKey' },
    calls: async () => Calls.parse(await (await fetch(control)).json()),
    /** How the next calls go wrong, one after another. */
    fail: async (...faults: Fault[]) => {
      await fetch(control, { method: 'PUT', body: JSON.stringify(faults) })
    },
  }
}

export const goodToken = () => `good-${crypto.randomUUID()}`
