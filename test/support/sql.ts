import { neon, neonConfig } from '@neondatabase/serverless'
import { env } from 'cloudflare:workers'
import { z } from 'zod'

const { DATABASE_OWNER_URL, DATABASE_URL, JOBS_DATABASE_URL, NEON_FETCH_ENDPOINT } = z
  .object({
    DATABASE_OWNER_URL: z.url(),
    DATABASE_URL: z.url(),
    JOBS_DATABASE_URL: z.url(),
    NEON_FETCH_ENDPOINT: z.url(),
  })
  .parse(env)

neonConfig.fetchEndpoint = NEON_FETCH_ENDPOINT

/** SQL as the owner, who passes row-level security: to look behind the service, and to set up what it has no door for. */
export const asOwner = neon(DATABASE_OWNER_URL, { disableWarningInBrowsers: true })

/** SQL as the service's own role, without a door. */
export const asApp = neon(DATABASE_URL, { disableWarningInBrowsers: true })

/** SQL as what the crons connect as. */
export const asJobs = neon(JOBS_DATABASE_URL, { disableWarningInBrowsers: true })
