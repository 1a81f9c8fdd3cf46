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

/** Runs SQL as the owner, who bypasses row-level security, to inspect data and to set up what the API cannot. */
export const asOwner = neon(DATABASE_OWNER_URL, { disableWarningInBrowsers: true })

/**
 * Inserts many rows. Nothing is derived from them, such as the texts that a search reads, and no foreign key is checked:
 * both take several times as long as the rows themselves.
 */
export const loadRows = (insert: ReturnType<typeof asOwner>, sql = asOwner) =>
  sql.transaction([sql`set local session_replication_role = replica`, insert])

/** Runs SQL as the service's role, without a tenant context. */
export const asApp = neon(DATABASE_URL, { disableWarningInBrowsers: true })

/** Runs SQL as the crons' role. */
export const asJobs = neon(JOBS_DATABASE_URL, { disableWarningInBrowsers: true })
