import { resolve } from 'node:path'
import { z } from 'zod'

const Environment = z.object({
  PORT: z.coerce.number().int().min(1024).max(65_532).default(8787),
  DEV_DIR: z.string().min(1).default('.dev'),
})

export type Settings = ReturnType<typeof readSettings>

/** The local stack's ports (`PORT` and the three after it), URLs and data folder. */
export function readSettings(environment: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Invalid settings:\n${z.prettifyError(parsed.error)}`)
  const { PORT: port, DEV_DIR } = parsed.data
  return {
    ports: { service: port, identityProvider: port + 1, postgres: port + 2, neonEndpoint: port + 3 },
    dir: resolve(DEV_DIR),
    baseUrl: `http://127.0.0.1:${port}`,
    issuer: `http://127.0.0.1:${port + 1}`,
    cliRedirectUri: `http://127.0.0.1:${port}/cli/callback`,
    /** Where `npm run console` serves the merchant console. */
    consoleOrigin: 'http://localhost:5173',
  }
}
