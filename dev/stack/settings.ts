import { resolve } from 'node:path'
import { z } from 'zod'

const Environment = z.object({
  PORT: z.coerce.number().int().min(1024).max(65_532).default(8787),
  DEV_DIR: z.string().min(1).default('.dev'),
  /** When the seeded data ends: now, or when this day began in New York, so that figures by day are the same all day. */
  SEED_UNTIL: z.enum(['now', 'midnight']).default('now'),
  /** Origins of front ends, besides those at loopback addresses, separated by commas. */
  ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((origin) => origin.trim() !== ''))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
})

export type Settings = ReturnType<typeof readSettings>

/** The local stack's ports (`PORT` and the three after it), URLs and data folder. */
export function readSettings(environment: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Invalid settings:\n${z.prettifyError(parsed.error)}`)
  const { PORT: port, DEV_DIR, ORIGINS: origins, SEED_UNTIL } = parsed.data
  return {
    ports: { service: port, identityProvider: port + 1, postgres: port + 2, neonEndpoint: port + 3 },
    dir: resolve(DEV_DIR),
    baseUrl: `http://127.0.0.1:${port}`,
    issuer: `http://127.0.0.1:${port + 1}`,
    cliRedirectUri: `http://127.0.0.1:${port}/cli/callback`,
    origins,
    /** In front of commands that ask this stack. */
    commandPrefix: port === 8787 ? '' : `PORT=${port} `,
    seedUntil: SEED_UNTIL === 'now' ? new Date() : midnightIn('America/New_York'),
  }
}

/** When the current day began there. */
export function midnightIn(timeZone: string, now = new Date()): Date {
  const local = new Date(now.toLocaleString('en-US', { timeZone }))
  const passedMs = ((local.getHours() * 60 + local.getMinutes()) * 60 + local.getSeconds()) * 1000
  return new Date(Math.floor(now.getTime() / 1000) * 1000 - passedMs)
}
