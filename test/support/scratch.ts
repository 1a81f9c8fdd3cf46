import { neon } from '@neondatabase/serverless'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { service } from './service.ts'
import { asOwner } from './sql.ts'

const { DATABASE_OWNER_URL, DATABASE_URL, JOBS_DATABASE_URL, TEMPLATE_DATABASE } = z
  .object({
    DATABASE_OWNER_URL: z.url(),
    DATABASE_URL: z.url(),
    JOBS_DATABASE_URL: z.url(),
    TEMPLATE_DATABASE: z.string(),
  })
  .parse(env)

/** A migrated database for one test, isolated from all others. `template` is another one to copy. */
export async function openScratch(template = TEMPLATE_DATABASE) {
  const name = `scratch_${crypto.randomUUID().replaceAll('-', '')}`
  await asOwner.query(`create database ${name} template ${template}`)
  // Copying a database does not copy the privileges on it.
  await asOwner.query(`revoke temporary on database ${name} from public`)
  const inScratch = (url: string, tag?: string) => {
    const scratchUrl = new URL(url)
    scratchUrl.pathname = name
    if (tag !== undefined) scratchUrl.searchParams.set('application_name', tag)
    return scratchUrl.href
  }
  return {
    sql: neon(inScratch(DATABASE_OWNER_URL), { disableWarningInBrowsers: true }),
    asApp: neon(inScratch(DATABASE_URL), { disableWarningInBrowsers: true }),
    asJobs: neon(inScratch(JOBS_DATABASE_URL), { disableWarningInBrowsers: true }),
    /** For a Worker's variables. */
    databaseUrl: inScratch(DATABASE_URL),
    /** Both connection strings, as the variables of a Worker. */
    variables: (tag?: string) => ({
      DATABASE_URL: inScratch(DATABASE_URL, tag),
      JOBS_DATABASE_URL: inScratch(JOBS_DATABASE_URL, tag),
    }),
    /** The service on this database; `database(tag)` counts its requests. */
    service: (tag?: string) => service(undefined, { DATABASE_URL: inScratch(DATABASE_URL, tag) }),
    /** Runs SQL as the service's role, through the same connections as `service(tag)`. */
    tagged: (tag: string) => neon(inScratch(DATABASE_URL, tag), { disableWarningInBrowsers: true }),
  }
}

export type Scratch = Awaited<ReturnType<typeof openScratch>>
