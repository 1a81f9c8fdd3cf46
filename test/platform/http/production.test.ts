import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { limiters, windowSeconds } from '../../../src/platform/http/limits/limiters.ts'

// wrangler.toml as `wrangler deploy --env production` reads it.

const production = z
  .object({
    vars: z.object({ ENVIRONMENT: z.string() }),
    observability: z.object({ logs: z.object({ enabled: z.boolean(), invocation_logs: z.boolean() }) }),
    ratelimits: z.array(
      z.object({
        name: z.string(),
        namespace_id: z.string(),
        simple: z.object({ limit: z.int(), period: z.union([z.literal(10), z.literal(60)]) }),
      }),
    ),
  })
  .parse(JSON.parse(z.object({ PRODUCTION: z.string() }).parse(env).PRODUCTION))

test('production has every documented rate limit, each with its own namespace', () => {
  expect(Object.fromEntries(production.ratelimits.map(({ name, simple }) => [name, simple]))).toEqual(
    Object.fromEntries(
      Object.entries(limiters).map(([name, { quota }]) => [name, { limit: quota, period: windowSeconds }]),
    ),
  )
  expect(new Set(production.ratelimits.map(({ namespace_id }) => namespace_id)).size).toBe(production.ratelimits.length)
})

test('production sets ENVIRONMENT and does not log request URLs, which may contain secrets', () => {
  expect(production.vars.ENVIRONMENT).toBe('production')
  expect(production.observability.logs).toEqual({ enabled: true, invocation_logs: false })
})
