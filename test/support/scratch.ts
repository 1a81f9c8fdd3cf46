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

/** A migrated database of the test's own, to break or to fill: what it does there, no other test sees. */
export async function openScratch() {
  const name = `scratch_${crypto.randomUUID().replaceAll('-', '')}`
  await asOwner.query(`create database ${name} template ${TEMPLATE_DATABASE}`)
  // The rights on a database are not copied with it.
  await asOwner.query(`revoke temporary on database ${name} from public`)
  const inScratch = (url: string, tag?: string) => {
    const moved = new URL(url)
    moved.pathname = name
    if (tag !== undefined) moved.searchParams.set('application_name', tag)
    return moved.href
  }
  return {
    sql: neon(inScratch(DATABASE_OWNER_URL), { disableWarningInBrowsers: true }),
    asApp: neon(inScratch(DATABASE_URL), { disableWarningInBrowsers: true }),
    asJobs: neon(inScratch(JOBS_DATABASE_URL), { disableWarningInBrowsers: true }),
    /** For a Worker's variables. */
    databaseUrl: inScratch(DATABASE_URL),
    /** Both connection strings, as variables of a Worker whose crons run here. */
    variables: (tag?: string) => ({
      DATABASE_URL: inScratch(DATABASE_URL, tag),
      JOBS_DATABASE_URL: inScratch(JOBS_DATABASE_URL, tag),
    }),
    /** The service on this database; `database(tag)` sees what it asks. */
    service: (tag?: string) => service(undefined, { DATABASE_URL: inScratch(DATABASE_URL, tag) }),
    /** SQL as the service's own role, through the same connections as `service(tag)`. */
    tagged: (tag: string) => neon(inScratch(DATABASE_URL, tag), { disableWarningInBrowsers: true }),
  }
}

export type Scratch = Awaited<ReturnType<typeof openScratch>>
