import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'

const Session = z.object({
  user_agent: z.string().nullable().describe('Browser and system, such as "Firefox on Windows"'),
  address_prefix: z.string().nullable().describe('The /24 of an IPv4 address or the /48 of an IPv6 address'),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  is_current: z.boolean(),
})

const Rows = z.array(
  Session.extend({
    created_at: z.coerce.date().transform((at) => at.toISOString()),
    last_seen_at: z.coerce.date().transform((at) => at.toISOString()),
  }),
)

/** The caller's sessions on the web pages: this browser's first, then the most recently used. */
export const listSessions = operation(
  {
    name: 'list_sessions',
    scope: 'account',
    input: z.strictObject({}),
    output: z.object({ data: z.array(Session) }),
  },
  async ({ caller, run }) => {
    const current = caller.credential.kind === 'web' ? caller.credential.sessionHash : null
    const [{ rows }] = await run((db) => [
      db.execute(sql`
        select user_agent, address_prefix, created_at, last_seen_at, coalesce(is_current, false) as is_current
          from app.my_web_sessions(decode(${current}, 'hex'))`),
    ])
    return { data: Rows.parse(rows) }
  },
)
